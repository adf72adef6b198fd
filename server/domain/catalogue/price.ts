// From the supplier's cost to the store's price. Cost is net of tax (an assumption the README states); rrp includes tax.
import {scaleMinor} from '#domain/money.ts';

export type PriceRules = {
  /** Per cent on cost, before tax. */
  readonly markupPercent: number;
  /** VAT contained in the store's prices, per cent; null: the merchant has not said. */
  readonly vatPercent: number | null;
  /** Whether the store's prices contain tax (Shopify's `shop.taxesIncluded`). */
  readonly taxesIncluded: boolean;
  readonly currency: string;
};

/** All amounts in minor units of the store's currency. */
export type Priced =
  | {readonly kind: 'price'; readonly price: number; readonly compareAt: number | null; readonly cost: number}
  | {readonly kind: 'hold'; readonly reason: string};

/** Above this nothing is believed: 1,000,000.00. */
const highestCost = 100_000_000;
const basis = 10_000;

/** @param cost euro cents, from `a=stock`. @param rrp euro cents, tax included. */
export function toPrice(cost: number, rrp: number | null, rules: PriceRules): Priced {
  if (rules.currency !== 'EUR') {
    return hold(`The store sells in ${rules.currency}; prices need an exchange rate, which is not set.`);
  }
  if (!Number.isSafeInteger(cost) || cost <= 0) return hold('The supplier states no price above zero.');
  if (cost > highestCost) return hold("The supplier's price is over 1,000,000.00 and is not believed.");
  if (rules.taxesIncluded && rules.vatPercent === null) {
    return hold("The store's prices contain tax; set the VAT they contain, so that no price falls below cost.");
  }
  if (rules.markupPercent < 0) return hold('The price would be below cost.');
  const price = grossPrice(cost, rules);
  const comparable = rrp === null || !rules.taxesIncluded ? null : rrp;
  return {kind: 'price', price, cost, compareAt: comparable !== null && comparable > price ? comparable : null};
}

/** Markup, then tax, rounded once; a cent more where rounding alone would take the price, without its tax, below cost. */
function grossPrice(cost: number, {markupPercent, taxesIncluded, vatPercent}: PriceRules): number {
  const taxed = basis + (taxesIncluded ? toBasis(vatPercent ?? 0) : 0);
  const rounded = scaleMinor(cost, (basis + toBasis(markupPercent)) * taxed, basis * basis);
  return rounded * basis < cost * taxed ? rounded + 1 : rounded;
}

const toBasis = (percent: number) => Math.round(percent * 100);

const hold = (reason: string): Priced => ({kind: 'hold', reason});
