// Shipments of the last weeks, for the figures of Home.
import {type Kysely, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

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
