// The steps of a price calculation, as data, so that the API can show how a price came about.

import type {ZoneCode} from '#domain/orders/zone.ts';

/**
 * `amount` is the price after the step, in minor units: of the euro in the first step, of the store's currency in all others.
 * Markup, add-on and shipping show a rounded amount, but the calculation continues with the exact one, which the step `tax` rounds.
 * Cost and fee are rounded up when they are converted to another currency. Percentages have two decimals.
 */
export type PriceStep = {readonly amount: number} & (
  | {readonly step: 'supplier'}
  /** The cost is converted to the store's currency, and rounded up. */
  | {
      readonly step: 'rate';
      readonly currency: string;
      readonly perEuro: string;
      readonly asOf: string;
      readonly bufferPercent: number;
    }
  /** The price rule that applies; null: none matched, so the general markup does. */
  | {readonly step: 'rule'; readonly rule: string | null}
  /** The price is raised by this percentage of the cost. */
  | {readonly step: 'markup'; readonly percent: number}
  /** The same by the merchant's own markup of this article, in place of the one of the rule or the general one. */
  | {readonly step: 'own_markup'; readonly percent: number}
  /** The merchant's fixed price of this article, in place of all steps from the rule to the ending. */
  | {readonly step: 'own_price'}
  /** A fixed amount in minor units of the store's currency is added. */
  | {readonly step: 'add_on'; readonly add: number}
  /** The shipping fee of a zone is added to the price. `fee`: in euro cents, of this article if the supplier states it. */
  | {readonly step: 'shipping'; readonly zone: ZoneCode; readonly fee: number}
  /** Tax is added; the amount is rounded half up, or up if half up would be below cost. */
  | {readonly step: 'tax'; readonly percent: number}
  /** The price is raised to the next amount with this ending; endings repeat every `every` minor units. */
  | {readonly step: 'rounding'; readonly ending: number; readonly every: number}
  /** The price is lowered to the recommended one. */
  | {readonly step: 'cap'; readonly rrp: number}
  /** The lowest price that keeps the margin; the price is not changed, but the product is a draft if its price is below. */
  | {readonly step: 'floor'; readonly percent: number; readonly minimum: number}
  /** The compare-at price: the recommended price, or null if that is not higher than the price. `amount` is the price. */
  | {readonly step: 'compare_at'; readonly rrp: number; readonly compareAt: number | null}
);

export type PriceTrace = readonly PriceStep[];
