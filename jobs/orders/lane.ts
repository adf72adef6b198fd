// Holds a shop's lane, the right of one worker to send the shop's orders. It is a lease, renewed every second; 3.5 s without renewal end
// it.
import type {ShopDomain} from '#domain/ids.ts';
import {releaseLane, renewLane, takeLane} from '../../server/db/orders/lanes.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import type {DrainDeps} from './drain-orders.ts';
import {drainOrders} from './drain-orders.ts';
import type {Lane} from './placing-deps.ts';

/**
 * The lease in milliseconds; a process that is blocked for less keeps its lane. The queue's lock (server/queue/policies.ts) is as long and
 * is checked every second, so another worker takes over within five seconds.
 */
export const laneLeaseMs = 3_500;
/** Milliseconds between two renewals of the lane. */
const renewEveryMs = 1_000;
/** Milliseconds until a job that found the lane taken is tried again. */
const retryAfterMs = 250;

/** Processes one batch of the shop's orders. While another worker holds the lane, it does nothing and enqueues the job again. */
export async function drainOrdersInLane(deps: DrainDeps, message: Message<'dropship'>): Promise<void> {
  const {shop} = message;
  const lane = await openLane(deps, shop);
  if (lane === null) {
    // The shop has no row because the store got another name or was erased, so it has no lane either.
    if ((await loadShop(deps.db, shop)) === null) return;
    await deps.queues.enqueue(
      'dropship',
      {shop},
      {delayMs: retryAfterMs, deduplicationId: `lane-${shop}`, keepLast: true},
    );
    return;
  }
  try {
    await drainOrders(deps, message, lane);
  } finally {
    await lane.close();
  }
}

/** The lane of this worker, with the function that gives it back. */
type OpenLane = Lane & {readonly close: () => Promise<void>};

/**
 * Takes the shop's lane; null if another worker has it, or the shop has no row. The lease counts from before each request to the database,
 * so it ends in this process before it ends in the database.
 */
export async function openLane(
  {db, log}: Pick<Deps, 'db' | 'log'>,
  shop: ShopDomain,
  leaseMs = laneLeaseMs,
): Promise<OpenLane | null> {
  let until = performance.now() + leaseMs;
  const token = await takeLane(db, shop, leaseMs);
  if (token === null) return null;
  let isTaken = false;
  const renew = async () => {
    const begun = performance.now();
    if (await renewLane(db, shop, token, leaseMs)) until = begun + leaseMs;
    else isTaken = true;
  };
  const timer = setInterval(() => {
    renew().catch((err: unknown) => log.warn({err, shop}, 'the lane of a shop could not be renewed'));
  }, renewEveryMs);
  timer.unref();
  return {
    token,
    isHeld: () => !isTaken && performance.now() < until,
    async close() {
      clearInterval(timer);
      // If releasing fails, the lease ends by itself.
      await releaseLane(db, shop, token).catch((err: unknown) => log.warn({err, shop}, 'a lane could not be released'));
    },
  };
}
