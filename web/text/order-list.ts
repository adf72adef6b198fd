// The order list as its address names it: view, search, sort order.
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {type OrderSort, orderSortNames} from '#domain/order-sorts.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

type DropshipState = DropshipOrder['state'];

/** A view of the order list: a named filter by states and other conditions. */
export type OrderView = {
  readonly value: string;
  /** Null: that of its only state. */
  readonly label: string | null;
  /** The states of the orders; empty: all states. */
  readonly states: readonly DropshipState[];
  /** Only orders with an unseen flag. */
  readonly flagged?: boolean;
  /** Only orders that need an action other than a payment. */
  readonly needsYou?: boolean;
  /** Only unpaid orders that no flag says not to pay. */
  readonly toPay?: boolean;
  /** Only orders shipped in the last thirty days and not refunded since. */
  readonly recentlyShipped?: boolean;
};

export const allOrders: OrderView = {value: 'all', label: 'All', states: []};

export const changedOrders: OrderView = {value: 'changed', label: 'Changed', states: [], flagged: true};
export const unpaidOrders: OrderView = {
  value: 'awaiting_payment',
  label: 'To pay',
  states: ['awaiting_payment'],
  toPay: true,
};
export const ordersNeedingYou: OrderView & {readonly label: string} = {
  value: 'need-you',
  label: 'Needs you',
  states: [],
  needsYou: true,
};

/** The orders that Home counts as shipped. */
export const recentlyShippedOrders: OrderView = {
  value: 'shipped-recently',
  label: 'Shipped in 30 days',
  states: ['shipped'],
  recentlyShipped: true,
};

export const waitingOrders: OrderView = {value: 'moving', label: 'Waiting', states: ['waiting', 'placing']};

/** The paid orders, which wait for their tracking number. */
export const ordersToShip: OrderView = {value: 'paid', label: 'To ship', states: ['paid']};

/** The orders that cost nothing any more. */
export const endedOrders: OrderView = {
  value: 'closed',
  label: 'Ended',
  states: ['refunded', 'cancelled', 'dismissed'],
};

/** The views that the filter always offers; a link can name others, such as one state. */
export const orderViews: readonly OrderView[] = [
  allOrders,
  unpaidOrders,
  ordersNeedingYou,
  waitingOrders,
  ordersToShip,
  {value: 'shipped', label: 'Shipped', states: ['shipped']},
  endedOrders,
];

/** What the order list shows, all stored in its URL. `store` is the id of one store order; null: all store orders. */
export type OrderListFilter = {
  readonly view: OrderView;
  readonly search: string;
  readonly store: string | null;
  /** Left out: the newest order first. */
  readonly sort?: OrderSort;
};

export function ordersAddress({view, search, store, sort = 'newest'}: OrderListFilter): string {
  const query = new URLSearchParams();
  if (view !== allOrders) query.set('state', view.value);
  if (search !== '') query.set('search', search);
  if (store !== null) query.set('store', store);
  if (sort !== 'newest') query.set('sort', sort);
  return query.size === 0 ? '/orders' : `/orders?${query.toString()}`;
}

/** The address of the order list with this view and no other filter. */
export const orderViewAddress = (view: OrderView): string => ordersAddress({view, search: '', store: null});

/** What the query of a URL names; all orders, no search, and the newest first where it names nothing. */
export function orderListFilterAt(query: URLSearchParams): OrderListFilter {
  const state = query.get('state');
  const view =
    [...orderViews, changedOrders, recentlyShippedOrders].find(({value}) => value === state) ??
    viewOfState(state) ??
    allOrders;
  const sort = toOrderSort(query.get('sort'));
  return {view, search: query.get('search') ?? '', store: query.get('store'), sort};
}

/** The sort order with this name; the newest first if there is none. */
export const toOrderSort = (name: string | null): OrderSort =>
  orderSortNames.find((known) => known === name) ?? 'newest';

/** A view of one state, for a URL that names a state without a view of its own; null if it names none. */
function viewOfState(name: string | null): OrderView | null {
  const state = dropshipStates.find((known) => known === name);
  return state === undefined ? null : {value: state, label: null, states: [state]};
}
