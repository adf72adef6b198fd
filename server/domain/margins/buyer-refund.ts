// The amount to refund to the buyer if an article cannot be supplied. Where it is known, not more than the buyer has paid and not got back.

export type BuyerMoney = {
  /** The line's amount, and its share of the shipping; both with tax. */
  readonly line: number;
  readonly shipping: number;
  /** Received for the whole order, tax included; null if it was not read yet. */
  readonly received: number | null;
  readonly refunded: number | null;
};

export type BuyerRefund = {
  readonly amounts: {readonly line: number; readonly shipping: number} | null;
  /** A note on the amounts, or why there are none. */
  readonly note: string | null;
};

export function toBuyerRefund({line, shipping, received, refunded}: BuyerMoney): BuyerRefund {
  const due = line + shipping;
  if (received === null || refunded === null) return {amounts: {line, shipping}, note: notRead};
  if (received <= 0) return {amounts: null, note: notPaid};
  const left = received - refunded;
  if (left <= 0) return {amounts: null, note: allGivenBack};
  if (due <= 0) return {amounts: null, note: lineGivenBack};
  if (left >= due) return {amounts: {line, shipping}, note: null};
  const ofLine = Math.min(line, left);
  return {amounts: {line: ofLine, shipping: left - ofLine}, note: partPaid};
}

const notRead =
  "What the buyer has paid of it was not read yet. Look at the order's payments in Shopify before you refund it.";
const notPaid =
  'The buyer has not paid anything yet, so there is nothing to refund. See that the buyer is not asked to pay for it, on delivery for one.';
const allGivenBack = 'The buyer has got back all that was paid, so there is nothing to refund.';
const lineGivenBack = 'The buyer owes nothing for this line any more, so there is nothing to refund.';
const partPaid = 'The buyer has paid only a part of the order: more than that cannot be refunded.';
