// Stores the outcome: always the attempt; the order only while this claim holds it (a confirmation also later, on an `unconfirmed` or
// `dismissed` order). Retries only what was never sent or was refused for its key. Assumption: a repeated `reference` makes a second
// order (the interface document does not say), so nothing else that may have arrived is sent again.

import type {ShopDomain} from '#domain/ids.ts';
import {toReason, unknownOutcome} from '#domain/orders/reason-texts.ts';
import {freedBy, recheckAt} from '#domain/orders/reasons.ts';
import {lastRungMs, reachAgainAfterMs} from '#domain/retry-ladder.ts';
import {saveDueForReason} from '../../server/db/orders/due-orders.ts';
import {type AttemptResult, type Claim, type Settlement, settlePlacing} from '../../server/db/orders/placing.ts';
import {markKeyRejected} from '../../server/db/secrets/shop-keys.ts';
import type {Deps} from '../../server/deps.ts';
import {retry} from '../../server/retry.ts';
import type {PlaceOutcome} from '../../server/supplier/dropship.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';

export async function settleOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {claim, key}: {readonly claim: Claim; readonly key: string},
  outcome: PlaceOutcome,
): Promise<'served' | 'supplier_unreachable'> {
  const {db, now} = deps;
  const sent = {reference: order.reference, unreachableSince: order.unreachable_since};
  const {settlement, attempt} = toSettlement(outcome, sent, now());
  await retrySettlement(() => settlePlacing(db, claim, settlement, attempt, now()), deps);
  deps.log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
  if (
    outcome.kind === 'unauthorised' &&
    !(await markKeyRejected(db, deps.sealer, shop, {api: 'dropship', used: key}))
  ) {
    await saveDueForReason(db, shop, freedBy('newer_key'), now());
  }
  return outcome.kind === 'never_sent' ? 'supplier_unreachable' : 'served';
}

/**
 * Milliseconds between the tries. With the longest request (65 s) they stay below the claim's 90 s if the database refuses at
 * once. If the database hangs, each try takes up to 35 s (5 to connect, 30 for the statement), and the claim expires before the
 * last try: the order is then `unconfirmed`, and only a supplier's confirmation is still stored on it.
 */
export const settlingPauses = [200, 1_000, 4_000, 10_000];

/** Throws the last try's error; the order becomes `unconfirmed` when its claim expires. */
export function retrySettlement(
  settle: () => Promise<unknown>,
  {log, waitMs}: Pick<Deps, 'log' | 'waitMs'>,
): Promise<unknown> {
  const pauseAfter = (err: unknown, attempt: number): number | null => {
    const pause = settlingPauses[attempt - 1];
    if (pause === undefined) return null;
    log.error({err, pause}, 'the outcome of a request to the supplier could not be stored; it is tried again');
    return pause;
  };
  return retry(settle, pauseAfter, waitMs);
}

type SentOrder = {
  readonly reference: string;
  /** Since when the supplier has been unreachable for this order; null: it was reachable so far. */
  readonly unreachableSince: Date | null;
};

type Settled = {readonly settlement: Settlement; readonly attempt: AttemptResult};

export function toSettlement(outcome: PlaceOutcome, {reference, unreachableSince}: SentOrder, now: Date): Settled {
  switch (outcome.kind) {
    case 'placed':
      return {
        settlement: {
          state: 'awaiting_payment',
          ref: outcome.ref,
          checkoutUrl: outcome.checkoutUrl,
          checkoutWithheld: outcome.checkoutWithheld,
        },
        attempt: {...cameTo(outcome.status), verdict: 'placed', detail: outcome.checkoutWithheld},
      };
    case 'rejected':
      return {
        settlement: {state: 'rejected', reason: {code: 'rejected', text: `The supplier said no: ${outcome.message}`}},
        attempt: {...cameTo(outcome.status), verdict: 'rejected', detail: null},
      };
    case 'unauthorised':
      return {
        settlement: {
          state: 'waiting',
          reason: toReason('key_rejected'),
          nextAttemptAt: recheckAt('key_rejected', now),
          unreachableSince: null,
        },
        attempt: {...cameTo(outcome.status, 'never_sent'), verdict: 'unauthorised', detail: null},
      };
    case 'never_sent':
      return fromUnreachable(outcome.why, unreachableSince ?? now, now);
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
        settlement: {state: 'unconfirmed', reason: unknownOutcome(outcome.why, reference)},
        attempt: {...cameTo(outcome.status), verdict: 'unconfirmed', detail: outcome.why},
      };
  }
}

/** The next wait of the retry schedule; an hour after its end. Then the next look holds the order, unless the merchant overruled that. */
function fromUnreachable(why: string, since: Date, now: Date): Settled {
  const againMs = reachAgainAfterMs(now.getTime() - since.getTime()) ?? lastRungMs;
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

/** With a status, the supplier answered, whatever the answer was. */
function cameTo(status: number | null, otherwise: 'sent' | 'never_sent' = 'sent') {
  return {phase: status === null ? otherwise : 'answered', httpStatus: status} as const;
}
