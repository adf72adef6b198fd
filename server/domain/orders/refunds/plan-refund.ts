// What of a store order is paid back to the buyer because the supplier cannot supply a line: at most what Shopify suggests, taken from the
// payments that Shopify names. All amounts are minor units of the currency that the buyer paid in.
// The page loads this file, so it imports no zod.
import {shippingShare} from '#domain/margins/margin.ts';
import {scaleMinor} from '#domain/money.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';

/** One payment of the buyer that can be paid back, in the order in which Shopify suggests them. */
export type RefundWay = {
  /** Shopify's id of the payment; null: the suggestion names none. */
  readonly parent: string | null;
  readonly gateway: string;
  /** The gateway's name for people. */
  readonly name: string;
  /** Whether Shopify only notes it, and the merchant pays it back. */
  readonly byHand: boolean;
  /** What is paid back this way; in a suggestion, at most. */
  readonly amount: number;
};

/** What Shopify suggests for the pieces of one line and all shipping that can be refunded. */
export type SuggestedRefund = {
  readonly currency: string;
  /** The pieces that the suggestion is for; 0: none of the line can be refunded any more. */
  readonly pieces: number;
  /** For the pieces, tax included. */
  readonly line: number;
  /** For all shipping of the order that was not refunded yet, tax included. */
  readonly shipping: number;
  /** The same in the form in which Shopify takes it: without the tax where prices are without tax. */
  readonly shippingInput: number;
  /** For all goods still in the order, tax included: they share the shipping by what they cost. */
  readonly allGoods: number;
  /** The most that Shopify pays back of the whole order. */
  readonly maximum: number;
  readonly ways: readonly RefundWay[];
};

/** The amounts of a refund, tax included: for the line, and for the line's share of the shipping. */
export type RefundAmounts = {readonly line: number; readonly shipping: number};

/** The largest refund of the line with its share of the shipping. Null: nothing of it can be paid back. */
export function offerRefund(suggested: SuggestedRefund): RefundAmounts | null {
  const {pieces, allGoods, maximum, ways} = suggested;
  if (pieces <= 0) return null;
  const payable = ways.reduce((sum, {amount}) => sum + Math.max(0, amount), 0);
  const left = Math.max(0, Math.min(maximum, payable));
  const share =
    allGoods <= suggested.line ? suggested.shipping : shippingShare(suggested.line, allGoods, suggested.shipping);
  const line = Math.min(Math.max(0, suggested.line), left);
  const shipping = Math.min(Math.max(0, share), left - line);
  return line + shipping > 0 ? {line, shipping} : null;
}

/** A refund to send: the payments with how much of each goes back, and what Shopify's input states for the shipping. */
export type RefundPlan = {
  readonly parts: readonly RefundWay[];
  readonly shippingInput: number;
};

/** The plan for the amounts that the merchant chose; else which of them is above what is offered, or that both are 0. */
export function planRefund(
  suggested: SuggestedRefund,
  chosen: RefundAmounts,
): {readonly kind: 'plan'; readonly plan: RefundPlan} | {readonly kind: 'line' | 'shipping' | 'nothing'} {
  const offer = offerRefund(suggested);
  if (offer === null || chosen.line + chosen.shipping <= 0) return {kind: 'nothing'};
  if (chosen.line < 0 || chosen.line > offer.line) return {kind: 'line'};
  if (chosen.shipping < 0 || chosen.shipping > offer.shipping) return {kind: 'shipping'};
  const {shipping, shippingInput, ways} = suggested;
  const stated = shipping <= 0 ? 0 : scaleMinor(shippingInput, chosen.shipping, shipping);
  return {kind: 'plan', plan: {parts: splitOver(ways, chosen.line + chosen.shipping), shippingInput: stated}};
}

/** Takes the total from the payments, one after the other, from each at most what is suggested for it. */
function splitOver(ways: readonly RefundWay[], total: number): readonly RefundWay[] {
  let left = total;
  return ways.flatMap((way) => {
    const amount = Math.min(Math.max(0, way.amount), left);
    left -= amount;
    return amount > 0 ? [{...way, amount}] : [];
  });
}

/** States of a dropship order that supplies nothing: refunded or refused by the supplier, or closed by the merchant. */
const refundableStates: readonly DropshipState[] = ['refunded', 'rejected', 'dismissed'];

/** Whether the order supplies nothing, so that its line may be paid back. */
export const isNotSupplied = ({state}: {readonly state: DropshipState}): boolean => refundableStates.includes(state);
