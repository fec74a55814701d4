// A knob as something to hold: a slider, a switch, a list, or a line to type; by what its rules say it may be.

import { button, h, select } from './dom.js';
import { post } from './api.js';

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
const spoken = (value) => (value === null ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('_', ' '));

export function knob(told, value, change, complain) {
  const id = `knob-${told.name}`;
  const changed = !same(value, told.default);
  const body = control(told, value, (next) => change(told.name, next), id, complain);
  return h('div', { class: `knob${changed ? ' changed' : ''}`, 'data-knob': told.name },
    h('div', { class: 'knob-head' }, body.labelled ? h('label', { for: id }, told.title) : h('span', { id: `${id}-name`, class: 'label' }, told.title),
      changed && button('↺', () => change(told.name, told.default), { class: 'plain', 'aria-label': `${told.title}: back to ${spoken(told.default)}`, title: `back to ${spoken(told.default)}` })),
    body.node, h('p', { class: 'help', id: `${id}-help` }, told.doc, changed && ` (as it is: ${spoken(told.default)})`));
}

function control(told, value, change, id, complain) {
  const schema = told.schema;
  if (schema.type === 'boolean') return { labelled: true, node: toggle(value, change, id) };
  if (schema.enum) return { labelled: true, node: choice(schema.enum, value, change, id) };
  if (schema.type === 'integer' || schema.type === 'number') return { labelled: true, node: slider(schema, value, change, id) };
  const parts = schema.anyOf || [];
  const number = parts.find((part) => part.type === 'integer' || part.type === 'number');
  if (number) return { labelled: true, node: either(parts, number, value, change, id, told) };
  return { labelled: true, node: line(told, value, change, id, complain) };
}

function toggle(value, change, id) {
  const box = h('input', { type: 'checkbox', role: 'switch', id, 'aria-describedby': `${id}-help`, checked: value, onchange: () => { word.textContent = box.checked ? 'yes' : 'no'; change(box.checked); } });
  const word = h('span', { 'aria-hidden': 'true' }, value ? 'yes' : 'no');
  return h('div', { class: 'switch' }, box, word);
}

function choice(options, value, change, id) {
  const node = select(options.map((one) => ({ value: JSON.stringify(one), label: spoken(one) })), JSON.stringify(value), (text) => change(JSON.parse(text)));
  node.id = id;
  node.setAttribute('aria-describedby', `${id}-help`);
  return node;
}

function slider(schema, value, change, id) {
  const whole = schema.type === 'integer';
  const step = whole ? 1 : (schema.maximum - schema.minimum) / 100 || 0.01;
  const bounds = { min: schema.minimum, max: schema.maximum, step };
  const typed = (text) => (whole ? Math.round(Number(text)) : Number(Number(text).toFixed(6)));
  const range = h('input', { type: 'range', id, ...bounds, value, 'aria-describedby': `${id}-help`, oninput: () => { box.value = range.value; change(typed(range.value)); } });
  const box = h('input', { type: 'number', id: `${id}-typed`, ...bounds, step: whole ? 1 : 'any', value, 'aria-label': `${id.slice(5).replaceAll('_', ' ')}, typed`, onchange: () => {
    if (box.value === '' || !box.validity.valid) { box.value = range.value; return; }
    range.value = box.value;
    change(typed(box.value));
  } });
  return h('div', { class: 'slider' }, range, box);
}

// A number, or one of some words, or none.
function either(parts, number, value, change, id, told) {
  const words = parts.flatMap((part) => part.enum || (part.type === 'null' ? [null] : []));
  const kinds = [...words.map((word) => ({ value: JSON.stringify(word), label: spoken(word) })), { value: 'number', label: 'a number' }];
  const isNumber = typeof value === 'number' && !words.includes(value);
  const first = isNumber ? value : number.minimum > 0 ? number.minimum : Math.min(number.maximum, 0);
  const which = select(kinds, isNumber ? 'number' : JSON.stringify(value), (text) => change(text === 'number' ? first : JSON.parse(text)));
  which.id = id;
  which.setAttribute('aria-describedby', `${id}-help`);
  return h('div', { class: 'either' }, which, isNumber && slider(number, value, change, `knob-${told.name}_number`));
}

// Lists and mappings, as they would stand in a scenario file.
function line(told, value, change, id, complain) {
  const write = (data) => (Array.isArray(data) ? `[${data.map((one) => (typeof one === 'object' ? JSON.stringify(one) : one)).join(', ')}]` : JSON.stringify(data));
  const box = h('input', { type: 'text', id, value: write(value), 'aria-describedby': `${id}-help`, spellcheck: 'false', onchange: async () => {
    try {
      change((await post('api/typed', { knob: told.name, text: box.value })).value);
    } catch (wrong) { complain(wrong.message); }
  } });
  return box;
}
