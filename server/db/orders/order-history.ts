// Details of one dropship order for the merchant: its attempts, and the other dropship orders of its store order.
import type {Kysely, Selectable} from 'kysely';
import type {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {DropshipAttemptsTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredDropshipOrder, toDropshipOrder} from './dropship-orders.ts';

/** One attempt to place a dropship order. */
export type StoredAttempt = Selectable<DropshipAttemptsTable>;

/** The attempts to place the order, oldest first. */
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
export async function loadAllGenerations(
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
  return rows.map(toDropshipOrder);
}

/** The last of the orders for the same line. */
export async function loadLatestGeneration(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'order_gid' | 'line_gid'>,
): Promise<StoredDropshipOrder> {
  const row = await db
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', order.shop)
    .where('order_gid', '=', order.order_gid)
    .where('line_gid', '=', order.line_gid)
    .orderBy('generation', 'desc')
    .executeTakeFirstOrThrow();
  return toDropshipOrder(row);
}
