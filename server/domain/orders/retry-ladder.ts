// When to try again what surely never reached the supplier, and when to look again at what waits for somebody else.

const minute = 60_000;
const hour = 60 * minute;
/** At least hourly, as whatever waits is looked at. */
export const lastRungMs = hour;
const ladder = [...[1, 5, 15, 30].map((minutes) => minutes * minute), lastRungMs];

/** After this long without a connection a person decides: the supplier may be gone for good. */
export const unreachableLimitMs = 36 * hour;

/** Milliseconds until the next try, by the time since the supplier was first found unreachable; null when that is too long. */
export function reachAgainAfterMs(awayMs: number): number | null {
  if (awayMs >= unreachableLimitMs) return null;
  let reached = 0;
  for (const rung of ladder) {
    if (awayMs < reached + rung) return rung;
    reached += rung;
  }
  return lastRungMs;
}

/** How long to leave an order alone by the reason it waits for; webhooks come in between and make it due at once. */
export function recheckAfterMs(reasonCode: string): number {
  return reasonCode === 'risk_pending' ? 5 * minute : hour;
}
