// How a price came about, step by step, as data: whoever takes the same steps arrives at the same price.

/**
 * `amount` is where the price stands after the step, in minor units: of the euro in the first step, of the store's currency in
 * all others. Markup and add-on show it rounded but are carried on exactly; the one rounding is that of the step `tax`.
 * Percentages have two decimals.
 */
export type PriceStep = {readonly amount: number} & (
  | {readonly step: 'supplier'}
  /** What the cost is in the store's currency, rounded up. */
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
  /** Tax contained in the price; rounded half up, or up where half up would fall below cost. */
  | {readonly step: 'tax'; readonly percent: number}
  /** Raised to the next amount that ends so, within `every` minor units. */
  | {readonly step: 'rounding'; readonly ending: number; readonly every: number}
  /** Lowered to the recommended price. */
  | {readonly step: 'cap'; readonly rrp: number}
  /** The lowest price that leaves the margin; the price is not changed, only held where it is below. */
  | {readonly step: 'floor'; readonly percent: number; readonly minimum: number}
  /** The recommended price beside the price; null where it is not above it. `amount` is the price. */
  | {readonly step: 'compare_at'; readonly rrp: number; readonly compareAt: number | null}
);

export type PriceTrace = readonly PriceStep[];
