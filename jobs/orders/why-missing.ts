// Decides why Shopify does not show an order or its line: deleted, or only not readable.

import {type NotSent, not} from '#domain/orders/not-sent.ts';
import {isTooOldToBeShown} from '#domain/orders/order-times.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';

/**
 * Waits the first time, because Shopify may show the order again; the second time the order counts as deleted. An order too old
 * to be shown is held, and the merchant cannot overrule it: without the order there is no buyer to send it to.
 * @param isShown the order is shown, and only its line is missing.
 */
export function whyMissing(
  order: {readonly reason_code: ReasonCode | null; readonly ordered_at: Date},
  isShown: boolean,
  now: Date,
): NotSent {
  if (!isShown && isTooOldToBeShown(order.ordered_at, now)) return not('held', 'not_shown_any_more');
  return order.reason_code === 'order_missing' ? not('cancelled', 'order_gone') : not('waiting', 'order_missing');
}
