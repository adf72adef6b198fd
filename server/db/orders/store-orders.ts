// Store orders that contain lines of ours: their money, and the tag and metafields that the app wrote. No personal data.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {OurLinesMoney} from '#domain/margins/margin.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {StoreOrdersTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';
import {isNewestReading, isOutdatedReading} from './order-readings.ts';
import {isNotPostponed} from './store-writes.ts';

/** A store order with lines of ours, as stored. */
export type StoredStoreOrder = Selectable<StoreOrdersTable>;

/** The stored store order; null: not stored. */
export async function loadStoreOrder(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<StoredStoreOrder | null> {
  const row = await db
    .selectFrom('store_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .executeTakeFirst();
  return row ?? null;
}

/** The stored ones of these store orders, in no order. */
export async function loadStoreOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<readonly StoredStoreOrder[]> {
  if (orderGids.length === 0) return [];
  return db
    .selectFrom('store_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where('order_gid', 'in', orderGids)
    .execute();
}

/** The money of the order and its lines, as just read from the store. False where a newer reading was applied: then nothing is written. */
export async function saveStoreOrderMoney(
  db: Kysely<Tables>,
  shop: ShopDomain,
  order: Pick<StoreOrder, 'gid' | 'name' | 'createdAt' | 'updatedAt'> & {readonly country: string | null},
  money: OurLinesMoney,
  now: Date,
): Promise<boolean> {
  const values = {
    order_name: order.name,
    currency: money.currency,
    revenue: money.goods.revenue,
    shipping: money.shipping.revenue,
    shipping_paid: money.shipping.paid,
    received: money.received,
    refunded: money.refunded,
    country: order.country,
    updated_at: now,
  };
  return inTransaction(db, async (trx) => {
    if (await isOutdatedReading(trx, shop, order)) return false;
    await trx
      .insertInto('store_orders')
      .values({shop, order_gid: order.gid, ordered_at: order.createdAt, ...values})
      .onConflict((conflict) => conflict.columns(['shop', 'order_gid']).doUpdateSet(values))
      .execute();
    for (const [line, {revenue, paid, pieces}] of money.lines) {
      await trx
        .updateTable('dropship_orders')
        .set({revenue, buyer_paid: paid, revenue_pieces: pieces})
        .where('shop', '=', shop)
        .where('order_gid', '=', order.gid)
        .where('line_gid', '=', line)
        .where(isNewestReading(order.updatedAt))
        .execute();
    }
    return true;
  });
}

/** Store orders of one shop whose tag or metafields may be outdated, one batch. */
export async function loadOrdersToNote(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
  now: Date,
): Promise<readonly OrderGid[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select('order_gid')
    .distinct()
    .where('shop', '=', shop)
    .where('note_due', '=', true)
    .where(isNotPostponed('note_after', now))
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_gid);
}

/** Postpones tag and metafields of one store order until `until`: the last attempt failed. */
export async function postponeNote(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
  until: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({note_after: until})
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .where('note_due', '=', true)
    .execute();
}

/** Stores what tag and metafields say now. Rows that changed since they were read are due again. */
export async function saveOrderNote(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
  written: {readonly tag: string | null; readonly noted: string | null},
  rows: readonly Pick<
    StoredDropshipOrder,
    'id' | 'state' | 'ref' | 'words' | 'flags' | 'flags_seen' | 'line_gid' | 'generation'
  >[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('store_orders')
      .set(written)
      .where('shop', '=', shop)
      .where('order_gid', '=', orderGid)
      .execute();
    for (const {id, state, ref, words, flags, flags_seen, line_gid, generation} of rows) {
      const asRead = await trx
        .updateTable('dropship_orders')
        .set({note_due: false, note_after: null})
        .where('shop', '=', shop)
        .where('id', '=', id)
        .where('state', '=', state)
        .where('ref', 'is not distinct from', ref)
        .where(sql<boolean>`words is not distinct from ${words && JSON.stringify(words)}::jsonb`)
        .where(sql<boolean>`flags = ${JSON.stringify(flags)}::jsonb`)
        .where(sql<boolean>`flags_seen = ${JSON.stringify(flags_seen)}::jsonb`)
        .executeTakeFirst();
      // Changed since it was read. Another process may have noted the change already, before our older note replaced it.
      if (asRead.numUpdatedRows === 0n) await makeNoteDue(trx, shop, id);
      // The note leaves out older generations of the line.
      await trx
        .updateTable('dropship_orders')
        .set({note_due: false})
        .where('shop', '=', shop)
        .where('order_gid', '=', orderGid)
        .where('line_gid', '=', line_gid)
        .where('generation', '<', generation)
        .execute();
    }
  });
}

/** Marks the order's tag and metafields as outdated, so that they are written again. */
async function makeNoteDue(trx: Kysely<Tables>, shop: ShopDomain, id: DropshipOrderId): Promise<void> {
  await trx
    .updateTable('dropship_orders')
    .set({note_due: true})
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute();
}
