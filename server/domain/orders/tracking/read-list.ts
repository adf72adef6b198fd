// Reads a list of tracking numbers: lines that were pasted, or the text of a CSV file. Each line is read by itself, so a faulty line never
// changes the meaning of another one.

/** The cells of one line; an empty text: not given. `order` may also hold the reference. */
export type TrackingCells = {
  readonly order: string;
  readonly reference: string;
  readonly carrier: string;
  readonly number: string;
  readonly url: string;
};

/** One line of the list with its number in the text, its own text, and why it cannot be read; null: it can. */
export type TrackingLine = {
  readonly line: number;
  readonly text: string;
  readonly cells: TrackingCells;
  readonly fault: string | null;
};

/** The lines with content, or a sentence that says why the whole text is refused. */
export type TrackingList = {readonly lines: readonly TrackingLine[]} | {readonly refused: string};

/** How many lines one list may have, and how many characters. */
export const mostLines = 10_000;
export const mostCharacters = 5_000_000;
/** How many characters one line may have. */
const mostInLine = 3_000;

/** Reads the list. A first line that names the columns decides what the others hold. */
export function readTrackingList(text: string): TrackingList {
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
  const columns = first.text.length > mostInLine ? null : columnsNamedIn(splitLine(first.text, separator));
  const data = columns === null ? given : given.slice(1);
  if (data.length === 0) return {refused: 'There is no line below the names of the columns.'};
  if (data.length > mostLines) {
    return {
      refused: `The list has ${data.length} lines. At most ${mostLines} are checked at once: split it into several.`,
    };
  }
  // Below a header its separator counts; of pasted lines each may have its own.
  const isUsedIn = (line: string) => columns !== null || (separator !== ' ' && line.includes(separator));
  const separatorIn = (line: string) => (isUsedIn(line) ? separator : separatorOf(line));
  return {lines: data.map((one) => ({...one, ...readLine(one.text, separatorIn(one.text), columns)}))};
}

/** The names that a column may have, without case, spaces and punctuation. */
const columnNames: Readonly<Record<keyof TrackingCells, readonly string[]>> = {
  order: ['order', 'ordername', 'ordernumber', 'orderno', 'name'],
  reference: ['reference', 'ref', 'ourreference', 'orderreference', 'customerreference'],
  carrier: ['carrier', 'company', 'trackingcompany', 'shippingcarrier', 'courier'],
  number: ['number', 'tracking', 'trackingnumber', 'trackingno', 'trackingcode', 'parcelnumber'],
  url: ['url', 'trackingurl', 'link', 'trackinglink', 'trackingaddress'],
};

/** What each column holds; null: a column that is not read. */
type Columns = readonly (keyof TrackingCells | null)[];

const columnKeys = ['order', 'reference', 'carrier', 'number', 'url'] as const satisfies Columns;

/** The columns that the cells name; null if they are no header: that names a tracking number, and an order or a reference. */
function columnsNamedIn(cells: readonly string[] | null): Columns | null {
  const columns = (cells ?? []).map((cell) => {
    const plain = cell.toLowerCase().replaceAll(/[^a-z]/g, '');
    return columnKeys.find((key) => columnNames[key].includes(plain)) ?? null;
  });
  const isHeader = columns.includes('number') && (columns.includes('order') || columns.includes('reference'));
  // Of two columns with the same meaning the first counts.
  return isHeader ? columns.map((key, index) => (columns.indexOf(key) === index ? key : null)) : null;
}

/** The columns of a line without a header, by the number of its cells; null: that number has no meaning. */
function usualColumns(count: number): Columns | null {
  if (count <= 2) return ['order', 'number'];
  return count === 4 || count === 5 ? columnKeys : null;
}

const noCells: TrackingCells = {order: '', reference: '', carrier: '', number: '', url: ''};

/** The cells of one line, and why it cannot be read; null: it can. */
function readLine(text: string, separator: string, named: Columns | null): Pick<TrackingLine, 'cells' | 'fault'> {
  if (text.length > mostInLine) return {cells: noCells, fault: 'This line is too long.'};
  const found = splitLine(text, separator);
  if (found === null) return {cells: noCells, fault: 'A quotation mark of this line is not closed.'};
  // "order, number," is a line of two cells. With more commas an empty cell has a meaning, so it is kept.
  const cells = named === null && found.length === 3 && found[2] === '' ? found.slice(0, 2) : found;
  const columns = named ?? usualColumns(cells.length);
  if (columns === null) {
    const fault = `This line has ${cells.length} columns. Give two, order and tracking number, or five: order, reference, carrier, number, url.`;
    return {cells: noCells, fault};
  }
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    return {cells: noCells, fault: 'This line has more columns than the first one names.'};
  }
  const read: Record<keyof TrackingCells, string> = {...noCells};
  columns.forEach((key, index) => {
    if (key !== null) read[key] = cells[index] ?? '';
  });
  return {cells: read, fault: null};
}

/** The separator that the line uses; spaces where it has neither tab, semicolon nor comma outside quotation marks. */
function separatorOf(text: string): string {
  const bare = text.replaceAll(/"[^"]*"/g, '');
  return ['\t', ';', ','].find((mark) => bare.includes(mark)) ?? ' ';
}

/** The trimmed cells of a line (https://www.rfc-editor.org/rfc/rfc4180, without line breaks in a cell); null: a quotation mark stays open. */
function splitLine(text: string, separator: string): readonly string[] | null {
  if (separator === ' ') {
    const words = text.trim().split(/\s+/);
    // More than two words are one cell, since an order's name and a tracking number may hold spaces.
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
