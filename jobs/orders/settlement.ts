// The supplier's outcome as the state it leads to. Only what surely never left is tried again by itself. Assumption: a repeated
// `reference` makes a second order (the interface document does not say), so nothing that may have arrived is sent again.
import {lastRungMs, reachAgainAfterMs} from '#domain/orders/retry-ladder.ts';
import {unknownOutcome} from '#domain/orders/unknown-outcome.ts';
import type {AttemptResult, Settlement} from '../../server/db/placing.ts';
import type {PlaceOutcome} from '../../server/supplier/dropship.ts';
import {recheckAt, rejectedKey} from './not-now.ts';

type SentOrder = {
  readonly reference: string;
  /** Since when the supplier could not be reached for this order; null: it could, so far. */
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
        settlement: {state: 'rejected', reason: {code: 'rejected', text: `The supplier said no: ${outcome.said}`}},
        attempt: {...cameTo(outcome.status), verdict: 'rejected', detail: null},
      };
    case 'unauthorised':
      return {
        settlement: {
          state: 'waiting',
          reason: rejectedKey.reason,
          nextAttemptAt: recheckAt(rejectedKey, now),
          unreachableSince: null,
        },
        attempt: {...cameTo(outcome.status, 'never_sent'), verdict: 'unauthorised', detail: null},
      };
    case 'never_sent':
      return fromUnreachable(outcome.why, unreachableSince ?? now, now);
    case 'overdue': {
      const text = 'The app was held up before it could send this order. Nothing was sent; it is looked at again.';
      const reason = {code: 'looked_at_again', text};
      return {
        settlement: {state: 'waiting', reason, nextAttemptAt: now, unreachableSince},
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

/** The next rung of the ladder; beyond its end the next look finds that it is a person's turn, if that person has not spoken. */
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

/** With a status the supplier answered, whatever that was worth. */
function cameTo(status: number | null, otherwise: 'sent' | 'never_sent' = 'sent') {
  return {phase: status === null ? otherwise : 'answered', httpStatus: status} as const;
}
