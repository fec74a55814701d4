// The rooms of the lab, by what stands behind # in the address.

import { ask } from './api.js';
import { h, put } from './dom.js';
import * as knobs from './knobs.js';
import * as runs from './runs.js';
import * as play from './play.js';
import * as hands from './hands.js';

const ROOMS = { knobs: ['Knobs', knobs], runs: ['Runs', runs], play: ['Play', play], hands: ['Hands', hands] };
const WITH_GAME = ['knobs', 'play', 'hands'];

let all = [];
const known = new Map();
let here = '';

export const choices = () => all.map((one) => ({ value: one.name, label: `${one.called}: ${one.title}` }));

export async function gameOf(name) {
  if (!known.has(name)) known.set(name, await ask(`api/game/${encodeURIComponent(name)}`));
  return known.get(name);
}

function written(path, state) {
  const text = state && Object.keys(state).length ? `?s=${encodeURIComponent(JSON.stringify(state))}` : '';
  return `#/${path}${text}`;
}

// Say where the page is, without going anywhere.
export function address(path, state) {
  here = written(path, state);
  history.replaceState(null, '', here);
}

export function go(path, state) {
  location.hash = written(path, state);
}

function asked() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [room, ...rest] = path.split('/').map(decodeURIComponent);
  let state = null;
  try { state = JSON.parse(new URLSearchParams(query || '').get('s')); } catch { state = null; }
  return { room: room in ROOMS ? room : 'knobs', rest, state };
}

async function enter() {
  const { room, rest, state } = asked();
  const main = document.getElementById('main');
  const name = all.some((one) => one.name === rest[0]) ? rest[0] : (known.size ? [...known.keys()].at(-1) : first());
  put(document.getElementById('rooms'), Object.entries(ROOMS).map(([key, [title]]) => h('li', {},
    h('a', { href: `#/${key}${WITH_GAME.includes(key) ? `/${name}` : ''}`, 'aria-current': key === room ? 'page' : null }, title))));
  document.title = `${ROOMS[room][0]} · simlab lab`;
  put(main, h('p', { class: 'muted' }, 'One moment …'));
  try {
    await ROOMS[room][1].show(main, WITH_GAME.includes(room) ? name : rest[0], state);
  } catch (wrong) {
    put(main, h('h1', {}, 'That did not work'), h('p', { class: 'wrong', role: 'alert' }, wrong.message));
  }
  main.dataset.room = room;
}

const first = () => all[0].name;

async function begin() {
  try {
    all = (await ask('api/games')).games;
  } catch (wrong) {
    put(document.getElementById('main'), h('h1', {}, 'The lab does not answer'), h('p', {}, wrong.message));
    return;
  }
  window.addEventListener('hashchange', () => { if (location.hash !== here) enter(); });
  await enter();
}

begin();
