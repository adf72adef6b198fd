// The unpaid orders one after the other: which one is shown, and which ones come before and after it.
import {useEffect} from 'react';
import {useLocation, useNavigate, useSearchParams} from 'react-router';
import type {DropshipOrder, DropshipOrders} from '#contract/dropship-orders.ts';
import {type OrderView, unpaidOrders} from '../../text/words.ts';
import {usePendingOrders, useSaidPaid} from './paying.ts';

/** What "Pay next" walks through; the list has no such view. */
export const ordersToPay: OrderView = {...unpaidOrders, value: 'to-pay', toPay: true};

/** The address of "Pay next". Without an order it shows the first one of the list. */
export const payAddress = (orderId?: string): string =>
  orderId === undefined ? '/orders/pay' : `/orders/pay?order=${encodeURIComponent(orderId)}`;

/** The cursor of the list page in use. It is in the history entry's state, so that cursor and address change together. */
export function usePayCursor(): string | null {
  const {state} = useLocation();
  return typeof state === 'string' ? state : null;
}

export type PayQueue = {
  /** The order that the address names. */
  readonly shownId: string | null;
  /** Undefined where it is not on this page of the list. */
  readonly shown: DropshipOrder | undefined;
  readonly previous: DropshipOrder | undefined;
  readonly hasNext: boolean;
  /** How many are left to pay, and what they cost in euro cents. */
  readonly left: number;
  readonly centsLeft: number;
  readonly show: (orderId: string | undefined) => void;
  /** To the next order; after the last one to the first that is left. */
  readonly goOn: () => void;
};

/** @param isCurrent false while the next page of the list is loaded. */
export function usePayQueue({orders, nextCursor, toPay}: DropshipOrders, isCurrent: boolean): PayQueue {
  const [query] = useSearchParams();
  const shownId = query.get('order');
  const cursor = usePayCursor();
  const navigate = useNavigate();
  const isSaidPaid = useSaidPaid();
  const pending = usePendingOrders();
  const index = orders.findIndex(({id}) => id === shownId);
  const showOn = (state: string | null, orderId: string | undefined) =>
    void navigate(payAddress(orderId), {replace: true, state});
  const show = (orderId: string | undefined) => showOn(cursor, orderId);
  const first = orders.find(({id}) => !isSaidPaid(id));
  // A new order would take the first place in the list, so the address names the shown order from the start.
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
    shownId,
    shown: orders[index],
    previous: orders.slice(0, Math.max(index, 0)).findLast(isOther),
    hasNext: nextCursor !== null || cursor !== null || orders.some(isOther),
    left: Math.max(0, toPay.count - said.length),
    centsLeft: Math.max(0, toPay.cents - centsOf(said)),
    show,
    goOn,
  };
}

/** As the server sums up what is to be paid: an order without a price or a fee counts nothing. */
const centsOf = (orders: readonly DropshipOrder[]): number =>
  orders.reduce(
    (sum, {price, quantity, fee}) => sum + (price === null || fee === null ? 0 : price * quantity + fee),
    0,
  );
