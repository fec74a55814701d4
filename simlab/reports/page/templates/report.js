// The page's own script: sorting, copying, the chart of any number. It asks no network and reads only what lies in the page.
(function () {
  'use strict';
  document.documentElement.classList.add('js');

  // --- tables
  function keyOf(cell) {
    return cell.dataset.v === undefined ? cell.textContent.trim() : Number(cell.dataset.v);
  }
  function compare(a, b) {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  }
  function sort(table, column, head) {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [keyOf(row.cells[column]), row]);
    rows.sort((a, b) => (down ? -1 : 1) * compare(a[0], b[0]));
    body.append(...rows.map((pair) => pair[1]));
  }
  function quoted(text) {
    return /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }
  function csv(table) {
    const lines = Array.from(table.rows).filter((row) => !row.hidden).map((row) =>
      Array.from(row.cells, (cell) => quoted(cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v)).join(','));
    return lines.join('\n') + '\n';
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch (refused) {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  }
  function filter(table) { // rows with these words
    const field = document.createElement('input');
    field.type = 'search';
    field.placeholder = 'filter';
    field.setAttribute('aria-label', 'show only rows with these words');
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
    return field;
  }
  for (const table of document.querySelectorAll('table')) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      button.title = 'sort by ' + head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => sort(table, column, head));
    });
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy as CSV';
    button.addEventListener('click', async () => {
      await copy(csv(table));
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy as CSV'; }, 1500);
    });
    const save = document.createElement('button');
    save.type = 'button';
    save.className = 'save';
    save.textContent = 'Save as CSV';
    save.addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csv(table)], { type: 'text/csv' }));
      link.download = (table.closest('.wide').getAttribute('aria-label') || 'table').replace(/[^A-Za-z0-9]+/g, '-') + '.csv';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    const tools = document.createElement('div');
    tools.className = 'tools';
    if (table.tBodies[0].rows.length > 8) tools.append(filter(table));
    tools.append(button, save);
    table.closest('.wide').before(tools);
  }

  // --- a click on the legend of a picture hides what it names, or shows it again
  function repaint(image, hidden) {
    const bytes = Uint8Array.from(atob(image.dataset.whole.split(',')[1]), (letter) => letter.charCodeAt(0));
    const drawing = new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'image/svg+xml');
    for (const part of drawing.querySelectorAll('[id^="series-"]')) {
      if (hidden.has(part.id.slice(7).split('.')[0])) part.setAttribute('display', 'none');
    }
    const text = new TextEncoder().encode(new XMLSerializer().serializeToString(drawing));
    image.src = 'data:image/svg+xml;base64,' + btoa(Array.from(text, (byte) => String.fromCharCode(byte)).join(''));
  }
  for (const picture of document.querySelectorAll('.pic')) {
    const image = picture.querySelector('img'), gone = new Set();
    for (const spot of picture.querySelectorAll('.key')) {
      const key = document.createElement('button'); // without scripts there is none: it could do nothing
      key.type = 'button'; key.className = 'key'; key.dataset.series = spot.dataset.series; key.title = 'hide or show';
      key.setAttribute('aria-pressed', 'true');
      key.setAttribute('aria-label', spot.dataset.label + ': shown');
      for (const side of ['left', 'top', 'width', 'height']) key.style[side] = spot.style[side];
      spot.replaceWith(key);
      key.addEventListener('click', () => {
        const which = key.dataset.series, back = gone.delete(which);
        if (!back) gone.add(which);
        if (!image.dataset.whole) image.dataset.whole = image.src;
        key.setAttribute('aria-pressed', String(back));
        key.setAttribute('aria-label', key.getAttribute('aria-label').replace(/: (shown|hidden)$/, back ? ': shown' : ': hidden'));
        for (const mark of picture.querySelectorAll('.hot')) if (mark.dataset.series === which) mark.hidden = !back;
        repaint(image, gone);
      });
    }
  }

  // --- folded parts open for a link into them, and for print
  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
    if (target) target.scrollIntoView();
  }
  addEventListener('hashchange', reveal);
  reveal();

  // --- the chart of any number
  const source = document.getElementById('numbers');
  if (!source) return;
  const run = JSON.parse(source.textContent);
  const plot = document.getElementById('plot');
  const said = document.getElementById('said');
  const pick = {};
  for (const name of ['metric', 'variant', 'point', 'entry', 'base']) pick[name] = document.getElementById('pick-' + name);
  const SVG = 'http' + '://www.w3.org/2000/svg';
  const MOST = 60, FEW = 12, LINE = 14; // lines of the chart; points shown together at first; height of a line of letters

  function options(select, names, all) {
    const before = select.parentElement.hidden ? null : select.value;
    const found = names.map((name, k) => [String(k), name]);
    if (all && names.length > 1) found.unshift(['all', all]);
    select.replaceChildren(...found.map(([value, name]) => {
      const option = document.createElement('option');
      option.value = value;
      option.textContent = name.length > 80 ? name.slice(0, 79) + '\u2026' : name;
      return option;
    }));
    if (found.some(([value]) => value === before)) select.value = before;
    select.parentElement.hidden = names.length < 2;
  }
  function chosen(select, count) {
    return select.value === 'all' ? Array.from({ length: count }, (_, k) => k) : [Number(select.value || 0)];
  }
  function number(value, metric) { // on an axis
    const unit = metric.rate ? (isGap() ? ' points' : ' %') : '';
    return metric.rate ? (100 * value).toFixed(2).replace(/\.?0+$/, '') + unit : Number(value.toPrecision(4)).toLocaleString('en');
  }
  function isGap() {
    return pick.base.value !== 'all' && !pick.base.parentElement.hidden;
  }
  function told([value, from, to], metric) { // with as many digits as the interval is worth
    const scale = metric.rate ? 100 : 1, error = from === null ? 0 : scale * (to - from) / 4;
    const places = error > 0 ? Math.min(Math.max(0, -Math.floor(Math.log10(error))), 12) : Number.isInteger(scale * value) ? 0 : 3;
    const digits = (end) => (scale * end).toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places }).replace(/^-(?=[0.,]*$)/, '');
    const unit = metric.rate ? (isGap() ? ' points' : ' %') : metric.unit ? ' ' + metric.unit : '';
    return digits(value) + unit + (error > 0 ? ' (' + digits(from) + ' to ' + digits(to) + ')' : '');
  }
  const hidden = new Set(); // variants that a click on the legend has hidden
  function apart(metric, point, entry, variant, base) { // a difference: paired against the first variant, else by both intervals against it
    const diff = (which) => (which === 0 ? [0, 0, 0] : metric.gaps && metric.gaps[point * run.variants.length + which][entry]);
    const mine = diff(variant), theirs = diff(base);
    if (!mine || !theirs || mine[0] === null || theirs[0] === null || mine[1] === null || theirs[1] === null) return null;
    if (base === 0) return mine;
    return [mine[0] - theirs[0], mine[1] - theirs[2], mine[2] - theirs[1]];
  }
  function lines(metric) {
    const found = [];
    const base = pick.base.value === 'all' || pick.base.parentElement.hidden ? -1 : Number(pick.base.value);
    for (const point of chosen(pick.point, run.points.length)) {
      for (const entry of chosen(pick.entry, metric.entries.length)) {
        for (const variant of chosen(pick.variant, run.variants.length)) {
          if (hidden.has(variant) || variant === base) continue;
          const dot = base < 0 ? metric.dots[point * run.variants.length + variant][entry] : apart(metric, point, entry, variant, base);
          if (!dot || dot[0] === null) continue;
          const parts = [run.variants.length > 1 ? run.variants[variant] : '', run.points[point], metric.entries[entry]];
          found.push({ name: parts.filter(Boolean).join(', ') || metric.words, dot, colour: run.colours[variant % run.colours.length] });
        }
      }
    }
    return found;
  }
  function draw(kind, attributes, parent, text) {
    const node = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }
  function ticks(low, high, most) {
    const rough = (high - low) / most;
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough);
    const found = [];
    for (let k = Math.ceil(low / step); k * step <= high + step / 1e6; k += 1) found.push(k * step);
    return found;
  }
  function wrapped(name, letters) { // lines of at most so many letters; a longer word is broken, and no name takes more than five lines
    const found = [''];
    for (const word of name.split(' ').flatMap((long) => long.match(new RegExp('.{1,' + letters + '}', 'gu')) || [''])) {
      const last = found.length - 1, joined = found[last] ? found[last] + ' ' + word : word;
      if (joined.length <= letters) found[last] = joined;
      else found.push(word);
    }
    return found.length > 5 ? [...found.slice(0, 4), '\u2026'] : found;
  }
  function show() {
    const metric = run.metrics[Number(pick.metric.value)];
    const every = lines(metric);
    const shown = every.slice(0, MOST);
    if (!shown.length) {
      plot.replaceChildren();
      said.textContent = 'Nothing to show: choose another variant.';
      return;
    }
    const width = Math.max(300, Math.round(plot.getBoundingClientRect().width) || 640);
    const longest = Math.max(...shown.map((line) => line.name.length));
    const names = Math.min(320, width * 0.42, 7 * longest + 8), letters = Math.floor(names / 7);
    let height = 40;
    for (const line of shown) {
      line.words = wrapped(line.name, letters);
      line.top = height - 40;
      height += 12 + LINE * line.words.length;
    }
    const ends = shown.flatMap((line) => line.dot.filter((value) => value !== null));
    let low = Math.min(...ends), high = Math.max(...ends);
    if (!(high > low)) { low -= Math.abs(low) / 10 || 1; high += Math.abs(high) / 10 || 1; }
    const pad = (high - low) * 0.04;
    const x = (value) => names + 10 + (value - low + pad) / (high - low + 2 * pad) * (width - names - 24);
    plot.replaceChildren();
    plot.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    for (const value of ticks(low, high, width < 500 ? 3 : 6)) {
      draw('line', { class: 'grid', x1: x(value), x2: x(value), y1: 0, y2: height - 34 }, plot);
      draw('text', { class: 'axis', x: x(value), y: height - 18, 'text-anchor': 'middle' }, plot, number(value, metric));
    }
    for (const line of shown) {
      const [value, from, to] = line.dot, tall = 12 + LINE * line.words.length, y = line.top + tall / 2, colour = 'var(--c' + line.colour + ')';
      const words = line.name + ': ' + told(line.dot, metric);
      const group = draw('g', { class: 'dot', tabindex: '0', role: 'img', 'aria-label': words }, plot);
      draw('title', {}, group, words);
      draw('rect', { x: 0, y: line.top, width, height: tall }, group);
      line.words.forEach((part, k) => draw('text', { x: names, y: line.top + 4 + LINE * (k + 1), 'text-anchor': 'end' }, group, part));
      if (from !== null) draw('line', { x1: x(from), x2: x(to), y1: y, y2: y, 'stroke-width': 3, stroke: colour }, group);
      draw('circle', { cx: x(value), cy: y, r: 5, fill: colour }, group);
      for (const event of ['mouseenter', 'focus', 'click']) group.addEventListener(event, () => { said.textContent = words; });
    }
    said.textContent = metric.doc + (every.length > MOST ? ' The first ' + MOST + ' of ' + every.length + ' lines.' : '');
  }
  function choose() {
    const metric = run.metrics[Number(pick.metric.value)];
    options(pick.entry, metric.entries.map((name) => name || metric.words), 'all');
    show();
  }
  function legend() { // a click hides a variant or shows it again
    const place = document.getElementById('legend');
    if (run.variants.length < 2 || run.variants.length > 24) return;
    place.replaceChildren(...run.variants.map((name, k) => {
      const button = document.createElement('button'), swatch = document.createElement('span');
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      swatch.style.background = 'var(--c' + run.colours[k % run.colours.length] + ')';
      button.append(swatch, name.length > 60 ? name.slice(0, 59) + '\u2026' : name);
      button.addEventListener('click', () => {
        if (hidden.has(k)) hidden.delete(k);
        else hidden.add(k);
        button.setAttribute('aria-pressed', String(!hidden.has(k)));
        show();
      });
      return button;
    }));
  }
  options(pick.metric, run.metrics.map((metric) => metric.words));
  options(pick.variant, run.variants, 'all');
  options(pick.base, run.variants, 'nothing');
  legend();
  options(pick.point, run.points, 'all');
  if (run.points.length > FEW) pick.point.value = '0';
  pick.metric.addEventListener('change', choose);
  for (const name of ['variant', 'point', 'entry', 'base']) pick[name].addEventListener('change', show);
  addEventListener('resize', show);
  document.getElementById('explore').addEventListener('toggle', show);
  choose();
})();
