// Tells the workers that a shop has webhook deliveries. BullMQ drops a second job of a shop while one waits; the throttle saves a
// queue call for every delivery of a burst. If a call fails, the sweep over the deliveries finds them.
import {setTimeout as sleep} from 'node:timers/promises';
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';

const throttleMs = 25;

/** Returns at once and never throws: the first delivery calls the queue, and those right after it share a second call. */
export function createWakeWorker({queues, log}: Pick<Deps, 'queues' | 'log'>): (shop: ShopDomain) => void {
  /** Shops with a recent call; true if more deliveries arrived since. */
  const recent = new Map<ShopDomain, boolean>();

  async function call(shop: ShopDomain): Promise<void> {
    do {
      recent.set(shop, false);
      await queues
        .enqueue('deliveries', {shop}, {deduplicationId: `deliveries-${shop}`, keepLast: true})
        .catch((err: unknown) => log.warn({err, shop}, 'the queue is away; the sweep finds the deliveries'));
      await sleep(throttleMs, undefined, {ref: false});
    } while (recent.get(shop));
    recent.delete(shop);
  }

  return (shop) => {
    if (recent.has(shop)) recent.set(shop, true);
    else void call(shop);
  };
}
