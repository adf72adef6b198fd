// Webhook deliveries about store orders, for the reconciliation: which orders were announced and read, and which still wait.
import type {Kysely} from 'kysely';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * The orders that a delivery announced at or after their change, and that were read again since. Not counted: deliveries
 * that ended unread; deliveries that ended before `installedAt`, since they may have ended without an installation; a buyer's privacy
 * request, which names orders without causing them to be read.
 */
export async function loadOrdersAlreadyRead(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orders: readonly {readonly gid: string; readonly updatedAt: Date}[],
  installedAt: Date,
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select((eb) => ['resource', eb.fn.max('triggered_at').as('lastEventAt')])
    .where('shop', '=', shop)
    .where('state', '=', 'done')
    .where('reason', 'is', null)
    .where('done_at', '>=', installedAt)
    .where('topic', 'not like', 'customers/%')
    .where(
      'resource',
      'in',
      orders.map(({gid}) => gid),
    )
    .groupBy('resource')
    .execute();
  const lastEventAt = new Map(rows.map((row) => [row.resource, row.lastEventAt]));
  return new Set(
    orders
      .filter(({gid, updatedAt}) => (lastEventAt.get(gid)?.getTime() ?? 0) >= updatedAt.getTime())
      .map(({gid}) => gid),
  );
}

/** Whether a webhook of one of `orderTopics` about the order is still pending: it is late, not lost. */
export async function hasPendingDelivery(db: Kysely<Tables>, shop: ShopDomain, orderGid: OrderGid): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('shop', '=', shop)
    .where('state', '=', 'pending')
    .where('resource', '=', orderGid)
    .where('topic', 'in', orderTopics)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Topics of webhooks that make the app read the order. */
const orderTopics = [
  'orders/create',
  'orders/paid',
  'orders/updated',
  'orders/edited',
  'orders/cancelled',
  'refunds/create',
];
