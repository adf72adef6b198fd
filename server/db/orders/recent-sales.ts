// Store orders and shipments of the last weeks, for the figures of Home.
import {type Kysely, type SqlBool, sql} from 'kysely';
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

/** SQL condition: the order was marked as shipped since then, and not refunded afterwards. */
export const isShippedSince = (since: Date) => sql<SqlBool>`(state = 'shipped' and shipped_at >= ${since})`;

/** How many orders were marked as shipped at or after `since`, and not refunded afterwards. */
export async function countShippedSince(db: Kysely<Tables>, shop: ShopDomain, since: Date): Promise<number> {
  const {count} = await db
    .selectFrom('dropship_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where(isShippedSince(since))
    .executeTakeFirstOrThrow();
  return count;
}
