// Decides what to do about an order, or a line of it, that Shopify does not show.

import {type NotSent, toNotSent} from '#domain/orders/not-sent.ts';
import {isTooOldToBeShown} from '#domain/orders/order-times.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';

/**
 * The first time the order waits, because Shopify may show it again; the second time it counts as deleted. An order too old to be shown is
 * held, and the merchant cannot overrule that, because without the store order there is no buyer to send it to.
 * @param isShown whether the order is shown, so that only its line is missing.
 */
export function planMissingOrder(
  order: {readonly reason_code: ReasonCode | null; readonly ordered_at: Date},
  isShown: boolean,
  now: Date,
): NotSent {
  if (!isShown && isTooOldToBeShown(order.ordered_at, now)) return toNotSent('held', 'not_shown_any_more');
  return order.reason_code === 'order_missing'
    ? toNotSent('cancelled', 'order_gone')
    : toNotSent('waiting', 'order_missing');
}
