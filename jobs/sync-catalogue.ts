// Feed to store: one pass over the catalogue for one shop, or a part of one that somebody asked for by name.
import {RunId} from '#domain/ids.ts';
import type {RunKind} from '../server/db/catalogue-tables.ts';
import {loadNextDeliveries} from '../server/db/deliveries.ts';
import {releaseOthers} from '../server/db/quarantine.ts';
import {loadQueuedRuns} from '../server/db/runs.ts';
import type {Message} from '../server/queue/messages.ts';
import {callUp} from './call-up.ts';
import {adoptStore} from './sync/adopt-store.ts';
import {applyListings} from './sync/apply-listings.ts';
import {chooseArticles} from './sync/choose-articles.ts';
import {type ClosedRun, closeRun, describeTrouble} from './sync/close-run.ts';
import {compareProducts} from './sync/compare-products.ts';
import {deleteProducts} from './sync/delete-products.ts';
import {openRun, type Run, type RunDeps} from './sync/open-run.ts';
import {readCatalogue, readNamedArticles} from './sync/read-catalogue.ts';
import {readDetails} from './sync/read-details.ts';
import {readImages, retryImages} from './sync/read-images.ts';
import {readList} from './sync/read-list.ts';
import {canPrice, readStore} from './sync/read-store.ts';
import {retireListings} from './sync/retire-listings.ts';

/**
 * Null when another run of the shop is under way, or there is nothing to run with. A run that was asked for, and a night,
 * wait as rows and are called up when that one ends; what was added by day is seen by the next pass.
 */
export async function syncCatalogue(
  deps: RunDeps,
  message: Message<'sync'>,
  signal?: AbortSignal,
): Promise<ClosedRun | null> {
  const run = await openRun(deps, message, signal);
  if (run === null) return null;
  const closed = await carryOut(run);
  await callUpNext(run);
  await callUpDeliveries(run);
  return closed;
}

async function carryOut(run: Run): Promise<ClosedRun> {
  try {
    await stories[run.kind](run);
    return await closeRun(run, {
      state: run.notes.length > 0 ? 'partial' : 'done',
      reason: run.notes.join(' ') || null,
    });
  } catch (error) {
    return closeRun(run, await describeTrouble(run, error));
  }
}

const stories: Readonly<Record<RunKind, (run: Run) => Promise<void>>> = {
  full: passOver,
  daytime: passOver,
  preview: passOver,
  few: lookAtFew,
  delete: deleteProducts,
  edits: compareProducts,
};

async function passOver(run: Run): Promise<void> {
  await readStore(run);
  await adoptStore(run);
  const list = await readList(run);
  await readCatalogue(run);
  await chooseArticles(run);
  await readDetails(run);
  const priced = await canPrice(run);
  if (priced) await applyListings(run);
  await retireListings(run, list);
  if (!priced) return;
  await readImages(run);
  if (run.kind === 'full') await run.write((to) => releaseOthers(to, run.shop, run.id));
}

/** The named articles alone: one to be tried again, its failed images, or what a brake held and the merchant released. */
async function lookAtFew(run: Run): Promise<void> {
  await readStore(run);
  await adoptStore(run);
  const list = await readList(run);
  await readNamedArticles(run);
  await readDetails(run);
  if (await canPrice(run)) {
    await applyListings(run);
    await retryImages(run);
  }
  await retireListings(run, list);
}

/** One run per shop at a time: the next that waits gets its turn now. Should the queue be away, the clock finds it. */
async function callUpNext({deps, shop, log}: Run): Promise<void> {
  const [next] = await loadQueuedRuns(deps.db, shop);
  if (next === undefined) return;
  const {kind, trigger} = next;
  try {
    const message = {shop, runId: RunId.parse(next.id), kind, trigger};
    await deps.queues.enqueue('sync', message, {deduplicationId: `run-${next.id}`});
  } catch (err) {
    log.warn({err, next: next.id}, 'the queue is away; the clock calls up the run that waits');
  }
}

/** What was told of products meanwhile waited for the run's end. Should the queue be away, the sweep finds it. */
async function callUpDeliveries({deps, shop, log}: Run): Promise<void> {
  try {
    const pending = await loadNextDeliveries(deps.db, shop, 1, deps.now());
    if (pending.length > 0) await callUp(deps, 'deliveries', shop);
  } catch (err) {
    log.warn({err}, 'the queue is away; the sweep calls up the deliveries that wait');
  }
}
