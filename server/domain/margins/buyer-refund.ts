// Calculates the refund to the buyer if an article cannot be supplied: at most what the buyer has paid and not got back, if that is known.

/** All amounts in minor units of the store's currency. */
export type BuyerMoney = {
  /** The amount of the line with tax. */
  readonly line: number;
  /** The line's share of the shipping with tax. */
  readonly shipping: number;
  /** What the buyer paid for the whole order, tax included; null: not read yet. */
  readonly received: number | null;
  /** How much of what the buyer paid for the whole order was refunded; null: not read yet. */
  readonly refunded: number | null;
};

/** What to refund for the line, in minor units of the store's currency; `amounts` null: nothing. */
export type BuyerRefund = {
  readonly amounts: {readonly line: number; readonly shipping: number} | null;
  /** A note on the amounts, or why there are none. */
  readonly note: string | null;
};

/** The refund of a line that cannot be supplied, at most what the buyer has paid and not got back. */
export function planBuyerRefund({line, shipping, received, refunded}: BuyerMoney): BuyerRefund {
  const due = line + shipping;
  if (received === null || refunded === null) return {amounts: {line, shipping}, note: notReadNote};
  if (received <= 0) return {amounts: null, note: notPaidNote};
  const left = received - refunded;
  if (left <= 0) return {amounts: null, note: allRefundedNote};
  if (due <= 0) return {amounts: null, note: nothingDueNote};
  if (left >= due) return {amounts: {line, shipping}, note: null};
  const ofLine = Math.min(line, left);
  return {amounts: {line: ofLine, shipping: left - ofLine}, note: partPaidNote};
}

const notReadNote =
  "What the buyer has paid of it was not read yet. Look at the order's payments in Shopify before you refund it.";
const notPaidNote =
  'The buyer has not paid anything yet, so there is nothing to refund. See that the buyer is not asked to pay for it, on delivery for one.';
const allRefundedNote = 'The buyer has got back all that was paid, so there is nothing to refund.';
const nothingDueNote = 'The buyer owes nothing for this line any more, so there is nothing to refund.';
const partPaidNote = 'The buyer has paid only a part of the order: more than that cannot be refunded.';
