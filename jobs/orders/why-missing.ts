// An order that Shopify does not show, or whose line it does not show: gone, or only out of sight.
import {day} from '#domain/durations.ts';
import {type NotSent, not} from '#domain/orders/plan-dropship.ts';
import type {ReasonCode} from '#domain/orders/reasons.ts';

/** Without the scope read_all_orders; a day less, for an order that is looked at just then. https://shopify.dev/docs/api/usage/access-scopes */
const shownForMs = 59 * day;

/**
 * What Shopify does not show once it may show again; the second time the order counts as gone. One that is too old to be shown
 * is held and cannot be overruled: without the order there is no buyer to send it for.
 * @param isShown whether the order is shown, and only its line is not.
 */
export function whyMissing(
  order: {readonly reason_code: ReasonCode | null; readonly ordered_at: Date},
  isShown: boolean,
  now: Date,
): NotSent {
  if (!isShown && now.getTime() - order.ordered_at.getTime() > shownForMs) return not('held', 'not_shown_any_more');
  return order.reason_code === 'order_missing' ? not('cancelled', 'order_gone') : not('waiting', 'order_missing');
}
