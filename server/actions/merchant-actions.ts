// The merchant's decisions about a dropship order. Each action is one transaction with its line in the audit trail. An action that the
// order's state does not allow is refused. Repeating one never orders twice; it may add facts (repeated-action.ts). Jobs do the sending and
// the writing to the store: after an action, enqueue `dropship` (orders that became due) or `store-writeback` (what the store still needs).

import type {Kysely, Transaction, Updateable} from 'kysely';
import type {AuditAction} from '#domain/activity/audit-actions.ts';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {type DropshipState, isOpenState, mayMove} from '#domain/orders/dropship-state.ts';
import {toFixedReason} from '#domain/orders/reason-texts.ts';
import type {OverrulableCode} from '#domain/orders/reasons.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {suppressVariant} from '../db/listings/listing-variants.ts';
import {type StoredDropshipOrder, toDropshipOrder} from '../db/orders/dropship-orders.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {DropshipOrdersTable} from '../db/tables/order-tables.ts';
import type {Tables} from '../db/tables/tables.ts';
import {overruledNow} from './orders/overruled-now.ts';
import {
  type ActionConflict,
  paidColumns,
  type RepeatOutcome,
  refuseTracking,
  repeatConfirmed,
  repeatShipped,
  type ShipmentInput,
  shipmentColumns,
} from './repeated-action.ts';

export type ActionOutcome =
  | {readonly kind: 'done'; readonly order: StoredDropshipOrder}
  | {readonly kind: 'not_found'}
  /** The order's state does not allow the action. */
  | {readonly kind: 'not_now'; readonly state: DropshipState}
  | ActionConflict;

export type ActionContext = {
  readonly shop: ShopDomain;
  readonly id: DropshipOrderId;
  readonly actor: string; // `user:` and Shopify's user id
};

/**
 * Send now: overrules the given codes, and the order's own reason with the further ones in its text if it can be. Makes the order due.
 * @param shown what the merchant saw; anything else now is a conflict, so that nothing unseen is overruled.
 */
export async function approveSending(
  db: Kysely<Tables>,
  context: ActionContext,
  codes: readonly OverrulableCode[],
  now: Date,
  shown?: Pick<StoredDropshipOrder, 'reason' | 'quantity' | 'price' | 'fee'>,
): Promise<ActionOutcome> {
  return actOnOrder(db, context, now, async (trx, order) => {
    if (!isOpenState(order.state)) return null;
    if (shown !== undefined && !isSameValue(shown, pickShown(order))) return {kind: 'conflict', why: 'other_reason'};
    const own = await overruledNow(trx, order, now);
    const approved = [...new Set([...order.approved, ...own, ...codes])];
    if (own.length + codes.length === 0) await saveAction(trx, context, 'looked_at_again', null, now);
    else await saveAction(trx, context, 'approved', approved.join(', '), now);
    // Approves the price at the time of the hold, and no higher one.
    const agreed = order.reason_code === 'price_rose' ? {approved_price: order.price} : {};
    return {approved: JSON.stringify(approved), ...agreed, ...toDueAgain(now)};
  });
}

const pickShown = ({reason, quantity, price, fee}: StoredDropshipOrder) => ({reason, quantity, price, fee});

/** Records that the supplier has an unconfirmed order, which the merchant found in the supplier account. */
export async function confirmUnconfirmed(
  db: Kysely<Tables>,
  context: ActionContext,
  found: {readonly ref: string | null; readonly checkoutUrl: string | null},
  now: Date,
): Promise<ActionOutcome> {
  const again = (order: StoredDropshipOrder) => repeatConfirmed(order, found.ref);
  const from = 'unconfirmed';
  return changeOrderState(db, context, 'awaiting_payment', {now, action: 'confirmed', again, from}, () => ({
    ref: found.ref,
    checkout_url: found.checkoutUrl,
    checkout_withheld: found.checkoutUrl === null ? 'The order was confirmed by hand, without a link.' : null,
    placed_at: now,
    details_sealed: null,
    reason_code: null,
    reason: null,
  }));
}

/** Checks the locked order before the action; a conflict that it returns refuses the action. */
type RefuseOrder = (order: StoredDropshipOrder) => ActionConflict | null;

export async function markPaid(
  db: Kysely<Tables>,
  context: ActionContext,
  now: Date,
  refuse?: RefuseOrder,
): Promise<ActionOutcome> {
  const facts = (_: unknown, order: StoredDropshipOrder) => refuse?.(order) ?? paidColumns(order, now);
  return changeOrderState(db, context, 'paid', {now, action: 'marked_paid'}, facts);
}

/** The store now needs the fulfilment; `store-writeback` makes it. Repeated with other tracking data, it corrects the first. */
export async function markShipped(
  db: Kysely<Tables>,
  context: ActionContext,
  shipment: ShipmentInput,
  now: Date,
  refuse?: RefuseOrder,
): Promise<ActionOutcome> {
  const again = (order: StoredDropshipOrder) => refuse?.(order) ?? repeatShipped(order, shipment, now);
  return changeOrderState(db, context, 'shipped', {now, action: 'marked_shipped', again}, (_, order) => {
    const shipped = {shipped_at: now, closed_at: now, ...shipmentColumns(shipment, now)};
    return refuse?.(order) ?? refuseTracking(order, shipment) ?? shipped;
  });
}

/** Schedules a failed fulfilment again. */
export async function retryFulfilment(db: Kysely<Tables>, context: ActionContext, now: Date): Promise<ActionOutcome> {
  return actOnOrder(db, context, now, async (trx, order) => {
    if (order.state !== 'shipped' || order.fulfil !== 'failed') return null;
    await saveAction(trx, context, 'fulfil_again', null, now);
    return {fulfil: 'wanted', fulfil_reason: null, fulfil_since: now};
  });
}

/** Records that the supplier refunded the order in full. With `offSale`, `store-writeback` later removes the variant from the store. */
export async function markRefunded(
  db: Kysely<Tables>,
  context: ActionContext,
  {offSale}: {readonly offSale: boolean},
  now: Date,
): Promise<ActionOutcome> {
  const action = offSale ? 'refunded_off_sale' : 'refunded';
  return changeOrderState(db, context, 'refunded', {now, action}, async (trx, order) => {
    const known =
      offSale && order.variant_gid !== null && (await suppressVariant(trx, context.shop, order.variant_gid, now));
    return {
      closed_at: now,
      off_sale: known ? 'wanted' : null,
      off_sale_reason: offSale && !known ? 'The variant is not in the store any more.' : null,
    };
  });
}

/** Closes an order: nothing more is sent or expected for it, unless the merchant places the line again. */
export async function dismissOrder(db: Kysely<Tables>, context: ActionContext, now: Date): Promise<ActionOutcome> {
  return changeOrderState(db, context, 'dismissed', {now, action: 'dismissed'}, () => ({
    closed_at: now,
    next_attempt_at: null,
    details_sealed: null,
  }));
}

type OrderChange = Updateable<DropshipOrdersTable>;

/** Returns the columns to change; a conflict or null refuses the action. */
type MakeChange = (
  trx: Transaction<Tables>,
  order: StoredDropshipOrder,
) => Promise<OrderChange | ActionConflict | null>;

/** Changes an order under a lock, so the second of two clicks sees the effect of the first. `change` returns null to refuse the action. */
export async function actOnOrder(
  db: Kysely<Tables>,
  context: ActionContext,
  now: Date,
  change: MakeChange,
): Promise<ActionOutcome> {
  return inTransaction(db, (trx) => actOnOrderWithin(trx, context, now, change));
}

/** Does what `actOnOrder` does, in a transaction that is open already. */
export async function actOnOrderWithin(
  trx: Transaction<Tables>,
  {shop, id}: ActionContext,
  now: Date,
  change: MakeChange,
): Promise<ActionOutcome> {
  const row = await trx
    .selectFrom('dropship_orders')
    .selectAll()
    .where('shop', '=', shop)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return {kind: 'not_found'};
  const order = toDropshipOrder(row);
  const changed = await change(trx, order);
  if (changed === null) return {kind: 'not_now', state: order.state};
  if ('kind' in changed) return changed;
  const updated = await trx
    .updateTable('dropship_orders')
    .set((eb) => ({...changed, revision: eb('revision', '+', 1), note_due: true, updated_at: now}))
    .where('shop', '=', shop)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return {kind: 'done', order: toDropshipOrder(updated)};
}

type StateChange = {
  readonly now: Date;
  readonly action: AuditAction;
  /** For one of several actions that lead to the state: the only state in which it is allowed. */
  readonly from?: DropshipState;
  /** What a repetition adds to an order that has the state already; left out: nothing. */
  readonly again?: (order: StoredDropshipOrder) => RepeatOutcome;
};

/** Changes an order's state if dropship-state.ts allows it. If the order has the state already, it adds new facts and is no error. */
export function changeOrderState(
  db: Kysely<Tables>,
  context: ActionContext,
  to: DropshipState,
  {now, action, again, from}: StateChange,
  facts: (
    trx: Transaction<Tables>,
    order: StoredDropshipOrder,
  ) => OrderChange | ActionConflict | Promise<OrderChange | ActionConflict>,
): Promise<ActionOutcome> {
  return actOnOrder(db, context, now, async (trx, order) => {
    if (order.state === to) {
      const more = again?.(order) ?? null;
      if (more === null) return {};
      if (more.kind === 'added') await saveAction(trx, context, more.action, null, now);
      return more.kind === 'added' ? more.change : more;
    }
    if (!mayMove(order.state, to, 'merchant') || (from !== undefined && order.state !== from)) return null;
    const change = await facts(trx, order);
    if ('kind' in change) return change;
    await saveAction(trx, context, action, null, now);
    return {...change, state: to};
  });
}

/** Writes the action on a dropship order to the audit trail. */
export const saveAction = (
  trx: Kysely<Tables>,
  {shop, id, actor}: ActionContext,
  action: AuditAction,
  detail: string | null,
  now: Date,
): Promise<void> => saveAudit(trx, shop, {actor, action, subject: id, detail}, now);

/** The columns that make an order `waiting` and due. If its reason still applies, the next plan sets that again. */
export function toDueAgain(now: Date): OrderChange {
  const {code, text} = toFixedReason('looked_at_again');
  return {state: 'waiting', reason_code: code, reason: text, next_attempt_at: now};
}
