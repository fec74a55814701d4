// A seat at the table: cards drawn, what the others did as a log, hints with intervals, a coach at the end.

import { ask, listen, post } from './api.js';
import { card, line } from './cards.js';
import { bars } from './charts.js';
import { button, field, h, put, redraw, say, select } from './dom.js';
import { choices, gameOf, go } from './app.js';
import { markdown } from './markdown.js';

const LEVELS = { easy: 'easy: the usual player', medium: 'medium: thinks a little', hard: 'hard: thinks a lot' };

export async function show(main, name, given) {
  const told = await gameOf(name);
  const page = new Table(main, told, given || {});
  await page.lobby();
}

class Table {
  constructor(main, told, given) {
    this.main = main;
    this.told = told;
    this.asked = { game: told.name, seat: 0, level: 'easy', players: told.players.default, rules: {}, ...given };
    this.log = [];
  }

  // ---- before the game

  async lobby(again = false) {
    const { told, asked } = this;
    if (!again) this.kept = (await ask('api/played')).games;
    const kept = this.kept;
    const seats = Array.from({ length: asked.players }, (_, seat) => ({ value: seat, label: `seat ${seat}` }));
    const who = [...Object.entries(LEVELS).map(([value, label]) => ({ value, label })), ...told.policies.filter((one) => !one.slow).map((one) => ({ value: `:${one.name}`, label: one.name.replaceAll('_', ' ') }))];
    const turned = Object.entries(asked.rules);
    redraw(() => put(this.main, h('h1', {}, `Play ${told.called}`), h('p', { class: 'subtitle' }, told.title), h('section', { class: 'panel' },
      h('div', { class: 'fields' },
        field('Game', select(choices(), told.name, (name) => go(`play/${name}`))),
        told.players.sizes.length > 1 && field('Players', select(told.players.sizes.map((n) => ({ value: n, label: n })), asked.players, (n) => { asked.players = Number(n); asked.seat = Math.min(asked.seat, asked.players - 1); this.lobby(true); })),
        field('You sit at', select(seats, asked.seat, (n) => { asked.seat = Number(n); })),
        field('The others are', select(who, asked.policies ? `:${asked.policies[0]}` : asked.level, (value) => this.others(value))),
        h('div', { class: 'field' }, button('Deal', () => this.begin(), { id: 'deal', class: 'main' }))),
      turned.length > 0 && h('p', { class: 'muted' }, `With ${turned.map(([key, value]) => `${key.replaceAll('_', ' ')} = ${JSON.stringify(value)}`).join(', ')}.`),
      this.note = h('div', { class: 'note' })),
    this.rules(true),
    kept.length > 0 && h('section', { class: 'panel' }, h('h2', {}, 'Go on with a game'), h('ul', { class: 'kept' }, kept.slice(0, 20).map((one) => h('li', {},
      button(one.file.replace('.json', ''), () => this.take(() => post('api/resume', { name: one.file })), { class: 'plain' }), h('span', { class: 'muted' }, ` ${new Date(one.when * 1000).toLocaleString()}`)))))));
  }

  others(value) {
    if (value.startsWith(':')) this.asked.policies = [value.slice(1)];
    else { delete this.asked.policies; this.asked.level = value; }
  }

  rules(open) {
    const text = this.told.rules ? markdown(this.told.rules) : [h('p', {}, this.told.title)];
    return h('details', { class: 'panel rules', open }, h('summary', {}, 'The rules'), text);
  }

  begin() {
    this.log = [];
    return this.take(() => post('api/play', this.asked));
  }

  // ---- at the table

  async take(call) {
    if (this.waiting) return;
    this.waiting = true;
    this.main.setAttribute('aria-busy', 'true');
    try {
      this.now = await call();
      this.draw();
    } catch (wrong) {
      put(this.note, h('p', { class: 'wrong', role: 'alert' }, wrong.message));
    } finally {
      this.waiting = false;
      this.main.removeAttribute('aria-busy');
    }
  }

  draw() {
    const now = this.now;
    this.main.dataset.over = String(now.over);
    this.main.dataset.moves = String(Number(this.main.dataset.moves || 0) + 1);
    this.log.push(...now.news.map((told) => told));
    this.note = h('div', { class: 'note', id: 'note' });
    this.advice = h('div', { class: 'advice', id: 'advice' });
    put(this.main, h('h1', {}, now.over ? 'The end' : 'Your move'),
      h('div', { class: 'tableau' },
        h('section', { class: 'panel felt', 'aria-label': 'The table' }, this.felt(now), now.over ? this.result(now) : this.moves(now), this.note, this.advice),
        h('section', { class: 'panel story', 'aria-label': 'What the others did' }, h('h2', {}, 'What happened'),
          h('ol', { class: 'log', id: 'log', tabindex: '0', 'aria-label': 'Log' }, this.log.map((told) => h('li', { class: told.mine ? 'mine' : '' }, line(told)))))),
      this.rules(false));
    const log = this.main.querySelector('#log');
    log.scrollTop = log.scrollHeight;
    if (now.news.length) say(now.news.map((told) => told.text).join('. ').slice(0, 600));
    (this.main.querySelector('.actions button') || this.main.querySelector('#again'))?.focus({ preventScroll: true });
  }

  felt(now) {
    if (now.groups) {
      return [h('div', { class: 'groups' }, now.groups.map((group) => h('div', { class: 'group' }, h('p', { class: 'group-name' }, group.title), h('div', { class: 'hand' }, group.cards.map((one) => card(one.card, one.down)))))),
        h('p', { class: 'table-line' }, now.table.map((told) => told.text).join('; '))];
    }
    return h('div', { class: 'lines' }, now.table.map((told) => h('p', { class: `table-line${told.own ? ' own' : ''}` }, line(told))));
  }

  moves(now) {
    return [h('div', { class: 'actions', role: 'group', 'aria-label': 'Your actions' }, now.actions.map((one) => button(line(one.line), () => this.act(one), { 'data-action': one.action, 'aria-label': one.name }))),
      h('div', { class: 'tools' },
        button('Undo', () => this.back(), { id: 'undo-move', disabled: !now.can_undo }),
        button('Hint', () => this.hint(), { id: 'hint' }),
        button('What would the strongest do?', () => this.strongest(), { id: 'strongest', class: 'plain' }),
        button('Leave the table', () => this.lobby(), { class: 'plain' })),
      h('p', { class: 'muted' }, `You have seat ${now.you} of ${now.players}. The game is kept as ${now.file}; simlab play --resume goes on with it too.`)];
  }

  act(one) {
    if (!this.waiting) this.log.push({ mine: true, pieces: [{ text: 'You: ' }, ...one.line.pieces] });
    return this.take(() => post(`api/play/${this.now.id}/act`, { action: one.action }));
  }

  back() {
    this.log.push({ mine: true, pieces: [{ text: 'You took your last choice back.' }] });
    return this.take(() => post(`api/play/${this.now.id}/undo`));
  }

  async hint() {
    await this.told_in(this.advice, async () => {
      const found = await post(`api/play/${this.now.id}/hint`);
      say(found.finding);
      return [h('h2', {}, 'What your actions are worth'), h('p', { class: 'finding' }, found.finding), bars(found.rows.slice(0, 12)), h('p', { class: 'muted' }, found.origin)];
    });
  }

  async strongest() {
    await this.told_in(this.note, async () => {
      const found = await post(`api/play/${this.now.id}/advice`);
      say(`It would choose ${found.name}`);
      return [h('p', {}, 'It would choose: ', h('strong', {}, found.name))];
    });
  }

  async told_in(place, make) {
    put(place, h('p', { class: 'muted' }, 'Thinking …'));
    try { put(place, await make()); } catch (wrong) { put(place, h('p', { class: 'wrong', role: 'alert' }, wrong.message)); }
  }

  // ---- afterwards

  result(now) {
    const seats = Array.from({ length: now.players }, (_, seat) => (seat === now.you ? 'you' : `seat ${seat}`));
    return [h('p', { class: 'finding', id: 'ending' }, now.ending.join(' ')),
      h('div', { class: 'scroll' }, h('table', { class: 'numbers', id: 'result' }, h('caption', {}, 'How it ended'),
      h('thead', {}, h('tr', {}, h('td', {}), seats.map((seat) => h('th', { scope: 'col' }, seat)))),
      h('tbody', {}, now.result.map((row) => h('tr', {}, h('th', { scope: 'row', title: row.doc }, row.title), row.seats.map((value) => h('td', {}, value))))))),
    h('div', { class: 'tools' }, button('Ask the coach', () => this.coach(), { id: 'coach', class: 'main' }), button('Undo', () => this.back(), { id: 'undo-move', disabled: !now.can_undo }),
      button('Play again', () => this.begin(), { id: 'again' }), button('Another table', () => this.lobby(), { class: 'plain' }))];
  }

  coach() {
    put(this.advice, h('p', { class: 'muted' }, 'The coach looks at your decisions …'));
    listen(`api/play/${this.now.id}/coach`, undefined, {
      marks: (data) => put(this.advice, this.marks(data)),
      refused: (data) => put(this.advice, h('p', { class: 'wrong', role: 'alert' }, data.error)),
      end: () => { if (!this.advice.querySelector('#marks')) put(this.advice, h('p', { id: 'marks' }, 'There was nothing to decide.')); },
    });
  }

  marks(data) {
    const lost = [...data.marks].sort((one, two) => two.loss - one.loss).filter((mark) => mark.loss > 0 && mark.mixed === null).slice(0, 8);
    const [best, sure] = [(mark) => mark.loss <= 0, (mark) => mark.settled].map((wanted) => data.marks.filter(wanted).length);
    const many = `${data.marks.length} decision${data.marks.length === 1 ? '' : 's'}`;
    if (data.done) say(`${many}, ${sure} surely lost something.`);
    return [h('h2', {}, 'What the coach says'), h('p', { class: 'finding', id: 'marks' }, `${many}${data.done ? '' : ' so far'}: ${best} ${best === 1 ? 'was' : 'were'} the best found, ${sure} surely lost something.`),
      h('ol', { class: 'marks' }, lost.map((mark) => h('li', {}, h('p', {}, h('strong', {}, `Round ${mark.round}: lost ${amount(mark, 'loss')}`), ` (${amount(mark, 'loss_low')} to ${amount(mark, 'loss_high')})${mark.settled ? '' : ', not settled'}. You played `, h('em', {}, mark.played), mark.settled ? '; better: ' : '; perhaps better: ', h('em', {}, mark.better), '.'),
        h('div', { class: 'lines small' }, mark.sight.map((told) => h('p', { class: `table-line${told.own ? ' own' : ''}` }, line(told)))))))];
  }
}

function amount(mark, key) {
  return mark.unit === 'share' ? `${(100 * mark[key]).toFixed(1)} % of the win` : `${mark[key].toFixed(2)} ${mark.unit}`;
}
