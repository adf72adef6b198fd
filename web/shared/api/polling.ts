import type {Run} from '#contract/runs.ts';
import {minute} from '#domain/durations.ts';

/** Milliseconds between polls while nothing is in progress. */
export const idleMs = 30_000;

/**
 * Milliseconds between polls while something is in progress. Work that just began is polled often, and work of an hour rarely: a
 * page that stays open for days must not poll every second.
 * @param since when the work began; null while there is none.
 */
export function pollMs(since: string | null, now: Date): number {
  if (since === null) return idleMs;
  const age = now.getTime() - Date.parse(since);
  if (age < 10 * minute) return 1_000;
  return age < 60 * minute ? 5_000 : idleMs;
}

/** Whether the run is queued or running. */
export const isUnderWay = (run: Pick<Run, 'state'> | null): boolean =>
  run !== null && (run.state === 'queued' || run.state === 'running');
