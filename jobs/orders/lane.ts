// Holds a shop's lane while its orders are sent. The lease is renewed every second; 3.5 s without a renewal end it, whatever the cause.
import type {ShopDomain} from '#domain/ids.ts';
import {releaseLane, renewLane, takeLane} from '../../server/db/orders/lanes.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import type {DrainDeps} from './drain-orders.ts';
import {drainOrders} from './drain-orders.ts';
import type {Lane} from './placing-deps.ts';

/**
 * Milliseconds. A process that is busy for less keeps its lane. With the queue's lock (server/queue/policies.ts), which is as long and is
 * checked every second, another worker takes over within five seconds.
 */
export const laneLeaseMs = 3_500;
const renewMs = 1_000;
/** Milliseconds until a job that found the lane taken is tried again. */
const againMs = 250;

/** One batch of the shop's orders. While another worker holds the lane nothing is done, and the job comes again. */
export async function drainInLane(deps: DrainDeps, message: Message<'dropship'>): Promise<void> {
  const {shop} = message;
  const lane = await openLane(deps, shop);
  if (lane === null) {
    // The store got another name, or was erased: there is no lane, and there will be none.
    if ((await loadShop(deps.db, shop)) === null) return;
    await deps.queues.enqueue('dropship', {shop}, {delayMs: againMs, deduplicationId: `lane-${shop}`, keepLast: true});
    return;
  }
  try {
    await drainOrders(deps, message, lane);
  } finally {
    await lane.close();
  }
}

type OpenLane = Lane & {readonly close: () => Promise<void>};

/** Null while another worker holds the lane. The lease counts from before each request, so this process counts it as over first. */
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
  }, renewMs);
  timer.unref();
  return {
    token,
    isHeld: () => !isTaken && performance.now() < until,
    async close() {
      clearInterval(timer);
      // If this fails, the lease ends by itself.
      await releaseLane(db, shop, token).catch((err: unknown) => log.warn({err, shop}, 'a lane could not be released'));
    },
  };
}
