import {type Page, pageEnvelope} from './paging.ts';
import type {ShapeOf} from './shapes.ts';

/** One line of a=list. `id` and `price` are unknown because a misbehaving supplier may send anything in their place. */
export type ListEntry = {id: unknown; price: unknown; about: () => ListedArticle};
export type ListedArticle = {sku: string; brand: string; name: string; category: string; url: string};

/** An entry that is not even an object of the right kind, sent as it is. */
export type BrokenEntry = {broken: unknown};

/** a=list in the chosen form. Only `paged` heeds the page; the others hold every entry. */
export function listBody(
  shape: ShapeOf<'list'>,
  entries: readonly (ListEntry | BrokenEntry)[],
  page: Page,
  generatedAt: string,
): unknown {
  switch (shape) {
    case 'items-id-price':
    case 'numeric-id':
    case 'nested':
    case 'money':
      return {ok: true, items: entries.map((entry) => entryBody(shape, entry))};
    case 'bare-array':
      return entries.map((entry) => entryBody(shape, entry));
    case 'text-price':
      return {ok: true, total: entries.length, items: entries.map((entry) => entryBody(shape, entry))};
    case 'described':
      return {ok: true, count: entries.length, items: entries.map((entry) => entryBody(shape, entry))};
    case 'record':
      return {ok: true, articles: entriesById(shape, entries)};
    case 'items-record':
      return {ok: true, items: entriesById(shape, entries)};
    case 'article-id':
      return {ok: true, articles: entries.map((entry) => entryBody(shape, entry))};
    case 'product-id':
      return {ok: true, products: entries.map((entry) => entryBody(shape, entry))};
    case 'pairs':
      return {ok: true, list: entries.map((entry) => entryBody(shape, entry))};
    case 'paged': {
      const items = entries.slice((page.page - 1) * page.per, page.page * page.per);
      return pageEnvelope(
        page,
        entries.length,
        items.map((entry) => entryBody(shape, entry)),
        generatedAt,
      );
    }
  }
}

function entryBody(shape: ShapeOf<'list'>, entry: ListEntry | BrokenEntry): unknown {
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
      return {name: entry.about().name, price};
    case 'numeric-id':
      return {id: typeof id === 'string' && /^[1-9]\d*$/.test(id) ? Number(id) : id, price};
    case 'text-price':
      return {id, price: asText(price)};
    case 'nested': {
      const {sku, brand, name} = entry.about();
      return {article: {id, sku, brand, name}, price};
    }
    case 'described': {
      const {sku, brand, name, category, url} = entry.about();
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
function entriesById(shape: ShapeOf<'list'>, entries: readonly (ListEntry | BrokenEntry)[]): Record<string, unknown> {
  return Object.fromEntries(entries.map((entry) => [keyOf(entry), entryBody(shape, entry)]));
}

function keyOf(entry: ListEntry | BrokenEntry): string {
  if ('broken' in entry) return '';
  const {id} = entry;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

function asText(price: unknown): unknown {
  return typeof price === 'number' ? price.toFixed(2) : price;
}
