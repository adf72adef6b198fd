// Names for durations in milliseconds, and the back-off between retries.

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Pauses between retries, in milliseconds. */
export type BackOff = {
  /** The pause before the first retry. */
  readonly first: number;
  /** The longest pause, however many retries there were. */
  readonly longest: number;
};

/** The pause before retry number `attempt` (1 = the first): doubles with each retry, up to the longest. */
export function backOff(attempt: number, {first, longest}: BackOff): number {
  return Math.min(first * 2 ** (attempt - 1), longest);
}
