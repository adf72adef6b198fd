// One job per shop and kind of work: what there is to do is in the database, oldest first. A turn takes a little of it and
// goes to the end of the queue, so that a shop with ten thousand orders and one with a single order take turns.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';

export type ShopWork = 'deliveries' | 'dropship' | 'store-writeback';

/** While a turn waits, more calls add nothing; while it runs, one call more is kept and served after it. */
export async function enqueueBatch({queues}: Pick<Deps, 'queues'>, work: ShopWork, shop: ShopDomain): Promise<void> {
  await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
}

export type Chore = Message<'chores'>['task'];

/** Adds nothing while the same waits or runs. */
export function enqueueChore({queues}: Pick<Deps, 'queues'>, task: Chore, shop?: ShopDomain): Promise<void> {
  const message = shop === undefined ? {task} : {task, shop};
  return queues.enqueue('chores', message, {deduplicationId: `${task}-${shop ?? 'all'}`});
}

/** A turn ends after this many ms of real time, whatever is left. */
const turnMs = 1_000;

/** Whether a turn may go on: `most` pieces of work, and not for too long. */
export function startTurn(most: number): () => boolean {
  const until = performance.now() + turnMs;
  let taken = 0;
  return () => {
    taken += 1;
    return taken <= most && performance.now() < until;
  };
}
