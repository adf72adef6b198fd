// Tells the workers that a shop has webhook deliveries. BullMQ drops a second job of a shop while one waits; the throttle saves a
// queue call for every delivery of a burst. If a call fails, the sweep over the deliveries finds them.
import {setTimeout as sleep} from 'node:timers/promises';
import PQueue from 'p-queue';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../deps.ts';
import {createTroubleLog} from '../../queue/trouble-log.ts';

/** Minimum milliseconds between two queue calls for one shop. */
const throttleMs = 25;
/**
 * Concurrent queue calls over all shops: while the queue cannot be reached, a call takes seconds and holds memory and a connection's
 * buffer.
 */
const queueCallsAtOnce = 2;

/**
 * The returned function returns at once and never throws: the first delivery of a shop calls the queue, and those right after it share a
 * second call.
 */
export function createWakeWorker({queues, log}: Pick<Deps, 'queues' | 'log'>): (shop: ShopDomain) => void {
  const enqueue = (shop: ShopDomain) =>
    queues.enqueue('deliveries', {shop}, {deduplicationId: `deliveries-${shop}`, keepLast: true});
  /** Shops with a recent call; true if more deliveries arrived since. */
  const recent = new Map<ShopDomain, boolean>();
  const calls = new PQueue({concurrency: queueCallsAtOnce});
  const warn = createTroubleLog(log);

  async function call(shop: ShopDomain): Promise<void> {
    do {
      recent.set(shop, false);
      await calls
        .add(() => enqueue(shop))
        .catch((err: unknown) => warn({err, shop}, 'the queue cannot be reached; the sweep finds the deliveries'));
      await sleep(throttleMs, undefined, {ref: false});
    } while (recent.get(shop));
    recent.delete(shop);
  }

  return (shop) => {
    if (recent.has(shop)) recent.set(shop, true);
    else void call(shop);
  };
}
