// Asks a worker to do a periodic task for one shop now, or the work that waited for access to its store.
import type {ShopDomain} from '#domain/ids.ts';
import type {Log} from '../log.ts';
import type {TaskName} from './messages.ts';
import type {Queues} from './queues.ts';

/** Enqueues the task, and once more if it is under way. If the queue is down, the task's schedule does it later. */
export async function askTask(
  {queues, log}: {readonly queues: Queues; readonly log: Log},
  task: TaskName,
  shop: ShopDomain,
): Promise<void> {
  try {
    await queues.enqueue('chores', {task, shop}, {deduplicationId: `${task}-${shop}`, keepLast: true});
  } catch (err) {
    log.warn({err, shop, task}, 'the queue cannot be reached; the task is done by its schedule');
  }
}

/** Enqueues the shop's waiting work. If the queue cannot be reached, the sweeps find the work within a minute after the queue is back. */
export async function wakeShop(queues: Queues, shop: ShopDomain, log: Log): Promise<void> {
  try {
    for (const work of ['deliveries', 'dropship', 'store-writeback'] as const) {
      await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
    }
  } catch (err) {
    log.warn({err, shop}, 'the queue cannot be reached; the sweeps find the work that waited for access to the store');
  }
}
