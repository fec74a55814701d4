// The library: every run of the folder as a card, those under way as they go; two of them side by side.

import { ask, listen, post } from './api.js';
import { interval } from './charts.js';
import { button, count, h, put, say, select } from './dom.js';
import { go } from './app.js';

export async function show(main, room, given) {
  if (room === 'compare' && given) { await compare(main, given); return; }
  new Library(main).draw();
}

class Library {
  constructor(main) {
    this.main = main;
    this.runs = [];
    this.chosen = [];
  }

  draw() {
    this.search = h('input', { type: 'search', placeholder: 'question, answer, game or folder', 'aria-label': 'Find a run', id: 'run-search', oninput: () => this.cards() });
    this.pair = h('div', { class: 'pair', id: 'pair' });
    this.note = h('div', { class: 'note' });
    this.list = h('ul', { class: 'cards', id: 'cards' });
    put(this.main, h('h1', {}, 'Runs'), h('div', { class: 'fields' }, this.search), this.pair, this.note, this.list);
    const close = listen('api/runs/live', undefined, { keep: true, runs: (data) => { this.runs = data.runs; this.cards(); } });
    window.addEventListener('hashchange', close, { once: true });
  }

  cards() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (run) => words.every((word) => [run.name, run.question, run.game, run.title, ...run.answer].join(' ').toLowerCase().includes(word));
    const shown = this.runs.filter(fits);
    const focus = document.activeElement && document.activeElement.id;
    put(this.list, shown.map((run) => this.card(run)));
    if (focus && focus !== 'run-search') document.getElementById(focus)?.focus();
    if (!this.runs.length) put(this.list, h('li', { class: 'muted' }, 'No run lies in this folder yet. Turn a knob and ask for the full report, or play a scenario: simlab run FILE.'));
    else if (!shown.length) put(this.list, h('li', { class: 'muted' }, 'No run fits these words.'));
    this.two();
  }

  card(run) {
    const id = run.name.replace(/\W/g, '-');
    const box = h('input', { type: 'checkbox', id: `pick-${id}`, checked: this.chosen.includes(run.name), disabled: !run.can_compare, onchange: () => this.choose(run.name, box.checked) });
    return h('li', { class: `run-card ${run.state}`, 'data-run': run.name },
      h('h2', {}, run.question || run.title || run.name),
      run.answer.map((text) => h('p', { class: 'finding' }, text)),
      run.state === 'running' && this.progress(run),
      h('p', { class: 'muted' }, [run.game, new Date(run.when * 1000).toLocaleString(), `${count(run.games)} games`, run.name].filter(Boolean).join(' · ')),
      h('div', { class: 'tools' },
        run.report && h('a', { class: 'button', href: `report/${run.name.split('/').map(encodeURIComponent).join('/')}`, target: '_blank', rel: 'noopener', id: `open-${id}` }, 'Open report'),
        run.can_compare && h('label', { class: 'pick' }, box, ' compare'),
        button('Delete', () => this.remove(run), { class: 'plain', id: `delete-${id}`, 'aria-label': `Delete ${run.question || run.name}` })));
  }

  progress(run) {
    const text = run.running ? `being played: ${Math.floor(100 * run.played)} %` : `stopped at ${Math.floor(100 * run.played)} %: the same command goes on from there`;
    return h('p', { class: 'going' }, h('progress', { max: 1, value: run.played, 'aria-label': `${run.name}: games played` }), ` ${text}`);
  }

  choose(name, on) {
    this.chosen = on ? [...this.chosen.filter((one) => one !== name), name].slice(-2) : this.chosen.filter((one) => one !== name);
    this.cards();
  }

  two() {
    put(this.pair, this.chosen.length === 2
      ? button('Compare the two', () => go('runs/compare', { left: this.chosen[0], right: this.chosen[1] }), { id: 'compare' })
      : this.chosen.length === 1 && h('p', { class: 'muted' }, 'Choose a second run to compare with.'));
  }

  async remove(run) {
    try {
      const { undo } = await post('api/runs/delete', { name: run.name });
      this.runs = this.runs.filter((one) => one.name !== run.name);
      this.chosen = this.chosen.filter((one) => one !== run.name);
      this.cards();
      const back = button('Take it back', () => this.restore(undo), { id: 'undo-delete' });
      put(this.note, h('p', { role: 'status' }, `${run.question || run.name} is deleted. `, back));
      back.focus();
    } catch (wrong) { put(this.note, h('p', { class: 'wrong', role: 'alert' }, wrong.message)); }
  }

  async restore(undo) {
    try {
      await post('api/runs/undo', { name: undo });
      this.runs = (await ask('api/runs')).runs;
      this.cards();
      put(this.note);
      say('It is back.');
    } catch (wrong) { put(this.note, h('p', { class: 'wrong', role: 'alert' }, wrong.message)); }
  }
}

async function compare(main, given) {
  const data = await post('api/runs/compare', { left: given.left, right: given.right, cells: given.cells || [0, 0] });
  const cellsOf = (k) => data.runs[k].cells.map((label, n) => ({ value: n, label }));
  const choose = (k) => (n) => { const cells = [...data.cells]; cells[k] = Number(n); go('runs/compare', { ...given, cells }); };
  const column = (k) => h('section', { class: 'panel' }, h('h2', {}, data.runs[k].question || data.runs[k].title),
    data.runs[k].answer.map((text) => h('p', { class: 'finding' }, text)),
    h('p', { class: 'muted' }, `${data.runs[k].title} · ${count(data.runs[k].games)} games · seed ${data.runs[k].seed} · ${given[k ? 'right' : 'left']}`),
    data.runs[k].cells.length > 1 && h('label', {}, 'Which games: ', select(cellsOf(k), data.cells[k], choose(k))));
  const caption = data.same_deals ? 'Both runs have the same seed: how far their deals go together is not known, so the differences have the widest honest interval.' : 'Differences are the right run less the left one, with intervals that hold together.';
  const asked = data.rows.filter((row) => row.asked), others = data.rows.filter((row) => !row.asked);
  put(main, h('h1', {}, 'Two runs side by side'), h('p', {}, h('a', { href: '#/runs' }, 'All runs')), h('div', { class: 'twin' }, column(0), column(1)),
    h('section', { class: 'panel' }, h('h2', {}, 'The numbers both have'),
      data.rows.length ? both(asked.length ? asked : others, caption, 'both') : h('p', { class: 'muted' }, 'These runs have no number in common.'),
      asked.length > 0 && others.length > 0 && h('details', {}, h('summary', {}, `All other numbers (${others.length})`), both(others, 'The same for all other numbers.', 'others'))));
}

function both(rows, caption, id) {
  const reach = (row) => Math.max(1e-12, ...row.ends.filter((x) => x !== null).map(Math.abs));
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, h('table', { class: 'numbers', id }, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ['number', 'left', 'right', 'difference', ''].map((text) => (text ? h('th', { scope: 'col' }, text) : h('td', {}))))),
    h('tbody', {}, rows.map((row) => h('tr', { class: row.settled ? 'settled' : '' }, h('th', { scope: 'row', title: row.doc }, row.title),
      h('td', { 'data-label': 'left' }, row.left), h('td', { 'data-label': 'right' }, row.right),
      h('td', { 'data-label': 'difference' }, row.difference !== 'none seen' && interval(row.ends, reach(row), `difference ${row.difference}`), h('span', { class: 'digits' }, row.difference)),
      h('td', {}, row.settled ? h('span', { class: 'pill good' }, 'differs') : h('span', { class: 'muted' }, row.difference === 'none seen' ? '' : 'not settled')))))));
}
