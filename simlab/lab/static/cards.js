// Cards drawn as pictures with a name for those who listen.

import { h, s } from './dom.js';

const SUITS = {
  c: ['clubs', 'black', 'M12 2a4.6 4.6 0 0 1 4.1 6.7a4.6 4.6 0 1 1-3.1 8L14.5 22H9.5L11 16.7a4.6 4.6 0 1 1-3.1-8A4.6 4.6 0 0 1 12 2z'],
  d: ['diamonds', 'red', 'M12 2L19.5 12L12 22L4.5 12z'],
  h: ['hearts', 'red', 'M12 21.5C4.5 15 2 11.5 2 7.9A5.2 5.2 0 0 1 12 6.2A5.2 5.2 0 0 1 22 7.9C22 11.5 19.5 15 12 21.5z'],
  s: ['spades', 'black', 'M12 2C8 7 3 10 3 14.5A4.5 4.5 0 0 0 11 16.8L9.5 22H14.5L13 16.8A4.5 4.5 0 0 0 21 14.5C21 10 16 7 12 2z'],
  W: ['wands', 'green', 'M10.5 2h3v20h-3zM13.5 7l6-4v5.5zM10.5 13l-6-4v5.5z'],
  U: ['cups', 'red', 'M5 3H19C19 10 16 13 13.2 13.6V19H17V21.5H7V19H10.8V13.6C8 13 5 10 5 3z'],
  S: ['swords', 'black', 'M12 1L14 4V14H18V16.5H13.5V22H10.5V16.5H6V14H10V4z'],
  C: ['coins', 'gold', 'M12 2a10 10 0 1 0 .01 0zM12 6a6 6 0 1 1-.01 0zM12 8.5l3.5 3.5-3.5 3.5-3.5-3.5z'],
};
const RANKS = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', N: 'knight', P: 'page', T: '10' };

export function cardName(code) {
  if (code === '?') return 'a card face down';
  const suit = SUITS[code.slice(-1)];
  const rank = suit && code.length > 1 ? code.slice(0, -1) : code;
  const word = RANKS[rank] || rank;
  return suit && code.length > 1 ? `${word} of ${suit[0]}` : word;
}

export function card(code, down = false) {
  const name = down && code !== '?' ? `${cardName(code)}, face down` : cardName(code);
  const known = code !== '?';
  const suit = known && code.length > 1 ? SUITS[code.slice(-1)] : null;
  const rank = !known ? '' : (suit ? code.slice(0, -1) : code).replace('T', '10');
  return s('svg', { viewBox: '0 0 60 84', class: `card ${suit ? suit[1] : 'black'}${down ? ' down' : ''}`, role: 'img', 'aria-label': name },
    s('rect', { class: 'face', x: 1, y: 1, width: 58, height: 82, rx: 7 }),
    known ? front(rank, suit, down) : back());
}

function front(rank, suit, down) {
  const parts = [s('text', { x: suit ? 6 : 30, y: suit ? 24 : 56, class: suit ? (rank.length > 1 ? 'rank two' : 'rank') : 'rank alone', 'text-anchor': suit ? 'start' : 'middle' }, rank)];
  if (suit) parts.push(s('path', { d: suit[2], 'fill-rule': 'evenodd', transform: 'translate(15 34) scale(1.25)' }));
  if (suit) parts.push(s('path', { d: suit[2], 'fill-rule': 'evenodd', transform: 'translate(38 9) scale(.6)' }));
  if (down) parts.push(s('path', { class: 'hatch', d: 'M0 0' }), s('rect', { class: 'veil', x: 1, y: 62, width: 58, height: 21, rx: 7 }));
  return parts;
}

function back() {
  return [s('rect', { class: 'back', x: 6, y: 6, width: 48, height: 72, rx: 4 }),
    s('path', { class: 'weave', d: 'M6 30L30 6M6 54L54 6M6 78L54 30M30 78L54 54M30 6L54 30M6 6L54 54M6 30L54 78M6 54L30 78' })];
}

// A line of a table: words and cards in their order.
export function line(told, extra) {
  return h('span', { class: `line${extra ? ` ${extra}` : ''}` },
    told.pieces.map((piece) => (piece.card === undefined ? piece.text : card(piece.card, piece.down))));
}
