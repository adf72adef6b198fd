// Doing something again after it failed. When, and whether at all, is the caller's rule.

/**
 * Tries until it succeeds. `pauseAfter` gets each error with the number of the try (1 = the first) and says how many
 * milliseconds to wait before the next; null ends it with that error. It may throw another error in its place.
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
