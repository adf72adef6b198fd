// Why an order is not sent yet though nothing is wrong with it, and when it is looked at again.
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {recheckAfterMs} from '#domain/orders/retry-ladder.ts';

const waitReason = (code: string, text: string): NotSent => ({kind: 'waiting', reason: {code, text}});

/** The merchant gave details, or approved it: see `dueAgain` in server/actions/merchant-actions. */
export const lookedAtAgain = 'looked_at_again';

export const uninstalled = waitReason('uninstalled', 'The app is not installed in this store.');
export const sendingStopped = waitReason(
  'sending_stopped',
  'Sending is stopped for this store until Shopify lets Piecewise in again. Nothing was sent.',
);
export const missingKey = waitReason('key_missing', 'The dropship key is missing. Enter it under Connection.');
export const rejectedKey = waitReason(
  'key_rejected',
  'The supplier does not accept the dropship key. Enter a new one under Connection; the order is sent then.',
);
export const unreadableKey = waitReason(
  'key_unreadable',
  'The stored dropship key cannot be read any more. Enter it again under Connection; the order is sent then.',
);
export const replacedKey = waitReason(
  'key_replaced',
  'The dropship key was replaced meanwhile; the order is sent with the new one.',
);
export const unreachable = waitReason(
  'supplier_unreachable',
  'The supplier cannot be reached at the moment. Nothing was sent; it is tried again.',
);
/** Of one article, where the supplier itself can be reached. */
export const failing = waitReason(
  'supplier_failing',
  'The supplier has trouble answering for this article at the moment. Nothing was sent; it is asked again.',
);
export const unreadable = waitReason(
  'supplier_unreadable',
  'What the supplier says of this article cannot be read at the moment. Nothing was sent; it is asked again.',
);

/** The brake of a run holds the retirement of the article. */
export const listDoubtful = waitReason(
  'list_doubtful',
  'The supplier’s list does not name this article, but so many articles are missing from it that Piecewise holds back their retirement. The list is asked for again every hour.',
);

/** Of one article that the list names. First it waits, see `articleAgainAfterMs`; then it is shown as this. */
export const stockRefused: NotSent = {
  kind: 'blocked',
  reason: {
    code: 'stock_refused',
    text: 'The supplier’s list names this article, but the supplier still does not answer for its price, colours and sizes, so it cannot be ordered. It is asked again every hour, and the order is sent when it answers.',
  },
};

/** Of no use to guess: what was typed may differ from what the store says. */
export const typedUnreadable: NotSent = {
  kind: 'needs_details',
  reason: {
    code: 'typed_unreadable',
    text: 'What you typed for this order can no longer be read. Type it again; the order is sent then.',
  },
};

export const storeAway = waitReason(
  'store_unreachable',
  'Shopify cannot be asked about this order at the moment. Nothing was sent; it is tried again.',
);

/** The token was revoked, or cannot be read any more. */
export const accessLost = waitReason(
  'access_lost',
  'Piecewise has no access to the store at the moment. Open the app once in the Shopify admin; the order is looked at again then.',
);

export const supplierAway: NotSent = {
  kind: 'held',
  reason: {
    code: 'supplier_away',
    text: 'For 36 hours the supplier could not be reached, or did not answer for this article. Nothing was sent. Send it when you know that the supplier is back.',
  },
};

/** At first sight: what Shopify does not show now it may show again. */
const orderMissing = waitReason(
  'order_missing',
  'Shopify does not show this order, or its line, at the moment. Nothing was sent; it is looked for again.',
);

const orderGone: NotSent = {
  kind: 'cancelled',
  reason: {code: 'order_gone', text: 'The order or its line is no longer in the store.'},
};

/** Held and not overruled: without the order there is no buyer to send it for. */
const notShownAnyMore: NotSent = {
  kind: 'held',
  reason: {
    code: 'not_shown_any_more',
    text: 'Shopify shows the app no orders older than 60 days, so the app cannot see any more whether this one is paid or where it goes. Look at it in the store. If the buyer is still to get it, order it at the supplier yourself, then dismiss it here.',
  },
};

const day = 24 * 60 * 60_000;
/** Without the scope read_all_orders; a day less, for an order that is looked at just then. https://shopify.dev/docs/api/usage/access-scopes */
const shownForMs = 59 * day;

/** Of an order that Shopify does not show, or of which it does not show the line. */
export function whyMissing(
  order: {readonly reason_code: string | null; readonly ordered_at: Date},
  isShown: boolean,
  now: Date,
): NotSent {
  if (!isShown && now.getTime() - order.ordered_at.getTime() > shownForMs) return notShownAnyMore;
  return order.reason_code === orderMissing.reason.code ? orderGone : orderMissing;
}

/** When to look again by itself; null where only a change of the store order or the merchant can free it. */
export function recheckAt({kind, reason}: NotSent, now: Date): Date | null {
  const asksOn = [typedUnreadable.reason.code, stockRefused.reason.code].includes(reason.code);
  const mayPass = kind === 'waiting' || kind === 'held' || asksOn;
  return mayPass ? new Date(now.getTime() + recheckMs(reason.code)) : null;
}

function recheckMs(code: string): number {
  if (code === replacedKey.reason.code) return 0;
  if (code === notShownAnyMore.reason.code) return day;
  const soon = [unreadable, storeAway, accessLost, orderMissing].map(({reason}) => reason.code).includes(code);
  return soon ? 5 * 60_000 : recheckAfterMs(code);
}
