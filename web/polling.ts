/** How soon to ask again while nothing moves. */
export const idleMs = 30_000;

const minute = 60_000;

/**
 * How soon to ask again while something moves. What just began is watched closely, what has moved for an hour is not: a
 * page that stays open for days must not ask every second.
 * @param since when it began to move; null while nothing does.
 */
export function pollMs(since: string | null, now: Date): number {
  if (since === null) return idleMs;
  const age = now.getTime() - Date.parse(since);
  if (age < 10 * minute) return 1_000;
  return age < 60 * minute ? 5_000 : idleMs;
}
