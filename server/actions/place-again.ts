// A new supplier order for the same line, only when the merchant asks for it. The generation rises, the reference is new, and the former
// row is closed. Repeating it does nothing more.
import type {Kysely} from 'kysely';
import {type DropshipOrderId, dropshipReference} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {readOrder, type StoredDropshipOrder} from '../db/orders/dropship-orders.ts';
import type {Tables} from '../db/tables/tables.ts';
import {type ActionContext, type ActionOutcome, saveAction} from './merchant-actions.ts';

/** States from which the merchant may place again. An order that may still be paid at the supplier has to be dismissed first. */
export const placedAgainFrom = [
  'unconfirmed',
  'rejected',
  'dismissed',
  'refunded',
] as const satisfies readonly DropshipState[];

/**
 * `done` carries the new row. If the line was placed again already, it carries the line's current row. Approvals and typed details are
 * copied to the new row.
 * @param newId the new row's id, if one is made.
 */
export async function placeAgain(
  db: Kysely<Tables>,
  context: ActionContext,
  newId: DropshipOrderId,
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
    const order = readOrder(row);
    const latest = await loadLatest(trx, order);
    if (latest.generation > order.generation) return {kind: 'done', order: latest};
    if (!placedAgainFrom.some((state) => state === order.state)) return {kind: 'not_now', state: order.state};
    const next = await saveNext(trx, order, newId, now);
    await saveReplaced(trx, order, next.reference, now);
    await saveAction(trx, context, 'placed_again', next.reference, now);
    return {kind: 'done', order: next};
  });
}

async function loadLatest(trx: Kysely<Tables>, order: StoredDropshipOrder): Promise<StoredDropshipOrder> {
  const row = await trx
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', order.shop)
    .where('order_gid', '=', order.order_gid)
    .where('line_gid', '=', order.line_gid)
    .orderBy('generation', 'desc')
    .executeTakeFirstOrThrow();
  return readOrder(row);
}

async function saveNext(
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
  return readOrder(row);
}

async function saveReplaced(trx: Kysely<Tables>, order: StoredDropshipOrder, by: string, now: Date): Promise<void> {
  const closed = order.state === 'unconfirmed' || order.state === 'rejected';
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
