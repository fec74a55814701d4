// The rules of a game as its author wrote them: headings, paragraphs, lists and tables of plain text, made of elements and never of markup.

import { h } from './dom.js';

function words(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/).map((part) => {
    if (/^\*\*/.test(part)) return h('strong', {}, part.slice(2, -2));
    if (/^`/.test(part)) return h('code', {}, part.slice(1, -1));
    if (/^\*/.test(part)) return h('em', {}, part.slice(1, -1));
    if (/^\[/.test(part)) return part.slice(1, part.indexOf(']'));
    return part;
  });
}

function table(lines) {
  const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, head.map((cell) => h('th', { scope: 'col' }, words(cell))))),
    h('tbody', {}, body.map((row) => h('tr', {}, row.map((cell) => h('td', {}, words(cell))))))));
}

export function markdown(text) {
  const blocks = text.replace(/<!--[^]*?-->/g, '').split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean);
  return blocks.map((block) => {
    const lines = block.split('\n');
    const heading = /^(#+)\s+(.*)/.exec(lines[0]);
    if (heading && lines.length === 1) return h(heading[1].length > 1 ? 'h4' : 'h3', {}, words(heading[2]));
    if (lines[0].startsWith('|')) return table(lines);
    if (/^[-*] /.test(lines[0])) {
      const items = block.split(/\n(?=[-*] )/).map((item) => item.replace(/^[-*] /, '').replace(/\s+/g, ' '));
      return h('ul', {}, items.map((item) => h('li', {}, words(item))));
    }
    return h('p', {}, words(block.replace(/\s+/g, ' ')));
  });
}
