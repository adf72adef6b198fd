// Errors that are thrown to handle a delivery again later. It stays pending, and the queue counts no failure.
import type {DeliveryPostponement} from '../../server/db/deliveries/later-deliveries.ts';

/** Says when the delivery is handled again, and why in one sentence. */
export class HandleLater extends Error {
  override readonly name = 'HandleLater';
  /** When the delivery is handled again, why, and what was learned so far. */
  readonly later: DeliveryPostponement;

  constructor({
    firstAskedAt = null,
    refutedAt = null,
    ...later
  }: Pick<DeliveryPostponement, 'at' | 'why'> & Partial<DeliveryPostponement>) {
    super(later.why);
    this.later = {...later, firstAskedAt, refutedAt};
  }
}

/** Thrown while a run is active: database and store may differ for a moment, so the product must be read later. */
export class RunUnderWay extends Error {
  override readonly name = 'RunUnderWay';
}
