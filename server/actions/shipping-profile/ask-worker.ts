// Asks a worker to look at a shop's shipping profile.
import type {ShopDomain} from '#domain/ids.ts';
import type {Log} from '../../log.ts';
import type {Queues} from '../../queue/queues.ts';

/** Enqueues a look at the profile, and one more if a worker has it now. If the queue is down, the task `keep-shipping` does it later. */
export async function askProfileWorker(
  {queues, log}: {readonly queues: Queues; readonly log: Log},
  shop: ShopDomain,
): Promise<void> {
  try {
    const message = {task: 'keep-shipping', shop} as const;
    await queues.enqueue('chores', message, {deduplicationId: `keep-shipping-${shop}`, keepLast: true});
  } catch (err) {
    log.warn({err, shop}, 'the queue cannot be reached; the schedule looks at the shipping profile');
  }
}
