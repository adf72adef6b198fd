// Places a line at the supplier again, only when the merchant asks: makes a new row with the next generation and a new reference, and
// closes the former row. Repeating the action changes nothing more.
import type {Kysely} from 'kysely';
import type {AuditAction} from '#domain/activity/audit-actions.ts';
import {type DropshipOrderId, dropshipReference} from '#domain/ids.ts';
import {findEnding} from '#domain/orders/attention/ending.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {allowsAnotherRefund, loadLastRefund} from '../db/orders/buyer-refunds.ts';
import {type StoredDropshipOrder, toDropshipOrder} from '../db/orders/dropship-orders.ts';
import {loadLatestGeneration} from '../db/orders/order-history.ts';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, saveAction} from './merchant-actions.ts';

/** States in which the merchant may place again. An order that can still be paid at the supplier must be dismissed first. */
export const placeAgainStates = [
  'unconfirmed',
  'rejected',
  'dismissed',
  'refunded',
] as const satisfies readonly DropshipState[];

/**
 * Places the line of an order again that is in one of `placeAgainStates`. `done` has the new row, or the line's current row if it was
 * placed again already. The new row gets the approvals and typed details.
 * @param newId the id for the new row.
 */
export async function placeAgain(
  db: Kysely<Tables>,
  context: ActionContext,
  newId: DropshipOrderId,
  now: Date,
): Promise<ActionOutcome> {
  const may = ({state}: StoredDropshipOrder) => placeAgainStates.some((from) => from === state);
  return placeNext(db, context, {newId, action: 'placed_again', may}, now);
}

/**
 * Closes an unpaid order that the buyer changed, and places the line again as the store order is now: both or neither, so that no second
 * order is made beside one that is still to be paid. Only where what changed asks for it.
 */
export async function replaceUnpaid(
  db: Kysely<Tables>,
  context: ActionContext,
  newId: DropshipOrderId,
  now: Date,
): Promise<ActionOutcome> {
  const may = (order: StoredDropshipOrder) => findEnding(order)?.kind === 'replace';
  return placeNext(db, context, {newId, action: 'replaced', may}, now);
}

/** The id for the new row, the action's name in the audit trail, and whether the action is allowed for an order. */
type NextOrder = {
  readonly newId: DropshipOrderId;
  readonly action: AuditAction;
  /** Whether the action is allowed for the order. */
  readonly may: (order: StoredDropshipOrder) => boolean;
};

/**
 * Makes the line's next order and closes the former one, if the action is allowed. A line that has a later order already stays as it is.
 */
async function placeNext(
  db: Kysely<Tables>,
  context: ActionContext,
  {newId, action, may}: NextOrder,
  now: Date,
): Promise<ActionOutcome> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('dropship_orders')
      .selectAll()
      .where('shop', '=', context.shop)
      .where('id', '=', context.id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return {kind: 'not_found'};
    const order = toDropshipOrder(row);
    const latest = await loadLatestGeneration(trx, order);
    if (latest.generation > order.generation) return {kind: 'done', order: latest};
    if (!may(order)) return {kind: 'not_now', state: order.state};
    if (!allowsAnotherRefund(await loadLastRefund(trx, order.shop, order.id)))
      return {kind: 'conflict', why: 'buyer_refunded'};
    const next = await saveNextGeneration(trx, order, newId, now);
    await closeReplacedOrder(trx, order, next.reference, now);
    await saveAction(trx, context, action, next.reference, now);
    return {kind: 'done', order: next};
  });
}

/** Saves a new order for the line, with the next generation and its own reference. */
async function saveNextGeneration(
  trx: Kysely<Tables>,
  order: StoredDropshipOrder,
  id: DropshipOrderId,
  now: Date,
): Promise<StoredDropshipOrder> {
  const generation = order.generation + 1;
  const {order_gid, order_name, line_gid, article_id, article_name, variant_gid, quantity, country, ordered_at} = order;
  const row = await trx
    .insertInto('dropship_orders')
    .values({
      id,
      generation,
      shop: order.shop,
      order_gid,
      order_name,
      line_gid,
      article_id,
      article_name,
      variant_gid,
      quantity,
      country,
      ordered_at,
      colour: order.colour,
      size: order.size,
      reference: dropshipReference(order.shop, order_name, line_gid, generation),
      state: 'waiting',
      approved: JSON.stringify(order.approved),
      approved_price: order.approved_price,
      details_sealed: order.details_sealed,
      revenue: order.revenue,
      buyer_paid: order.buyer_paid,
      found_by: 'merchant',
      store_updated_at: order.store_updated_at,
      next_attempt_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDropshipOrder(row);
}

/** Closes the former order, if it is not closed yet, and notes which reference replaced it. */
async function closeReplacedOrder(
  trx: Kysely<Tables>,
  order: StoredDropshipOrder,
  by: string,
  now: Date,
): Promise<void> {
  const closed = order.state === 'unconfirmed' || order.state === 'rejected' || order.state === 'awaiting_payment';
  await trx
    .updateTable('dropship_orders')
    .set({
      ...(closed ? {state: 'dismissed', closed_at: now} : {}),
      details_sealed: null,
      reason_code: 'placed_again',
      reason: `Placed again as ${by}.`,
      note_due: true,
      updated_at: now,
    })
    .where('shop', '=', order.shop)
    .where('id', '=', order.id)
    .execute();
}
