// Feed to store: one pass over the catalogue for one shop.
import {releaseOthers} from '../server/db/quarantine.ts';
import type {Message} from '../server/queue/messages.ts';
import {applyListings} from './sync/apply-listings.ts';
import {type ClosedRun, closeRun, describeTrouble} from './sync/close-run.ts';
import {openRun, type Run, type RunDeps} from './sync/open-run.ts';
import {readCatalogue} from './sync/read-catalogue.ts';
import {readDetails} from './sync/read-details.ts';
import {readList} from './sync/read-list.ts';
import {retireListings} from './sync/retire-listings.ts';

/** Null when another run of the shop is under way, or there is nothing to run with. */
export async function syncCatalogue(
  deps: RunDeps,
  message: Message<'sync'>,
  stop?: AbortSignal,
): Promise<ClosedRun | null> {
  const run = await openRun(deps, message, stop);
  if (run === null) return null;
  try {
    await passOver(run);
    return await closeRun(run, {
      state: run.notes.length > 0 ? 'partial' : 'done',
      reason: run.notes.join(' ') || null,
    });
  } catch (error) {
    return closeRun(run, await describeTrouble(run, error));
  }
}

async function passOver(run: Run): Promise<void> {
  const list = await readList(run);
  await readCatalogue(run);
  await readDetails(run);
  await applyListings(run);
  await retireListings(run, list);
  if (run.kind === 'full') await run.write((to) => releaseOthers(to, run.shop, run.id));
}
