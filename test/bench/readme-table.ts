// The table of figures in test/bench/README.md. A run replaces the rows of its parts; the rows of the others stay as they are.
import {columns, type Figure, toCells} from './figure.ts';

const begin = '<!-- figures: npm run bench -- --write -->';
const end = '<!-- end of figures -->';

/** `machine` says where the figures were measured; each part has it in the row that begins it. */
export function withFigures(readme: string, ran: ReadonlyMap<string, readonly Figure[]>, machine: string): string {
  const [before, rest] = splitOnce(readme, begin);
  const [table, after] = splitOnce(rest, end);
  const parts = new Map(rowsByPart(table));
  for (const [part, figures] of ran) {
    const head = [`**${part}**`, machine, '', '', '', ''];
    parts.set(part, [toRow(head), ...figures.map((figure) => toRow(toCells(figure)))]);
  }
  const lines = [toRow(columns), toRow(columns.map(() => '---')), ...[...parts.values()].flat()];
  return `${before}${begin}\n${lines.join('\n')}\n${end}${after}`;
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const [before = '', after, ...more] = text.split(mark);
  if (after === undefined || more.length > 0) throw new Error(`The README needs the line "${mark}" exactly once.`);
  return [before, after];
}

function rowsByPart(table: string): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  let rows: string[] = [];
  for (const line of table.split('\n').slice(3)) {
    const [, part] = /^\| \*\*(\w+)\*\* \|/.exec(line) ?? [];
    if (part !== undefined) parts.set(part, (rows = []));
    if (line !== '') rows.push(line);
  }
  return parts;
}

const toRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
