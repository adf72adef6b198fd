// The pauses between retries of an order while the supplier cannot be reached or fails, and for an article that `a=stock` refuses.

import {hour, minute} from '#domain/durations.ts';

/** The last and longest pause. */
export const longestPauseMs = hour;
/** The pauses in milliseconds, one after the other. */
const retryPauses = [...[1, 5, 15, 30].map((minutes) => minutes * minute), longestPauseMs];

/** After so long without a usable answer, the order is held for the merchant, because the supplier may be gone for good. */
export const unreachableLimitMs = 36 * hour;

/** Milliseconds until the next try, by the milliseconds since the first failure; null after the limit. */
export function supplierRetryPauseMs(awayMs: number): number | null {
  return awayMs >= unreachableLimitMs ? null : (pauseAt(retryPauses, awayMs) ?? longestPauseMs);
}

/** Milliseconds until the next request for one article that the list names and `a=stock` refuses; null after 51 minutes. */
export function articleRetryPauseMs(refusedMs: number): number | null {
  return pauseAt(retryPauses.slice(0, -1), refusedMs);
}

/** The pause that is running `passedMs` after the first failure; null: all are over. */
function pauseAt(rungs: readonly number[], passedMs: number): number | null {
  let reached = 0;
  for (const rung of rungs) {
    if (passedMs < reached + rung) return rung;
    reached += rung;
  }
  return null;
}
