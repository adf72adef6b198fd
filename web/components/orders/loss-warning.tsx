// No order that loses money is paid unseen: the first press on "Open checkout" or "I paid it", or their keys, only warns.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {money} from '../../format.ts';
import {SharedMap, useShared} from '../../shared-map.ts';

/** The order's margin when the merchant was warned, and when that was. A changed margin warns again. */
const warned = new SharedMap<{readonly margin: number; readonly at: number}>();

/** The second press of a double click or a double Enter answers no question. */
export const doublePressMs = 600;

/** The margin if it is a loss, in minor units of the store's currency; null for others, and where it is not known. */
const lossOf = ({storeOrder}: DropshipOrder): number | null =>
  storeOrder?.losesMoney === true ? storeOrder.margin : null;

/** The loss in words; null if the order loses nothing as far as is known. */
export function lossText(order: DropshipOrder): string | null {
  const loss = lossOf(order);
  return loss === null || order.storeOrder === null ? null : money(-loss, order.storeOrder.currency);
}

/** Whether the merchant may go on with paying the order; if not, the warning appears with this call. */
export function mayGoOn(order: DropshipOrder): boolean {
  const loss = lossOf(order);
  if (loss === null) return true;
  const last = warned.get(order.id);
  if (last?.margin === loss) return Date.now() - last.at >= doublePressMs;
  warned.set(order.id, {margin: loss, at: Date.now()});
  return false;
}

/** Whether the merchant was warned of the loss the order has now. */
export function useWasWarned(order: DropshipOrder): boolean {
  const loss = lossOf(order);
  const last = useShared(warned, order.id);
  return loss !== null && last?.margin === loss;
}

/** What the first press shows, announced to screen readers. */
export function LossWarning({order}: {order: DropshipOrder}) {
  const isShown = useWasWarned(order);
  return (
    <span role="status" style={{display: 'contents'}}>
      {isShown && (
        <s-text tone="critical">The store order loses {lossText(order)}. Press once more to go on all the same.</s-text>
      )}
    </span>
  );
}
