// What can be paid back to the buyer of a line that the supplier does not supply, as Shopify suggests it now.
import {Failure} from '#domain/failure.ts';
import {offerRefund, type RefundAmounts, type SuggestedRefund} from '#domain/orders/refunds/plan-refund.ts';
import type {StoredDropshipOrder} from '../../db/orders/dropship-orders.ts';
import type {Admin} from '../../shopify/client/admin.ts';
import {fetchOrderRefunds, fetchSuggestedRefund, type OrderRefunds} from '../../shopify/orders/refunds.ts';

/** Asks Shopify what it suggests for the pieces of the order's line. */
export const loadRefundOffer = (admin: Admin, order: StoredDropshipOrder): Promise<RefundOffer> =>
  loadOfferBelow(admin, order, Number.POSITIVE_INFINITY);

/** @param refused the pieces for which Shopify refused a suggestion: another refund may have come in between, so that fewer are left. */
async function loadOfferBelow(admin: Admin, order: StoredDropshipOrder, refused: number): Promise<RefundOffer> {
  const {shop, order_gid: id, line_gid: line, quantity} = order;
  const before = await fetchOrderRefunds(admin, shop, id, line);
  if (before === null) return {kind: 'unreadable'};
  const pieces = Math.min(quantity, before.refundable);
  if (pieces <= 0) return {kind: 'nothing'};
  const suggested = await fetchSuggestedRefund(admin, shop, {id, line}, pieces).catch((error: unknown) => {
    const isRefused = error instanceof Failure && error.kind === 'refused';
    if (!isRefused || pieces >= refused) throw error;
    return 'refused' as const;
  });
  if (suggested === 'refused') return loadOfferBelow(admin, order, pieces);
  if (suggested === null) return {kind: 'unreadable'};
  if (suggested === 'nothing') return {kind: 'nothing'};
  const amounts = offerRefund(suggested);
  return amounts === null ? {kind: 'nothing'} : {kind: 'offer', suggested, amounts, before};
}

/** What can be paid back now. */
export type RefundOffer =
  | {
      readonly kind: 'offer';
      readonly suggested: SuggestedRefund;
      readonly amounts: RefundAmounts;
      readonly before: OrderRefunds;
    }
  /** Shopify suggests nothing: the pieces were refunded, or nothing is left of what was paid. */
  | {readonly kind: 'nothing'}
  /** Shopify does not show the order to the app. */
  | {readonly kind: 'unreadable'};
