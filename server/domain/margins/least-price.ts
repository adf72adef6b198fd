// The lowest price at which one piece of an article loses money in none of the zones the store sells to.
import {toStoreCurrency} from '#domain/margins/margin.ts';
import {netOf, type SalesTerms} from '#domain/margins/product-margin.ts';
import {feeOf, zones as table, type ZoneCode} from '#domain/orders/zone.ts';

/** A preview lists its prices by what is left, the least first. A page of this list starts at this position at the latest. */
export const lastPriceFrom = 20_000;

type Costs = {
  /** Euro cents. */
  readonly price: number;
  readonly shipping: Readonly<Record<string, {readonly fee: number}>>;
};

/** Minor units of the store's currency, as the shopper sees it; null: the tax or the exchange rate is not known, or nothing is sold. */
export function leastPrice(stock: Costs, zones: readonly ZoneCode[], terms: SalesTerms): number | null {
  const fee = dearestFee(stock, zones);
  const costs = fee === null ? null : toStoreCurrency(stock.price + fee, terms);
  if (costs === null || netOf(costs, terms) === null) return null;
  const {taxesIncluded, vatPercent} = terms;
  let price = taxesIncluded ? Math.floor((costs * (10_000 + Math.round((vatPercent ?? 0) * 100))) / 10_000) - 1 : costs;
  // Rounding moves the border by a minor unit or two.
  while ((netOf(price, terms) ?? costs) < costs) price += 1;
  return price;
}

/** Of one dropship order, in euro cents; null: the store sells to none of the zones. */
export function dearestFee({shipping}: Pick<Costs, 'shipping'>, zones: readonly ZoneCode[]): number | null {
  return zones.length === 0 ? null : Math.max(...zones.map((zone) => feeOf({shipping}, zone)));
}

/** The zone with the highest fee in the supplier's table. */
export const dearestZone = (zones: readonly ZoneCode[]): ZoneCode | null =>
  zones.toSorted((one, other) => table[other].fee - table[one].fee)[0] ?? null;
