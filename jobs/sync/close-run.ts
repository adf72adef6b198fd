// Ends a run: saves how it ended and why, in words for a merchant, then releases the lease.
import {Failure, type SupplierApi} from '#domain/failure.ts';
import {endedByBug, restOf, stoppedByMerchant, storeChanged} from '#domain/runs/early-ends.ts';
import {isConnectionLost} from '../../server/db/connection/connection-loss.ts';
import {saveRunInterrupted} from '../../server/db/runs/interrupted-runs.ts';
import {holdsRunLease, releaseRunLease} from '../../server/db/runs/leases.ts';
import {LostLease} from '../../server/db/runs/run-fence.ts';
import {loadRun, type StoredRun, saveRunAside, saveRunEnd} from '../../server/db/runs/runs.ts';
import {markKeyRejected} from '../../server/db/secrets/shop-keys.ts';
import {saveGoodNight} from '../../server/db/shops/shops.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';
import {retry} from '../../server/retry.ts';
import {StoppedByMerchant} from './heartbeat.ts';
import {StoreChanged} from './read/same-store.ts';
import type {Run} from './run.ts';

/** `queued` if the worker was stopped or the database connection was lost: the run resumes later. */
export type ClosedRun = {
  readonly state: StoredRun['state'];
  readonly reason: string | null;
  readonly counts: RunCounts;
};

type End = {
  readonly state: Exclude<StoredRun['state'], 'running'>;
  readonly reason: string | null;
  /** The catalogue was walked, so the night counts as done. Another pass would leave the same gaps as this partial run. */
  readonly isGoodNight?: boolean;
};

export async function closeRun(run: Run, {isGoodNight = false, ...end}: End): Promise<ClosedRun> {
  const {db, now} = run.deps;
  const {counts} = run.report;
  // Do not log the reason: it is for the merchant and may contain Shopify's text. The error was logged when it was caught.
  if (end.state === 'failed') run.log.warn('run failed');
  const closed = {...end, counts};
  if (end.state === 'queued') {
    await saveRunAside(db, run.id, run.fence, {reason: end.reason ?? '', counts}, now());
  } else {
    if (isGoodNight) await run.write((to) => saveGoodNight(to, run.shop, now()));
    await saveRunEnd(db, run.id, run.fence, closed, now());
  }
  await releaseRunLease(db, run.shop, run.fence);
  run.deps.checkpoint('run-closed');
  return closed;
}

/**
 * After an error. A lost database connection puts the run back as queued. While the database cannot be reached this is tried
 * four times, with pauses of 7 s in total; after that, the row still says running and the catch-up finds it.
 */
export async function closeAfterTrouble(run: Run, error: unknown): Promise<ClosedRun> {
  if (isConnectionLost(error)) {
    run.log.warn({err: error}, 'the run lost its connection to the database');
    return retryWhileAway(run, () => closeInterrupted(run));
  }
  const end = await retryWhileAway(run, () => describeTrouble(run, error));
  return retryWhileAway(run, () => closeRun(run, end));
}

async function closeInterrupted(run: Run): Promise<ClosedRun> {
  const {id, fence, shop, report, deps} = run;
  const {counts} = report;
  const row =
    (await saveRunInterrupted(deps.db, {id, fence, counts}, deps.now())) ?? (await loadRun(deps.db, shop, id));
  await releaseRunLease(deps.db, shop, fence);
  deps.checkpoint('run-closed');
  return {state: row?.state ?? 'stopped', reason: row?.reason ?? null, counts};
}

/** Milliseconds between the attempts. */
const waitsMs = [1_000, 2_000, 4_000];

function retryWhileAway<T>({log, deps}: Run, work: () => Promise<T>): Promise<T> {
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    const waitMs = waitsMs[attempt - 1];
    if (waitMs === undefined || !isConnectionLost(error)) return null;
    log.warn({err: error, waitMs}, 'the database cannot be reached while a run is closed');
    return waitMs;
  };
  return retry(work, pauseAfter, deps.waitMs);
}

/**
 * Why a run ended early. Anything that is neither a remote failure nor a stop is a bug: the merchant reads that it is ours, and
 * the log has the details.
 */
async function describeTrouble(run: Run, error: unknown): Promise<End> {
  // A run that was replaced, or whose shop uninstalled, must not report anything, whatever its error.
  if (error instanceof LostLease || !(await holdsRunLease(run.deps.db, run.shop, run.fence))) {
    return {state: 'stopped', reason: 'Another run took over, or the app was removed from the store.'};
  }
  if (error instanceof StoppedByMerchant) return {state: 'stopped', reason: stoppedByMerchant(run.kind)};
  if (error instanceof StoreChanged) {
    run.log.warn({err: error}, 'run ended because the store changed');
    return {state: 'failed', reason: storeChanged(run.kind, error.message)};
  }
  if (run.stop?.aborted)
    return {state: 'queued', reason: 'The worker was stopped; the run goes on from there by itself.'};
  if (!(error instanceof Failure)) {
    run.log.error({err: error}, 'run ended by a bug');
    return {state: 'failed', reason: `${endedByBug(run.kind)} ${doneBy(run)}`};
  }
  run.log.warn({err: error}, 'run ended by a failure of Shopify or the supplier');
  if (error.kind === 'unauthorised' && error.api !== undefined) return rejectedKey(run, error.api, error);
  if (error.kind === 'unauthorised') {
    return {state: 'failed', reason: 'Shopify no longer accepts our access. Open the app once in the Shopify admin.'};
  }
  return {state: 'failed', reason: `${error.message} ${doneBy(run)}`};
}

function doneBy({kind, report: {counts}}: Run): string {
  if (kind === 'undo' || kind === 'delete') return restOf(kind);
  return counts.retired === 0 ? 'Nothing was retired.' : `${counts.retired} products had been taken off sale by then.`;
}

async function rejectedKey({deps, shop, keys}: Run, api: SupplierApi, failure: Failure): Promise<End> {
  if (!(await markKeyRejected(deps.db, deps.sealer, shop, {api, used: keys[api]}))) {
    return {state: 'failed', reason: `The ${api} key was replaced while the run was under way. Start another run.`};
  }
  const why = failure.sent ? `The supplier does not accept the ${api} key any more.` : failure.message;
  return {state: 'failed', reason: `${why} Enter a new one under Connection.`};
}
