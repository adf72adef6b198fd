// Errors thrown for a delivery that stays pending and is handled again later. The queue counts no failure.
import type {Later} from '../../server/db/deliveries/later-deliveries.ts';

/** Handled again on a schedule of its own. Says when, and why in one sentence. */
export class HandleLater extends Error {
  override readonly name = 'HandleLater';
  readonly later: Later;

  constructor({firstAskedAt = null, refutedAt = null, ...later}: Pick<Later, 'at' | 'why'> & Partial<Later>) {
    super(later.why);
    this.later = {...later, firstAskedAt, refutedAt};
  }
}

/** While a run writes, the database and the store differ for a moment, so the product must be read again later. */
export class RunUnderWay extends Error {
  override readonly name = 'RunUnderWay';
}
