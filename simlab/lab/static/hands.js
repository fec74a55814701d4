// Hands: a decision set by clicking cards, values of all actions that converge, and the map of all classes of hands.

import { ask, listen } from './api.js';
import { card, cardName } from './cards.js';
import { bars } from './charts.js';
import { button, field, h, put, redraw, say, select } from './dom.js';
import { address, choices, gameOf, go } from './app.js';

export async function show(main, name, given) {
  const told = await gameOf(name);
  new Hands(main, told, given || {}).draw();
}

class Hands {
  constructor(main, told, given) {
    this.main = main;
    this.told = told;
    const points = told.questions ? told.questions.points : [];
    this.state = { at: points.length ? points[0].name : '', hand: [], known: '', players: told.players.default, ...given };
  }

  draw() {
    const { told, state } = this;
    this.picker = h('div', { class: 'picker', role: 'group', 'aria-label': 'Cards to hold' });
    this.held = h('div', { class: 'hand', id: 'held' });
    this.values = h('div', { id: 'values', class: 'values' });
    this.map = this.map || h('div', { class: 'maps' });
    const ready = told.questions !== null;
    const points = ready ? told.questions.points : [];
    put(this.main, h('h1', {}, `Hands of ${told.called}`), h('p', { class: 'subtitle' }, told.title),
      h('div', { class: 'tableau' },
        h('section', { class: 'panel', 'aria-label': 'The decision' },
          h('div', { class: 'fields' },
            field('Game', select(choices(), told.name, (name) => go(`hands/${name}`))),
            ready && field('Decision', select(points.map((one) => ({ value: one.name, label: one.name })), state.at, (at) => this.change({ at })), this.doc()),
            ready && told.players.sizes.length > 1 && field('Players', select(told.players.sizes.map((n) => ({ value: n, label: n })), state.players, (n) => this.change({ players: Number(n) })))),
          ready ? [h('h2', {}, 'You hold'), this.held, this.picker, this.known()] : h('p', {}, 'This game reads no hands in words. Ask about a position of a game instead: sit down at its table and ask for a hint.')),
        h('section', { class: 'panel', 'aria-label': 'What each action is worth' }, h('h2', {}, 'What each action is worth'), this.values)),
      told.chart && h('section', { class: 'panel' }, h('h2', {}, 'The map of all hands'), button('Draw the map', () => this.chart(), { id: 'draw-map' }), this.map));
    if (ready) { this.cards(); this.ask(); }
    window.addEventListener('hashchange', () => this.stop(), { once: true });
  }

  doc() {
    const point = this.told.questions.points.find((one) => one.name === this.state.at);
    return point ? point.doc.replace(/--hand is/g, 'the hand is').replace(/--hand /g, 'for example ').replace(/--known (may|names?)\b/g, 'what else is known $1').replace(/--known /g, 'also known: ') : '';
  }

  known() {
    const box = h('input', { type: 'text', id: 'known', value: this.state.known, spellcheck: 'false', onchange: () => this.change({ known: box.value }, false) });
    return field('What else is known', box, 'cards seen, a pot, an Arcana: as the decision says');
  }

  cards() {
    const cards = this.told.questions.cards;
    if (!cards.length) {
      const box = h('input', { type: 'text', id: 'hand-text', value: this.state.hand.join(' '), onchange: () => this.change({ hand: box.value.split(/[\s,]+/).filter(Boolean) }, false) });
      put(this.picker, field('The cards', box));
      return;
    }
    const suits = new Map();
    for (const code of cards) {
      const suit = code.length > 1 ? code.slice(-1) : '';
      suits.set(suit, [...(suits.get(suit) || []), code]);
    }
    put(this.picker, [...suits.values()].map((codes) => h('div', { class: 'suit' }, codes.map((code) => this.key(code)))));
    this.show_held();
  }

  key(code) {
    const pressed = this.state.hand.includes(code);
    return h('button', { type: 'button', class: 'card-key', 'aria-pressed': String(pressed), 'aria-label': cardName(code), 'data-card': code, onclick: () => this.press(code) }, card(code));
  }

  press(code) {
    const single = !this.told.questions.cards.some((one) => one.length > 1);
    const hand = this.state.hand.includes(code) ? this.state.hand.filter((one) => one !== code) : single ? [code] : [...this.state.hand, code];
    this.change({ hand }, false);
    for (const key of this.picker.querySelectorAll('.card-key')) key.setAttribute('aria-pressed', String(hand.includes(key.dataset.card)));
    this.show_held();
  }

  show_held() {
    put(this.held, this.state.hand.length ? this.state.hand.map((code) => card(code)) : h('p', { class: 'muted' }, 'Click the cards below.'),
      this.state.hand.length > 0 && button('Put them back', () => { this.change({ hand: [] }); }, { class: 'plain', id: 'clear' }));
  }

  change(part, again = true) {
    this.state = { ...this.state, ...part };
    address(`hands/${this.told.name}`, this.state);
    if (again) redraw(() => this.draw());
    else this.ask();
  }

  stop() {
    if (this.close) { this.close(); this.close = null; }
  }

  ask() {
    this.stop();
    const { at, hand, known, players } = this.state;
    if (!hand.length) { put(this.values, h('p', { class: 'muted' }, 'Values appear when the hand is complete.')); return; }
    this.close = listen('api/values', { game: this.told.name, at, hand: hand.join(' '), known, players }, {
      values: (data) => this.show_values(data),
      refused: (data) => put(this.values, h('p', { class: 'muted', role: 'status' }, data.error)),
    });
  }

  show_values(data) {
    if (!data.rows) return;
    this.values.dataset.worlds = String(data.worlds);
    this.values.dataset.done = String(data.done);
    put(this.values, h('p', { class: 'finding', id: 'finding' }, data.finding), bars(data.rows.slice(0, 16)),
      data.rows.length > 16 && h('p', { class: 'muted' }, `and ${data.rows.length - 16} more, each worse`), h('p', { class: 'muted' }, data.origin));
    if (data.done) say(data.finding);
  }

  async chart() {
    put(this.map, h('p', { class: 'muted' }, 'Every class of hands is being valued: some seconds, once …'));
    try {
      const data = await ask(`api/chart/${encodeURIComponent(this.told.name)}`);
      put(this.map, data.grids.map((grid) => this.grid(grid)), h('p', { class: 'muted' }, data.note));
    } catch (wrong) { put(this.map, h('p', { class: 'wrong', role: 'alert' }, wrong.message)); }
  }

  grid(grid) {
    const shades = grid.shades.length ? grid.shades : grid.values;
    const all = shades.flat().filter((one) => one !== null);
    const low = Math.min(...all), high = Math.max(...all);
    const detail = h('p', { class: 'finding', role: 'status' });
    const look = (row, column) => {
      put(detail, `${grid.rows[row]}, ${grid.columns[column]}: ${grid.labels[row][column] || 'nothing to say'}`);
      if (grid.hands[row]) {
        const at = this.told.questions.points.some((one) => one.name === grid.columns[column]) ? grid.columns[column] : this.state.at;
        this.change({ hand: grid.hands[row].split(/\s+/), at });
        this.main.querySelector('#values')?.scrollIntoView({ block: 'nearest' });
      }
    };
    return h('div', { class: 'map' }, h('h3', {}, grid.title), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': grid.title }, h('table', { class: 'heat' },
      h('caption', {}, grid.legend),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, grid.down), grid.columns.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, grid.rows.map((name, row) => h('tr', {}, h('th', { scope: 'row' }, name), grid.columns.map((_, column) => cell(grid, shades, low, high, row, column, look))))))), detail);
  }
}

function cell(grid, shades, low, high, row, column, look) {
  const shade = shades[row][column];
  if (shade === null || shade === undefined) return h('td', {}, '');
  const step = grid.palette === 'centred' ? Math.round(4 + 4 * (shade / (Math.max(Math.abs(low), Math.abs(high)) || 1))) : Math.round(8 * ((shade - low) / (high - low || 1)));
  const kind = { centred: 'centred', kinds: 'kinds' }[grid.palette] || 'scale';
  return h('td', {}, button(grid.labels[row][column], () => look(row, column), { class: `heat-${kind} step-${step}`, 'aria-label': `${grid.rows[row]}, ${grid.columns[column]}: ${grid.labels[row][column]}` }));
}
