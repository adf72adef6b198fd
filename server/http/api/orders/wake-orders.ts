// Enqueues the work after a merchant's action or saved settings: orders due at the supplier, and writes to the store.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../../deps.ts';

/** Enqueues the work; call it after the rows are stored: if the queue is down, the sweeps find them. */
export async function wakeOrders(
  {queues, log}: Pick<Deps, 'queues' | 'log'>,
  shop: ShopDomain,
  works: readonly ('dropship' | 'store-writeback')[],
): Promise<void> {
  try {
    for (const work of works) {
      await queues.enqueue(work, {shop}, {deduplicationId: `${work}-${shop}`, keepLast: true});
    }
  } catch (err) {
    log.warn({err, shop}, 'the queue cannot be reached; the sweeps start the work later');
  }
}
