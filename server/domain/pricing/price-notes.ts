// Notes for the merchant if the supplier's prices of one article differ. The price of `a=stock` is the one that is used.
import type {Article} from '#domain/catalogue/article.ts';
import {euroText} from '#domain/money.ts';

/** A single piece costs 120 % of the first tier (interface document, which does not say how that is rounded). */
const singlePiecePercent = 120;

/** The prices that the supplier states for one article. */
export type StatedPrices = {
  /** From `a=stock`, euro cents: the price used. */
  readonly price: number;
  /** From `a=list`, euro cents; null if it states none, or more than one. */
  readonly listPrice: number | null;
  readonly tiers: Article['tiers'];
};

/** Sentences for the merchant; empty if all prices agree, or if there is nothing to compare. */
export function describePriceDifferences({price, listPrice, tiers}: StatedPrices): readonly string[] {
  const asked = `The supplier asks ${euroText(price)} for one piece, and that counts.`;
  const [first] = tiers.toSorted((one, other) => one.minQty - other.minQty);
  const single = first === undefined ? null : (first.price * singlePiecePercent) / 100;
  return [
    ...(listPrice !== null && listPrice !== price ? [`${asked} Its list says ${euroText(listPrice)}.`] : []),
    ...(single !== null && Math.abs(single - price) > 1
      ? [`${asked} By its wholesale price plus 20 % it would be ${euroText(Math.round(single))}.`]
      : []),
  ];
}
