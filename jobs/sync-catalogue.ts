// Carries out one run: a pass over the catalogue for one shop, or over named articles, from the supplier to the store.

import type {RunKind} from '#domain/runs/early-ends.ts';
import {followWithService} from '../server/actions/fulfilment-service/ask-worker.ts';
import {refreshChosen} from '../server/db/catalogue/choice.ts';
import {releaseRecovered} from '../server/db/catalogue/quarantine.ts';
import {loadNextDeliveries} from '../server/db/deliveries/deliveries.ts';
import {loadQueuedRuns} from '../server/db/runs/runs.ts';
import {hasVariantChanges} from '../server/db/shipping-profiles/profiled-variants.ts';
import {wakeProfile} from '../server/db/shipping-profiles/shipping-profiles.ts';
import {askTask} from '../server/queue/ask-task.ts';
import type {Message} from '../server/queue/messages.ts';
import {enqueueBatch} from './enqueue-batch.ts';
import {enqueueRun} from './schedule/resume-runs.ts';
import {applyListings} from './sync/apply-listings.ts';
import {type ClosedRun, closeAfterError, closeRun} from './sync/close-run.ts';
import {deleteProducts} from './sync/delete-products.ts';
import {depart} from './sync/departure/depart.ts';
import {enterStep} from './sync/heartbeat.ts';
import {openRun} from './sync/open-run.ts';
import {adoptStoreProducts} from './sync/read/adopt-store.ts';
import {chooseTrial} from './sync/read/choose-trial.ts';
import {compareProducts} from './sync/read/compare-products.ts';
import {matchProducts} from './sync/read/match-products.ts';
import {type CatalogueReading, readCatalogue, readNamedArticles} from './sync/read/read-catalogue.ts';
import {readDetails} from './sync/read/read-details.ts';
import {readImages, retryImages} from './sync/read/read-images.ts';
import {readList} from './sync/read/read-list.ts';
import {canPrice, readStore} from './sync/read/read-store.ts';
import {retireListings} from './sync/retire-listings.ts';
import {choiceBasisOf, type Run, type RunDeps, type RunWithStore} from './sync/run.ts';
import {undoRun} from './sync/undo/undo-run.ts';

/**
 * Carries out one run to its end, then enqueues what waited for it. Null if the run did not begin (see `openRun`). If another run is
 * active, a requested run and a nightly run wait as rows and are enqueued when the active one ends. A daytime run does not wait, because
 * the next pass finds its articles too.
 */
export async function syncCatalogue(
  deps: RunDeps,
  message: Message<'sync'>,
  signal?: AbortSignal,
): Promise<ClosedRun | null> {
  const run = await openRun(deps, message, signal);
  if (run === null) return null;
  const closed = await runAndClose(run);
  // A run that lost its database connection waits some minutes, because an immediate retry would most likely lose it again.
  const isInterrupted = closed.state === 'queued' && run.stop?.aborted !== true;
  if (!isInterrupted) await enqueueNextRun(run);
  await enqueueDeliveries(run);
  await followVariants(run);
  return closed;
}

/** Does the run's work and saves how it ended, also after an error. */
async function runAndClose(run: Run): Promise<ClosedRun> {
  try {
    const {walked} = await workByKind[run.kind](run);
    const {notes} = run.report;
    const state = notes.length > 0 ? 'partial' : 'done';
    const isGoodNight = run.kind === 'full' && walked;
    return await closeRun(run, {state, reason: notes.join(' ') || null, isGoodNight});
  } catch (error) {
    return closeAfterError(run, error);
  }
}

/** The work of each kind of run. */
const workByKind: Readonly<Record<RunKind, (run: Run) => Promise<CatalogueReading>>> = {
  full: runOverAll,
  daytime: runOverAll,
  preview: runOverAll,
  selected: runOverNamed,
  trial: runOverNamed,
  delete: async (run) => {
    await deleteProducts(run);
    return catalogueNotRead;
  },
  departure: async (run) => {
    await depart(run);
    return catalogueNotRead;
  },
  edits: async (run) => {
    await compareProducts(run);
    return catalogueNotRead;
  },
  undo: async (run) => {
    await undoRun(run);
    return catalogueNotRead;
  },
};

/** The result of a run that does not read the whole catalogue. */
const catalogueNotRead: CatalogueReading = {walked: false};

/** A pass over all articles. A preview does the same, but the steps that write to the store only save what they would do. */
async function runOverAll(opened: Run): Promise<CatalogueReading> {
  const run = await readStore(opened);
  await adoptStoreProducts(run);
  const list = await readList(run);
  const catalogue = await readCatalogue(run);
  await rechooseArticles(run);
  await matchProducts(run);
  await readDetails(run);
  const priced = await canPrice(run);
  if (priced) await applyListings(run);
  await retireListings(run, list);
  if (!priced) return catalogue;
  await readImages(run);
  if (run.kind === 'full' && catalogue.walked) await run.write((to) => releaseRecovered(to, run.shop, run.id));
  return catalogue;
}

/**
 * Applies the import rules to all articles again if rules or prices changed since that was last done. New and changed articles were chosen
 * while they were read.
 */
async function rechooseArticles(run: RunWithStore): Promise<void> {
  await enterStep(run, 'choosing');
  if (await refreshChosen(run.deps.db, run.shop, choiceBasisOf(run))) await run.beat();
}

/** A pass over named articles: those of a trial, or those that the merchant retried, decided on, or released from a brake. */
async function runOverNamed(opened: Run): Promise<CatalogueReading> {
  const read = await readStore(opened);
  await adoptStoreProducts(read);
  const list = await readList(read);
  const run = read.kind === 'trial' ? await chooseTrial(read) : read;
  await readNamedArticles(run);
  await matchProducts(run);
  // `chooseTrial` has just read the details of a trial's articles.
  if (run.kind !== 'trial') await readDetails(run);
  if (await canPrice(run)) {
    await applyListings(run);
    await retryImages(run);
  }
  // A trial retires nothing, because it only shows what would be sold.
  if (run.kind !== 'trial') await retireListings(run, list);
  return catalogueNotRead;
}

/** Enqueues the shop's next queued run, because runs of one shop never overlap. If the queue is down, the task `catch-up` does it later. */
async function enqueueNextRun({deps, shop, log}: Run): Promise<void> {
  const [next] = await loadQueuedRuns(deps.db, shop);
  if (next === undefined) return;
  try {
    await enqueueRun(deps.queues, next);
  } catch (err) {
    log.warn({err, next: next.id}, 'the queue cannot be reached; the schedule starts the waiting run');
  }
}

/** Enqueues product webhooks that arrived during the run and waited for its end. If the queue is down, the sweep finds them. */
async function enqueueDeliveries({deps, shop, log}: Run): Promise<void> {
  try {
    const pending = await loadNextDeliveries(deps.db, shop, 1, deps.now());
    if (pending.length > 0) await enqueueBatch(deps, 'deliveries', shop);
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the sweep enqueues the waiting deliveries');
  }
}

/** Has shipping profile and fulfilment service take in the variants that the run made, and give back those of products that it retired. */
async function followVariants({deps, shop}: Run): Promise<void> {
  await followWithService(deps, shop);
  if (!(await hasVariantChanges(deps.db, shop))) return;
  if (await wakeProfile(deps.db, shop)) await askTask(deps, 'keep-shipping', shop);
}
