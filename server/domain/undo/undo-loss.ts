// Checks whether an undo leaves a product at a price that loses money today, because the supplier may ask more than when it was set.

import {leastPrice} from '#domain/margins/least-price.ts';
import {type PieceCosts, type SalesTerms, worstLeft} from '#domain/margins/left-per-piece.ts';
import {parseMinor} from '#domain/money.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {ShownProduct, UndoStep} from '#domain/undo/plan-undo.ts';

/** The price that would lose money, and the one that would be enough. */
export type UndoLoss = {
  /** The price after the undo, in minor units of the store's currency. */
  readonly price: number;
  /** The lowest price that loses money in none of the zones, in minor units of the store's currency. */
  readonly least: number;
};

type SalesContext = {
  readonly terms: SalesTerms;
  /** The zones the store sells to. */
  readonly zones: readonly ZoneCode[];
};

/**
 * The loss that the undo would cause. Null: it sets no price and puts nothing on sale, or no zone loses money. `not_known`: the cost, the
 * tax or the exchange rate is not known, or the price cannot be read.
 */
export function findUndoLoss(
  steps: readonly UndoStep[],
  shown: ShownProduct | null,
  costs: PieceCosts | null,
  {terms, zones}: SalesContext,
): UndoLoss | 'not_known' | null {
  const text = priceAfter(steps, shown);
  if (text === null || zones.length === 0) return null;
  // If the merchant gave the variants different prices, the lowest counts.
  const prices = text.split(', ').map((one) => parseMinor(one, terms.currency) ?? Number.NaN);
  const price = Math.min(...prices);
  const worst = costs === null || Number.isNaN(price) ? null : worstLeft(price, zones, costs, terms);
  const least = costs === null ? null : leastPrice(costs, zones, terms);
  if (worst === null || least === null) return 'not_known';
  return worst.left < 0 ? {price, least} : null;
}

/** The price after the undo as text, several with commas; null: the undo sets no price and puts nothing on sale. */
function priceAfter(steps: readonly UndoStep[], shown: ShownProduct | null): string | null {
  const back = steps.filter((step) => step.kind === 'set_back');
  const price = back.find(({field}) => field === 'price');
  if (price !== undefined) return price.to;
  const isOnSaleAgain = back.some(({field, to}) => field === 'status' && (to === 'ACTIVE' || to === 'UNLISTED'));
  return isOnSaleAgain ? (shown?.values.price ?? null) : null;
}
