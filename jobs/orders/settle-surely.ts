// What the supplier said must not get lost over a database that is away for a moment.
import type {Deps} from '../../server/deps.ts';

/** Milliseconds between the tries: together with the longest request less than the 90 s of a claim. */
const pauses = [200, 1_000, 4_000, 10_000];

/** Throws the last try's error; the order becomes `unconfirmed` then, once its claim has run out. */
export async function settleSurely(
  settle: () => Promise<unknown>,
  {log, waitMs}: Pick<Deps, 'log' | 'waitMs'>,
): Promise<void> {
  for (const pause of pauses) {
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
