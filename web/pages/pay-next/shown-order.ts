// The order that "Pay next" shows now, for keys and buttons alike.
import {useEffect} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {doublePressMs} from '../../shared/orders/loss-warning.tsx';
import {SharedMap, useShared} from '../../shared/orders/shared-map.ts';

let order: DropshipOrder | null = null;
/** The order that was shown last, and since when. The same order, drawn again, is not new to the merchant. */
let last = {id: '', since: 0};
/** Whether a press on the order was ignored because it had only just appeared. */
const ignored = new SharedMap<true>();

/** For the panel of one order: keys act on its order while it is shown. */
export function useShownOrder(shown: DropshipOrder): void {
  useEffect(() => {
    if (last.id !== shown.id) last = {id: shown.id, since: Date.now()};
    order = shown;
    return () => {
      order = null;
    };
  }, [shown]);
}

/** Null while no order that can be paid is shown. */
export const shownOrder = (): DropshipOrder | null => order;

/** The second press of a double press on the order before must not pay this one; the panel then says that it was ignored. */
export function mayPayShown({id}: DropshipOrder): boolean {
  const isJustShown = last.id === id && Date.now() - last.since < doublePressMs;
  if (isJustShown) ignored.set(id, true);
  else ignored.delete(id);
  return !isJustShown;
}

export const useWasIgnored = (id: string): boolean => useShared(ignored, id) ?? false;
