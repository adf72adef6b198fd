// How new a reading of a store order is, by the order's own `updatedAt`: one that was overtaken on its way changes nothing.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {StoreOrder} from '#domain/orders/store-order.ts';
import type {Tables} from '../tables/tables.ts';

export type Reading = Pick<StoreOrder, 'gid' | 'updatedAt'>;

/**
 * The first thing written of a reading; what else it says is written only where it is the newest still. Shopify states whole
 * seconds: of two readings with the same one the later written counts.
 */
export async function saveReading(db: Kysely<Tables>, shop: ShopDomain, {gid, updatedAt}: Reading): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({store_updated_at: updatedAt})
    .where('shop', '=', shop)
    .where('order_gid', '=', gid)
    .where((eb) => eb.or([eb('store_updated_at', 'is', null), eb('store_updated_at', '<', updatedAt)]))
    .execute();
}

/** In a statement on `dropship_orders`: no newer reading of the store order was applied than this one. Null: it is not known how new. */
export const isNewest = (updatedAt: Date | null): RawBuilder<boolean> =>
  sql`coalesce(store_updated_at, '-infinity') <= coalesce(${updatedAt}::timestamptz, 'infinity')`;

/** Whether a newer reading of the store order was applied. */
export async function isOvertaken(db: Kysely<Tables>, shop: ShopDomain, {gid, updatedAt}: Reading): Promise<boolean> {
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
