// The search syntax of list queries, as far as the app uses it: filters joined by AND (or a space), ids joined by OR, comparators on
// dates and ids. A filter that is not modelled is an error; Shopify would ignore it. https://shopify.dev/docs/api/usage/search-syntax

import {GraphQLError} from 'graphql';
import {notImplemented} from './not-implemented.ts';
import {fulfillmentStatusOf} from './store/fulfilment.ts';
import {metafieldKey, toNamespace} from './store/metafields.ts';
import type {OrderRecord, ProductRecord} from './store/records.ts';
import {findDefinition, type ShopStore} from './store/shop-store.ts';

type Comparator = '' | '<' | '<=' | '>' | '>=';
type Filter = {
  readonly name: string;
  readonly comparator: Comparator;
  readonly value: string;
  readonly negated: boolean;
};

export function matchesProduct(store: ShopStore, query: unknown): (product: ProductRecord) => boolean {
  const filters = parse(query);
  for (const {name} of filters) checkMetafieldFilter(store, name);
  return (product) => filters.every((filter) => productMatches(product, filter) !== filter.negated);
}

/** @param showsBuyers false: nothing is found by what a buyer is called. Shopify does not say so; it is the harder reading. */
export function matchesOrder(query: unknown, showsBuyers = true): (order: OrderRecord) => boolean {
  const anyOf = splitIds(query);
  if (anyOf !== null) return (order) => anyOf.has(order.id);
  const words = splitWords(query);
  if (words !== null) return (order) => words.every((word) => buyerMatches(order, word, showsBuyers));
  const filters = parse(query);
  return (order) => filters.every((filter) => orderMatches(order, filter) !== filter.negated);
}

/** Ids joined by OR, the only use of OR that is modelled. */
function splitIds(query: unknown): ReadonlySet<number> | null {
  const text = typeof query === 'string' ? query.trim() : '';
  if (!/^id:\d+(?: OR id:\d+)+$/.test(text)) return null;
  return new Set(text.split(' OR ').map((filter) => Number(filter.slice('id:'.length))));
}

/** Quoted words and e-mails alone, each of which has to be found. */
function splitWords(query: unknown): readonly Filter[] | null {
  const text = typeof query === 'string' ? query.trim() : '';
  if (!/^(?:(?:email:)?"[^"]*"\s*)+$/.test(text)) return null;
  return [...text.matchAll(/(email:)?"([^"]*)"/g)].map(([, name = '', value = '']) => ({
    name: name === '' ? '' : 'email',
    comparator: '',
    value,
    negated: false,
  }));
}

/** A word without a filter is looked for in several fields, and found as a whole word: Shopify does not say that beginnings are found. */
function buyerMatches(order: OrderRecord, {name, value}: Filter, showsBuyers: boolean): boolean {
  const {shippingAddress: address, customer, email} = order;
  const wanted = value.toLowerCase();
  const mails = showsBuyers ? [email, customer?.email] : [];
  if (mails.some((mail) => mail?.toLowerCase() === wanted)) return true;
  if (name === 'email') return false;
  const names = showsBuyers ? [address?.firstName, address?.lastName, customer?.firstName, customer?.lastName] : [];
  return [order.name, ...names].some((text) => text?.toLowerCase().split(/\s+/).includes(wanted));
}

function productMatches(product: ProductRecord, {name, comparator, value}: Filter): boolean {
  const has = (text: string) => text.toLowerCase() === value.toLowerCase();
  switch (name) {
    case 'id':
      return compares(product.id, comparator, Number(value.split('/').pop()));
    case 'updated_at':
      return compares(seconds(product.updatedAt), comparator, time(value));
    case 'created_at':
      return compares(seconds(product.createdAt), comparator, time(value));
    case 'status':
      return value.split(',').some((status) => status.toUpperCase() === product.status);
    case 'tag':
      return product.tags.some(has);
    case 'vendor':
      return has(product.vendor);
    case 'product_type':
      return has(product.productType);
    case 'title':
      return has(product.title);
    case 'handle':
      return has(product.handle);
    case 'sku':
      return product.variants.some((variant) => has(variant.sku));
    default:
      return product.metafields.get(metafieldFilterKey(name))?.value === value;
  }
}

function orderMatches(order: OrderRecord, {name, comparator, value}: Filter): boolean {
  const has = (text: string) => text.toLowerCase() === value.toLowerCase();
  switch (name) {
    case 'id':
      return compares(order.id, comparator, Number(value.split('/').pop()));
    case 'name':
      return has(order.name);
    case 'updated_at':
      return compares(seconds(order.updatedAt), comparator, time(value));
    case 'created_at':
      return compares(seconds(order.createdAt), comparator, time(value));
    case 'processed_at':
      return compares(seconds(order.processedAt), comparator, time(value));
    case 'financial_status':
      return has(order.financialStatus ?? '');
    case 'fulfillment_status':
      return has(fulfillmentStatusOf(order));
    case 'status':
      if (value === 'any') return true;
      return value === 'cancelled' ? order.cancelledAt !== null : order.cancelledAt === null;
    case 'tag':
      return order.tags.some(has);
    case 'test':
      return String(order.test) === value;
    default:
      throw notImplemented(`the orders filter ${name}`);
  }
}

/** Filtering by a metafield needs a definition with the capability. https://shopify.dev/docs/apps/build/metafields/use-metafield-capabilities */
function checkMetafieldFilter(store: ShopStore, name: string): void {
  if (!/[.]/.test(name)) {
    if (!knownProductFilters.has(name)) throw notImplemented(`the products filter ${name}`);
    return;
  }
  const [, namespace, key] = splitMetafieldFilter(name);
  const definition = findDefinition(store, 'PRODUCT', toNamespace(namespace), key);
  if (definition?.adminFilterable !== true) {
    throw notImplemented(`filtering products by ${name}, which no filterable definition covers`);
  }
}

const knownProductFilters = new Set([
  'id',
  'updated_at',
  'created_at',
  'status',
  'tag',
  'vendor',
  'product_type',
  'title',
  'handle',
  'sku',
]);

function metafieldFilterKey(name: string): string {
  const [, namespace, key] = splitMetafieldFilter(name);
  return metafieldKey(toNamespace(namespace), key);
}

function splitMetafieldFilter(name: string): readonly [string, string, string] {
  const [head = '', namespace = '', ...key] = name.split('.');
  if (head !== 'metafields') throw notImplemented(`the products filter ${name}`);
  return [head, namespace, key.join('.')];
}

const term = /\s*(-?)([A-Za-z_$][\w.$-]*):(<=|>=|<|>|)(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?:\s+(AND|OR)\b)?/y;

function parse(query: unknown): readonly Filter[] {
  const text = typeof query === 'string' ? query.trim() : '';
  const filters: Filter[] = [];
  term.lastIndex = 0;
  while (term.lastIndex < text.length) {
    const match = term.exec(text);
    if (match === null || match[7] === 'OR') throw notImplemented(`the search query ${JSON.stringify(text)}`);
    const [, minus, name = '', comparator = '', ...values] = match;
    const value = values.slice(0, 3).find((candidate) => candidate !== undefined) ?? '';
    filters.push({name, comparator: toComparator(comparator), value, negated: minus === '-'});
  }
  return filters;
}

function toComparator(text: string): Comparator {
  return text === '<' || text === '<=' || text === '>' || text === '>=' ? text : '';
}

function compares(actual: number, comparator: Comparator, expected: number): boolean {
  switch (comparator) {
    case '<':
      return actual < expected;
    case '<=':
      return actual <= expected;
    case '>':
      return actual > expected;
    case '>=':
      return actual >= expected;
    case '':
      return actual === expected;
  }
}

/** Times are compared as they are shown: whole seconds. */
function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function time(text: string): number {
  const parsed = Date.parse(text);
  if (Number.isNaN(parsed)) throw new GraphQLError(`'${text}' is not a valid date in a search query.`);
  return seconds(parsed);
}
