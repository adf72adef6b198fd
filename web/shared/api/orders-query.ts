// What a page of the order list is asked for.
import type {OrderListFilter} from '../../text/order-list.ts';

/** `cursor`: of the page of the list; null: the first page. */
export type OrdersRequest = OrderListFilter & {readonly cursor: string | null};

/** The query string of GET /api/dropship-orders. */
export function ordersQuery({view, search, store, sort = 'newest', cursor}: OrdersRequest): string {
  const query = new URLSearchParams(view.states.map((state) => ['state', state]));
  if (search !== '') query.set('search', search);
  if (store !== null) query.set('store', store);
  for (const name of ['flagged', 'needsYou', 'toPay', 'recentlyShipped'] as const) {
    if (view[name] === true) query.set(name, 'true');
  }
  if (sort !== 'newest') query.set('sort', sort);
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}
