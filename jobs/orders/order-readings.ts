// Caches store orders read from Shopify during one batch of sending: for 5 s one reading serves all due lines of an order.
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import {countDueLines} from '../../server/db/orders/due-orders.ts';
import type {Deps} from '../../server/deps.ts';
import {fetchStoreOrder, fetchStoreOrderForLine} from '../../server/shopify/orders/orders.ts';
import type {OpenOrder} from './placing-deps.ts';

/** The readings of store orders that the orders of one batch share. */
export type OrderReadings = {
  /** Reads the store order with at least this line; null if Shopify does not show the order. Throws a Failure. */
  readonly read: (order: Pick<OpenOrder, 'order_gid' | 'line_gid' | 'store_updated_at'>) => Promise<StoreOrder | null>;
};

/**
 * How long a reading is reused, in milliseconds: about as long as a webhook about a change takes to arrive, which makes a plan from an
 * older reading void. A reading of one line alone is never reused.
 */
const cachedForMs = 5_000;

/** `until`: when the reading may no longer be reused, by `performance.now()`. */
type CachedReading = {readonly order: StoreOrder; readonly until: number};

/** Creates the cache for one batch of one shop. */
export function createOrderReadings(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  shop: ShopDomain,
): OrderReadings {
  const cached = new Map<OrderGid, CachedReading>();
  return {
    async read({order_gid: gid, line_gid: line, store_updated_at: appliedAt}) {
      const known = cached.get(gid);
      const isOvertaken = known !== undefined && appliedAt !== null && appliedAt > known.order.updatedAt;
      if (known !== undefined && !isOvertaken && performance.now() < known.until) return known.order;
      if ((await countDueLines(db, shop, gid, now())) < 2) return fetchStoreOrderForLine(admin, shop, gid, line);
      const until = performance.now() + cachedForMs;
      const order = await fetchStoreOrder(admin, shop, gid);
      if (order !== null) cached.set(gid, {order, until});
      return order;
    },
  };
}
