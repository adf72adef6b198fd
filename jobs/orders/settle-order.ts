// Stores the outcome of sending: always the attempt; the order only while the claim is valid (a confirmation also later, on an
// `unconfirmed` or `dismissed` order). Only what was never sent, or was refused for its key, becomes due again. Assumption: a repeated
// `reference` makes a second order (the interface document does not say), so nothing else that may have arrived is sent again.

import type {ShopDomain} from '#domain/ids.ts';
import {toFixedReason, unknownOutcomeReason} from '#domain/orders/reason-texts.ts';
import {codesFreedBy, recheckAt} from '#domain/orders/reasons.ts';
import {longestPauseMs, supplierRetryPauseMs} from '#domain/retry-ladder.ts';
import {makeDueByReason} from '../../server/db/orders/due-orders.ts';
import {
  type AttemptResult,
  type PlacingClaim,
  type PlacingSettlement,
  settlePlacing,
} from '../../server/db/orders/placing.ts';
import {markKeyRejected, saveKeyAnswered} from '../../server/db/secrets/shop-keys.ts';
import type {Deps} from '../../server/deps.ts';
import {retry} from '../../server/retry.ts';
import type {PlaceOutcome} from '../../server/supplier/dropship.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';

/**
 * Stores the outcome of one request to the supplier. If the supplier refused the key, saves that, or, if the key was replaced meanwhile,
 * makes the orders due that wait for another key.
 */
export async function settleOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {claim, key}: {readonly claim: PlacingClaim; readonly key: string},
  outcome: PlaceOutcome,
): Promise<'served' | 'supplier_unreachable'> {
  const {db, now} = deps;
  const sent = {reference: order.reference, unreachableSince: order.unreachable_since};
  const {settlement, attempt} = toSettlement(outcome, sent, now());
  await retrySettlement(() => settlePlacing(db, claim, settlement, attempt, now()), deps);
  deps.log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
  if (
    outcome.kind === 'unauthorised' &&
    (await markKeyRejected(db, deps.sealer, shop, {api: 'dropship', used: key})) === null
  ) {
    await makeDueByReason(db, shop, codesFreedBy('newer_key'), now());
  }
  if (outcome.kind === 'placed') await saveKeyAnswered(db, deps.sealer, shop, {api: 'dropship', used: key}, now());
  return outcome.kind === 'never_sent' ? 'supplier_unreachable' : 'served';
}

/**
 * Milliseconds between the attempts to store the outcome. With the longest request (65 s) they stay below the claim's 90 s if the database
 * refuses at once. If the database hangs, each try takes up to 35 s (5 to connect, 30 for the statement), and the claim expires before the
 * last try: the order is then `unconfirmed`, and only a supplier's confirmation is still stored on it.
 */
export const settlementPausesMs = [200, 1_000, 4_000, 10_000];

/** Retries storing an outcome. Throws the last error; the order then becomes `unconfirmed` when its claim expires. */
export function retrySettlement(
  settle: () => Promise<unknown>,
  {log, waitMs}: Pick<Deps, 'log' | 'waitMs'>,
): Promise<unknown> {
  const pauseAfter = (err: unknown, attempt: number): number | null => {
    const pause = settlementPausesMs[attempt - 1];
    if (pause === undefined) return null;
    log.error({err, pause}, 'the outcome of a request to the supplier could not be stored; it is tried again');
    return pause;
  };
  return retry(settle, pauseAfter, waitMs);
}

/** What was known of the order before the request. */
type SentOrder = {
  readonly reference: string;
  /** Since when the supplier has been unreachable for this order; null: it is not. */
  readonly unreachableSince: Date | null;
};

/** What to store with the dropship order, and what with this attempt to place it. */
type SettlementAndAttempt = {readonly settlement: PlacingSettlement; readonly attempt: AttemptResult};

/** The order's next state, with its reason and time, for each outcome of the request. */
export function toSettlement(
  outcome: PlaceOutcome,
  {reference, unreachableSince}: SentOrder,
  now: Date,
): SettlementAndAttempt {
  switch (outcome.kind) {
    case 'placed':
      return {
        settlement: {
          state: 'awaiting_payment',
          ref: outcome.ref,
          checkoutUrl: outcome.checkoutUrl,
          checkoutWithheld: outcome.checkoutWithheld,
        },
        attempt: {...toAttemptPhase(outcome.status), verdict: 'placed', detail: outcome.checkoutWithheld},
      };
    case 'rejected':
      return {
        settlement: {state: 'rejected', reason: {code: 'rejected', text: `The supplier said no: ${outcome.message}`}},
        attempt: {...toAttemptPhase(outcome.status), verdict: 'rejected', detail: null},
      };
    case 'unauthorised':
      return {
        settlement: {
          state: 'waiting',
          reason: toFixedReason('key_rejected'),
          nextAttemptAt: recheckAt('key_rejected', now),
          unreachableSince: null,
        },
        attempt: {...toAttemptPhase(outcome.status, 'never_sent'), verdict: 'unauthorised', detail: null},
      };
    case 'never_sent':
      return toUnreachableSettlement(outcome.why, unreachableSince ?? now, now);
    case 'overdue': {
      const text = 'The app was held up before it could send this order. Nothing was sent; it is looked at again.';
      return {
        settlement: {
          state: 'waiting',
          reason: {code: 'looked_at_again', text},
          nextAttemptAt: now,
          unreachableSince,
        },
        attempt: {phase: 'never_sent', httpStatus: null, verdict: 'overdue', detail: outcome.why},
      };
    }
    case 'unconfirmed':
      return {
        settlement: {state: 'unconfirmed', reason: unknownOutcomeReason(outcome.why, reference)},
        attempt: {...toAttemptPhase(outcome.status), verdict: 'unconfirmed', detail: outcome.why},
      };
  }
}

/**
 * The settlement of an order that could not be sent: `waiting` until the next retry. After the last one, the next check holds the order.
 */
function toUnreachableSettlement(why: string, since: Date, now: Date): SettlementAndAttempt {
  const againMs = supplierRetryPauseMs(now.getTime() - since.getTime()) ?? longestPauseMs;
  const text = `The supplier could not be reached, nothing was sent; it is tried again. (${why})`;
  return {
    settlement: {
      state: 'waiting',
      reason: {code: 'supplier_unreachable', text},
      nextAttemptAt: new Date(now.getTime() + againMs),
      unreachableSince: since,
    },
    attempt: {phase: 'never_sent', httpStatus: null, verdict: 'never_sent', detail: why},
  };
}

/**
 * How far a request came. With an HTTP status, the supplier answered, whatever the answer was.
 * @param otherwise the phase without a status.
 */
function toAttemptPhase(status: number | null, otherwise: 'sent' | 'never_sent' = 'sent') {
  return {phase: status === null ? otherwise : 'answered', httpStatus: status} as const;
}
