// Retries a failed operation when the caller's rule says so.

/**
 * Calls `work` until it succeeds. `pauseAfter` gets each error with the number of the attempt (1 = the first) and returns the milliseconds
 * until the next attempt; null throws that error. It may throw another error instead.
 */
export async function retry<T>(
  work: () => Promise<T>,
  pauseAfter: (error: unknown, attempt: number) => number | null,
  wait: (ms: number) => Promise<unknown>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt);
      if (pauseMs === null) throw error;
      await wait(pauseMs);
    }
  }
}
