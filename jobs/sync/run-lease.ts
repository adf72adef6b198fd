// Keeps a run the shop's only one: `write` and each writing call of `admin` check the lease first, and a lost lease aborts all that
// still waits.
import {holdsRunLease, renewRunLease} from '../../server/db/runs/leases.ts';
import {LostLease, type RunHold, writeAsHolder} from '../../server/db/runs/run-fence.ts';
import type {Deps} from '../../server/deps.ts';
import type {Admin} from '../../server/shopify/client/admin.ts';

export type RunLease = {
  /** Aborted when the worker must stop and when the lease is lost. */
  readonly signal: AbortSignal;
  /** A short transaction that commits only while the lease is held; throws LostLease. */
  readonly write: <T>(work: (db: Deps['db']) => Promise<T>) => Promise<T>;
  /** The store's API; a writing call is not sent without the lease. */
  readonly admin: Admin;
  readonly renew: () => Promise<void>;
};

/** Longer than a usual step between two heartbeats (retries of one call may take longer); a crashed run is resumed after it. */
export const leaseMs = 90_000;

export function keepLease(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  {shop, fence}: RunHold,
  stop: AbortSignal | undefined,
): RunLease {
  const lost = new AbortController();
  const signal = stop === undefined ? lost.signal : AbortSignal.any([stop, lost.signal]);
  const held = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof LostLease) lost.abort(error);
      throw error;
    }
  };
  const confirmed = async (answer: Promise<boolean>): Promise<void> => {
    if (!(await answer)) throw new LostLease();
  };
  return {
    signal,
    write: (work) => held(writeAsHolder(db, {shop, fence}, work)),
    admin: {
      async call(of, operation, variables, given = signal) {
        if (operation.write) await held(confirmed(holdsRunLease(db, shop, fence)));
        return admin.call(of, operation, variables, given);
      },
    },
    renew: () => held(confirmed(renewRunLease(db, shop, fence, now(), leaseMs))),
  };
}
