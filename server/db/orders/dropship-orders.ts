// Our orders at the supplier, one per line of a store order and generation: reads them, moves open ones, and stores flags and marks.

import {isDeepStrictEqual} from 'node:util';
import {type Kysely, type Selectable, sql} from 'kysely';
import type {DropshipOrderId, OrderGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import {type DropshipState, mayMove, type OpenState, openStates} from '#domain/orders/dropship-state.ts';
import {type Flag, withoutQuestion} from '#domain/orders/flags.ts';
import type {NotSent} from '#domain/orders/not-sent.ts';
import {type OrderWords, withoutTypedWords} from '#domain/orders/order-words.ts';
import {
  isOverrulable,
  type OverrulableCode,
  type Reason,
  type ReasonCode,
  readReasonCode,
} from '#domain/orders/reasons.ts';
import {reasonUnlessErased} from '../secrets/details.ts';
import type {DropshipOrdersTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {isNewestReading} from './order-readings.ts';

type OrderRow = Selectable<DropshipOrdersTable>;

/** A dropship order as stored, with parsed reason codes. */
export type StoredDropshipOrder = Omit<OrderRow, 'reason_code' | 'reason_covers' | 'approved'> & {
  readonly reason_code: ReasonCode | null;
  readonly reason_covers: readonly OverrulableCode[];
  readonly approved: readonly OverrulableCode[];
};

/** Parses a row: leaves out codes this release does not know (`readReasonCode`), and codes in the two lists that cannot be overruled. */
export const toDropshipOrder = (row: OrderRow): StoredDropshipOrder => ({
  ...row,
  reason_code: readReasonCode(row.reason_code),
  reason_covers: row.reason_covers.filter(isOverrulable),
  approved: row.approved.filter(isOverrulable),
});

/** The dropship order; null: the shop has none with this id. */
export async function loadDropshipOrder(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: DropshipOrderId,
): Promise<StoredDropshipOrder | null> {
  const row = await db
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toDropshipOrder(row);
}

/** A variant of the order's article with the same colour and size, for a sold variant that is no longer in the store. */
export async function loadVariantLikeSold(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'article_id' | 'colour' | 'size'>,
): Promise<VariantGid | null> {
  const row = await db
    .selectFrom('listing_variants')
    .select('variant_gid')
    .where('shop', '=', order.shop)
    .where('article_id', '=', order.article_id)
    .where('colour', 'is not distinct from', order.colour)
    .where('size', 'is not distinct from', order.size)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst();
  return row?.variant_gid ?? null;
}

/** The dropship orders of these store orders; of each line only the highest generation. */
export async function loadDropshipOrdersOfStoreOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGids: readonly OrderGid[],
): Promise<readonly StoredDropshipOrder[]> {
  if (orderGids.length === 0) return [];
  const rows = await db
    .selectFrom('dropship_orders')
    .selectAll()
    .distinctOn(['order_gid', 'line_gid'])
    .where('shop', '=', shop)
    .where('order_gid', 'in', orderGids)
    .orderBy('order_gid')
    .orderBy('line_gid')
    .orderBy('generation', 'desc')
    .execute();
  return rows.map(toDropshipOrder);
}

/** The dropship orders of one store order; of each line only the highest generation. */
export const loadDropshipOrdersOfStoreOrder = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
): Promise<readonly StoredDropshipOrder[]> => loadDropshipOrdersOfStoreOrders(db, shop, [orderGid]);

/** Columns that planning changes while an order is open. */
export type OpenOrderColumns = Partial<
  Pick<StoredDropshipOrder, 'quantity' | 'country' | 'zone' | 'warning' | 'colour' | 'size' | 'price' | 'fee'>
>;

/**
 * Moves an open order to another state, or stores a new reason, facts and next attempt in the same state; only if it still has the state
 * and revision the caller saw. False otherwise: nothing is written.
 */
export async function moveOpenOrder(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'revision'> & {readonly state: OpenState},
  to: OpenState | 'cancelled',
  reason: Reason & Pick<NotSent, 'covers'>,
  facts: OpenOrderColumns & {readonly next_attempt_at?: Date | null; readonly unreachable_since?: Date | null},
  now: Date,
): Promise<boolean> {
  if (order.state !== to && !mayMove(order.state, to, 'app')) throw new Error(`${order.state} may not become ${to}`);
  const result = await db
    .updateTable('dropship_orders')
    .set({
      ...facts,
      ...(to === 'cancelled' ? {closed_at: now, details_sealed: null} : {}),
      ...(order.state === to ? {} : {note_due: true}),
      state: to,
      reason_code: reason.code,
      reason: reasonUnlessErased(reason),
      reason_covers: JSON.stringify(reason.covers ?? []),
      due_by_event: false,
      updated_at: now,
    })
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .where('revision', '=', order.revision)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Saves the colour and size that would be ordered, without typed ones; null or absent changes nothing. The store's note includes them. */
export async function saveOrderWords(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'revision' | 'words'>,
  words: OrderWords | null | undefined,
): Promise<void> {
  const kept = words ? withoutTypedWords(words) : null;
  if (kept === null || isDeepStrictEqual(kept, order.words)) return;
  await db
    .updateTable('dropship_orders')
    .set({words: JSON.stringify(kept), note_due: true})
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where('state', 'in', openStates)
    .where('revision', '=', order.revision)
    .execute();
}

/**
 * Replaces the flags, which state what happened in the store after the order was sent. Whether it was paid is not asked of an order whose
 * state has changed since it was loaded. False when a newer reading was applied since.
 */
export async function saveFlags(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'state'>,
  flags: readonly Flag[],
  readAs: Date,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('dropship_orders')
    .set({
      flags: sql`case when state = ${order.state} then ${JSON.stringify(flags)}::jsonb else ${JSON.stringify(withoutQuestion(flags))}::jsonb end`,
      note_due: true,
      updated_at: now,
    })
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where(isNewestReading(readAs))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Keyed marks of the address, name and e-mail that an order was sent with. */
type SentMarks = Pick<StoredDropshipOrder, 'address_mark' | 'name_mark' | 'email_mark'>;

/**
 * Replaces the marks of the buyer's data that the order was sent with. Writes nothing for an outdated reading, or if a mark was changed or
 * erased.
 */
export async function saveSentMarks(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id'> & SentMarks,
  marks: SentMarks,
  readAs: Date,
): Promise<void> {
  const columns = ['address_mark', 'name_mark', 'email_mark'] as const;
  if (columns.every((column) => marks[column] === order[column])) return;
  await db
    .updateTable('dropship_orders')
    .set(marks)
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .where((eb) => eb.and(columns.map((column) => eb(column, 'is not distinct from', order[column]))))
    .where(isNewestReading(readAs))
    .execute();
}

/** How many dropship orders the shop has in each state; states without orders are missing. */
export async function countDropshipOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Readonly<Partial<Record<DropshipState, number>>>> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('shop', '=', shop)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}
