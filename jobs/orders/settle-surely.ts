// What the supplier said must not get lost over a database that is away for a moment.
import type {Deps} from '../../server/deps.ts';

/**
 * Milliseconds between the tries. Together with the longest request (65 s) less than the 90 s of a claim, where the database
 * refuses at once. One that hangs costs each try up to 35 s (5 to connect, 30 for the statement), and the claim runs out
 * before the last of them: the order is `unconfirmed` by then, and only that the supplier has it is still written to it.
 */
export const settlingPauses = [200, 1_000, 4_000, 10_000];

/** Throws the last try's error; the order becomes `unconfirmed` then, once its claim has run out. */
export async function settleSurely(
  settle: () => Promise<unknown>,
  {log, waitMs}: Pick<Deps, 'log' | 'waitMs'>,
): Promise<void> {
  for (const pause of settlingPauses) {
    try {
      await settle();
      return;
    } catch (err) {
      log.error({err, pause}, 'what the supplier said could not be written down; it is tried again');
      await waitMs(pause);
    }
  }
  await settle();
}
