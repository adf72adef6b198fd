import {z} from 'zod';
import type {SupplierOptions} from '../sandbox/supplier/settings.ts';
import {type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';

/** One answer as it came off the wire; `json` is undefined where the body is none. */
export type HttpAnswer = {status: number; headers: Headers; text: string; json: unknown};

export type Visitor = Awaited<ReturnType<typeof visit>>;

/** A small supplier and a partner holding a key of each kind. Closed by `await using`. */
export async function visit(options: SupplierOptions = {}) {
  const supplier = await startSupplier({articles: 60, ...options});
  const keys = {catalogue: supplier.issueKey('catalogue'), dropship: supplier.issueKey('dropship')};
  const catalogue = (query: string): Promise<HttpAnswer> =>
    ask(`${supplier.url}/api/catalog?${query}`, {headers: bearer(keys.catalogue)});
  const dropship = (query: string): Promise<HttpAnswer> =>
    ask(`${supplier.url}/api/dropship?${query}`, {headers: bearer(keys.dropship)});
  const order = (body: unknown): Promise<HttpAnswer> =>
    ask(`${supplier.url}/api/dropship?a=order`, {
      method: 'POST',
      headers: {...bearer(keys.dropship), 'content-type': 'application/json'},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {supplier, keys, catalogue, dropship, order, [Symbol.asyncDispose]: () => supplier.close()};
}

export function bearer(key: string): {authorization: string} {
  return {authorization: `Bearer ${key}`};
}

export async function ask(url: string, init?: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, {redirect: 'manual', ...init});
  const text = await response.text();
  return {status: response.status, headers: response.headers, text, json: parsed(text)};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An order of one piece that the service takes as it is. */
export function goodOrder(supplier: SupplierSandbox, id = anyListed(supplier)) {
  const stated = supplier.catalogue.stated(id);
  return {
    id,
    colour: stated?.colours[0] ?? 'as pictured',
    size: stated?.sizes[0] ?? 'one size',
    qty: 1,
    zone: 'EU',
    country: 'DE',
    reference: 'shop-1001-1',
    customer_email: 'anna@customer.example',
    customer_name: 'Anna Muster',
  };
}

export function anyListed(supplier: SupplierSandbox): string {
  const [first] = supplier.catalogue.listed();
  if (first === undefined) throw new Error('The supplier lists nothing.');
  return first.id;
}

/** Product object (catalogue): every field of the table, and no other. */
export const productSchema = z.strictObject({
  id: z.string().min(1),
  sku: z.string(),
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  unit: z.string(),
  moq: z.int().min(1),
  sizes: z.string(),
  colours: z.array(z.string()),
  currency: z.literal('EUR'),
  pricing: z.enum(['fixed', 'sale', 'on_request']),
  price_tiers: z.array(z.strictObject({min_qty: z.int(), price: z.number().positive()})),
  price_from: z.number().nullable(),
  list_price: z.number().nullable(),
  rrp: z.number().nullable(),
  origin: z.string(),
  seller: z.string(),
  images: z.array(z.url({protocol: /^https$/})),
  url: z.url(),
  added_at: z.union([z.literal(''), z.iso.datetime({offset: true})]),
  stock: z.strictObject({tracked: z.literal(false), quantity: z.null(), note: z.string()}),
});

/** Catalogue page envelope (a=products). */
export const pageSchema = z.strictObject({
  ok: z.literal(true),
  generated_at: z.iso.datetime({offset: true}),
  page: z.int().min(1),
  per_page: z.int(),
  pages: z.int(),
  total: z.int(),
  next_page: z.int().nullable(),
  items: z.array(productSchema),
});

export const orderedSchema = z.object({ok: z.literal(true), ref: z.string().min(1), checkout_url: z.url()});

export const listSchema = z.object({
  ok: z.literal(true),
  items: z.array(z.object({id: z.string(), price: z.number()})),
});
