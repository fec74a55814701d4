// Elements from data. Text always goes in as text, so nothing that a scenario or a game says can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'open') node[name] = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export function put(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Draw again without taking the focus away from whoever uses the keyboard.
export function redraw(draw) {
  const id = document.activeElement && document.activeElement.id;
  draw();
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus();
}

// For those who listen to the page.
export function say(text) {
  const place = document.getElementById('said');
  if (place.textContent !== text) place.textContent = text;
}

export function field(label, control, help) {
  const id = control.id || `f-${label.toLowerCase().replace(/\W+/g, '-')}`; // the same when the page is drawn again
  control.id = id;
  if (help) control.setAttribute('aria-describedby', `${id}-help`);
  return h('div', { class: 'field' }, h('label', { for: id }, label), control, help && h('p', { class: 'help', id: `${id}-help` }, help));
}

export function select(options, chosen, change) {
  const node = h('select', { onchange: () => change(node.value) },
    options.map((one) => h('option', { value: one.value, selected: String(one.value) === String(chosen) }, one.label)));
  return node;
}

export function button(label, click, props) {
  return h('button', { type: 'button', onclick: click, ...props }, label);
}

export function count(number) {
  return number.toLocaleString('en');
}
