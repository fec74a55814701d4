// Knobs: the game as it is beside your tweak, on the same deals, while the knob is being turned.

import { ask, listen, post } from './api.js';
import { funnel, interval } from './charts.js';
import { knob } from './controls.js';
import { button, count, field, h, put, redraw, say, select } from './dom.js';
import { address, choices, gameOf, go } from './app.js';

const WAIT = 60; // milliseconds after the last turn of a knob
const LATE = 1500; // milliseconds after which a page says why nothing comes
const MOST_GAMES = 100_000_000;

export async function show(main, name, given) {
  const told = await gameOf(name);
  new Knobs(main, told, given).draw();
}

class Knobs {
  constructor(main, told, given) {
    this.main = main;
    this.told = told;
    this.fresh = { game: told.name, players: told.players.default, policies: [], base: {}, tweak: {}, metrics: told.first_metrics, seed: 1, games: 1_000_000 };
    this.state = { ...this.fresh, ...(given || {}), game: told.name };
    this.past = [];
    this.future = [];
    this.points = new Map(); // differences so far, by number
    this.chosen = null; // the number that is drawn
    this.others = null; // the same under stronger players
    this.asked = performance.now(); // when the last question was put
  }

  // ---- the page

  draw() {
    this.setup = h('section', { class: 'panel setup', 'aria-label': 'Game and players' });
    this.answer = h('section', { class: 'panel answer', 'aria-label': 'What changes' });
    this.list = h('section', { class: 'panel knobs', 'aria-label': 'Knobs' });
    put(this.main, h('h1', {}, this.told.called), h('p', { class: 'subtitle' }, this.told.title), h('div', { class: 'bench' }, this.setup, this.answer, this.list));
    this.drawSetup();
    this.drawAnswer();
    this.drawKnobs();
    this.start();
    window.addEventListener('hashchange', () => this.stop(), { once: true });
  }

  drawSetup() {
    const { told, state } = this;
    const usual = { value: '', label: `the usual player (${told.usual.replaceAll('_', ' ')})` };
    const names = told.policies.map((one) => ({ value: one.name, label: one.name.replaceAll('_', ' ') + (one.slow ? ' (slow)' : '') }));
    const seats = state.policies.length > 1;
    const who = seats
      ? Array.from({ length: state.players }, (_, seat) => field(`Seat ${seat}`, select(names, state.policies[seat] || told.usual, (name) => this.change({ policies: this.line(seat, name) }))))
      : [field('Who plays, at all seats', select([usual, ...names], state.policies[0] || '', (name) => this.change({ policies: name ? [name] : [] })), this.doc(state.policies[0] || told.usual))];
    put(this.setup,
      h('div', { class: 'fields' },
        field('Game', select(choices(), told.name, (name) => go(`knobs/${name}`))),
        told.players.sizes.length > 1 && field('Players', select(told.players.sizes.map((n) => ({ value: n, label: n })), state.players, (n) => this.change({ players: Number(n), policies: state.policies.slice(0, 1) }))),
        who,
        button(seats ? 'The same player at all seats' : 'Choose seat by seat', () => this.change({ policies: seats ? [state.policies[0]] : Array(state.players).fill(state.policies[0] || told.usual) }), { class: 'plain' })),
      h('details', { class: 'metrics' }, h('summary', {}, `Numbers that are watched (${state.metrics.length})`),
        h('ul', { class: 'checks' }, told.metrics.map((metric) => this.metric(metric)))));
  }

  doc(name) {
    const found = this.told.policies.find((one) => one.name === name);
    return found ? found.doc : '';
  }

  line(seat, name) {
    const line = [...this.state.policies];
    line[seat] = name;
    return line;
  }

  metric(metric) {
    const chosen = this.state.metrics.includes(metric.name);
    const box = h('input', { type: 'checkbox', checked: chosen, onchange: () => {
      const metrics = box.checked ? [...this.state.metrics, metric.name] : this.state.metrics.filter((one) => one !== metric.name);
      if (metrics.length && metrics.length <= 24) this.change({ metrics }, false);
    } });
    return h('li', {}, h('label', {}, box, ` ${metric.title}`, h('small', {}, ` ${metric.doc}`)));
  }

  drawKnobs() {
    const values = this.state.tweak;
    const search = h('input', { type: 'search', id: 'knob-search', placeholder: 'find a knob', 'aria-label': 'Find a knob', oninput: () => filter() });
    const nodes = this.told.knobs.map((one) => knob(one, one.name in values ? values[one.name] : this.asItIs(one), (name, value) => this.turn(name, value), (wrong) => this.complain(wrong)));
    const filter = () => nodes.forEach((node) => { node.hidden = !node.textContent.toLowerCase().includes(search.value.toLowerCase()); });
    put(this.list, h('h2', {}, 'Your tweak'), nodes.length > 8 && search, nodes);
  }

  asItIs(one) {
    return one.name in this.state.base ? this.state.base[one.name] : one.default;
  }

  drawAnswer() {
    this.status = h('span', { class: 'pill', id: 'status' }, 'getting ready');
    this.played = h('span', { id: 'played' }, '0 games');
    this.speed = h('span', { id: 'speed', class: 'muted' }, '');
    this.words = h('div', { class: 'words', id: 'words' });
    this.table = h('div', { class: 'scroll' });
    this.chart = h('figure', { class: 'chart' });
    this.under = h('div', { class: 'under' });
    this.note = h('div', { class: 'note', id: 'note' });
    const stronger = this.stronger();
    put(this.answer,
      h('div', { class: 'answer-head' }, h('h2', {}, 'What changes'), this.status, this.played, this.speed),
      this.words, this.table, this.same = h('p', { class: 'muted' }), this.chart, this.under,
      h('div', { class: 'tools' },
        button('Undo', () => this.undo(), { id: 'undo' }), button('Redo', () => this.redo(), { id: 'redo' }), button('Reset', () => this.change({ tweak: {} }), { id: 'reset' }),
        this.pause = button('Pause', () => this.toggle(), { id: 'pause' }), button('Run it longer', () => this.longer(), { id: 'longer' }),
        button('Save as scenario', () => this.save(), { id: 'save' }), button('Full report', () => this.report(), { id: 'report' }),
        button('Share', () => this.share(), { id: 'share' }), button('Open a link', () => this.paste(), { id: 'paste' }), button('Play it', () => this.play(), { id: 'play' })),
      stronger, this.note);
    this.buttons();
  }

  // ---- turning knobs

  turn(name, value) {
    const told = this.told.knobs.find((one) => one.name === name);
    const tweak = { ...this.state.tweak };
    if (JSON.stringify(value) === JSON.stringify(this.asItIs(told))) delete tweak[name];
    else tweak[name] = value;
    this.change({ tweak }, true, name);
  }

  change(part, again = true, held = null) {
    const now = performance.now();
    const turning = held && held === this.held && now - this.turned < 700;
    if (!turning) this.past.push(this.state);
    this.held = held;
    this.turned = now;
    this.future = [];
    this.become({ ...this.state, ...part }, again, held);
  }

  become(state, again = true, held = null) {
    this.state = state;
    if (again && !held) redraw(() => { this.drawSetup(); this.drawKnobs(); });
    if (held) this.mark(held);
    address(`knobs/${this.told.name}`, this.brief());
    this.buttons();
    clearTimeout(this.timer);
    this.asked = performance.now();
    this.timer = setTimeout(() => this.start(), WAIT);
  }

  // The knob that is being held stays the element it is; only its marks change.
  mark(name) {
    const old = this.list.querySelector(`[data-knob="${CSS.escape(name)}"]`);
    const told = this.told.knobs.find((one) => one.name === name);
    const fresh = knob(told, name in this.state.tweak ? this.state.tweak[name] : this.asItIs(told), (n, v) => this.turn(n, v), (wrong) => this.complain(wrong));
    const held = document.activeElement && old.contains(document.activeElement) && document.activeElement.type === 'range';
    if (!held) {
      const inside = old.contains(document.activeElement), id = document.activeElement?.id || `knob-${name}`;
      old.replaceWith(fresh);
      if (inside) document.getElementById(id)?.focus();
      return;
    }
    old.classList.toggle('changed', fresh.classList.contains('changed'));
    old.querySelector('.help').replaceWith(fresh.querySelector('.help'));
    old.querySelector('.knob-head').replaceWith(fresh.querySelector('.knob-head'));
  }

  undo() { if (this.past.length) { this.future.push(this.state); this.become(this.past.pop()); say('undone'); } }

  redo() { if (this.future.length) { this.past.push(this.state); this.become(this.future.pop()); say('done again'); } }

  buttons() {
    for (const [id, on] of [['undo', this.past.length], ['redo', this.future.length], ['reset', Object.keys(this.state.tweak).length]]) {
      const node = this.answer.querySelector(`#${id}`);
      if (node) node.disabled = !on;
    }
  }

  // What differs from a fresh page: that is what a link holds.
  brief() {
    return Object.fromEntries(Object.entries(this.state).filter(([key, value]) => key !== 'game' && JSON.stringify(value) !== JSON.stringify(this.fresh[key])));
  }

  // ---- games

  start() {
    this.stop();
    this.points = new Map();
    this.last = null;
    put(this.note);
    this.pill('playing', '');
    if (!Object.keys(this.state.tweak).length) this.idle();
    this.close = listen('api/live', this.state, {
      numbers: (data) => this.numbers(data),
      refused: (data) => { this.pill('refused', 'bad'); this.complain(data.error); },
      lost: () => { this.pill('no answer', 'bad'); this.complain('The lab does not answer: it was closed, or too many of its pages are open.'); },
    });
    this.pause.textContent = 'Pause';
    clearTimeout(this.late);
    this.late = setTimeout(() => { if (!this.last) { this.pill('getting ready', ''); say('The game is being made ready.'); put(this.words, h('p', { class: 'muted' }, 'The game is being made ready. The first time that takes up to a minute; after that it is at once.')); } }, LATE);
    if (this.others) this.hold(this.others);
  }

  idle() {
    put(this.words, h('p', { class: 'muted' }, 'Turn a knob below or on the left: what it changes appears here, with its interval, while you turn it.'));
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.late);
    if (this.close) { this.close(); this.close = null; }
    if (this.closeOther) { this.closeOther(); this.closeOther = null; }
  }

  toggle() {
    if (this.close) { this.stop(); this.pill('paused', ''); this.pause.textContent = 'Go on'; } else this.start();
  }

  longer() {
    if (this.state.games >= MOST_GAMES) { this.complain(`${count(MOST_GAMES)} games are the most here; save the scenario for longer runs`); return; }
    this.state = { ...this.state, games: Math.min(MOST_GAMES, this.state.games * 10) };
    address(`knobs/${this.told.name}`, this.brief());
    this.start();
  }

  numbers(data) {
    if (!this.last) this.answer.dataset.first = String(Math.round(performance.now() - this.asked));
    this.last = data;
    this.answer.dataset.looks = String(Number(this.answer.dataset.looks || 0) + 1);
    this.answer.dataset.games = String(data.games);
    this.played.textContent = `${count(data.games)} games each`;
    this.speed.textContent = `${data.rate ? `${count(data.rate)} a second` : ''} by ${data.who.join(', ').replaceAll('_', ' ')}`;
    const settled = data.rows.filter((row) => row.settled).length;
    const turned = Object.keys(this.state.tweak).length;
    if (!turned) this.idle();
    else put(this.words, data.sentences.map((text) => h('p', { class: 'finding' }, text)));
    this.pill(settled ? 'settled' : data.done ? 'not settled' : 'playing', settled ? 'good' : '');
    if (data.done) say(data.sentences.join(' '));
    data.course.forEach((mark) => this.remember(mark));
    this.rows(data.rows);
  }

  remember(mark) {
    for (const [title, ends] of Object.entries(mark.ends)) {
      this.points.set(title, [...(this.points.get(title) || []), { games: mark.games, ends }]);
    }
  }

  rows(all) {
    const same = all.filter((row) => row.difference === 'none');
    const rows = all.filter((row) => row.difference !== 'none');
    put(this.same, same.length > 0 && rows.length > 0 && `The same in every game: ${same.map((row) => `${row.title}: ${row.base}`).join('; ')}.`);
    const reaches = { true: reach(rows.filter((row) => row.rate)) };
    const names = rows.map((row) => row.title).join();
    if (names !== this.names || !this.cells) this.frame(rows, names);
    rows.forEach((row, k) => {
      const cells = this.cells[k];
      put(cells.base, row.base);
      put(cells.tweak, row.tweak);
      put(cells.difference, row.difference !== 'none' && interval(row.ends, row.rate ? reaches.true : reach([row]), `difference ${row.difference}`), h('span', { class: 'digits' }, row.difference));
      cells.row.className = row.settled ? 'settled' : '';
      put(cells.state, row.settled ? h('span', { class: 'pill good' }, 'settled') : h('span', { class: 'muted' }, row.verdict));
    });
    const drawn = rows.find((row) => row.title === this.chosen) || rows.find((row) => row.settled) || rows[0];
    put(this.chart);
    if (drawn) put(this.chart, h('figcaption', {}, `Difference in ${drawn.title}, as games are played`), funnel([...(this.points.get(drawn.title) || []), { games: this.last.games, ends: drawn.ends }], drawn, this.chart.clientWidth));
  }

  frame(rows, names) {
    this.names = names;
    this.cells = rows.map((row) => {
      const cells = Object.fromEntries(['base', 'tweak', 'difference', 'state'].map((key) => [key, h('td', { 'data-label': { base: 'as it is', tweak: 'your tweak', difference: 'difference', state: '' }[key] })]));
      cells.row = h('tr', {}, h('th', { scope: 'row' }, button(row.title, () => { this.chosen = row.title; this.rows(this.last.rows); }, { class: 'plain', title: 'draw this one' })), cells.base, cells.tweak, cells.difference, cells.state);
      return cells;
    });
    if (!rows.length) { put(this.table); return; }
    put(this.table, h('table', { class: 'numbers' }, h('caption', {}, 'Both columns are played on the same deals. Brackets hold the truth 95 times in 100, however often you look; those of the sentences above are wider, so that all hold together.'),
      h('thead', {}, h('tr', {}, ['number', 'as it is', 'your tweak', 'difference', ''].map((text) => (text ? h('th', { scope: 'col' }, text) : h('td', {}))))),
      h('tbody', {}, this.cells.map((cells) => cells.row))));
  }

  pill(text, kind) {
    this.status.textContent = text;
    this.status.className = `pill ${kind}`;
  }

  complain(text) {
    put(this.note, h('p', { class: 'wrong', role: 'alert' }, text));
  }

  // ---- would it hold under stronger players?

  stronger() {
    const names = this.told.policies.filter((one) => one.name !== (this.state.policies[0] || this.told.usual));
    if (!names.length) return null;
    const best = names.filter((one) => !one.slow).at(-1) || names.at(-1);
    const which = select(names.map((one) => ({ value: one.name, label: one.name.replaceAll('_', ' ') + (one.slow ? ' (slow)' : '') })), best.name, () => {});
    which.id = 'stronger';
    return h('div', { class: 'stronger' }, h('label', { for: 'stronger' }, 'Would it hold under stronger players?'), which, button('Try', () => this.hold(which.value), { id: 'hold' }));
  }

  hold(name) {
    this.others = name;
    if (this.closeOther) this.closeOther();
    const asked = { ...this.state, policies: [name] };
    put(this.under, h('p', { class: 'muted' }, `Under ${name}: playing …`));
    this.closeOther = listen('api/live', asked, {
      numbers: (data) => this.compare(name, data),
      refused: (data) => put(this.under, h('p', { class: 'wrong' }, `Under ${name}: ${data.error}`)),
    });
  }

  compare(name, data) {
    const mine = new Map((this.last ? this.last.rows : []).map((row) => [row.title, row]));
    const told = data.rows.filter((row) => row.settled || mine.get(row.title)?.settled).map((row) => h('li', {}, h('strong', {}, `${row.title}: `), holds(mine.get(row.title), row)));
    put(this.under, h('h3', {}, `Under ${name.replaceAll('_', ' ')}, at all seats (${count(data.games)} games each)`), told.length ? h('ul', {}, told) : h('p', { class: 'muted' }, 'Nothing is settled there yet.'));
  }

  // ---- what comes of it

  async save() {
    await this.tell(async () => {
      const done = await post('api/save', this.kept());
      const link = h('a', { href: URL.createObjectURL(new Blob([done.text], { type: 'text/yaml' })), download: 'scenario.yaml' }, 'Download scenario.yaml');
      return [h('p', {}, 'Saved. The same games by the command line: ', h('code', { id: 'command' }, done.command)), link, h('pre', { id: 'scenario', tabindex: '0' }, done.text)];
    });
  }

  kept() {
    return { ...this.state, also: this.others ? [this.others] : [], games: this.last && this.last.games ? this.last.games : this.state.games };
  }

  async report() {
    await this.tell(async () => {
      const run = await post('api/run', this.kept());
      const place = h('p', { id: 'run' }, 'The report is being made …');
      listen('api/errand', undefined, { run: (told) => put(place, this.progress(told)) });
      return [place, h('p', {}, button('Stop', () => post('api/stop'), { class: 'plain' })), h('p', { class: 'muted' }, `Its folder is ${run.name}.`)];
    });
  }

  progress(told) {
    if (told.state === 'done') return [h('a', { href: `report/${told.name}`, target: '_blank', rel: 'noopener', id: 'open-report' }, 'Open the full report')];
    if (told.state === 'stopped') return [`Stopped: ${told.error}`];
    return [`${count(told.done)} of ${count(told.games)} games `, h('progress', { max: told.games || 1, value: told.done, 'aria-label': 'games played' })];
  }

  async share() {
    const link = `${location.origin}/#/knobs/${this.told.name}?s=${encodeURIComponent(JSON.stringify(this.brief()))}`;
    const box = h('input', { type: 'text', readonly: true, value: link, 'aria-label': 'Link to this tweak', id: 'link' });
    put(this.note, h('p', {}, 'Whoever opens this link in their own lab (Open a link) sees this tweak:'), box);
    box.select();
    try { await navigator.clipboard.writeText(link); say('The link is copied.'); } catch { /* it can be copied by hand */ }
  }

  paste() {
    const box = h('input', { type: 'text', 'aria-label': 'Link to a tweak', id: 'pasted' });
    const open = () => { const at = box.value.indexOf('#/'); if (at < 0) this.complain('This is no link of a lab.'); else location.hash = box.value.slice(at); };
    put(this.note, h('p', {}, 'Paste a link that somebody shared:'), box, button('Open', open));
    box.focus();
  }

  play() {
    const rules = { ...this.state.base, ...this.state.tweak };
    go(`play/${this.told.name}`, { players: this.state.players, ...(Object.keys(rules).length ? { rules } : {}) });
  }

  async tell(make) {
    put(this.note, h('p', { class: 'muted' }, 'One moment …'));
    try { put(this.note, await make()); } catch (wrong) { this.complain(wrong.message); }
  }
}

const reach = (rows) => Math.max(1e-12, ...rows.flatMap((row) => (row.ends[1] === null ? [0] : [Math.abs(row.ends[1]), Math.abs(row.ends[2])])));

function holds(mine, row) {
  if (!mine || !mine.settled) return `${row.verdict} (not settled among your players)`;
  if (!row.settled) return 'not settled there yet';
  return mine.ends[0] * row.ends[0] > 0 ? `it holds: ${row.verdict}` : `it turns round: ${row.verdict}`;
}
