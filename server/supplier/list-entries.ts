// Reads the entries of answers whose shape the interface document does not show: listed articles, and the partner.
import type {ListedArticle} from '#domain/catalogue/article.ts';
import {cleanLine, textOrNull} from '#domain/text.ts';
import {FieldsByName, firstValue, type ListEntry, toFields, toLayers} from './find-list.ts';
import {readAmount, readArticleId, type UnreadableItem} from './schema.ts';

/** Names of a field that may have the article's id. */
const idNames = ['id', 'article_id', 'articleId', 'product_id', 'productId', 'item_id', 'itemId', 'ref', 'reference'];
/** Names of a field that may have the article, as an object or as its id. */
const articleNames = ['article', 'product', 'item'];
/** Names of a field that may have the price. */
const priceNames = [
  'price',
  'dropship_price',
  'dropshipPrice',
  'unit_price',
  'unitPrice',
  'net_price',
  'netPrice',
  'price_eur',
];
/** Names of a field that may have the amount, if the price is an object. */
const amountNames = ['amount', 'value', 'net', 'price', 'eur', 'EUR'];

/** Field names under which `a=list` may have its list, most specific first. */
export const listNames = ['articles', 'products', 'dropship', 'available', 'offers', 'prices'];

/** Whether an object may be an entry of `a=list`. */
export const isListElement = (fields: FieldsByName): boolean =>
  [...idNames, ...articleNames, ...priceNames].some((name) => fields.has(name));

/**
 * Reads every entry, or reports it as unreadable. A plain text is an id only if the whole list consists of plain texts. A price that is
 * missing, not an amount or not in EUR is null; `a=stock` has the price that counts.
 */
export function* readListed(entries: Iterable<ListEntry>): Generator<ListedArticle | UnreadableItem> {
  const arePlain = areAllPlain(entries);
  for (const {key, value} of entries) {
    const {rawId, rawPrice} =
      key === null && !arePlain && textOrNull(value) !== null ? noIdAndPrice : toIdAndPrice(key, value);
    const id = readArticleId(rawId);
    if (id === null) yield {id: null, reason: 'An entry of the list has no readable article id.'};
    else yield {id, price: readCents(rawPrice)};
  }
}

/** Whether every entry is a text or a number. */
function areAllPlain(entries: Iterable<ListEntry>): boolean {
  for (const {value} of entries) if (textOrNull(value) === null) return false;
  return true;
}

/** Whether an entry could not be read. */
export const isUnreadable = (read: ListedArticle | UnreadableItem): read is UnreadableItem => 'reason' in read;

/** What is read of an entry that cannot be understood. */
const noIdAndPrice = {rawId: null, rawPrice: null};
const noFields = new FieldsByName({});

/** Finds id and price of an entry, unread. The price of another currency than EUR is null. */
function toIdAndPrice(key: string | null, value: unknown): {rawId: unknown; rawPrice: unknown} {
  if (Array.isArray(value)) return {rawId: value[0], rawPrice: value[1]};
  const fields = toFields(value);
  if (fields === null) return key === null ? {rawId: value, rawPrice: null} : {rawId: key, rawPrice: value};
  const within = recordIn(fields, articleNames);
  const rawId =
    firstValue(fields, idNames) ?? (within && firstValue(within, idNames)) ?? firstValue(fields, articleNames) ?? key;
  const price = firstValue(fields, priceNames) ?? (within && firstValue(within, priceNames));
  return {rawId, rawPrice: isForeignCurrency(fields) ? null : price};
}

/** The first object under one of `names`. */
function recordIn(fields: FieldsByName, names: readonly string[]): FieldsByName | null {
  for (const name of names) {
    const record = toFields(fields.get(name));
    if (record !== null) return record;
  }
  return null;
}

/** The price in euro cents; null: it is not an amount in EUR. */
function readCents(price: unknown): number | null {
  const fields = toFields(price);
  if (fields === null) return readAmount(price, 'EUR');
  return isForeignCurrency(fields) ? null : readAmount(firstValue(fields, amountNames), 'EUR');
}

/** Whether the object states a currency other than EUR. */
function isForeignCurrency(fields: FieldsByName): boolean {
  const currency = fields.get('currency');
  return typeof currency === 'string' && currency.trim() !== '' && currency.trim().toUpperCase() !== 'EUR';
}

/** The key's owner and the notes in an answer to `a=whoami`, as far as it has them. */
export function readPartner(body: unknown): {partner: string | null; notes: readonly string[]} | null {
  const [outer, ...inner] = toLayers(body);
  if (outer === undefined) return null;
  const item = toFields(outer.get('item'));
  const layers = [...inner, ...(item === null ? [] : [item]), outer];
  const partner = layers.map(readPartnerName).find((name) => name !== null) ?? null;
  const notes = layers
    .map((layer) => firstValue(layer, ['notes', 'note', 'unavailable']))
    .find((found) => found !== undefined);
  return {partner, notes: readNotes(notes)};
}

/** The partner's name as one line; null: the layer has none. */
function readPartnerName(layer: FieldsByName): string | null {
  const names = ['name', 'company', 'display_name', 'title', 'email', 'id'];
  const holders = [
    'partner',
    'partner_name',
    'partnerName',
    'account',
    'company',
    'customer',
    'user',
    'partner_id',
    'name',
  ];
  const found = firstValue(layer, holders);
  const text = textOrNull(firstValue(toFields(found) ?? noFields, names) ?? found);
  const line = text === null ? '' : cleanLine(text, 200);
  return line === '' ? null : line;
}

/** The notes as lines, at most fifty. */
function readNotes(notes: unknown): readonly string[] {
  const fields = toFields(notes);
  const named = fields === null ? [notes] : [...fields].map(([, value]) => value);
  const all: readonly unknown[] = Array.isArray(notes) ? notes : named;
  return all
    .slice(0, 50)
    .flatMap((note) => textOrNull(note) ?? [])
    .map((note) => cleanLine(note, 500))
    .filter((note) => note !== '');
}
