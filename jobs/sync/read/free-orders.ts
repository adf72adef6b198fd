// Makes orders due that waited because the supplier's list did not name their article, when a run finds it listed again.
import {makeDueWhenListed} from '../../../server/db/orders/due-orders.ts';
import {enqueueBatch} from '../../enqueue-batch.ts';
import type {Run} from '../run.ts';

/** Makes the waiting orders due whose article the list names again. @param prices the list that was just read, by article. */
export async function freeListedOrders(run: Run, prices: ReadonlyMap<string, number | null>): Promise<void> {
  const {deps, shop, log} = run;
  const freed = await run.write((to) => makeDueWhenListed(to, shop, (articleId) => prices.has(articleId), deps.now()));
  if (freed === 0) return;
  log.info({freed}, 'orders whose articles are listed again are due now');
  try {
    await enqueueBatch(deps, 'dropship', shop);
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the sweep finds the orders that are due');
  }
}
