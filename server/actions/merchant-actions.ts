// The merchant's decisions about a dropship order. Each action is one transaction with its line in the audit trail. An action that the
// order's state does not allow is refused. Repeating one never orders twice; it may add facts (repeated-action.ts). Jobs do the sending and
// the writing to the store: after an action, enqueue `dropship` (orders that became due) or `store-writeback` (what the store still needs).

import type {Kysely, Transaction, Updateable} from 'kysely';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {type DropshipState, isOpen, mayMove} from '#domain/orders/dropship-state.ts';
import {toReason} from '#domain/orders/reason-texts.ts';
import {isOverrulable, type Overrulable} from '#domain/orders/reasons.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {suppressVariant} from '../db/listings/listing-variants.ts';
import {readOrder, type StoredDropshipOrder} from '../db/orders/dropship-orders.ts';
import {saveAudit} from '../db/shops/audit.ts';
import type {DropshipOrdersTable} from '../db/tables/order-tables.ts';
import type {Tables} from '../db/tables/tables.ts';
import {
  type ActionConflict,
  type Again,
  confirmedAgain,
  refuseTracking,
  type Shipment,
  shipmentColumns,
  shippedAgain,
} from './repeated-action.ts';

export type ActionOutcome =
  | {readonly kind: 'done'; readonly order: StoredDropshipOrder}
  | {readonly kind: 'not_found'}
  /** The order is now in a state that does not allow this. */
  | {readonly kind: 'not_now'; readonly state: DropshipState}
  | ActionConflict;

export type ActionContext = {
  readonly shop: ShopDomain;
  readonly id: DropshipOrderId;
  /** `user:` and Shopify's user id. */
  readonly actor: string;
};

/**
 * Place anyway: overrules the given codes and, if the order's reason can be overruled, that reason and the further ones in its text. Makes
 * the order due, also where there is nothing to overrule.
 */
export async function approve(
  db: Kysely<Tables>,
  context: ActionContext,
  codes: readonly Overrulable[],
  now: Date,
): Promise<ActionOutcome> {
  return act(db, context, now, async (trx, order) => {
    if (!isOpen(order.state)) return null;
    const own = isOverrulable(order.reason_code) ? [order.reason_code, ...order.reason_covers] : [];
    const approved = [...new Set([...order.approved, ...own, ...codes])];
    if (own.length + codes.length === 0) await saveAction(trx, context, 'looked_at_again', null, now);
    else await saveAction(trx, context, 'approved', approved.join(', '), now);
    // Approves the price at the time of the hold, and no higher one.
    const agreed = order.reason_code === 'price_rose' ? {approved_price: order.price} : {};
    return {approved: JSON.stringify(approved), ...agreed, ...dueAgain(now)};
  });
}

/** The merchant found the order in the supplier's account. @param checkoutUrl a link that may be shown, or null. */
export async function confirmUnconfirmed(
  db: Kysely<Tables>,
  context: ActionContext,
  found: {readonly ref: string | null; readonly checkoutUrl: string | null},
  now: Date,
): Promise<ActionOutcome> {
  const again = (order: StoredDropshipOrder) => confirmedAgain(order, found.ref);
  return actTo(db, context, 'awaiting_payment', {now, action: 'confirmed', again}, () => ({
    ref: found.ref,
    checkout_url: found.checkoutUrl,
    checkout_withheld: found.checkoutUrl === null ? 'The order was confirmed by hand, without a link.' : null,
    placed_at: now,
    details_sealed: null,
    reason_code: null,
    reason: null,
  }));
}

/** @param refuse looks at the locked order before it is marked. */
export async function markPaid(
  db: Kysely<Tables>,
  context: ActionContext,
  now: Date,
  refuse?: (order: StoredDropshipOrder) => ActionConflict | null,
): Promise<ActionOutcome> {
  return actTo(db, context, 'paid', {now, action: 'marked_paid'}, (_, order) => refuse?.(order) ?? {paid_at: now});
}

/** The store now needs the fulfilment; `store-writeback` makes it. Repeated with other tracking data, it corrects the first. */
export async function markShipped(
  db: Kysely<Tables>,
  context: ActionContext,
  shipment: Shipment,
  now: Date,
): Promise<ActionOutcome> {
  const again = (order: StoredDropshipOrder) => shippedAgain(order, shipment, now);
  return actTo(db, context, 'shipped', {now, action: 'marked_shipped', again}, (_, order) => {
    return refuseTracking(order, shipment) ?? {shipped_at: now, closed_at: now, ...shipmentColumns(shipment, now)};
  });
}

/** Schedules a failed fulfilment again. */
export async function fulfilAgain(db: Kysely<Tables>, context: ActionContext, now: Date): Promise<ActionOutcome> {
  return act(db, context, now, async (trx, order) => {
    if (order.state !== 'shipped' || order.fulfil !== 'failed') return null;
    await saveAction(trx, context, 'fulfil_again', null, now);
    return {fulfil: 'wanted', fulfil_reason: null, fulfil_since: now};
  });
}

/** The supplier could not supply it and refunded it in full. With `offSale`, `store-writeback` later removes the variant from the store. */
export async function markRefunded(
  db: Kysely<Tables>,
  context: ActionContext,
  {offSale}: {readonly offSale: boolean},
  now: Date,
): Promise<ActionOutcome> {
  const action = offSale ? 'refunded_off_sale' : 'refunded';
  return actTo(db, context, 'refunded', {now, action}, async (trx, order) => {
    const known =
      offSale && order.variant_gid !== null && (await suppressVariant(trx, context.shop, order.variant_gid, now));
    return {
      closed_at: now,
      off_sale: known ? 'wanted' : null,
      off_sale_reason: offSale && !known ? 'The variant is not in the store any more.' : null,
    };
  });
}

export async function dismiss(db: Kysely<Tables>, context: ActionContext, now: Date): Promise<ActionOutcome> {
  return actTo(db, context, 'dismissed', {now, action: 'dismissed'}, () => ({
    closed_at: now,
    next_attempt_at: null,
    details_sealed: null,
  }));
}

type Change = Updateable<DropshipOrdersTable>;

type MakeChange = (trx: Transaction<Tables>, order: StoredDropshipOrder) => Promise<Change | ActionConflict | null>;

/** Locks the row, so the second of two clicks sees the effect of the first. `change` returns null where the action is not allowed. */
export async function act(
  db: Kysely<Tables>,
  context: ActionContext,
  now: Date,
  change: MakeChange,
): Promise<ActionOutcome> {
  return inTransaction(db, (trx) => actWithin(trx, context, now, change));
}

/** The same in a transaction that is open already. */
export async function actWithin(
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
  const order = readOrder(row);
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
  return {kind: 'done', order: readOrder(updated)};
}

/** A change of state that the table of states allows. Repeated in the new state, it is no error and adds new facts. */
function actTo(
  db: Kysely<Tables>,
  context: ActionContext,
  to: DropshipState,
  {
    now,
    action,
    again,
  }: {
    readonly now: Date;
    readonly action: string;
    readonly again?: (order: StoredDropshipOrder) => Again;
  },
  facts: (
    trx: Transaction<Tables>,
    order: StoredDropshipOrder,
  ) => Change | ActionConflict | Promise<Change | ActionConflict>,
): Promise<ActionOutcome> {
  return act(db, context, now, async (trx, order) => {
    if (order.state === to) {
      const more = again?.(order) ?? null;
      if (more === null) return {};
      if (more.kind === 'added') await saveAction(trx, context, more.action, null, now);
      return more.kind === 'added' ? more.change : more;
    }
    if (!mayMove(order.state, to, 'merchant')) return null;
    const change = await facts(trx, order);
    if ('kind' in change) return change;
    await saveAction(trx, context, action, null, now);
    return {...change, state: to};
  });
}

export function saveAction(
  trx: Kysely<Tables>,
  {shop, id, actor}: ActionContext,
  action: string,
  detail: string | null,
  now: Date,
): Promise<void> {
  return saveAudit(trx, shop, {actor, action, subject: id, detail}, now);
}

/** `waiting` and due. If the reason still holds, the next look sets it again. */
export function dueAgain(now: Date): Change {
  const {code, text} = toReason('looked_at_again');
  return {state: 'waiting', reason_code: code, reason: text, next_attempt_at: now};
}
