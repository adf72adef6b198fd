// Makes sure that a run is the shop's only one: `write` and each writing call of `admin` check the lease first, and a lost lease aborts the
// run's signal.
import {holdsRunLease, renewRunLease} from '../../server/db/runs/leases.ts';
import {LostLease, type RunFence, writeUnderLease} from '../../server/db/runs/run-fence.ts';
import type {Deps} from '../../server/deps.ts';
import type {Admin} from '../../server/shopify/client/admin.ts';

/** The functions through which a run writes, each of which checks that the run still has the shop's lease. */
export type RunLease = {
  /** Aborted when the worker must stop, or when the lease is lost. */
  readonly signal: AbortSignal;
  /** Runs a short transaction that commits only while the lease is held; else throws LostLease. */
  readonly write: <T>(work: (db: Deps['db']) => Promise<T>) => Promise<T>;
  /** The store's Admin API. A writing call without the lease is not sent and throws LostLease. */
  readonly admin: Admin;
  /** Renews the lease; throws LostLease if it is lost. */
  readonly renew: () => Promise<void>;
};

/** Milliseconds of the lease: longer than a usual step between two heartbeats. A run whose worker died is resumed after it. */
export const runLeaseMs = 90_000;

/** Makes the functions that check the lease. @param stop aborts when the worker must stop. */
export function keepLease(
  {db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>,
  {shop, fence}: RunFence,
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
    write: (work) => held(writeUnderLease(db, {shop, fence}, work)),
    admin: {
      async call(of, operation, variables, given = signal) {
        if (operation.isWrite) await held(confirmed(holdsRunLease(db, shop, fence)));
        return admin.call(of, operation, variables, given);
      },
    },
    renew: () => held(confirmed(renewRunLease(db, shop, fence, now(), runLeaseMs))),
  };
}
