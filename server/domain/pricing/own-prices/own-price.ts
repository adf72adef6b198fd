// A price that the merchant sets for one article. It wins over the price rules, and is guarded like any price (`toPrice`). The page loads
// this file, so it imports no zod.
import {moneyText} from '#domain/money.ts';

export type OwnPrice =
  /** What the shopper sees, in minor units of the currency that the store had when it was set. */
  | {readonly kind: 'fixed'; readonly amount: number; readonly currency: string}
  /** Per cent of the cost, two decimals, in place of the markup of rules and general settings. */
  | {readonly kind: 'markup'; readonly percent: number};

/** Minor units: the highest fixed price that can be typed; which price is believed decides `toPrice`. */
export const highestOwnAmount = 100_000_000_000_000;

/** The own price as an audit trail shows it: "CHF 129.90", "45 %"; null: none. */
export function ownPriceText(own: OwnPrice | null): string | null {
  if (own === null) return null;
  return own.kind === 'markup' ? `${own.percent} %` : moneyText({minor: own.amount, currency: own.currency});
}

/** Whether both say the same price. */
export function isSameOwnPrice(one: OwnPrice | null, other: OwnPrice | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'markup') return other.kind === 'markup' && one.percent === other.percent;
  return other.kind === 'fixed' && one.amount === other.amount && one.currency === other.currency;
}
