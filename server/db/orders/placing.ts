// The critical section of a dropship order: claim, attempt, settlement. The intent is committed before a byte leaves, and only the
// owner settles its claim. A claim not settled in time becomes `unconfirmed` and is never sent again automatically.

import {type Kysely, sql} from 'kysely';
import type {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {lostClaimReason} from '#domain/orders/reason-texts.ts';
import type {Reason, ReasonCode} from '#domain/orders/reasons.ts';
import {inTransaction} from '../connection/transaction.ts';
import {reasonUnlessErased} from '../secrets/details.ts';
import type {Tables} from '../tables/tables.ts';
import type {StoredDropshipOrder} from './dropship-orders.ts';

/** The right of one worker to send one order to the supplier once. */
export type PlacingClaim = {
  readonly shop: ShopDomain;
  readonly orderId: DropshipOrderId;
  readonly attemptId: number; // the row of the attempt
  readonly owner: string; // the worker that has the claim
};

/** Columns that are stored when an order is claimed: what it is sent with. */
export type ClaimColumns = Pick<
  StoredDropshipOrder,
  | 'colour'
  | 'size'
  | 'quantity'
  | 'wanted'
  | 'scheduled'
  | 'country'
  | 'province'
  | 'address_mark'
  | 'name_mark'
  | 'email_mark'
  | 'zone'
  | 'warning'
  | 'price'
  | 'fee'
> & {/** `OrderWords` as JSON. */ readonly words?: string};

/**
 * `waiting` becomes `placing`, with the attempt recorded, in one commit. Null when another worker was first, or when since the plan was
 * made the order's `revision` rose (for example by a cancellation), the app was removed or stopped, sending was paused, the dropship
 * key was refused, or another worker took the shop's lane. The order is then planned again before anything is sent.
 */
export async function claimForPlacing(
  db: Kysely<Tables>,
  order: Pick<StoredDropshipOrder, 'shop' | 'id' | 'revision'> & {readonly laneToken?: number | undefined},
  owner: string,
  facts: ClaimColumns,
  now: Date,
  leaseMs: number,
): Promise<PlacingClaim | null> {
  return inTransaction(db, async (trx) => {
    // Waits for a pause or a removal that is being committed, so the check below sees it. A later one waits for this claim.
    await trx.selectFrom('shops').select('shop').where('shop', '=', order.shop).forShare().execute();
    const claimed = await trx
      .updateTable('dropship_orders')
      .set((eb) => ({
        ...facts,
        state: 'placing',
        reason_code: null,
        reason: null,
        lease_owner: owner,
        lease_until: new Date(now.getTime() + leaseMs),
        next_attempt_at: null,
        due_by_event: false,
        sent_at: now,
        attempts: eb('attempts', '+', 1),
        updated_at: now,
      }))
      .where('shop', '=', order.shop)
      .where('id', '=', order.id)
      .where('state', '=', 'waiting')
      .where('revision', '=', order.revision)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('shops')
            .select('shops.shop')
            .where('shops.shop', '=', order.shop)
            .where('shops.state', '=', 'installed')
            .where(sql<boolean>`shops.settings->'orders'->>'sendingPaused' is distinct from 'true'`)
            .where(sql<boolean>`shops.lane_token = coalesce(${order.laneToken ?? null}::integer, shops.lane_token)`)
            .where('shops.dropship_key_state', '<>', 'rejected'),
        ),
      )
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) return null;
    const attempt = await trx
      .insertInto('dropship_attempts')
      .values({shop: order.shop, dropship_order_id: order.id, started_at: now})
      .returning('id')
      .executeTakeFirstOrThrow();
    return {shop: order.shop, orderId: order.id, attemptId: attempt.id, owner};
  });
}

/** The state an order gets after it was sent, or after sending it failed. */
export type PlacingSettlement =
  | {
      readonly state: 'awaiting_payment';
      readonly ref: string; // the supplier’s own number of the order
      readonly checkoutUrl: string | null;
      readonly checkoutWithheld: string | null; // why the link is not stored; null: it is, or there is none
    }
  | {readonly state: 'rejected' | 'unconfirmed'; readonly reason: Reason}
  | {
      readonly state: 'waiting';
      readonly reason: Reason;
      readonly nextAttemptAt: Date | null; // not before this time is the order sent; null: it is not due by time
      /** Since when the supplier has been unreachable for this order; null or absent: it was reachable. */
      readonly unreachableSince?: Date | null;
    };

/** What became of one attempt to place an order. `never_sent`: no byte left; `sent`: without an answer. */
export type AttemptResult = {
  readonly phase: 'never_sent' | 'sent' | 'answered';
  readonly httpStatus: number | null; // null: there was no answer
  readonly verdict: string; // the outcome in one word, for example `placed`
  readonly detail: string | null; // more about the outcome; may quote the supplier
};

/**
 * Stores the result of the claim. The attempt is always recorded. A late `awaiting_payment` also settles an order that the sweep already
 * marked `unconfirmed`; on an order that the merchant dismissed since, its reference and link are only recorded. False when the order no
 * longer belonged to this claim. Found by id, not by the shop's name, which the store may have changed since the claim.
 */
export async function settlePlacing(
  db: Kysely<Tables>,
  claim: PlacingClaim,
  settlement: PlacingSettlement,
  attempt: AttemptResult,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // Locks the order's row before its attempts change: so an erasure is either seen here or erases what is stored here.
    const order = await trx
      .selectFrom('dropship_orders')
      .select('buyer_erased_at')
      .where('id', '=', claim.orderId)
      .forUpdate()
      .executeTakeFirst();
    await trx
      .updateTable('dropship_attempts')
      .set({
        finished_at: now,
        phase: attempt.phase,
        http_status: attempt.httpStatus,
        verdict: attempt.verdict,
        detail: order?.buyer_erased_at == null ? attempt.detail : null,
      })
      .where('id', '=', claim.attemptId)
      .execute();
    const settled = await trx
      .updateTable('dropship_orders')
      .set({...settledColumns(settlement, now), lease_owner: null, lease_until: null, note_due: true, updated_at: now})
      .where('id', '=', claim.orderId)
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'placing'), eb('lease_owner', '=', claim.owner)]),
          ...(settlement.state === 'awaiting_payment' ? [eb('state', '=', 'unconfirmed')] : []),
        ]),
      )
      .executeTakeFirst();
    if (settled.numUpdatedRows > 0n) return true;
    if (settlement.state === 'awaiting_payment') await saveLateAnswer(trx, claim, settlement, now);
    return false;
  });
}

/** Stores the supplier's late reference and link on an order that the merchant has dismissed. The order stays dismissed. */
async function saveLateAnswer(
  trx: Kysely<Tables>,
  claim: PlacingClaim,
  {ref, checkoutUrl, checkoutWithheld}: Extract<PlacingSettlement, {readonly state: 'awaiting_payment'}>,
  now: Date,
): Promise<void> {
  const [again, late] = ['placed_again', 'placed_late'] as const satisfies readonly ReasonCode[];
  const text = `The supplier answered after all and has this order as ${ref}. Do not pay it there if you do not want it.`;
  await trx
    .updateTable('dropship_orders')
    .set({
      ref,
      checkout_url: checkoutUrl,
      checkout_withheld: checkoutWithheld,
      reason_code: sql<ReasonCode>`case reason_code when ${again} then reason_code else ${late} end`,
      reason: sql<string>`case reason_code when ${again} then reason || ' ' else '' end || ${text}::text`,
      note_due: true,
      updated_at: now,
    })
    .where('id', '=', claim.orderId)
    .where('state', '=', 'dismissed')
    .execute();
}

function settledColumns(settlement: PlacingSettlement, now: Date) {
  switch (settlement.state) {
    case 'awaiting_payment':
      return {
        state: settlement.state,
        reason_code: null,
        reason: null,
        ref: settlement.ref,
        checkout_url: settlement.checkoutUrl,
        checkout_withheld: settlement.checkoutWithheld,
        placed_at: now,
        details_sealed: null,
        unreachable_since: null,
      };
    case 'rejected':
    case 'unconfirmed':
      return {
        state: settlement.state,
        reason_code: settlement.reason.code,
        reason: reasonUnlessErased(settlement.reason),
      };
    case 'waiting':
      return {
        state: settlement.state,
        reason_code: settlement.reason.code,
        reason: settlement.reason.text,
        next_attempt_at: settlement.nextAttemptAt,
        sent_at: null,
        unreachable_since: settlement.unreachableSince ?? null,
      };
  }
}

/** Stands in the sentence for the reference, and is replaced by each row's own. */
const referencePlaceholder = '{reference}';

/** Makes orders with an expired claim `unconfirmed`, because it is not known whether the supplier has them. Returns how many. */
export async function saveLostClaims(db: Kysely<Tables>, now: Date): Promise<number> {
  const {code, text} = lostClaimReason(referencePlaceholder);
  const result = await db
    .updateTable('dropship_orders')
    .set({
      state: 'unconfirmed',
      reason_code: code,
      reason: sql<string>`replace(${text}::text, ${referencePlaceholder}::text, reference)`,
      lease_owner: null,
      lease_until: null,
      note_due: true,
      updated_at: now,
    })
    .where('state', '=', 'placing')
    .where('lease_until', '<', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
