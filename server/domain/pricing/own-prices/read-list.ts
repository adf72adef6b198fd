// The columns of a list of own prices, as it is pasted, chosen as a file, and saved as one. What the cells mean as prices the page reads,
// since it asks about a number that can mean two.
import {opensFormula} from '#domain/csv.ts';
import {type ListKind, type ListLine, type ReadList, readList, separatorOf, splitLine} from '#domain/list-lines.ts';
import {toDecimal} from '#domain/money.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';

type OwnPriceColumn = 'article' | 'price';

/** The article's id, and "129.90" or "+45 %". */
export type OwnPriceLine = ListLine<OwnPriceColumn>;

/** The headings of the columns in a file. */
export const ownPriceColumns = ['article', 'price or markup'] as const;

/** Reads the list. The apostrophe that a saved file puts before a text like a formula is taken off again. */
export function readOwnPriceList(text: string): ReadList<OwnPriceColumn> {
  const list = readList(text, ownPriceList);
  if ('refused' in list) return list;
  const plain = (cell: string) => (cell.startsWith("'") && opensFormula(cell.slice(1)) ? cell.slice(1) : cell);
  return {
    lines: list.lines.map((line) => ({
      ...line,
      cells: {article: plain(line.cells.article), price: plain(line.cells.price)},
    })),
  };
}

/** The own price as a cell of a file: an amount that is read as this one, and names its currency; or a markup. */
export function ownPriceCell(own: OwnPrice): string {
  if (own.kind === 'markup') return `${own.percent} %`;
  const {amount, currency} = own;
  const text = toDecimal({minor: amount, currency});
  // Three decimals could be read as thousands.
  return `${/^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text} ${currency}`;
}

const ownPriceList: ListKind<OwnPriceColumn> = {
  names: {
    article: ['article', 'articleid', 'articlenumber', 'id'],
    price: ['priceormarkup', 'price', 'markup', 'ownprice'],
  },
  isHeader: (columns) => columns.includes('article') && columns.includes('price'),
  usualColumns: (count) => (count <= 2 ? ['article', 'price'] : null),
  wrongCountText: (count) =>
    `This line has ${count} columns. Give two: the article, then its price or markup. A price with a comma goes behind a semicolon, a tab or a space.`,
  splitPasted: splitPastedLine,
};

/** A line without tab and semicolon is separated at its first space, unless a comma comes before: the comma may be that of the price. */
function splitPastedLine(text: string): readonly string[] | null {
  const separator = separatorOf(text);
  const trimmed = text.trim();
  const space = trimmed.search(/\s/);
  const article = trimmed.slice(0, Math.max(space, 0));
  if ((separator === ',' || separator === ' ') && article !== '' && !/[,"]/.test(article)) {
    return [article, trimmed.slice(space).trim()];
  }
  return splitLine(text, separator);
}
