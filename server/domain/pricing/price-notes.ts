// Where the supplier's own prices of one article do not agree. The price of `a=stock` is the one that is used; the rest is told.
import type {Article} from '#domain/catalogue/article.ts';
import {eur, toDecimal} from '#domain/money.ts';

/** Single pieces cost a fifth more than the first tier, as the interface document has it; how that is rounded it does not say. */
const singlePercent = 120;

export type StatedPrices = {
  /** Of `a=stock`, in euro cents: the price asked. */
  readonly price: number;
  /** Of `a=list`; null where it states none, or more than one. */
  readonly listPrice: number | null;
  readonly tiers: Article['tiers'];
};

/** Sentences for the merchant; none where everything agrees, or where there is nothing to compare with. */
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
