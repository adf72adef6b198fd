// Keeps shop names out of the ids in the queue engine: they are digests. A job's payload names its shop, so finished jobs of erased shops
// are deleted.
import {createHash} from 'node:crypto';
import type {BackendQueue, QueueBackend} from './backend.ts';

/** A digest that is the same for the same text in every process; used in Redis keys, job ids and events. */
export const toOpaqueId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * Deletes the finished jobs of shops for which `isGone` is true; returns how many. If there were any, it also trims BullMQ's event
 * stream on Redis: the stream contains job ids and failure reasons, and the app never reads it.
 */
export async function removeJobsOfShops(
  kind: QueueBackend['kind'],
  queues: Iterable<BackendQueue>,
  isGone: (shop: string) => boolean,
): Promise<number> {
  let removed = 0;
  for (const queue of queues) {
    const finished = await queue.getJobs(['completed', 'failed']);
    const theirs = finished.filter((job) => {
      const shop = shopOfPayload(job?.data);
      return shop !== null && isGone(shop);
    });
    for (const job of theirs) await job.remove();
    // BullMQ's PostgreSQL backend keeps the newest events of each queue as well, but cannot trim them.
    if (theirs.length > 0 && kind === 'redis') await queue.trimEvents(0);
    removed += theirs.length;
  }
  return removed;
}

/** The shop that a job's payload names; null for a job without a shop. */
function shopOfPayload(payload: unknown): string | null {
  const isObject = typeof payload === 'object' && payload !== null && 'shop' in payload;
  return isObject && typeof payload.shop === 'string' ? payload.shop : null;
}
