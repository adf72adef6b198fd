// Refunds to buyers: committed with key and amounts before Shopify is asked, then settled with what became of them. For each dropship order
// at most one that was made, or may have been made.
import {type Kysely, type Selectable, sql, type Transaction} from 'kysely';
import {minute} from '#domain/durations.ts';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {notMadeStates, openRefundStates, type RefundState} from '#domain/orders/refunds/judge-refund.ts';
import {isNotSupplied} from '#domain/orders/refunds/plan-refund.ts';
import type {RefundInput} from '#domain/orders/refunds/refund-input.ts';
import type {BuyerRefundsTable} from '../tables/refund-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {loadLatestGeneration} from './order-history.ts';

export type StoredRefund = Selectable<BuyerRefundsTable>;

/** Milliseconds for which a process may be sending a refund; longer than the call with the exchange of its token. */
const sendingForMs = 3 * minute;

/** The refund of a dropship order that was made, or may have been made, else the newest one; null: none was asked for. */
export async function loadLastRefund(
  db: Kysely<Tables>,
  shop: ShopDomain,
  order: DropshipOrderId,
): Promise<StoredRefund | null> {
  const row = await db
    .selectFrom('buyer_refunds')
    .selectAll()
    .where('shop', '=', shop)
    .where('dropship_order_id', '=', order)
    .orderBy((eb) => eb('state', 'in', notMadeStates))
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** The refunds of a dropship order that count as not made. */
export const loadNotMadeRefunds = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  order: DropshipOrderId,
): Promise<StoredRefund[]> =>
  db
    .selectFrom('buyer_refunds')
    .selectAll()
    .where('shop', '=', shop)
    .where('dropship_order_id', '=', order)
    .where('state', 'in', notMadeStates)
    .execute();

/** Whether the dropship order may get a refund after its last one; null: it had none. */
export const allowsAnotherRefund = (refund: Pick<StoredRefund, 'state'> | null): boolean =>
  refund === null || notMadeStates.some((state) => state === refund.state);

/** Whether a process may be sending the refund at this moment. */
export const isBeingSent = ({sending_until}: Pick<StoredRefund, 'sending_until'>, now: Date): boolean =>
  sending_until !== null && sending_until > now;

export type NewRefund = Pick<
  StoredRefund,
  | 'id'
  | 'shop'
  | 'dropship_order_id'
  | 'currency'
  | 'line'
  | 'shipping'
  | 'refunds_before'
  | 'refunded_before'
  | 'actor'
> & {readonly input: RefundInput};

/** Commits the intent, with the caller as the one who sends it. Null: there is a refund already. Call it in the action's transaction. */
export async function saveRefundIntent(
  trx: Transaction<Tables>,
  refund: NewRefund,
  now: Date,
): Promise<StoredRefund | null> {
  const row = await trx
    .insertInto('buyer_refunds')
    .values({
      ...refund,
      input: JSON.stringify(refund.input),
      state: 'intended',
      asked_at: now,
      sent_at: now,
      sending_until: new Date(now.getTime() + sendingForMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await noteOpenRefunds(trx, row.shop, row.dropship_order_id);
  return row;
}

/**
 * Locks the dropship order and says whether its line may be paid back: the supplier does not supply it, and it was not placed again. Whoever
 * places it again holds the same lock.
 */
export async function lockRefundable(
  trx: Transaction<Tables>,
  {shop, dropship_order_id}: RefundOfOrder,
): Promise<boolean> {
  const order = await lockOrder(trx, {shop, dropship_order_id});
  if (order === undefined || !isNotSupplied(order)) return false;
  const latest = await loadLatestGeneration(trx, {...order, shop});
  return latest.generation === order.generation;
}

/** Whoever changes an order and a refund of it locks the order first. */
const lockOrder = (trx: Transaction<Tables>, {shop, dropship_order_id}: RefundOfOrder) =>
  trx
    .selectFrom('dropship_orders')
    .select(['state', 'order_gid', 'line_gid', 'generation'])
    .where('shop', '=', shop)
    .where('id', '=', dropship_order_id)
    .forUpdate()
    .executeTakeFirst();

type RefundOfOrder = Pick<StoredRefund, 'shop' | 'dropship_order_id'>;

/** SQL on `dropship_orders`: whether a refund of the order still asks something of the merchant. */
const hasOpenRefund = sql<boolean>`exists (
  select from buyer_refunds r where r.shop = dropship_orders.shop and r.dropship_order_id = dropship_orders.id
    and r.ended_at is null and r.state in (${sql.join(openRefundStates)})
)`;

/** Notes at the shop's orders with refunds, or at one of them, whether a refund still asks something of the merchant. */
export async function noteOpenRefunds(db: Kysely<Tables>, shop: ShopDomain, order?: DropshipOrderId): Promise<void> {
  const refunded = db.selectFrom('buyer_refunds').select('dropship_order_id').where('shop', '=', shop);
  await db
    .updateTable('dropship_orders')
    .set({refund_open: hasOpenRefund, note_due: true})
    .where('shop', '=', shop)
    .where((eb) => (order === undefined ? eb('id', 'in', refunded) : eb('id', '=', order)))
    .where(sql<boolean>`refund_open is distinct from ${hasOpenRefund}`)
    .execute();
}

/** Stores that the merchant has done what was open of the order's refund. Null: nothing of it is open that the merchant can end. */
export async function endRefund(
  trx: Transaction<Tables>,
  refund: StoredRefund,
  now: Date,
): Promise<StoredRefund | null> {
  await lockOrder(trx, refund);
  const row = await trx
    .updateTable('buyer_refunds')
    .set({ended_at: now})
    .where('id', '=', refund.id)
    .where('ended_at', 'is', null)
    .where('state', 'in', openRefundStates)
    .where((eb) => eb.or([eb('sending_until', 'is', null), eb('sending_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
  await noteOpenRefunds(trx, refund.shop, refund.dropship_order_id);
  return row ?? null;
}

/** Takes the refund to send it again. Null: it is not as it was read any more, such as sent by another process. */
export async function claimRefund(
  trx: Transaction<Tables>,
  refund: StoredRefund,
  now: Date,
): Promise<StoredRefund | null> {
  const present = await lockRefund(trx, refund.id);
  if (!isOutcomeOpen(present) || !isSameSending(present, refund)) return null;
  return trx
    .updateTable('buyer_refunds')
    .set({sent_at: now, sending_until: new Date(now.getTime() + sendingForMs)})
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What became of a refund. */
export type RefundEnd = {
  readonly state: Exclude<RefundState, 'intended'>;
  readonly said: string | null;
  /** The refund that Shopify made; null: none is known. */
  readonly made: {readonly gid: string; readonly went: number; readonly byHand: number} | null;
};

/**
 * Stores what became of the refund, as it was read or sent; else the present one is returned. That Shopify made it is always stored, but for
 * what is settled for good. Anything else counts only for the sending that it speaks of. @param refund as it was read before.
 */
export async function settleRefund(
  trx: Transaction<Tables>,
  refund: StoredRefund,
  {state, said, made}: RefundEnd,
  now: Date,
): Promise<{readonly isStored: boolean; readonly before: RefundState; readonly refund: StoredRefund}> {
  await lockOrder(trx, refund);
  const present = await lockRefund(trx, refund.id);
  const {state: before} = present;
  const mayBeStored =
    made === null
      ? isOutcomeOpen(present) && isSameSending(present, refund)
      : present.state !== 'succeeded' && present.state !== 'by_hand';
  if (!mayBeStored) {
    // An earlier release, running beside this one, may have settled it without that.
    await noteOpenRefunds(trx, present.shop, present.dropship_order_id);
    return {isStored: false, before, refund: present};
  }
  const paid = made === null ? {} : {refund_gid: made.gid, went: made.went, by_hand: made.byHand};
  const settled = await trx
    .updateTable('buyer_refunds')
    .set({state, said, ...paid, sending_until: null, settled_at: now})
    .where('id', '=', refund.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteOpenRefunds(trx, settled.shop, settled.dropship_order_id);
  return {isStored: true, before, refund: settled};
}

const lockRefund = (trx: Transaction<Tables>, id: string): Promise<StoredRefund> =>
  trx.selectFrom('buyer_refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** Whether it is not known if Shopify made it. */
export const isOutcomeOpen = ({state}: Pick<StoredRefund, 'state'>): boolean =>
  state === 'intended' || state === 'unknown';

/** Whether the refund was not sent again since it was read, and its sending has not ended. */
const isSameSending = (present: StoredRefund, read: StoredRefund): boolean =>
  present.sent_at.getTime() === read.sent_at.getTime() &&
  present.sending_until?.getTime() === read.sending_until?.getTime();
