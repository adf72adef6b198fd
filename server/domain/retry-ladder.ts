// Retry times while the supplier cannot be reached or has trouble answering, and for an article that `a=stock` refuses.

import {hour, minute} from '#domain/durations.ts';

/** The last and longest pause. */
export const lastRungMs = hour;
const ladder = [...[1, 5, 15, 30].map((minutes) => minutes * minute), lastRungMs];

/** After this long without a usable answer the merchant decides: the supplier may be gone for good. */
export const unreachableLimitMs = 36 * hour;

/** Milliseconds until the next try, by the time since the first failure; null after the limit. */
export function reachAgainAfterMs(awayMs: number): number | null {
  return awayMs >= unreachableLimitMs ? null : (rungAt(ladder, awayMs) ?? lastRungMs);
}

/** Milliseconds until the next request for one article that the list names and `a=stock` refuses; null after 51 minutes. */
export function articleAgainAfterMs(refusedMs: number): number | null {
  return rungAt(ladder.slice(0, -1), refusedMs);
}

function rungAt(rungs: readonly number[], passedMs: number): number | null {
  let reached = 0;
  for (const rung of rungs) {
    if (passedMs < reached + rung) return rung;
    reached += rung;
  }
  return null;
}
