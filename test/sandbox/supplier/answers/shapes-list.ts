import {type Page, pageEnvelope} from './paging.ts';
import type {ShapeOf} from './shapes.ts';

/** One line of a=list. `id` and `price` are unknown because a misbehaving supplier may send anything in their place. */
export type ListEntry = {id: unknown; price: unknown};
/** What some forms say of an article beside its price. */
export type ListedArticle = {sku: string; brand: string; name: string; category: string; url: string};

export type About = (id: unknown) => ListedArticle;

/** An entry that is not even an object of the right kind, sent as it is. */
export type BrokenEntry = {broken: unknown};

/** a=list in the chosen form. Only `paged` uses the page number; the others hold every entry. */
export function listBody(
  shape: ShapeOf<'list'>,
  entries: readonly (ListEntry | BrokenEntry)[],
  page: Page,
  generatedAt: string,
  about: About,
): unknown {
  const bodyOf = (entry: ListEntry | BrokenEntry): unknown => entryBody(shape, entry, about);
  switch (shape) {
    case 'items-id-price':
    case 'numeric-id':
    case 'nested':
    case 'money':
      return {ok: true, items: entries.map(bodyOf)};
    case 'bare-array':
      return entries.map(bodyOf);
    case 'text-price':
      return {ok: true, total: entries.length, items: entries.map(bodyOf)};
    case 'described':
      return {ok: true, count: entries.length, items: entries.map(bodyOf)};
    case 'record':
      return {ok: true, articles: entriesById(entries, bodyOf)};
    case 'items-record':
      return {ok: true, items: entriesById(entries, bodyOf)};
    case 'article-id':
      return {ok: true, articles: entries.map(bodyOf)};
    case 'product-id':
      return {ok: true, products: entries.map(bodyOf)};
    case 'pairs':
      return {ok: true, list: entries.map(bodyOf)};
    case 'paged': {
      const items = entries.slice((page.page - 1) * page.per, page.page * page.per);
      return pageEnvelope(page, entries.length, items.map(bodyOf), generatedAt);
    }
  }
}

function entryBody(shape: ShapeOf<'list'>, entry: ListEntry | BrokenEntry, about: About): unknown {
  if ('broken' in entry) return entry.broken;
  const {id, price} = entry;
  switch (shape) {
    case 'items-id-price':
    case 'bare-array':
    case 'paged':
      return {id, price};
    case 'record':
      return price;
    case 'items-record':
      return {name: about(id).name, price};
    case 'numeric-id':
      return {id: typeof id === 'string' && /^[1-9]\d*$/.test(id) ? Number(id) : id, price};
    case 'text-price':
      return {id, price: asText(price)};
    case 'nested': {
      const {sku, brand, name} = about(id);
      return {article: {id, sku, brand, name}, price};
    }
    case 'described': {
      const {sku, brand, name, category, url} = about(id);
      return {id, sku, brand, name, category, price, currency: 'EUR', url};
    }
    case 'article-id':
      return {article_id: id, dropship_price: price};
    case 'product-id':
      return {product_id: id, price};
    case 'money':
      return {id, price: {amount: asText(price), currency: 'EUR'}};
    case 'pairs':
      return [id, price];
  }
}

/** A record cannot hold an entry without an id: such an entry gets the empty key, as careless code would give it. */
function entriesById(
  entries: readonly (ListEntry | BrokenEntry)[],
  bodyOf: (entry: ListEntry | BrokenEntry) => unknown,
) {
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), bodyOf(entry)]));
}

function keyOf(entry: ListEntry | BrokenEntry): string {
  if ('broken' in entry) return '';
  const {id} = entry;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

function asText(price: unknown): unknown {
  return typeof price === 'number' ? price.toFixed(2) : price;
}
