// Our lines of a store order: recorded once, and updated from the store until they are sent.
import {type Kysely, sql} from 'kysely';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {openStates} from '#domain/orders/dropship-state.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';
import {isNewest} from './order-readings.ts';

export type NewDropshipOrder = Pick<
  StoredDropshipOrder,
  | 'id'
  | 'shop'
  | 'order_gid'
  | 'order_name'
  | 'line_gid'
  | 'article_id'
  | 'article_name'
  | 'colour'
  | 'size'
  | 'quantity'
  | 'country'
  | 'reference'
  | 'ordered_at'
> &
  Partial<Pick<StoredDropshipOrder, 'variant_gid' | 'found_by' | 'store_updated_at' | 'sent_before'>>;

/** Records lines once, as `waiting`; known lines stay as they are. Returns the line gids of the new ones. */
export async function saveNewDropshipOrders(
  db: Kysely<Tables>,
  orders: readonly NewDropshipOrder[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const rows = await db
    .insertInto('dropship_orders')
    .values(
      orders.map((order) => ({
        ...order,
        state: 'waiting' as const,
        next_attempt_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['shop', 'order_gid', 'line_gid', 'generation']).doNothing())
    .returning('line_gid')
    .execute();
  return new Set(rows.map(({line_gid: line}) => line));
}

export type LinesOf = {
  readonly shop: ShopDomain;
  readonly orderGid: OrderGid;
  /** The store order's own `updatedAt`, as read; null: unknown. */
  readonly readAs: Date | null;
};

/** Updates quantity and country of open lines, unless a newer reading was applied. */
export async function saveLineFacts(
  db: Kysely<Tables>,
  {shop, orderGid, readAs}: LinesOf,
  country: string | null,
  lines: readonly {readonly gid: string; readonly quantity: number}[],
): Promise<void> {
  const [gids, quantities] = [lines.map(({gid}) => gid), lines.map(({quantity}) => quantity)];
  await sql`
    update dropship_orders as o set quantity = current.quantity, country = ${country}
    from unnest(${gids}::text[], ${quantities}::int[]) as current (line_gid, quantity)
    where o.shop = ${shop} and o.order_gid = ${orderGid} and o.line_gid = current.line_gid
      and o.state = any(${openStates}::text[])
      and ${isNewest(readAs)}
      and (o.quantity, o.country) is distinct from (current.quantity, ${country}::text)
  `.execute(db);
}

/** Lines that were cancelled before they were sent become `waiting` again. The caller has found that the buyer wants them. */
export async function saveWantedAgain(
  db: Kysely<Tables>,
  {shop, orderGid, readAs}: LinesOf,
  lineGids: readonly LineItemGid[],
  now: Date,
): Promise<void> {
  const wanted = toReason('wanted_again');
  await db
    .updateTable('dropship_orders')
    .set((eb) => ({
      state: 'waiting',
      reason_code: wanted.code,
      reason: wanted.text,
      flags: '[]',
      closed_at: null,
      next_attempt_at: now,
      revision: eb('revision', '+', 1),
      note_due: true,
      updated_at: now,
    }))
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .where('line_gid', '=', sql<LineItemGid>`any(${lineGids}::text[])`)
    .where('state', '=', 'cancelled')
    .where(isNewest(readAs))
    .execute();
}
