// One job per shop and kind of work; the work itself is in the database. Each job does a limited batch and adds a job at the end of
// the queue for the rest, so a shop with ten thousand orders does not delay a shop with one.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../server/deps.ts';
import type {TaskName} from '../server/queue/messages.ts';

export type ShopWork = 'deliveries' | 'dropship' | 'store-writeback';

/** Adds nothing while such a job waits. While it runs, one more is kept and runs after it. */
export async function enqueueBatch({queues}: Pick<Deps, 'queues'>, work: ShopWork, shop: ShopDomain): Promise<void> {
  await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
}

/** Adds nothing while the same job waits or runs. */
export function enqueueChore({queues}: Pick<Deps, 'queues'>, task: TaskName, shop: ShopDomain): Promise<void> {
  return queues.enqueue('chores', {task, shop}, {deduplicationId: `${task}-${shop}`});
}

/** After this many ms of real time a batch begins no further item. */
const batchMs = 1_000;

/** Tells whether a batch may continue: at most `most` items, and not longer than `batchMs`. */
export function limitBatch(most: number): () => boolean {
  const until = performance.now() + batchMs;
  let taken = 0;
  return () => {
    taken += 1;
    return taken <= most && performance.now() < until;
  };
}
