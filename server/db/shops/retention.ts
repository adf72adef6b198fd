// Deletes and erases data by age. The ages are in jobs/schedule/retention.ts and in the merchant's settings.
import {type Kysely, sql} from 'kysely';
import {unansweredStatuses} from '#domain/fulfilment-requests/request-status.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import {openRefundStates} from '#domain/orders/refunds/judge-refund.ts';
import {inTransaction} from '../connection/transaction.ts';
import {eraseBuyerData, hasBuyersData} from '../secrets/details.ts';
import type {Tables} from '../tables/tables.ts';

/** Store orders that one statement deletes or erases at most. */
const ordersPerBatch = 500;

/** Deletes store orders whose dropship orders were all closed before `before`, with these and their attempts. Returns how many. */
export async function deleteClosedOrders(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const gids = await loadClosedStoreOrders(db, shop, before);
    if (gids.length === 0) return deleted;
    await inTransaction(db, async (trx) => {
      const rows = trx
        .selectFrom('dropship_orders')
        .select('id')
        .where('shop', '=', shop)
        .where('order_gid', 'in', gids);
      await trx
        .deleteFrom('dropship_attempts')
        .where('shop', '=', shop)
        .where('dropship_order_id', 'in', rows)
        .execute();
      await trx.deleteFrom('dropship_orders').where('shop', '=', shop).where('order_gid', 'in', gids).execute();
      await trx.deleteFrom('fulfilment_requests').where('shop', '=', shop).where('order_gid', 'in', gids).execute();
      await trx.deleteFrom('store_orders').where('shop', '=', shop).where('order_gid', 'in', gids).execute();
    });
    deleted += gids.length;
  }
}

/** Some store orders whose dropship orders were all closed before `before`, and whose refunds to the buyer are over. */
async function loadClosedStoreOrders(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<readonly OrderGid[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select('order_gid')
    .where('shop', '=', shop)
    .groupBy('order_gid')
    .having(
      sql<boolean>`bool_and(closed_at is not null and closed_at < ${before}::timestamptz and not exists (
        select from buyer_refunds where dropship_order_id = dropship_orders.id and ended_at is null
          and (state = 'pending' or state in (${sql.join(openRefundStates)}))))`,
    )
    .limit(ordersPerBatch)
    .execute();
  return rows.map((row) => row.order_gid);
}

/** Erases the buyers' data of store orders placed before `orderedBefore` that still have some. Returns how many. */
export async function eraseOldBuyerData(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderedBefore: Date,
  now: Date,
): Promise<number> {
  let erased = 0;
  for (;;) {
    const rows = await db
      .selectFrom('dropship_orders')
      .select('order_gid')
      .distinct()
      .where('shop', '=', shop)
      .where('ordered_at', '<', orderedBefore)
      .where(hasBuyersData)
      .limit(ordersPerBatch)
      .execute();
    if (rows.length === 0) return erased;
    const gids = rows.map((row) => row.order_gid);
    await eraseBuyerData(db, shop, gids, now);
    erased += gids.length;
  }
}

/** Erases typed details of refused and unconfirmed orders sent before `sentBefore`. Until then they serve to place the order again. */
export async function eraseUnusedDetails(db: Kysely<Tables>, shop: ShopDomain, sentBefore: Date): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({details_sealed: null})
    .where('shop', '=', shop)
    .where('state', 'in', ['rejected', 'unconfirmed'])
    .where('details_sealed', 'is not', null)
    .where('sent_at', '<', sentBefore)
    .execute();
}

/** Deletes answers to the page's requests from before `before`: they are too old to be repeated. */
export async function purgeIdempotencyKeys(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<void> {
  await db.deleteFrom('repeats').where('shop', '=', shop).where('at', '<', before).execute();
}

/** Deletes entries of the audit trail written before `before`: longer ago than closed orders are kept. */
export async function purgeAudit(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<void> {
  await db.deleteFrom('audit').where('shop', '=', shop).where('at', '<', before).execute();
}

/** Deletes fulfilment requests answered before `before` for store orders of which no dropship order is stored. */
export async function deleteOldRequests(db: Kysely<Tables>, shop: ShopDomain, before: Date): Promise<void> {
  await sql`
    delete from fulfilment_requests r
    where r.shop = ${shop} and r.looked_at < ${before} and r.status not in (${sql.join(unansweredStatuses)})
      and not exists (select from dropship_orders o where o.shop = r.shop and o.order_gid = r.order_gid)
  `.execute(db);
}
