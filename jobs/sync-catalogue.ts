// One pass over the catalogue for one shop, or over selected articles, from the supplier to the store.

import type {RunKind} from '#domain/runs/early-ends.ts';
import {refreshChosen} from '../server/db/catalogue/choice.ts';
import {releaseOthers} from '../server/db/catalogue/quarantine.ts';
import {loadNextDeliveries} from '../server/db/deliveries/deliveries.ts';
import {loadQueuedRuns} from '../server/db/runs/runs.ts';
import type {Message} from '../server/queue/messages.ts';
import {enqueueBatch} from './enqueue-batch.ts';
import {enqueueRun} from './schedule/resume-runs.ts';
import {applyListings} from './sync/apply-listings.ts';
import {type ClosedRun, closeAfterTrouble, closeRun} from './sync/close-run.ts';
import {deleteProducts} from './sync/delete-products.ts';
import {enterStep} from './sync/heartbeat.ts';
import {openRun} from './sync/open-run.ts';
import {adoptStore} from './sync/read/adopt-store.ts';
import {chooseTrial} from './sync/read/choose-trial.ts';
import {compareProducts} from './sync/read/compare-products.ts';
import {matchProducts} from './sync/read/match-products.ts';
import {type CatalogueReading, readCatalogue, readNamedArticles} from './sync/read/read-catalogue.ts';
import {readDetails} from './sync/read/read-details.ts';
import {readImages, retryImages} from './sync/read/read-images.ts';
import {readList} from './sync/read/read-list.ts';
import {canPrice, readStore} from './sync/read/read-store.ts';
import {retireListings} from './sync/retire-listings.ts';
import {basisOf, type Run, type RunDeps, type RunWithStore} from './sync/run.ts';
import {undoRun} from './sync/undo/undo-run.ts';

/**
 * Null when the run did not begin (see `openRun`). If another run is active, a requested run and a nightly run wait as rows and are
 * enqueued when the active one ends; articles added by day are found by the next pass.
 */
export async function syncCatalogue(
  deps: RunDeps,
  message: Message<'sync'>,
  signal?: AbortSignal,
): Promise<ClosedRun | null> {
  const run = await openRun(deps, message, signal);
  if (run === null) return null;
  const closed = await carryOut(run);
  // A run that lost its connection waits some minutes for the catch-up: an immediate retry would most likely lose it again.
  const isInterrupted = closed.state === 'queued' && run.stop?.aborted !== true;
  if (!isInterrupted) await enqueueNext(run);
  await enqueueDeliveries(run);
  return closed;
}

async function carryOut(run: Run): Promise<ClosedRun> {
  try {
    const {walked} = await passes[run.kind](run);
    const {notes} = run.report;
    const state = notes.length > 0 ? 'partial' : 'done';
    const isGoodNight = run.kind === 'full' && walked;
    return await closeRun(run, {state, reason: notes.join(' ') || null, isGoodNight});
  } catch (error) {
    return closeAfterTrouble(run, error);
  }
}

const passes: Readonly<Record<RunKind, (run: Run) => Promise<CatalogueReading>>> = {
  full: passOver,
  daytime: passOver,
  preview: passOver,
  selected: passOverSelected,
  trial: passOverSelected,
  delete: async (run) => {
    await deleteProducts(run);
    return notWalked;
  },
  edits: async (run) => {
    await compareProducts(run);
    return notWalked;
  },
  undo: async (run) => {
    await undoRun(run);
    return notWalked;
  },
};

const notWalked: CatalogueReading = {walked: false};

async function passOver(opened: Run): Promise<CatalogueReading> {
  const run = await readStore(opened);
  await adoptStore(run);
  const list = await readList(run);
  const catalogue = await readCatalogue(run);
  await chooseArticles(run);
  await matchProducts(run);
  await readDetails(run);
  const priced = await canPrice(run);
  if (priced) await applyListings(run);
  await retireListings(run, list);
  if (!priced) return catalogue;
  await readImages(run);
  if (run.kind === 'full' && catalogue.walked) await run.write((to) => releaseOthers(to, run.shop, run.id));
  return catalogue;
}

/**
 * New and changed articles were chosen while they were read. If rules or prices changed since all articles were last chosen, they are
 * chosen again here.
 */
async function chooseArticles(run: RunWithStore): Promise<void> {
  await enterStep(run, 'choosing');
  if (await refreshChosen(run.deps.db, run.shop, basisOf(run))) await run.beat();
}

/** Only the named articles: those of a trial, or those that the merchant retried, decided on, or released from a brake. */
async function passOverSelected(opened: Run): Promise<CatalogueReading> {
  const read = await readStore(opened);
  await adoptStore(read);
  const list = await readList(read);
  const run = read.kind === 'trial' ? await chooseTrial(read) : read;
  await readNamedArticles(run);
  await matchProducts(run);
  // `chooseTrial` has just read them.
  if (run.kind !== 'trial') await readDetails(run);
  if (await canPrice(run)) {
    await applyListings(run);
    await retryImages(run);
  }
  // A trial shows what would be sold; it retires nothing.
  if (run.kind !== 'trial') await retireListings(run, list);
  return notWalked;
}

/** Runs of one shop never overlap, so a finished run enqueues the next. If the queue cannot be reached, the catch-up enqueues it later. */
async function enqueueNext({deps, shop, log}: Run): Promise<void> {
  const [next] = await loadQueuedRuns(deps.db, shop);
  if (next === undefined) return;
  try {
    await enqueueRun(deps.queues, next);
  } catch (err) {
    log.warn({err, next: next.id}, 'the queue cannot be reached; the schedule starts the waiting run');
  }
}

/** Product webhooks that arrived during the run waited for its end. If the queue is down, the sweep finds them. */
async function enqueueDeliveries({deps, shop, log}: Run): Promise<void> {
  try {
    const pending = await loadNextDeliveries(deps.db, shop, 1, deps.now());
    if (pending.length > 0) await enqueueBatch(deps, 'deliveries', shop);
  } catch (err) {
    log.warn({err}, 'the queue cannot be reached; the sweep enqueues the waiting deliveries');
  }
}
