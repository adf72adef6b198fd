// The lowest price at which one piece of an article loses money in none of the zones the store sells to.
import {toStoreCurrency} from '#domain/margins/margin.ts';
import {netOf, type SalesTerms} from '#domain/margins/product-margin.ts';
import {feeOf, zones as table, type ZoneCode} from '#domain/orders/zone.ts';

/** The last position at which a page of a preview's price list may start. The list begins with the lowest margins. */
export const lastPriceFrom = 20_000;

type PieceCosts = {
  /** Euro cents. */
  readonly price: number;
  readonly shipping: Readonly<Record<string, {readonly fee: number}>>;
};

/** Minor units of the store's currency, as the shopper sees it; null: the tax or exchange rate is not known, or `zones` is empty. */
export function leastPrice(stock: PieceCosts, zones: readonly ZoneCode[], terms: SalesTerms): number | null {
  const fee = dearestFee(stock, zones);
  const costs = fee === null ? null : toStoreCurrency(stock.price + fee, terms);
  if (costs === null || netOf(costs, terms) === null) return null;
  const {taxesIncluded, vatPercent} = terms;
  let price = taxesIncluded ? Math.floor((costs * (10_000 + Math.round((vatPercent ?? 0) * 100))) / 10_000) - 1 : costs;
  // Rounding moves the border by a minor unit or two.
  while ((netOf(price, terms) ?? costs) < costs) price += 1;
  return price;
}

/** The highest shipping fee of one dropship order to these zones, in euro cents; null: there are none. */
export function dearestFee({shipping}: Pick<PieceCosts, 'shipping'>, zones: readonly ZoneCode[]): number | null {
  return zones.length === 0 ? null : Math.max(...zones.map((zone) => feeOf({shipping}, zone)));
}

/** The one of these zones with the highest fee in the supplier's table; null: there are none. */
export const dearestZone = (zones: readonly ZoneCode[]): ZoneCode | null =>
  zones.toSorted((one, other) => table[other].fee - table[one].fee)[0] ?? null;
