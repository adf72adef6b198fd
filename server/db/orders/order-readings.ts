// The age of a reading of a store order, by the order's own `updatedAt`: an outdated one changes no flags, marks, line facts or money.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Tables} from '../tables/tables.ts';

/** The store order that was read, with its own time of change. */
export type StoreOrderReading = Pick<StoreOrder, 'gid' | 'updatedAt'>;

/**
 * Stores the time of change of a store order that was just read. Call it before anything else of a reading is stored: statements with
 * `isNewestReading` then write only while the reading is the newest. Shopify states whole seconds: of two readings with the same second the
 * one written later counts.
 */
export async function saveReadingTime(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {gid, updatedAt}: StoreOrderReading,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({store_updated_at: updatedAt})
    .where('shop', '=', shop)
    .where('order_gid', '=', gid)
    .where((eb) => eb.or([eb('store_updated_at', 'is', null), eb('store_updated_at', '<', updatedAt)]))
    .execute();
}

/** SQL condition on `dropship_orders`: no newer reading of the store order was applied. Null: the age is unknown and counts as newest. */
export const isNewestReading = (updatedAt: Date | null): RawBuilder<boolean> =>
  sql`coalesce(store_updated_at, '-infinity') <= coalesce(${updatedAt}::timestamptz, 'infinity')`;

/** Whether a newer reading of the store order was applied. */
export async function isOutdatedReading(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {gid, updatedAt}: StoreOrderReading,
): Promise<boolean> {
  const newer = await db
    .selectFrom('dropship_orders')
    .select('id')
    .where('shop', '=', shop)
    .where('order_gid', '=', gid)
    .where('store_updated_at', '>', updatedAt)
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/**
 * Stores the fingerprint of a store order. Call it after everything else of a reading was stored: an `orders/updated` that does not change
 * it may be skipped.
 */
export async function saveStoreFingerprint(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gid: StoreOrderReading['gid'],
  fingerprint: string,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({store_fingerprint: fingerprint})
    .where('shop', '=', shop)
    .where('order_gid', '=', gid)
    .execute();
}
