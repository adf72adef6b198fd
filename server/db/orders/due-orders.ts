// Finds the open orders of a shop that are due, in the order of sending; makes orders due, and postpones them.
import {type Kysely, sql} from 'kysely';
import {minute} from '#domain/durations.ts';
import type {ArticleId, DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import {openStates} from '#domain/orders/dropship-state.ts';
import {codesFreedBy, codesNotFreedBy, queuedOnlyCodes, type Reason, type ReasonCode} from '#domain/orders/reasons.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Makes the open orders of a store order due that was just read: plans made on an older reading are then neither sent nor stored. Orders
 * that wait for the supplier or a key keep their time. Returns how many open orders the store order has. @param isOver the store order
 * needs nothing more: then all its open orders become due.
 */
export async function makeOrdersDue(
  db: Kysely<Tables>,
  {shop, orderGid, isOver}: {readonly shop: ShopDomain; readonly orderGid: OrderGid; readonly isOver: boolean},
  now: Date,
): Promise<number> {
  const result = await db
    .updateTable('dropship_orders')
    .set((eb) => {
      const keepsItsTime = sql<boolean>`coalesce(reason_code, '') = any(${isOver ? [] : codesNotFreedBy('store_order')}::text[])`;
      return {
        revision: eb('revision', '+', 1),
        next_attempt_at: eb.case().when(keepsItsTime).then(eb.ref('next_attempt_at')).else(now).end(),
        due_by_event: eb.case().when(keepsItsTime).then(eb.ref('due_by_event')).else(true).end(),
      };
    })
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .where('state', 'in', openStates)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Makes open orders of one shop with one of these reasons due. The revision of all open orders rises: plans made before are not used. */
export async function makeDueByReason(
  db: Kysely<Tables>,
  shop: ShopDomain,
  reasonCodes: readonly ReasonCode[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      next_attempt_at: eb
        .case()
        .when(eb.fn.coalesce('reason_code', eb.val('')), 'in', reasonCodes)
        .then(now)
        .else(eb.ref('next_attempt_at'))
        .end(),
      due_by_event: eb
        .case()
        .when(eb.fn.coalesce('reason_code', eb.val('')), 'in', reasonCodes)
        .then(true)
        .else(eb.ref('due_by_event'))
        .end(),
    }))
    .where('shop', '=', shop)
    .where('state', 'in', openStates)
    .execute();
}

/** After a run read the list: open orders that wait for their article to be listed become due if the list names it. Returns how many. */
export async function makeDueWhenListed(
  db: Kysely<Tables>,
  shop: ShopDomain,
  isListed: (articleId: ArticleId) => boolean,
  now: Date,
): Promise<number> {
  const stopped = await db
    .selectFrom('dropship_orders')
    .select('article_id')
    .distinct()
    .where('shop', '=', shop)
    .where('state', 'in', openStates)
    .where('reason_code', 'in', codesFreedBy('list'))
    .execute();
  const listed = stopped.map((row) => row.article_id).filter(isListed);
  if (listed.length === 0) return 0;
  const freed = await db
    .updateTable('dropship_orders')
    .set((eb) => ({revision: eb('revision', '+', 1), next_attempt_at: now, due_by_event: true}))
    .where('shop', '=', shop)
    .where('state', 'in', openStates)
    .where('reason_code', 'in', codesFreedBy('list'))
    .where(sql<boolean>`article_id = any(${listed}::text[])`)
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
}

/** Makes the orders due that waited for the supplier, which answers again. Returns whether any of them is older than `order`. */
export async function makeDueAfterOutage(
  db: Kysely<Tables>,
  shop: ShopDomain,
  order: {readonly ordered_at: Date},
  now: Date,
): Promise<boolean> {
  const rows = await db
    .updateTable('dropship_orders')
    .set({next_attempt_at: now, due_by_event: true})
    .where('shop', '=', shop)
    .where('state', '=', 'waiting')
    .where('reason_code', 'in', codesFreedBy('supplier'))
    .where('next_attempt_at', '>', now)
    .returning('ordered_at')
    .execute();
  return rows.some((row) => row.ordered_at < order.ordered_at);
}

/** Installed shops with due orders. */
export async function loadShopsWithDueOrders(db: Kysely<Tables>, now: Date): Promise<readonly ShopDomain[]> {
  const rows = await db
    .selectFrom('dropship_orders as o')
    .innerJoin('shops as s', 's.shop', 'o.shop')
    .select('o.shop')
    .distinct()
    .where('s.state', '=', 'installed')
    .where('o.state', 'in', openStates)
    .where('o.next_attempt_at', '<=', now)
    .execute();
  return rows.map((row) => row.shop);
}

/**
 * Ids of due orders of one shop. First orders never checked, due because something about them changed, or only waiting in the queue; then
 * those due for their periodic recheck. Within each group by order time, then by the store order's id, then line by line.
 */
export async function loadDueOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  now: Date,
  limit: number,
): Promise<readonly DropshipOrderId[]> {
  const rows = await db
    .selectFrom('dropship_orders')
    .select('id')
    .where('shop', '=', shop)
    .where('state', 'in', openStates)
    .where('next_attempt_at', '<=', now)
    .orderBy((eb) =>
      eb
        .case()
        .when(
          eb.or([
            eb('due_by_event', '=', true),
            eb('reason_code', 'is', null),
            eb('reason_code', 'in', queuedOnlyCodes),
          ]),
        )
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('ordered_at')
    .orderBy((eb) => eb.fn<number>('length', ['order_gid']))
    .orderBy('order_gid')
    .orderBy((eb) => eb.fn<number>('length', ['line_gid']))
    .orderBy('line_gid')
    .orderBy('generation')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** How many lines of a store order have a dropship order that is due now. */
export async function countDueLines(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderGid: OrderGid,
  now: Date,
): Promise<number> {
  const {count} = await db
    .selectFrom('dropship_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where('order_gid', '=', orderGid)
    .where('state', 'in', openStates)
    .where('next_attempt_at', '<=', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Milliseconds. An order that has been due for longer no longer delays tags, metafields, money and readings of products. */
const sendingPriorityMs = 10 * minute;

/** Whether an open order of the shop became due within the last `sendingPriorityMs`: then the work that its comment names waits. */
export async function isSendingDue(db: Kysely<Tables>, shop: ShopDomain, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('dropship_orders')
    .select('id')
    .where('shop', '=', shop)
    .where('state', 'in', openStates)
    .where('next_attempt_at', '<=', now)
    .where('next_attempt_at', '>', new Date(now.getTime() - sendingPriorityMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Postpones one order until `until`, whatever its reason, because planning or sending it failed. */
export async function postponeOrder(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: DropshipOrderId,
  until: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set({next_attempt_at: until})
    .where('shop', '=', shop)
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .execute();
}

/**
 * The supplier cannot be reached: the shop's due orders that wait for nothing else are postponed together, so that they do not all run
 * into the same failure. Each stores since when the supplier has been unreachable for it.
 */
export async function postponeWaitingOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  reason: Reason,
  until: Date,
  now: Date,
): Promise<void> {
  await db
    .updateTable('dropship_orders')
    .set((eb) => ({
      next_attempt_at: until,
      reason_code: reason.code,
      reason: reason.text,
      unreachable_since: eb.fn.coalesce('unreachable_since', eb.val(now)),
      due_by_event: false,
      updated_at: now,
    }))
    .where('shop', '=', shop)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('reason_code', 'is', null), eb('reason_code', 'in', [...queuedOnlyCodes, reason.code])]))
    .execute();
}
