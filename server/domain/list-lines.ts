// Reads a list that a merchant pastes, or the text of a CSV file. Each line is read by itself, so a faulty line never changes the meaning of
// another one.

/** One line of the list with its number in the text, its own text, and why it cannot be read; null: it can. */
export type ListLine<Key extends string> = {
  readonly line: number;
  readonly text: string;
  /** The cells by their columns; an empty text: not given. */
  readonly cells: Readonly<Record<Key, string>>;
  readonly fault: string | null;
};

/** The lines with content, or a sentence that says why the whole text is refused. */
export type ReadList<Key extends string> = {readonly lines: readonly ListLine<Key>[]} | {readonly refused: string};

/** What each column holds; null: a column that is not read. */
export type Columns<Key extends string> = readonly (Key | null)[];

/** The columns of one kind of list. */
export type ListKind<Key extends string> = {
  /** The names that a column may have, without case, spaces and punctuation. */
  readonly names: Readonly<Record<Key, readonly string[]>>;
  /** Whether these columns, named in the first line, are a header. */
  readonly isHeader: (columns: Columns<Key>) => boolean;
  /** The columns of a line without a header, by the number of its cells; null: that number has no meaning. */
  readonly usualColumns: (count: number) => Columns<Key> | null;
  /** What is wrong with a line of that many cells. */
  readonly wrongCountText: (count: number) => string;
  /** The cells of a line below no header; null: a quotation mark stays open. @param first the separator of the first line. */
  readonly splitPasted: (text: string, first: string) => readonly string[] | null;
};

/** How many lines one list may have, and how many characters. */
export const mostLines = 10_000;
export const mostCharacters = 5_000_000;
/** How many characters one line may have. */
const mostInLine = 3_000;

/** Reads the list. A first line that names the columns decides what the others hold. */
export function readList<Key extends string>(text: string, kind: ListKind<Key>): ReadList<Key> {
  if (text.length > mostCharacters) return {refused: 'This is too much text for one list. Split it into several.'};
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('%PDF')) {
    return {
      refused: 'This file is not a list in text form. Save it as CSV UTF-8 in your spreadsheet, and choose that file.',
    };
  }
  const given = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({line: index + 1, text: content}))
    // Excel names the separator in a first line of its own.
    .filter(({text: content, line}) => content.trim() !== '' && !(line === 1 && /^sep=.$/i.test(content.trim())));
  const [first] = given;
  if (first === undefined) return {refused: 'There is no line to check yet.'};
  const separator = separatorOf(first.text);
  const named = first.text.length > mostInLine ? null : columnsNamedIn(splitLine(first.text, separator), kind);
  const data = named === null ? given : given.slice(1);
  if (data.length === 0) return {refused: 'There is no line below the names of the columns.'};
  if (data.length > mostLines) {
    return {
      refused: `The list has ${data.length} lines. At most ${mostLines} are checked at once: split it into several.`,
    };
  }
  // Below a header its separator counts; of pasted lines each may have its own.
  const split = (line: string) => (named === null ? kind.splitPasted(line, separator) : splitLine(line, separator));
  return {lines: data.map((one) => ({...one, ...readLine(one.text, split, named, kind)}))};
}

/** The separator that the line uses; spaces where it has neither tab, semicolon nor comma outside quotation marks. */
export function separatorOf(text: string): string {
  const bare = text.replaceAll(/"[^"]*"/g, '');
  return ['\t', ';', ','].find((mark) => bare.includes(mark)) ?? ' ';
}

/** The trimmed cells of a line (https://www.rfc-editor.org/rfc/rfc4180, without line breaks in a cell); null: a quotation mark stays open. */
export function splitLine(text: string, separator: string): readonly string[] | null {
  if (separator === ' ') {
    const words = text.trim().split(/\s+/);
    // More than two words are one cell, since a name and a number may hold spaces.
    return words.length === 2 ? words : [text.trim()];
  }
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = /^ *"((?:[^"]|"")*)" */.exec(rest);
    if (quoted === null && /^ *"/.test(rest)) return null;
    const end = quoted === null ? rest.indexOf(separator) : quoted[0].length;
    const content =
      quoted === null ? (end === -1 ? rest : rest.slice(0, end)) : (quoted[1] ?? '').replaceAll('""', '"');
    const after = end === -1 ? '' : rest.slice(end);
    cells.push(content.trim());
    if (after === '') return cells;
    // Text behind a closing quotation mark: the line is not written as CSV.
    if (!after.startsWith(separator)) return null;
    rest = after.slice(separator.length);
  }
}

/** The columns that the cells name; null if they are no header. */
function columnsNamedIn<Key extends string>(
  cells: readonly string[] | null,
  {names, isHeader}: ListKind<Key>,
): Columns<Key> | null {
  const keys = Object.keys(names) as Key[];
  const columns = (cells ?? []).map((cell) => {
    const plain = cell.toLowerCase().replaceAll(/[^a-z]/g, '');
    return keys.find((key) => names[key].includes(plain)) ?? null;
  });
  // Of two columns with the same meaning the first counts.
  return isHeader(columns) ? columns.map((key, index) => (columns.indexOf(key) === index ? key : null)) : null;
}

/** The cells of one line, and why it cannot be read; null: it can. */
function readLine<Key extends string>(
  text: string,
  split: (line: string) => readonly string[] | null,
  named: Columns<Key> | null,
  {names, usualColumns, wrongCountText}: ListKind<Key>,
): Pick<ListLine<Key>, 'cells' | 'fault'> {
  const noCells = Object.fromEntries(Object.keys(names).map((key) => [key, ''])) as Record<Key, string>;
  if (text.length > mostInLine) return {cells: noCells, fault: 'This line is too long.'};
  const found = split(text);
  if (found === null) return {cells: noCells, fault: 'A quotation mark of this line is not closed.'};
  // "order, number," is a line of two cells. With more commas an empty cell has a meaning, so it is kept.
  const cells = named === null && found.length === 3 && found[2] === '' ? found.slice(0, 2) : found;
  const columns = named ?? usualColumns(cells.length);
  if (columns === null) return {cells: noCells, fault: wrongCountText(cells.length)};
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    return {cells: noCells, fault: 'This line has more columns than the first one names.'};
  }
  const read = {...noCells};
  columns.forEach((key, index) => {
    if (key !== null) read[key] = cells[index] ?? '';
  });
  return {cells: read, fault: null};
}
