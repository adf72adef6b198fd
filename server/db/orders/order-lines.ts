// Our lines of a store order: recorded once, and updated from the store until they are sent.
import {type Kysely, sql} from 'kysely';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {openStates} from '#domain/orders/dropship-state.ts';
import {toFixedReason} from '#domain/orders/reason-texts.ts';
import {amountCodes} from '#domain/orders/reasons.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';
import {isNewestReading} from './order-readings.ts';

/** A line of ours in a store order, as it is first recorded. */
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

/** The store order that lines were read with. */
export type LineReading = {
  readonly shop: ShopDomain;
  readonly orderGid: OrderGid;
  /** The store order's own `updatedAt`, as read; null: unknown. */
  readonly readAs: Date | null;
};

/** Updates quantity and country of open lines, unless a newer reading was applied. */
export async function saveQuantitiesAndCountry(
  db: Kysely<Tables>,
  {shop, orderGid, readAs}: LineReading,
  country: string | null,
  lines: readonly {readonly gid: string; readonly quantity: number}[],
): Promise<void> {
  const [gids, quantities] = [lines.map(({gid}) => gid), lines.map(({quantity}) => quantity)];
  await sql`
    update dropship_orders as o set quantity = current.quantity, country = ${country},
      approved = case when current.quantity > o.quantity then o.approved - ${amountCodes}::text[] else o.approved end
    from unnest(${gids}::text[], ${quantities}::int[]) as current (line_gid, quantity)
    where o.shop = ${shop} and o.order_gid = ${orderGid} and o.line_gid = current.line_gid
      and o.state = any(${openStates}::text[])
      and ${isNewestReading(readAs)}
      and (o.quantity, o.country) is distinct from (current.quantity, ${country}::text)
  `.execute(db);
}

/**
 * Stores that the buyer wants more pieces of an open order than it was recorded with, unless a newer reading was applied. A yes to what
 * fewer pieces cost ends with it.
 */
export async function saveMorePieces(
  db: Kysely<Tables>,
  {shop, id}: Pick<StoredDropshipOrder, 'shop' | 'id'>,
  pieces: number,
  readAs: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({quantity: pieces, approved: sql<string>`approved - ${amountCodes}::text[]`})
    .where('shop', '=', shop)
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where('quantity', '<', pieces)
    .where(isNewestReading(readAs))
    .execute();
}

/** Makes cancelled lines `waiting` again that were cancelled before they were sent. The caller has found that the buyer wants them. */
export async function reopenCancelledLines(
  db: Kysely<Tables>,
  {shop, orderGid, readAs}: LineReading,
  lineGids: readonly LineItemGid[],
  now: Date,
): Promise<void> {
  const wanted = toFixedReason('wanted_again');
  await db
    .updateTable('dropship_orders')
    .set((eb) => ({
      state: 'waiting',
      reason_code: wanted.code,
      reason: wanted.text,
      flags: '[]',
      approved: sql<string>`approved - ${amountCodes}::text[]`,
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
    .where(isNewestReading(readAs))
    .execute();
}
