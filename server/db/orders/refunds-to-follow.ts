// The refunds to buyers that Shopify has not settled: which are to be looked at again.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {unsettledRefundStates} from '#domain/orders/refunds/judge-refund.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredDropshipOrder, toDropshipOrder} from './dropship-orders.ts';

/** Refunds asked for after a time, of which nothing was stored since another one. */
type LookDue = {readonly askedAfter: Date; readonly settledBefore: Date};

/** SQL on `buyer_refunds`: not settled by Shopify, and to be looked at. */
const isLookDue = ({askedAfter, settledBefore}: LookDue) => sql<boolean>`
  buyer_refunds.state in (${sql.join(unsettledRefundStates)}) and buyer_refunds.ended_at is null
  and buyer_refunds.asked_at > ${askedAfter} and coalesce(buyer_refunds.settled_at, buyer_refunds.sent_at) < ${settledBefore}
`;

/** The shops with refunds to look at. */
export async function loadShopsWithOpenOutcome(db: Kysely<Tables>, due: LookDue): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('buyer_refunds')
    .innerJoin('shops', 'shops.shop', 'buyer_refunds.shop')
    .select('buyer_refunds.shop')
    .distinct()
    .where('shops.state', '=', 'installed')
    .where(isLookDue(due))
    .execute();
  return rows.map(({shop}) => shop);
}

/** The dropship orders of the shop with refunds to look at, those looked at longest ago first. */
export async function loadOrdersWithOpenOutcome(
  db: Kysely<Tables>,
  shop: ShopDomain,
  due: LookDue,
  limit: number,
): Promise<readonly StoredDropshipOrder[]> {
  const rows = await db
    .selectFrom('buyer_refunds')
    .innerJoin('dropship_orders', 'dropship_orders.id', 'buyer_refunds.dropship_order_id')
    .selectAll('dropship_orders')
    .where('buyer_refunds.shop', '=', shop)
    .where('dropship_orders.shop', '=', shop)
    .where(isLookDue(due))
    .orderBy((eb) => eb.fn.coalesce('buyer_refunds.settled_at', 'buyer_refunds.sent_at'))
    .limit(limit)
    .execute();
  return rows.map(toDropshipOrder);
}
