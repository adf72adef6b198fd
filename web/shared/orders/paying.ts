// Marks orders as paid ("I paid it"), by a button or a key, in the list, in "Pay next" or on the page of the order; one or several at once.
import {useEffect} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkResults} from '#contract/order-actions.ts';
import {countNoun} from '../../text/words.ts';
import {api, sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {mayPayAfterWarning} from './loss-warning.tsx';
import {paidFailures} from './paid-failures.tsx';
import {useSharedValue} from './shared-map.ts';
import {
  onUndoneInToast,
  type PendingState,
  runUnlessUndone,
  undoKey,
  undoLatest,
  usePending,
  usePendingLookup,
} from './undo.ts';

const keyPrefix = 'paid ';
/** The key by which undo.ts knows that an order is marked as paid. */
const undoKeyOf = (orderId: string) => keyPrefix + orderId;
/** The id of the order that such a key of undo.ts names. */
const orderIdOf = (key: string) => key.slice(keyPrefix.length);

/** Why the last attempt to mark the order as paid failed; empty: it did not. */
export const usePaidError = (orderId: string): string => useSharedValue(paidFailures, orderId)?.sentence ?? '';

/**
 * When each order was saved as paid, in milliseconds, by order id. A page of the list that was loaded before that still shows it as
 * unpaid.
 */
const savedAt = new Map<string, number>();

/** Call it when the merchant has said that the order was not paid after all. */
export const forgetPaid = (orderId: string): void => void savedAt.delete(orderId);

/** The orders that the merchant marked as paid since the page was loaded, by id; also those undone since. */
const markedOrders = new Map<string, DropshipOrder>();

/** Whether the order is about to be marked as paid. */
export const usePaidPending = (orderId: string): PendingState => usePending(undoKeyOf(orderId));

/**
 * A function that says of any order whether the merchant marked it as paid, and the marking is pending or saved: not undone and not
 * failed. @param loadedAt when the list was loaded. A list loaded after the save knows better: paid may have been taken back elsewhere.
 */
export function useIsMarkedPaid(loadedAt: Date): (orderId: string) => boolean {
  const pendingOf = usePendingLookup();
  return (orderId) => pendingOf(undoKeyOf(orderId)) !== null || (savedAt.get(orderId) ?? 0) >= loadedAt.getTime();
}

/** The orders that are marked as paid and not saved yet, on whatever page of the list they are. */
export function usePendingOrders(): readonly DropshipOrder[] {
  const pendingOf = usePendingLookup();
  return [...markedOrders.values()].filter(({id}) => pendingOf(undoKeyOf(id)) !== null);
}

/** Undoes the marking of the order as paid, as long as it is not carried out. */
export const undoPaid = (orderId: string): void => undoKey(undoKeyOf(orderId));

/** Undoes the last marking as paid. @returns the id of the order, if it could be undone; of several at once, the first. */
export function undoLatestPaid(): string | undefined {
  const [key] = undoLatest();
  return key?.startsWith(keyPrefix) ? orderIdOf(key) : undefined;
}

/** Calls with the order whose marking as paid was undone in the toast, which is outside the page; of several at once, the first. */
export function useUndoneInToast(onUndone: (orderId: string) => void): void {
  useEffect(() =>
    onUndoneInToast(([key]) => {
      if (key?.startsWith(keyPrefix) === true) onUndone(orderIdOf(key));
    }),
  );
}

/**
 * Marks an order as paid after ten seconds, unless the merchant undoes it.
 * @returns false: the order loses money, or may lose money, and the merchant was only warned.
 */
export function useMarkPaid(): (order: DropshipOrder) => boolean {
  const markPaid = useAction((orderId: string) => api.actOnOrder(orderId, 'paid'));
  return (order) => {
    if (!mayPayAfterWarning(order)) return false;
    const {id, orderName} = order;
    paidFailures.delete(id);
    markedOrders.set(id, order);
    runUnlessUndone([undoKeyOf(id)], {
      text: () => `${orderName} will be marked as paid`,
      undoneText: () => `Undone: ${orderName} is not marked as paid`,
      async act() {
        try {
          await markPaid.run(id);
          savedAt.set(id, Date.now());
          shopify.toast.show(`${orderName} is marked as paid`);
        } catch (failed) {
          paidFailures.set(id, {orderName, sentence: sentenceOf(failed)});
        }
      },
      actAtClose: api.prepareToActAtClose(id, 'paid'),
    });
    return true;
  };
}

/** Called with the orders that were to be marked as paid, and the result of each, or why none was saved. */
export type OnSeveralMarked = (orders: readonly DropshipOrder[], ended: BulkResults['results'] | string) => void;

/**
 * Marks orders as paid after ten seconds, unless the merchant undoes it for all or some of them. The merchant was asked before.
 * @param onEnded called when the request has succeeded or failed, even if the list is no longer shown; not after a close of the page.
 */
export function useMarkSeveralPaid(onEnded: OnSeveralMarked): (orders: readonly DropshipOrder[]) => void {
  const markPaid = useAction((ids: readonly string[]) => api.actOnOrders('paid', ids));
  return (orders) => {
    const actAtClose = api.prepareToActOnOrdersAtClose('paid');
    for (const order of orders) {
      paidFailures.delete(order.id);
      markedOrders.set(order.id, order);
    }
    runUnlessUndone(
      orders.map(({id}) => undoKeyOf(id)),
      {
        text: ({length}) => `${countNoun(length, 'order')} will be marked as paid`,
        undoneText: ({length}) => `Undone: ${countNoun(length, 'order')} not marked as paid`,
        async act(keys) {
          try {
            const {results} = await markPaid.run(keys.map(orderIdOf));
            for (const {id, error} of results) if (error === null) savedAt.set(id, Date.now());
            showResults(results);
            onEnded(orders, results);
          } catch (failed) {
            const sentence = sentenceOf(failed);
            for (const id of keys.map(orderIdOf)) keepFailure(id, sentence);
            onEnded(orders, sentence);
          }
        },
        actAtClose: (keys) => actAtClose(keys.map(orderIdOf)),
      },
    );
  };
}

/** Says in a toast how many were marked, and keeps each failure: the merchant may be on another page by now. */
function showResults(results: BulkResults['results']): void {
  const paid = results.filter(({error}) => error === null).length;
  if (paid > 0) shopify.toast.show(`${countNoun(paid, 'order')} marked as paid`);
  for (const {id, error} of results) if (error !== null) keepFailure(id, error.message);
}

/** Keeps why an order could not be marked as paid, for every page. */
function keepFailure(orderId: string, sentence: string): void {
  paidFailures.set(orderId, {orderName: markedOrders.get(orderId)?.orderName ?? 'An order', sentence});
}
