// Feed to store: one pass over the catalogue for one shop.
import type {Message} from '../server/queue/messages.ts';
import {applyListings} from './sync/apply-listings.ts';
import {type ClosedRun, closeRun, describeTrouble, openRun, type Run, type RunDeps} from './sync/open-run.ts';
import {readCatalogue} from './sync/read-catalogue.ts';
import {readDetails} from './sync/read-details.ts';
import {readList} from './sync/read-list.ts';
import {retireListings} from './sync/retire-listings.ts';

/** Null when another run of the shop is under way, or there is nothing to run with. */
export async function syncCatalogue(
  deps: RunDeps,
  message: Message<'sync'>,
  signal?: AbortSignal,
): Promise<ClosedRun | null> {
  const run = await openRun(deps, message, signal);
  if (run === null) return null;
  try {
    await passOver(run);
  } catch (error) {
    return closeRun(run, await describeTrouble(run, error));
  }
  return closeRun(run, {state: run.notes.length > 0 ? 'partial' : 'done', reason: run.notes.join(' ') || null});
}

async function passOver(run: Run): Promise<void> {
  const list = await readList(run);
  await readCatalogue(run);
  await readDetails(run);
  await applyListings(run);
  await retireListings(run, list);
}
