// Why an order is not sent yet though nothing is wrong with it, and when it is looked at again.
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {recheckAfterMs} from '#domain/orders/retry-ladder.ts';

const notNow = (code: string, text: string): NotSent => ({kind: 'waiting', reason: {code, text}});

export const uninstalled = notNow('uninstalled', 'The app is not installed in this store.');
export const missingKey = notNow('key_missing', 'The dropship key is missing. Enter it under Connection.');
export const rejectedKey = notNow(
  'key_rejected',
  'The supplier does not accept the dropship key. Enter a new one under Connection; the order is sent then.',
);
export const replacedKey = notNow(
  'key_replaced',
  'The dropship key was replaced meanwhile; the order is sent with the new one.',
);
export const unreachable = notNow(
  'supplier_unreachable',
  'The supplier cannot be reached at the moment. Nothing was sent; it is tried again.',
);
/** Of one article, where the supplier itself can be reached. */
export const failing = notNow(
  'supplier_failing',
  'The supplier has trouble answering for this article at the moment. Nothing was sent; it is asked again.',
);
export const unreadable = notNow(
  'supplier_unreadable',
  'What the supplier says of this article cannot be read at the moment. Nothing was sent; it is asked again.',
);

export const storeAway = notNow(
  'store_unreachable',
  'Shopify cannot be asked about this order at the moment. Nothing was sent; it is tried again.',
);

export const supplierAway: NotSent = {
  kind: 'held',
  reason: {
    code: 'supplier_away',
    text: 'For 36 hours the supplier could not be reached, or did not answer for this article. Nothing was sent. Send it when you know that the supplier is back.',
  },
};

/** At first sight: what Shopify does not show now it may show again. */
export const orderMissing = notNow(
  'order_missing',
  'Shopify does not show this order, or its line, at the moment. Nothing was sent; it is looked for again.',
);

export const orderGone: NotSent = {
  kind: 'cancelled',
  reason: {code: 'order_gone', text: 'The order or its line is no longer in the store.'},
};

/** When to look again by itself; null where only a change of the store order or the merchant can free it. */
export function recheckAt({kind, reason}: NotSent, now: Date): Date | null {
  return kind === 'waiting' || kind === 'held' ? new Date(now.getTime() + recheckMs(reason.code)) : null;
}

function recheckMs(code: string): number {
  if (code === replacedKey.reason.code) return 0;
  const soon = [unreadable, storeAway, orderMissing].map(({reason}) => reason.code).includes(code);
  return soon ? 5 * 60_000 : recheckAfterMs(code);
}
