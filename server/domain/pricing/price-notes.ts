// Compares the supplier's prices of one article. The price of `a=stock` is used; the merchant reads about differences.
import type {Article} from '#domain/catalogue/article.ts';
import {eur, toDecimal} from '#domain/money.ts';

/** A single piece costs a fifth more than the first tier (interface document). How that is rounded is not stated there. */
const singlePercent = 120;

export type StatedPrices = {
  /** From `a=stock`, euro cents: the price used. */
  readonly price: number;
  /** From `a=list`; null if it states none, or more than one. */
  readonly listPrice: number | null;
  readonly tiers: Article['tiers'];
};

/** Sentences for the merchant; empty if all prices agree, or if there is nothing to compare. */
export function notePrices({price, listPrice, tiers}: StatedPrices): readonly string[] {
  const asked = `It asks ${text(price)} EUR, which is what counts`;
  const [first] = tiers.toSorted((one, other) => one.minQty - other.minQty);
  const single = first === undefined ? null : (first.price * singlePercent) / 100;
  return [
    ...(listPrice !== null && listPrice !== price
      ? [`${asked}; the supplier's list states ${text(listPrice)} EUR.`]
      : []),
    ...(single !== null && Math.abs(single - price) > 1
      ? [`${asked}; the first tier and 20 % would be ${text(Math.round(single))} EUR.`]
      : []),
  ];
}

const text = (cents: number) => toDecimal(eur(cents));
