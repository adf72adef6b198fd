// "I paid it", said with a button or a key, in the list, in "Pay next" or on the page of the order.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {api, sentenceOf} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {SharedMap, useShared} from '../../shared-map.ts';
import {doUnlessUndone, type Pending, undo, undoLatest, usePending, usePendings} from '../../undo.ts';
import {mayGoOn} from './loss-warning.tsx';

const prefix = 'paid ';
const keyOf = (orderId: string) => prefix + orderId;

/** Why the last attempt to mark an order as paid failed, by order. */
const errors = new SharedMap<string>();

export const usePaidError = (orderId: string): string => useShared(errors, orderId) ?? '';

/** Saved as paid since the page was loaded. A page of the list that was loaded before still shows them as unpaid. */
const saved = new Set<string>();

/** The orders the merchant said are paid, by id. */
const said = new Map<string, DropshipOrder>();

/** Whether the order is about to be marked as paid. */
export const usePaidPending = (orderId: string): Pending => usePending(keyOf(orderId));

/** For any order, whether the merchant said that it is paid, and did not undo it. */
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

/** @returns the order that was last said to be paid, if that could be undone. */
export function undoLatestPaid(): string | undefined {
  const key = undoLatest();
  return key?.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

/**
 * Marks an order as paid after ten seconds, unless the merchant undoes it.
 * @returns false: the order loses money, and the merchant was only warned.
 */
export function useSayPaid(): (order: DropshipOrder) => boolean {
  const markPaid = useAction((orderId: string) => api.actOnOrder(orderId, 'paid'));
  return (order) => {
    if (!mayGoOn(order)) return false;
    const {id, orderName} = order;
    errors.delete(id);
    said.set(id, order);
    doUnlessUndone(keyOf(id), {
      text: `${orderName} will be marked as paid`,
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
