// The supplier's outcome as the state it leads to. Only what surely never left is tried again by itself.
import {reachAgainAfterMs, recheckAfterMs} from '#domain/orders/retry-ladder.ts';
import type {AttemptResult, Settlement} from '../../server/db/placing.ts';
import type {PlaceOutcome} from '../../server/supplier/dropship.ts';

/** @param unreachableSince since when the supplier could not be reached for this order; null: it could, so far. */
export function toSettlement(
  outcome: PlaceOutcome,
  unreachableSince: Date | null,
  now: Date,
): {readonly settlement: Settlement; readonly attempt: AttemptResult} {
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
    case 'unauthorised': {
      const text =
        'The supplier does not accept the dropship key. Enter a new one under Connection; the order is sent then.';
      return {
        settlement: {
          state: 'waiting',
          reason: {code: 'key_rejected', text},
          nextAttemptAt: new Date(now.getTime() + recheckAfterMs('key_rejected')),
          unreachableSince: null,
        },
        attempt: {...cameTo(outcome.status, 'never_sent'), verdict: 'unauthorised', detail: null},
      };
    }
    case 'never_sent': {
      const since = unreachableSince ?? now;
      // At the end of the ladder it is due at once: the next look finds that it is a person's turn.
      const againMs = reachAgainAfterMs(now.getTime() - since.getTime()) ?? 0;
      const text = `The supplier could not be reached, nothing was sent; it is tried again. (${outcome.why})`;
      return {
        settlement: {
          state: 'waiting',
          reason: {code: 'supplier_unreachable', text},
          nextAttemptAt: new Date(now.getTime() + againMs),
          unreachableSince: since,
        },
        attempt: {phase: 'never_sent', httpStatus: null, verdict: 'never_sent', detail: outcome.why},
      };
    }
    case 'unconfirmed': {
      const text = `It is not known whether the supplier has this order: ${outcome.why} Look for the reference in your supplier account before placing it again.`;
      return {
        settlement: {state: 'unconfirmed', reason: {code: 'unconfirmed', text}},
        attempt: {...cameTo(outcome.status), verdict: 'unconfirmed', detail: outcome.why},
      };
    }
  }
}

/** With a status the supplier answered, whatever that was worth. */
function cameTo(status: number | null, otherwise: 'sent' | 'never_sent' = 'sent') {
  return {phase: status === null ? otherwise : 'answered', httpStatus: status} as const;
}
