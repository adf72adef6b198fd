// Store orders and shipments of the last weeks, for the figures of Home.
import type {Kysely} from 'kysely';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Store orders with lines of ours, the oldest first. */
export async function loadOrdersSince(
  db: Kysely<Tables>,
  shop: ShopDomain,
  since: Date,
): Promise<readonly {readonly gid: OrderGid; readonly orderedAt: Date}[]> {
  return db
    .selectFrom('store_orders')
    .select(['order_gid as gid', 'ordered_at as orderedAt'])
    .where('shop', '=', shop)
    .where('ordered_at', '>=', since)
    .orderBy('ordered_at')
    .execute();
}

/** Dropship orders that were marked as shipped since then, and were not refunded afterwards. */
export async function countShippedSince(db: Kysely<Tables>, shop: ShopDomain, since: Date): Promise<number> {
  const {count} = await db
    .selectFrom('dropship_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where('state', '=', 'shipped')
    .where('shipped_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
