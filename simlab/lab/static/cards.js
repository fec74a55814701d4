// Cards drawn as pictures with a name for those who listen. What they are drawn of is data that reports share (drawing.js).

import { DRAWING } from './drawing.js';
import { h, s } from './dom.js';

function split(code) {
  const suit = code.length > 1 ? DRAWING.suits[code.slice(-1)] : undefined;
  return suit ? [code.slice(0, -1), suit] : [code, null];
}

export function cardName(code) {
  if (code === '?') return 'a card face down';
  const [rank, suit] = split(code);
  const word = DRAWING.ranks[rank] || rank;
  return suit ? `${word} of ${suit.name}` : word;
}

export function card(code, down = false) {
  const name = down && code !== '?' ? `${cardName(code)}, face down` : cardName(code);
  const [rank, suit] = split(code);
  const known = code !== '?';
  const shown = rank.replace('T', '10');
  const letters = !suit ? 'rank alone' : shown.length > 1 ? 'rank two' : 'rank';
  const words = { '{rank}': shown, '{letters}': letters, '{path}': suit ? suit.path : '' };
  const filled = (value) => (Object.hasOwn(words, value) ? words[value] : value);
  const parts = ['face', known ? (suit ? 'suited' : 'bare') : 'back', ...(known && down ? ['veil'] : [])];
  return s('svg', { viewBox: DRAWING.box, class: `card ${suit ? suit.ink : 'black'}${down ? ' down' : ''}`, role: 'img', 'aria-label': name },
    parts.flatMap((part) => DRAWING[part]).map(([kind, attributes, text]) =>
      s(kind, Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, filled(value)])), text === undefined ? null : filled(text))));
}

// A line of a table: words and cards in their order.
export function line(told, extra) {
  return h('span', { class: `line${extra ? ` ${extra}` : ''}` },
    told.pieces.map((piece) => (piece.card === undefined ? piece.text : card(piece.card, piece.down))));
}
