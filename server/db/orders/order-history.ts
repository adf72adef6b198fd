// Details of one dropship order for the merchant: its attempts, and the other dropship orders of its store order.
import type {Kysely, Selectable} from 'kysely';
import type {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {DropshipAttemptsTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {readOrder, type StoredDropshipOrder} from './dropship-orders.ts';

export type StoredAttempt = Selectable<DropshipAttemptsTable>;

/** Oldest first. */
export async function loadAttempts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: DropshipOrderId,
): Promise<readonly StoredAttempt[]> {
  return db
    .selectFrom('dropship_attempts')
    .selectAll()
    .where('shop', '=', shop)
    .where('dropship_order_id', '=', id)
    .orderBy('id')
    .execute();
}

/** Every dropship order of a store order, all generations, line by line. */
export async function loadWholeStoreOrder(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<readonly StoredDropshipOrder[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .orderBy((eb) => eb.fn<number>('length', ['line_gid']))
    .orderBy('line_gid')
    .orderBy('generation')
    .execute();
  return rows.map(readOrder);
}
