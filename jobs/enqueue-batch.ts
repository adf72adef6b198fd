// Enqueues one job per shop and kind of work; the work itself is in the database. A job does a limited batch and enqueues another job for
// the rest at the end of the queue, so a shop with ten thousand orders does not delay a shop with one.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../server/deps.ts';
import type {TaskName} from '../server/queue/messages.ts';

/** The kinds of work that a job does for one shop, each with a queue of this name: webhook deliveries, sending, writing to the store. */
export type ShopWork = 'deliveries' | 'dropship' | 'store-writeback';

/** Enqueues a job for the shop's work, unless one waits already. While one runs, one more is kept and runs after it. */
export async function enqueueBatch({queues}: Pick<Deps, 'queues'>, work: ShopWork, shop: ShopDomain): Promise<void> {
  await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
}

/** Enqueues a periodic task for one shop, unless the same one waits or runs already. */
export function enqueueTask({queues}: Pick<Deps, 'queues'>, task: TaskName, shop: ShopDomain): Promise<void> {
  return queues.enqueue('chores', {task, shop}, {deduplicationId: `${task}-${shop}`});
}

/** After this many ms of real time a batch begins no further item. */
const batchMs = 1_000;

/** Returns a function that says whether the batch may take one more item: at most `most` items, and not longer than `batchMs`. */
export function createBatchLimit(most: number): () => boolean {
  const until = performance.now() + batchMs;
  let taken = 0;
  return () => {
    taken += 1;
    return taken <= most && performance.now() < until;
  };
}
