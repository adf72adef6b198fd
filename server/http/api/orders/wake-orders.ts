// After a merchant's action there is work for the jobs: what became due at the supplier, what is to be written to the store.
import type {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../../../deps.ts';

/** The rows say it too: while the queue is away nothing is lost, the sweeps find it. */
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
    log.warn({err, shop}, 'the queue is away; the sweeps carry out what the merchant decided');
  }
}
