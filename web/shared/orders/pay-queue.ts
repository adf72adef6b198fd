// The unpaid orders of "Pay next": which one is shown, and which ones come before and after it.
import {useEffect} from 'react';
import {useLocation, useNavigate, useSearchParams} from 'react-router';
import type {DropshipOrder, DropshipOrders} from '#contract/dropship-orders.ts';
import {useIsMarkedPaid, usePendingOrders} from './paying.ts';

/** The address of "Pay next". Without an order it shows the first one of the list. */
export const payAddress = (orderId?: string): string =>
  orderId === undefined ? '/orders/pay' : `/orders/pay?order=${encodeURIComponent(orderId)}`;

/** The cursor of the loaded page of the list. It is kept in the state of the history entry, so that cursor and address change together. */
export function usePayCursor(): string | null {
  const {state} = useLocation();
  return typeof state === 'string' ? state : null;
}

/** The state of "Pay next", and how to move in it. */
export type PayQueue = {
  /** The id of the order that the address names. */
  readonly shownOrderId: string | null;
  /** The shown order; undefined where it is not on the loaded page of the list. */
  readonly shownOrder: DropshipOrder | undefined;
  /** The nearest order before the shown one on the loaded page that is not marked as paid. */
  readonly previousOrder: DropshipOrder | undefined;
  /** Whether there may be another order to pay, on this or another page of the list. */
  readonly hasNext: boolean;
  /** How many orders are left to pay, without those just marked as paid. */
  readonly ordersLeft: number;
  /** The known cost of the orders that are left to pay, in euro cents. */
  readonly centsLeft: number;
  /** Shows the order with this id; undefined: the first order of the list. */
  readonly showOrder: (orderId: string | undefined) => void;
  /** Shows the next order; after the last one, the first that is left. */
  readonly showNext: () => void;
};

/** @param isCurrent false while the next page of the list is loaded. @param loadedAt when this one was loaded. */
export function usePayQueue({orders, nextCursor, toPay}: DropshipOrders, isCurrent: boolean, loadedAt: Date): PayQueue {
  const [query] = useSearchParams();
  const shownId = query.get('order');
  const cursor = usePayCursor();
  const navigate = useNavigate();
  const isSaidPaid = useIsMarkedPaid(loadedAt);
  const pending = usePendingOrders();
  const index = orders.findIndex(({id}) => id === shownId);
  const showOn = (state: string | null, orderId: string | undefined) =>
    void navigate(payAddress(orderId), {replace: true, state});
  const show = (orderId: string | undefined) => showOn(cursor, orderId);
  const first = orders.find(({id}) => !isSaidPaid(id));
  // An older order can come back to the list and take its first place, so the address names the shown order from the start.
  useEffect(() => {
    if (!isCurrent) return;
    if (first === undefined && cursor !== null) showOn(null, undefined);
    else if (shownId === null && first !== undefined) show(first.id);
  });
  const isOther = ({id}: DropshipOrder) => !isSaidPaid(id) && id !== shownId;
  const goOn = () => {
    const next = orders.slice(index + 1).find(isOther);
    if (next !== undefined) return show(next.id);
    const isOnlyPage = nextCursor === null && cursor === null;
    showOn(nextCursor, isOnlyPage ? orders.find(isOther)?.id : undefined);
  };
  const onOtherPages = pending.filter(({id}) => !orders.some((order) => order.id === id));
  const said = [...orders.filter(({id}) => isSaidPaid(id)), ...onOtherPages];
  return {
    shownOrderId: shownId,
    shownOrder: orders[index],
    previousOrder: orders.slice(0, Math.max(index, 0)).findLast(isOther),
    hasNext: nextCursor !== null || cursor !== null || orders.some(isOther),
    ordersLeft: Math.max(0, toPay.count - said.length),
    centsLeft: Math.max(0, toPay.cents - sumCents(said)),
    showOrder: show,
    showNext: goOn,
  };
}

/** The cost of the orders, summed as the server does: an order without a price or a fee counts nothing. */
const sumCents = (orders: readonly DropshipOrder[]): number =>
  orders.reduce(
    (sum, {price, quantity, fee}) => sum + (price === null || fee === null ? 0 : price * quantity + fee),
    0,
  );
