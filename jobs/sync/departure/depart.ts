// The run of a departure: does with every product what the merchant chose, compares the store, then has shipping profile and fulfilment
// service taken back. Where it was interrupted it goes on; each step may be repeated.
import type {DepartureChoice} from '#domain/departure/plan-departure.ts';
import {askTakeBack} from '../../../server/actions/departure/take-back.ts';
import {
  type DepartingListing,
  loadDepartingListings,
  loadDeparture,
  saveDepartureCompared,
  saveDepartureReached,
} from '../../../server/db/departures/departures.ts';
import {askTask} from '../../../server/queue/ask-task.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run} from '../run.ts';
import {changeProducts} from './change-products.ts';
import {compareStore} from './compare-store.ts';

/** How many products are changed before it is stored how far the run is. */
const batchSize = 50;

/** The whole work of a run of the kind `departure`. Does nothing if the merchant stopped it, or another run carries it out. */
export async function depart(run: Run): Promise<void> {
  await enterStep(run, 'departing');
  const {db, now} = run.deps;
  const wanted = await loadDeparture(db, run.shop);
  if (wanted === null || wanted.run_id !== run.id || wanted.stopped_at !== null) return;
  const {products: choice, actor} = wanted;
  if (choice !== 'keep') await changeAll(run, choice, wanted.after_article);
  await enterStep(run, 'comparing');
  const compared = await compareStore(run, choice);
  const isStopped = await run.write(async (to) => {
    if (!(await saveDepartureCompared(to, run.shop, compared, now()))) return true;
    await askTakeBack(to, {shop: run.shop, actor}, now());
    return false;
  });
  if (isStopped) return;
  run.deps.checkpoint('departed');
  if (compared.failed > 0) run.report.note(unfinishedText(compared.failed));
  const ask = {queues: run.deps.queues, log: run.log};
  await askTask(ask, 'keep-service', run.shop);
  await askTask(ask, 'keep-shipping', run.shop);
}

/** Goes over all products in the order of their articles. @param reached the products up to this article are done. */
async function changeAll(run: Run, choice: DepartureChoice, reached: string): Promise<void> {
  for (let after = reached; ; ) {
    const batch = await loadDepartingListings(run.deps.db, run.shop, after, batchSize);
    const last = batch.at(-1);
    if (last === undefined) return;
    await changeProducts(run, choice, batch.map(toDeparting));
    await run.write((to) => saveDepartureReached(to, run.shop, last.articleId));
    after = last.articleId;
    await run.beat();
  }
}

const toDeparting = ({articleId, productGid, isMade}: DepartingListing) => ({articleId, productGid, isMade});

const unfinishedText = (failed: number): string =>
  failed === 1
    ? 'One product is not as you chose; the page Leave says why.'
    : `${failed} products are not as you chose; the page Leave says why.`;
