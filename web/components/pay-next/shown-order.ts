// The order that "Pay next" shows now, for keys and buttons alike.
import {useEffect} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {doublePressMs} from '../orders/loss-warning.tsx';

let order: DropshipOrder | null = null;
let shownAt = 0;

/** For the panel of one order: keys act on its order while it is shown. */
export function useShownOrder(shown: DropshipOrder): void {
  useEffect(() => {
    shownAt = Date.now();
    return () => {
      order = null;
    };
  }, []);
  useEffect(() => {
    order = shown;
  }, [shown]);
}

/** Null while no order that can be paid is shown. */
export const shownOrder = (): DropshipOrder | null => order;

/** The second press of a double press on the order before must not pay this one. */
export const isJustShown = (): boolean => Date.now() - shownAt < doublePressMs;
