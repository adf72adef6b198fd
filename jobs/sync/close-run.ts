// A run's last word: how it ended and why, in words for a merchant; then the lease is another's to take.
import {Failure} from '#domain/failure.ts';
import type {RunCounts} from '../../server/db/catalogue-tables.ts';
import {holdsRunLease, releaseRunLease} from '../../server/db/leases.ts';
import {LostLease} from '../../server/db/run-fence.ts';
import {type StoredRun, saveRunAside, saveRunEnd, stoppedByMerchant} from '../../server/db/runs.ts';
import {markKeyRejected} from '../../server/db/shop-keys.ts';
import {saveGoodNight} from '../../server/db/shops.ts';
import {StoppedByMerchant} from './heartbeat.ts';
import type {Run} from './open-run.ts';

/** `queued` where the worker was stopped: the run goes on later. */
export type ClosedRun = {
  readonly state: StoredRun['state'];
  readonly reason: string | null;
  readonly counts: RunCounts;
};

type End = {readonly state: Exclude<StoredRun['state'], 'running'>; readonly reason: string | null};

export async function closeRun(run: Run, end: End): Promise<ClosedRun> {
  const {db, now} = run.deps;
  if (end.state === 'failed') run.log.warn({reason: end.reason}, 'run failed');
  const closed = {...end, counts: run.counts};
  if (end.state === 'queued') {
    await saveRunAside(db, run.id, run.fence, {reason: end.reason ?? '', counts: run.counts}, now());
  } else {
    if (isGoodNight(run, end)) await run.write((to) => saveGoodNight(to, run.shop, now()));
    await saveRunEnd(db, run.id, run.fence, closed, now());
  }
  await releaseRunLease(db, run.shop, run.fence);
  run.deps.checkpoint('run-closed');
  return closed;
}

/** What a partial run leaves for later, another pass would leave as well: the night was made when the catalogue was walked. */
const isGoodNight = ({kind, walked}: Run, {state}: End): boolean =>
  kind === 'full' && walked && (state === 'done' || state === 'partial');

/** Why a run ended early. Whatever is neither remote trouble nor a stop is a bug: named as ours, with the details in the log. */
export async function describeTrouble(run: Run, error: unknown): Promise<End> {
  // Whatever it stumbled over, a run that was replaced or whose shop left has nothing more to say.
  if (error instanceof LostLease || !(await holdsRunLease(run.deps.db, run.shop, run.fence))) {
    return {state: 'stopped', reason: 'Another run took over, or the app was removed from the store.'};
  }
  if (error instanceof StoppedByMerchant) return {state: 'stopped', reason: stoppedByMerchant};
  if (run.stop?.aborted)
    return {state: 'queued', reason: 'The worker was stopped; the run goes on from there by itself.'};
  if (!(error instanceof Failure)) {
    run.log.error({err: error}, 'run ended by an error of ours');
    return {state: 'failed', reason: `An error of ours ended the run; it is in the log. ${retiredBy(run)}`};
  }
  run.log.warn({err: error}, 'run ended by remote trouble');
  if (error.kind === 'unauthorised' && error.remote === 'supplier') return rejectedKey(run, error);
  if (error.kind === 'unauthorised') {
    return {state: 'failed', reason: 'Shopify no longer accepts our access. Open the app once in the Shopify admin.'};
  }
  return {state: 'failed', reason: `${error.message} ${retiredBy(run)}`};
}

const retiredBy = ({counts}: Run) =>
  counts.retired === 0 ? 'Nothing was retired.' : `${counts.retired} products had been taken off sale by then.`;

async function rejectedKey({deps, shop, keys}: Run, failure: Failure): Promise<End> {
  const api = failure.message.includes('/api/dropship') ? 'dropship' : 'catalogue';
  if (!(await markKeyRejected(deps.db, deps.sealer, shop, {api, used: keys[api]}))) {
    return {state: 'failed', reason: `The ${api} key was replaced while the run was under way. Start another run.`};
  }
  return {
    state: 'failed',
    reason: `The supplier does not accept the ${api} key any more. Enter a new one under Connection.`,
  };
}
