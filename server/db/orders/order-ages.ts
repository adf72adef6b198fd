// Computes how long dropship orders have been in their state, as far as that matters to the merchant. Assumption: the interface document
// does not say how long a checkout_url lives, so no link expires here; the merchant sees how long an order has been unpaid.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';

/**
 * Since when the order has been in its state: when it was placed, paid, sent, shipped or closed. If it is open, or that time is unknown:
 * when the shopper ordered.
 */
export function stateSince(order: StoredDropshipOrder): Date {
  return stateTime(order) ?? order.ordered_at;
}

/** When the order came into its state; null: it is open, or the time is unknown. */
function stateTime({state, placed_at, paid_at, sent_at, shipped_at, closed_at}: StoredDropshipOrder): Date | null {
  switch (state) {
    case 'awaiting_payment':
      return placed_at;
    case 'paid':
      return paid_at;
    case 'placing':
    case 'unconfirmed':
    case 'rejected':
      return sent_at;
    case 'shipped':
      return shipped_at;
    case 'refunded':
    case 'cancelled':
    case 'dismissed':
      return closed_at;
    case 'waiting':
    case 'needs_details':
    case 'blocked':
    case 'held':
      return null;
  }
}

/** SQL value: since when the order has been in its state, as `stateSince` decides. */
export const stateSinceColumn = sql<Date>`coalesce(case state
  when 'awaiting_payment' then placed_at
  when 'paid' then paid_at
  when 'placing' then sent_at
  when 'unconfirmed' then sent_at
  when 'rejected' then sent_at
  when 'shipped' then shipped_at
  when 'refunded' then closed_at
  when 'cancelled' then closed_at
  when 'dismissed' then closed_at
end, ordered_at)`;

/** The orders in one state, and since when the oldest of them is in it. */
export type StateAge = {readonly state: DropshipState; readonly count: number; readonly oldestSince: Date};

/** The age of each state; states without orders are left out. */
export async function loadStateAges(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly StateAge[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.min<Date>(stateSinceColumn).as('oldest')])
    .where('shop', '=', shop)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.map(({state, count, oldest}) => ({state, count, oldestSince: oldest}));
}
