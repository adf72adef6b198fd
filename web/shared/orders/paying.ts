// "I paid it", said with a button or a key, in the list, in "Pay next" or on the page of the order; and of several orders at once.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import type {BulkResults} from '#contract/order-actions.ts';
import {counted} from '../../text/words.ts';
import {api, sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';
import {mayGoOn} from './loss-warning.tsx';
import {SharedMap, useShared} from './shared-map.ts';
import {doUnlessUndone, type Pending, undo, undoLatest, usePending, usePendings} from './undo.ts';

const prefix = 'paid ';
const keyOf = (orderId: string) => prefix + orderId;
const idOf = (key: string) => key.slice(prefix.length);

/** Why the last attempt to mark an order as paid failed, by order. */
const errors = new SharedMap<string>();

export const usePaidError = (orderId: string): string => useShared(errors, orderId) ?? '';

/** Saved as paid since the page was loaded. A page of the list that was loaded before still shows them as unpaid. */
const saved = new Set<string>();

/** The orders the merchant said are paid since the page was loaded, by id; also those undone since. */
const said = new Map<string, DropshipOrder>();

/** Whether the order is about to be marked as paid. */
export const usePaidPending = (orderId: string): Pending => usePending(keyOf(orderId));

/** For any order, whether the merchant said that it is paid, and that is pending or saved: not undone and not failed. */
export function useSaidPaid(): (orderId: string) => boolean {
  const pendingOf = usePendings();
  return (orderId) => pendingOf(keyOf(orderId)) !== null || saved.has(orderId);
}

/** Said to be paid and not saved yet, on whatever page of the list they are. */
export function usePendingOrders(): readonly DropshipOrder[] {
  const pendingOf = usePendings();
  return [...said.values()].filter(({id}) => pendingOf(keyOf(id)) !== null);
}

export const undoPaid = (orderId: string): void => undo(keyOf(orderId));

/** @returns the order that was last said to be paid, if that could be undone; of several at once, the first. */
export function undoLatestPaid(): string | undefined {
  const [key] = undoLatest();
  return key?.startsWith(prefix) ? idOf(key) : undefined;
}

/**
 * Marks an order as paid after ten seconds, unless the merchant undoes it.
 * @returns false: the order loses money, or may lose money, and the merchant was only warned.
 */
export function useSayPaid(): (order: DropshipOrder) => boolean {
  const markPaid = useAction((orderId: string) => api.actOnOrder(orderId, 'paid'));
  return (order) => {
    if (!mayGoOn(order)) return false;
    const {id, orderName} = order;
    errors.delete(id);
    said.set(id, order);
    doUnlessUndone([keyOf(id)], {
      text: () => `${orderName} will be marked as paid`,
      async act() {
        try {
          await markPaid.run(id);
          saved.add(id);
          shopify.toast.show(`${orderName} is marked as paid`);
        } catch (failed) {
          errors.set(id, sentenceOf(failed));
          // The merchant may be on another page by now.
          shopify.toast.show(`${orderName} is not marked as paid: ${sentenceOf(failed)}`, {isError: true});
        }
      },
      actAtClose: api.prepareToActAtClose(id, 'paid'),
    });
    return true;
  };
}

/** What came of marking several orders as paid: the result of each, or why none was saved. */
export type SeveralPaid = (orders: readonly DropshipOrder[], ended: BulkResults['results'] | string) => void;

/**
 * Marks orders as paid after ten seconds, unless the merchant undoes it for all or some of them. The merchant was asked before.
 * @param onEnded called when the request has succeeded or failed, even if the list is no longer shown; not after a close of the page.
 */
export function useSaySeveralPaid(onEnded: SeveralPaid): (orders: readonly DropshipOrder[]) => void {
  const markPaid = useAction((ids: readonly string[]) => api.actOnOrders('paid', ids));
  return (orders) => {
    const actAtClose = api.prepareToActOnOrdersAtClose('paid');
    for (const order of orders) {
      errors.delete(order.id);
      said.set(order.id, order);
    }
    doUnlessUndone(
      orders.map(({id}) => keyOf(id)),
      {
        text: ({length}) => `${counted(length, 'order')} will be marked as paid`,
        async act(keys) {
          try {
            const {results} = await markPaid.run(keys.map(idOf));
            for (const {id, error} of results) if (error === null) saved.add(id);
            tellResults(results);
            onEnded(orders, results);
          } catch (failed) {
            shopify.toast.show(`The orders are not marked as paid: ${sentenceOf(failed)}`, {isError: true});
            onEnded(orders, sentenceOf(failed));
          }
        },
        actAtClose: (keys) => actAtClose(keys.map(idOf)),
      },
    );
  };
}

/** The merchant may be on another page by now. */
function tellResults(results: BulkResults['results']): void {
  const paid = results.filter(({error}) => error === null).length;
  if (paid > 0) shopify.toast.show(`${counted(paid, 'order')} marked as paid`);
  for (const {id, error} of results) {
    if (error === null) continue;
    const name = said.get(id)?.orderName ?? 'An order';
    shopify.toast.show(`${name} is not marked as paid: ${error.message}`, {isError: true});
  }
}
