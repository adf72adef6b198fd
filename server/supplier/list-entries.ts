// Single entries of the answers whose shape is not shown: an article that can be bought singly, and the partner.
import type {ListedArticle} from '#domain/catalogue/article.ts';
import {asText, cleanLine} from '#domain/text.ts';
import {type Entry, Fields, fieldsOf, firstOf, layersOf} from './find-list.ts';
import {readAmount, readArticleId, type UnreadableItem} from './schema.ts';

const ids = ['id', 'article_id', 'articleId', 'product_id', 'productId', 'item_id', 'itemId', 'ref', 'reference'];
const articles = ['article', 'product', 'item'];
const prices = [
  'price',
  'dropship_price',
  'dropshipPrice',
  'unit_price',
  'unitPrice',
  'net_price',
  'netPrice',
  'price_eur',
];
const amounts = ['amount', 'value', 'net', 'price', 'eur', 'EUR'];

/** Names under which a=list may have its list, most specific first. */
export const listNames = ['articles', 'products', 'dropship', 'available', 'offers', 'prices'];

export const isListed = (fields: Fields): boolean => [...ids, ...articles, ...prices].some((name) => fields.has(name));

/**
 * Reads every entry, or reports it as unreadable. Plain values are ids only if the whole list consists of them; among records they mean
 * something else. A price that is missing, not an amount or not in EUR is null: a=stock decides the price anyway.
 */
export function* readListed(entries: Iterable<Entry>): Generator<ListedArticle | UnreadableItem> {
  const arePlain = areAllPlain(entries);
  for (const {key, value} of entries) {
    const {rawId, rawPrice} = key === null && !arePlain && asText(value) !== null ? unknownParts : partsOf(key, value);
    const id = readArticleId(rawId);
    if (id === null) yield {id: null, reason: 'An entry of the list has no readable article id.'};
    else yield {id, price: cents(rawPrice)};
  }
}

function areAllPlain(entries: Iterable<Entry>): boolean {
  for (const {value} of entries) if (asText(value) === null) return false;
  return true;
}

export const isUnreadable = (read: ListedArticle | UnreadableItem): read is UnreadableItem => 'reason' in read;

const unknownParts = {rawId: null, rawPrice: null};
const none = new Fields({});

function partsOf(key: string | null, value: unknown): {rawId: unknown; rawPrice: unknown} {
  if (Array.isArray(value)) return {rawId: value[0], rawPrice: value[1]};
  const fields = fieldsOf(value);
  if (fields === null) return key === null ? {rawId: value, rawPrice: null} : {rawId: key, rawPrice: value};
  const within = recordIn(fields, articles);
  const rawId = firstOf(fields, ids) ?? (within && firstOf(within, ids)) ?? firstOf(fields, articles) ?? key;
  const price = firstOf(fields, prices) ?? (within && firstOf(within, prices));
  return {rawId, rawPrice: isForeign(fields) ? null : price};
}

/** The first record under one of `names`. */
function recordIn(fields: Fields, names: readonly string[]): Fields | null {
  for (const name of names) {
    const record = fieldsOf(fields.get(name));
    if (record !== null) return record;
  }
  return null;
}

function cents(price: unknown): number | null {
  const fields = fieldsOf(price);
  if (fields === null) return readAmount(price, 'EUR');
  return isForeign(fields) ? null : readAmount(firstOf(fields, amounts), 'EUR');
}

function isForeign(fields: Fields): boolean {
  const currency = fields.get('currency');
  return typeof currency === 'string' && currency.trim() !== '' && currency.trim().toUpperCase() !== 'EUR';
}

/** The key's owner and the notes of whoami, as far as the answer has them. */
export function readPartner(body: unknown): {partner: string | null; notes: readonly string[]} | null {
  const [outer, ...inner] = layersOf(body);
  if (outer === undefined) return null;
  const item = fieldsOf(outer.get('item'));
  const layers = [...inner, ...(item === null ? [] : [item]), outer];
  const partner = layers.map(partnerIn).find((name) => name !== null) ?? null;
  const notes = layers
    .map((layer) => firstOf(layer, ['notes', 'note', 'unavailable']))
    .find((found) => found !== undefined);
  return {partner, notes: linesOf(notes)};
}

function partnerIn(layer: Fields): string | null {
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
  const found = firstOf(layer, holders);
  const text = asText(firstOf(fieldsOf(found) ?? none, names) ?? found);
  const line = text === null ? '' : cleanLine(text, 200);
  return line === '' ? null : line;
}

function linesOf(notes: unknown): readonly string[] {
  const fields = fieldsOf(notes);
  const named = fields === null ? [notes] : [...fields].map(([, value]) => value);
  const all: readonly unknown[] = Array.isArray(notes) ? notes : named;
  return all
    .slice(0, 50)
    .flatMap((note) => asText(note) ?? [])
    .map((note) => cleanLine(note, 500))
    .filter((note) => note !== '');
}
