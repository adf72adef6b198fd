// Remembers which order "Pay next" shows, for keys and buttons alike.
import {useEffect} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {doublePressMs} from '../../shared/orders/loss-warning.tsx';
import {SharedMap, useSharedValue} from '../../shared/orders/shared-map.ts';

/** The order of the panel that is shown now; null: no panel is shown. */
let orderOnScreen: DropshipOrder | null = null;
/** The order that was shown last, and since when. Drawing the same order again does not start the time again. */
let lastShown = {id: '', since: 0};
/** Whether a press on the order was ignored because it had only just appeared. */
const ignoredPresses = new SharedMap<true>();

/** Used by the panel of one order, so that keys act on its order while it is shown. */
export function useShownOrder(shown: DropshipOrder): void {
  useEffect(() => {
    if (lastShown.id !== shown.id) lastShown = {id: shown.id, since: Date.now()};
    orderOnScreen = shown;
    return () => {
      orderOnScreen = null;
    };
  }, [shown]);
}

/** The order whose panel "Pay next" shows; null while it shows no order that can be paid. */
export const shownOrder = (): DropshipOrder | null => orderOnScreen;

/**
 * Whether a press may pay the order: not right after the order appeared, because that press may be the second one of a double press on
 * the order before. The panel then says that the press was ignored.
 */
export function mayPayShown({id}: DropshipOrder): boolean {
  const isJustShown = lastShown.id === id && Date.now() - lastShown.since < doublePressMs;
  if (isJustShown) ignoredPresses.set(id, true);
  else ignoredPresses.delete(id);
  return !isJustShown;
}

/** Whether the last press on the order was ignored because the order had only just appeared. */
export const useWasPressIgnored = (id: string): boolean => useSharedValue(ignoredPresses, id) ?? false;
