// When to try again what surely never reached the supplier, and when to look again at what waits for somebody else.

const minute = 60_000;
const ladder = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * minute);

/** Milliseconds until the next try; `attempts` counts those made, 1 or more. The last rung repeats. */
export const retryAfterMs = (attempts: number): number =>
  ladder[Math.min(Math.max(attempts, 1), ladder.length) - 1] ?? 120 * minute;

/** How long to leave an order alone by the reason it waits for; webhooks come in between and make it due at once. */
export function recheckAfterMs(reasonCode: string): number {
  return reasonCode === 'risk_pending' ? 5 * minute : 60 * minute;
}
