// Small charts as SVG: an interval beside nothing, an interval that shrinks while games are played, bars with intervals.

import { h, s } from './dom.js';
import { line } from './cards.js';

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// One difference with its interval, on a scale that all rows of a table share.
export function interval(ends, reach, label) {
  const [value, low, high] = ends;
  const at = (x) => clamp(50 + 46 * (x / (reach || 1)), 1, 99);
  return s('svg', { viewBox: '0 0 100 16', class: 'interval', role: 'img', 'aria-label': label, preserveAspectRatio: 'none' },
    s('line', { class: 'zero', x1: 50, x2: 50, y1: 0, y2: 16 }),
    low === null ? null : s('line', { class: 'span', x1: at(low), x2: at(high), y1: 8, y2: 8 }),
    value === null ? null : s('rect', { class: 'dot', x: at(value) - 1, y: 4, width: 2, height: 8 }));
}

function ticks(low, high) {
  const rough = (high - low) / 4 || 1;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * size).find((one) => one >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Math.abs(at) < step / 1e6 ? 0 : at);
  return [found, step];
}

const short = (n) => (n >= 1e6 ? `${+(n / 1e6).toPrecision(3)} M` : n >= 1e3 ? `${+(n / 1e3).toPrecision(3)} k` : String(n));

// The difference while games are played: its interval is the band, nothing is the dashed line.
export function funnel(points, row, width) {
  const W = Math.max(300, Math.min(760, width || 640)), H = W < 480 ? 220 : 250, L = 62, R = 14, T = 12, B = 40;
  const known = points.filter((one) => one.ends[1] !== null);
  if (known.length < 2) return h('p', { class: 'muted' }, 'The chart begins with the second look.');
  const scale = row.rate ? 100 : 1;
  const late = known.slice(Math.floor(known.length / 6));
  const ends = late.flatMap((one) => [one.ends[1] * scale, one.ends[2] * scale, 0]);
  const low = Math.min(...ends), high = Math.max(...ends), pad = (high - low || 1) * 0.08;
  const x0 = Math.log(known[0].games), x1 = Math.log(known[known.length - 1].games * 1.02);
  const X = (games) => L + (W - L - R) * ((Math.log(games) - x0) / (x1 - x0 || 1));
  const Y = (value) => clamp(T + (H - T - B) * (1 - (value - low + pad) / (high - low + 2 * pad)), T, H - B);
  const top = known.map((one) => `${X(one.games).toFixed(1)},${Y(one.ends[2] * scale).toFixed(1)}`);
  const bottom = known.map((one) => `${X(one.games).toFixed(1)},${Y(one.ends[1] * scale).toFixed(1)}`).reverse();
  const middle = known.map((one) => `${X(one.games).toFixed(1)},${Y(one.ends[0] * scale).toFixed(1)}`);
  const [marks, step] = ticks(low - pad, high + pad);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const powers = [];
  for (let p = Math.ceil(x0 / Math.LN10); p <= x1 / Math.LN10; p += 1) powers.push(10 ** p);
  const played = known[known.length - 1].games;
  if (powers.every((at) => Math.abs(X(at) - X(played)) > 60)) powers.push(played);
  return s('svg', { viewBox: `0 0 ${W} ${H}`, class: 'funnel', role: 'img', 'aria-label': `Chart: the difference in ${row.title} while games are played. Now ${row.difference}.` },
    marks.map((at) => [s('line', { class: 'grid', x1: L, x2: W - R, y1: Y(at), y2: Y(at) }),
      s('text', { class: 'tick', x: L - 8, y: Y(at) + 4, 'text-anchor': 'end' }, at.toFixed(digits))]),
    powers.map((at) => s('text', { class: 'tick', x: X(at), y: H - B + 18, 'text-anchor': at === played ? 'end' : 'middle' }, short(at))),
    s('polygon', { class: row.settled ? 'band sure' : 'band', points: [...top, ...bottom].join(' ') }),
    s('polyline', { class: 'middle', points: middle.join(' ') }),
    s('line', { class: 'zero', x1: L, x2: W - R, y1: Y(0), y2: Y(0) }),
    s('text', { class: 'tick', x: (L + W) / 2, y: H - 4, 'text-anchor': 'middle' }, W < 480 ? `games; up: your tweak has more${row.rate ? ' (points)' : ''}` : `games played; up: your tweak has more${row.rate ? ' (percentage points)' : ''}`));
}

// Values of actions: a bar from nothing, the interval over it.
export function bars(rows) {
  const low = Math.min(0, ...rows.map((row) => row.low)), high = Math.max(0, ...rows.map((row) => row.high), low + 1e-9);
  const at = (x) => 100 * (x - low) / (high - low);
  return h('ol', { class: 'bars' }, rows.map((row) => h('li', { class: row.may_be_best ? 'best' : '' },
    h('span', { class: 'bar-name' }, line(row.line)),
    s('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', class: 'bar', 'aria-hidden': 'true' },
      s('rect', { x: at(Math.min(0, row.value)), y: 1, width: Math.max(0.5, at(Math.abs(row.value) + low)), height: 8, class: 'body' }),
      low < 0 && high > 0 ? s('line', { x1: at(0), x2: at(0), y1: 0, y2: 10, class: 'nought' }) : null,
      row.high > row.low ? s('line', { x1: at(row.low), x2: at(row.high), y1: 5, y2: 5, class: 'span' }) : null),
    h('span', { class: 'bar-value' }, row.told, row.high > row.low ? h('small', {}, ` ${row.ends[0]} to ${row.ends[1]}`) : null))));
}
