/** Interface document, Product object (catalogue). */
export type Article = {
  id: string;
  sku: string;
  brand: string;
  name: string;
  category: string;
  description: string;
  unit: string;
  moq: number;
  sizes: string;
  colours: string[];
  currency: 'EUR';
  pricing: Pricing;
  price_tiers: PriceTier[];
  price_from: number | null;
  list_price: number | null;
  rrp: number | null;
  origin: string;
  seller: string;
  images: string[];
  url: string;
  added_at: string;
  stock: {tracked: false; quantity: null; note: string};
};

export type Pricing = 'fixed' | 'sale' | 'on_request';
export type PriceTier = {min_qty: number; price: number};

/** The field list `whoami` reports. */
export const FIELDS: Readonly<Record<keyof Article, string>> = {
  id: 'string',
  sku: 'string',
  brand: 'string',
  name: 'string',
  category: 'string',
  description: 'string',
  unit: 'string',
  moq: 'integer',
  sizes: 'string',
  colours: 'string[]',
  currency: 'string',
  pricing: 'string',
  price_tiers: 'object[]',
  price_from: 'number|null',
  list_price: 'number|null',
  rrp: 'number|null',
  origin: 'string',
  seller: 'string',
  images: 'string[]',
  url: 'string',
  added_at: 'string',
  stock: 'object',
};

/**
 * "Dropship price = wholesale price of the smallest quantity tier + 20%", in cents, rounded half up: the document does
 * not say how it is rounded. Undefined where there is no tier to start from. Counted in whole millionths of a euro, so
 * that 10.125 is not 10.1249999.
 */
export function dropshipCents(tiers: readonly PriceTier[]): number | undefined {
  const [first] = tiers.toSorted((one, other) => one.min_qty - other.min_qty);
  if (first === undefined) return undefined;
  const millionths = Math.round(first.price * 1_000_000);
  return Math.floor((millionths * 12 + 50_000) / 100_000);
}
