// Enqueues the work after a merchant's action or saved settings: orders due at the supplier, and writes to the store.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../../deps.ts';
import {askTask} from '../../../queue/ask-task.ts';

/** Work that an action on an order can cause. */
export type OrderWork = 'dropship' | 'store-writeback' | 'answer-requests';

/** Enqueues the work; call it after the rows are stored: if the queue is down, the sweeps find them. */
export async function wakeOrders(
  {queues, log}: Pick<Deps, 'queues' | 'log'>,
  shop: ShopDomain,
  works: readonly OrderWork[],
): Promise<void> {
  try {
    for (const work of works) {
      if (work === 'answer-requests') await askTask({queues, log}, work, shop);
      else await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
    }
  } catch (err) {
    log.warn({err, shop}, 'the queue cannot be reached; the sweeps start the work later');
  }
}
