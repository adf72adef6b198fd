// The lowest price from which on one piece of an article loses money in none of the zones the store sells to.
import {type PieceCosts, type SalesTerms, worstLeft} from '#domain/margins/left-per-piece.ts';
import {zones as table, type ZoneCode} from '#domain/orders/zone.ts';

/** The greatest offset of a page in a preview's price list, which begins with the lowest margins. */
export const maxPriceListOffset = 20_000;

/**
 * Minor units. If this much is left of a piece at one price, no higher price loses money because of payment fees: their rounding can make
 * what is left fall by a unit although the price rises. Shipping that gets cheaper from a price on is not covered (`surelyCharged`).
 */
export const safelyLeft = ({payment}: Pick<SalesTerms, 'payment'>): number => (payment.percent > 0 ? 2 : 0);

/**
 * The lowest price from which on one piece loses money in none of the zones: minor units of the store's currency, as the shopper sees it;
 * null: the tax or exchange rate is not known, or `zones` is empty.
 */
export function leastPrice(costs: PieceCosts, zones: readonly ZoneCode[], terms: SalesTerms): number | null {
  if (worstLeft(1, zones, costs, terms) === null) return null;
  const left = (price: number): number => worstLeft(price, zones, costs, terms)?.left ?? 0;
  const enough = safelyLeft(terms);
  const starts = [...new Set(zones.flatMap((zone) => (terms.shipping?.get(zone) ?? []).map(({from}) => from)))];
  let least = Math.max(1, ...starts);
  while (left(least) < enough) least *= 2;
  // From the dearest band down: within one, what is left grows with the price.
  for (const start of [...starts, 0].toSorted((one, other) => other - one)) {
    if (start >= least) continue;
    least = lowestFrom(start, least, (price) => left(price) >= enough);
    while (least > start && left(least - 1) >= 0) least -= 1;
    if (least > start) break;
  }
  return least;
}

/** The lowest value from `low` to `high` that is enough. `high` must be enough. */
function lowestFrom(low: number, high: number, isEnough: (value: number) => boolean): number {
  let [below, found] = [low - 1, high];
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (isEnough(middle)) found = middle;
    else below = middle;
  }
  return found;
}

/** The zone among these that has the highest fee in the supplier's table; null: `zones` is empty. */
export const zoneWithHighestFee = (zones: readonly ZoneCode[]): ZoneCode | null =>
  zones.toSorted((one, other) => table[other].fee - table[one].fee)[0] ?? null;
