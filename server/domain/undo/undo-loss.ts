// Whether an undo leaves a product at a price that loses money today: the supplier may ask more than when that price was set.

import {leastPrice} from '#domain/margins/least-price.ts';
import type {SalesTerms} from '#domain/margins/product-margin.ts';
import {parseMinor} from '#domain/money.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import type {ShownProduct, UndoStep} from '#domain/undo/plan-undo.ts';

export type UndoLoss = {
  /** Minor units of the store's currency: the price after the undo, and the least that loses money in none of the zones. */
  readonly price: number;
  readonly least: number;
};

/** What one piece costs: the price in euro cents, and the fees, as the app last read them from the supplier. */
type PieceCosts = Parameters<typeof leastPrice>[0];

type Sales = {readonly terms: SalesTerms /** The zones the store sells to. */; readonly zones: readonly ZoneCode[]};

/**
 * Null: the undo sets no price and puts nothing on sale, or no zone loses money. `not_known`: the cost, the tax or the exchange rate is
 * not known, or the price cannot be read.
 */
export function toUndoLoss(
  steps: readonly UndoStep[],
  shown: ShownProduct | null,
  costs: PieceCosts | null,
  {terms, zones}: Sales,
): UndoLoss | 'not_known' | null {
  const text = priceAfter(steps, shown);
  if (text === null || zones.length === 0) return null;
  // The merchant may have made the variants differ: the lowest price counts.
  const prices = text.split(', ').map((one) => parseMinor(one, terms.currency) ?? Number.NaN);
  const price = Math.min(...prices);
  const least = costs === null ? null : leastPrice(costs, zones, terms);
  if (least === null || Number.isNaN(price)) return 'not_known';
  return price < least ? {price, least} : null;
}

function priceAfter(steps: readonly UndoStep[], shown: ShownProduct | null): string | null {
  const back = steps.filter((step) => step.kind === 'set_back');
  const price = back.find(({field}) => field === 'price');
  if (price !== undefined) return price.to;
  const isOnSaleAgain = back.some(({field, to}) => field === 'status' && (to === 'ACTIVE' || to === 'UNLISTED'));
  return isOnSaleAgain ? (shown?.values.price ?? null) : null;
}
