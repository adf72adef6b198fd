// What dropship orders are called where they are named in a list.
import {type Kysely, sql} from 'kysely';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** "#1001, Linen shirt" by the order's id; ids that are no order of the shop are missing from the map. */
export async function loadOrderNames(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly DropshipOrderId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: string; name: string}>`
    select id, order_name || ', ' || article_name as name from dropship_orders
    where shop = ${shop} and id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({id, name}) => [id, name]));
}
