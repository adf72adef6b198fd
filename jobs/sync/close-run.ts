// Ends a run: saves how and why it ended, in a sentence for the merchant, then releases the lease.
import {Failure, type SupplierApi} from '#domain/failure.ts';
import {endedByBugText, stoppedByMerchantText, storeChangedText, unfinishedPartText} from '#domain/runs/early-ends.ts';
import {isConnectionLost} from '../../server/db/connection/connection-loss.ts';
import {saveRunInterrupted} from '../../server/db/runs/interrupted-runs.ts';
import {holdsRunLease, releaseRunLease} from '../../server/db/runs/leases.ts';
import {LostLease} from '../../server/db/runs/run-fence.ts';
import {loadRun, requeueRun, type StoredRun, saveRunEnd} from '../../server/db/runs/runs.ts';
import {markKeyRejected} from '../../server/db/secrets/shop-keys.ts';
import {saveCompletedNight} from '../../server/db/shops/shops.ts';
import type {RunCounts} from '../../server/db/tables/catalogue-tables.ts';
import {retry} from '../../server/retry.ts';
import {StoppedByMerchant} from './heartbeat.ts';
import {StoreChanged} from './read/same-store.ts';
import type {Run} from './run.ts';

/** How a run ended. The state is `queued` if the worker was stopped or lost the database connection: then the run resumes later. */
export type ClosedRun = {
  readonly state: StoredRun['state'];
  /** A sentence for the merchant; null: nothing to say. */
  readonly reason: string | null;
  readonly counts: RunCounts;
};

/** How a run is to be saved: ended in this state, or queued again to resume later. `reason`: a sentence for the merchant. */
type RunEnd = {
  readonly state: Exclude<StoredRun['state'], 'running'>;
  readonly reason: string | null;
  /** Whether the night counts as done: the whole catalogue was read, even if other parts are incomplete. */
  readonly isGoodNight?: boolean;
};

/** Saves how the run ended, or that it is queued again, and releases its lease. */
export async function closeRun(run: Run, {isGoodNight = false, ...end}: RunEnd): Promise<ClosedRun> {
  const {db, now} = run.deps;
  const {counts} = run.report;
  // The reason is not logged, because it may contain Shopify's text for the merchant. The error was logged when it was caught.
  if (end.state === 'failed') run.log.warn('run failed');
  const closed = {...end, counts};
  if (end.state === 'queued') {
    await requeueRun(db, run.id, run.fence, {reason: end.reason ?? '', counts}, now());
  } else {
    if (isGoodNight) await run.write((to) => saveCompletedNight(to, run.shop, now()));
    await saveRunEnd(db, run.id, run.fence, closed, now());
  }
  await releaseRunLease(db, run.shop, run.fence);
  run.deps.checkpoint('run-closed');
  return closed;
}

/**
 * Ends a run after an error. If the database connection was lost, the run becomes queued again. Saving that is tried four times, with
 * pauses of 7 s in total; if the database stays away, the row still says running, and the task `catch-up` finds it.
 */
export async function closeAfterError(run: Run, error: unknown): Promise<ClosedRun> {
  if (isConnectionLost(error)) {
    run.log.warn({err: error}, 'the run lost its connection to the database');
    return retryWhileAway(run, () => closeInterrupted(run));
  }
  const end = await retryWhileAway(run, () => describeEarlyEnd(run, error));
  return retryWhileAway(run, () => closeRun(run, end));
}

/**
 * Saves that the run was interrupted: it is queued again, or ended after too many interruptions. Releases its lease, and returns the state
 * that the run has then.
 */
async function closeInterrupted(run: Run): Promise<ClosedRun> {
  const {id, fence, shop, report, deps} = run;
  const {counts} = report;
  const row =
    (await saveRunInterrupted(deps.db, {id, fence, counts}, deps.now())) ?? (await loadRun(deps.db, shop, id));
  await releaseRunLease(deps.db, shop, fence);
  deps.checkpoint('run-closed');
  return {state: row?.state ?? 'stopped', reason: row?.reason ?? null, counts};
}

/** Milliseconds between the attempts to save how a run ended. */
const closePausesMs = [1_000, 2_000, 4_000];

/** Calls `work` again while the database cannot be reached, four times in all. Throws any other error at once. */
function retryWhileAway<T>({log, deps}: Run, work: () => Promise<T>): Promise<T> {
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    const waitMs = closePausesMs[attempt - 1];
    if (waitMs === undefined || !isConnectionLost(error)) return null;
    log.warn({err: error, waitMs}, 'the database cannot be reached while a run is closed');
    return waitMs;
  };
  return retry(work, pauseAfter, deps.waitMs);
}

/**
 * Says how and why a run ended early. An error that is neither a remote failure nor a stop is a bug: the merchant reads that it is ours,
 * and the log has the details.
 */
async function describeEarlyEnd(run: Run, error: unknown): Promise<RunEnd> {
  // A run without the lease must not report its error, because another run replaced it or the shop uninstalled.
  if (error instanceof LostLease || !(await holdsRunLease(run.deps.db, run.shop, run.fence))) {
    return {state: 'stopped', reason: 'Another update took over, or the app was removed from the store.'};
  }
  if (error instanceof StoppedByMerchant) return {state: 'stopped', reason: stoppedByMerchantText(run.kind)};
  if (error instanceof StoreChanged) {
    run.log.warn({err: error}, 'run ended because the store changed');
    return {state: 'failed', reason: storeChangedText(run.kind, error.message)};
  }
  if (run.stop?.aborted)
    return {state: 'queued', reason: 'The worker was stopped; the update goes on from there by itself.'};
  if (!(error instanceof Failure)) {
    run.log.error({err: error}, 'run ended by a bug');
    return {state: 'failed', reason: `${endedByBugText(run.kind)} ${doneSoFarText(run)}`};
  }
  run.log.warn({err: error}, 'run ended by a failure of Shopify or the supplier');
  if (error.kind === 'unauthorised' && error.api !== undefined) return endByRejectedKey(run, error.api, error);
  if (error.kind === 'unauthorised') {
    return {state: 'failed', reason: 'Shopify no longer accepts our access. Open the app once in the Shopify admin.'};
  }
  return {state: 'failed', reason: `${error.message} ${doneSoFarText(run)}`};
}

/** A sentence for the merchant about what a run had done before it failed. */
function doneSoFarText({kind, report: {counts}}: Run): string {
  if (kind === 'undo' || kind === 'delete' || kind === 'departure') return unfinishedPartText(kind);
  return counts.retired === 0
    ? 'Nothing was taken off sale.'
    : `${counts.retired} products had been taken off sale by then.`;
}

/** The end of a run whose supplier key was refused. Also saves that the key is refused, unless it was replaced meanwhile. */
async function endByRejectedKey({deps, shop, keys}: Run, api: SupplierApi, failure: Failure): Promise<RunEnd> {
  if ((await markKeyRejected(deps.db, deps.sealer, shop, {api, used: keys[api]})) === null) {
    return {
      state: 'failed',
      reason: `The ${api} key was replaced while the update was under way. Start another update.`,
    };
  }
  const why = failure.sent ? `The supplier does not accept the ${api} key any more.` : failure.message;
  return {state: 'failed', reason: `${why} Enter a new one under Settings.`};
}
