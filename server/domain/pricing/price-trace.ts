// The steps of a price calculation, as data, so that the API can show how a price came about.

import type {ZoneCode} from '#domain/orders/zone.ts';

/**
 * `amount` is the price after the step, in minor units: of the euro in the first step, of the store's currency in all others.
 * Markup, add-on and shipping show a rounded amount, but the calculation continues with the exact one, which the step `tax` rounds.
 * Cost and fee are rounded up when they are converted to another currency. Percentages have two decimals.
 */
export type PriceStep = {readonly amount: number} & (
  | {readonly step: 'supplier'}
  /** The cost in the store's currency, rounded up. */
  | {
      readonly step: 'rate';
      readonly currency: string;
      readonly perEuro: string;
      readonly asOf: string;
      readonly bufferPercent: number;
    }
  /** Null: no rule matched, the shop's general markup applies. */
  | {readonly step: 'rule'; readonly rule: string | null}
  | {readonly step: 'markup'; readonly percent: number}
  | {readonly step: 'add_on'; readonly add: number}
  /** The shipping fee of a zone, which the price carries; `fee` in euro cents, of this article where the supplier states one. */
  | {readonly step: 'shipping'; readonly zone: ZoneCode; readonly fee: number}
  /** Tax contained in the price; rounded half up, or up if half up would be below cost. */
  | {readonly step: 'tax'; readonly percent: number}
  /** Raised to the next amount with this ending, within `every` minor units. */
  | {readonly step: 'rounding'; readonly ending: number; readonly every: number}
  /** Lowered to the recommended price. */
  | {readonly step: 'cap'; readonly rrp: number}
  /** The lowest price that keeps the margin; the price is not changed, but the product is a draft if its price is below. */
  | {readonly step: 'floor'; readonly percent: number; readonly minimum: number}
  /** The recommended price shown beside the price; null if it is not higher. `amount` is the price. */
  | {readonly step: 'compare_at'; readonly rrp: number; readonly compareAt: number | null}
);

export type PriceTrace = readonly PriceStep[];
