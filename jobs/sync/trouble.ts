// Why a run ended early, in words for a merchant.
import {Failure} from '#domain/failure.ts';
import {LostLease} from '../../server/db/fence.ts';
import {stoppedByMerchant} from '../../server/db/runs.ts';
import {markKeyRejected} from '../../server/db/shop-keys.ts';
import {loadShop} from '../../server/db/shops.ts';
import {StoppedByMerchant, WorkerStopped} from './heartbeat.ts';
import type {ClosedRun, Run} from './open-run.ts';

type End = Omit<ClosedRun, 'counts'>;

/** Anything but remote trouble and a stop is a bug: its words are in the log, the merchant is told that there is one. */
export async function describeTrouble(run: Run, error: unknown): Promise<End> {
  if (error instanceof LostLease) return describeLoss(run);
  if (error instanceof StoppedByMerchant) return {state: 'stopped', reason: stoppedByMerchant};
  if (error instanceof WorkerStopped) {
    return {state: 'stopped', reason: 'The worker was stopped; the next run goes on from there.'};
  }
  if (!(error instanceof Failure)) {
    run.log.error({err: error}, 'run ended by an error of ours');
    return {state: 'failed', reason: 'An error of ours ended the run; it is in the log. Nothing was retired.'};
  }
  run.log.warn({err: error}, 'run ended by remote trouble');
  if (error.kind === 'unauthorised' && error.remote === 'supplier') return rejectedKey(run, error);
  if (error.kind === 'unauthorised') {
    return {state: 'failed', reason: 'Shopify no longer accepts our access. Open the app once in the Shopify admin.'};
  }
  return {state: 'failed', reason: `${error.message} Nothing was retired.`};
}

async function describeLoss(run: Run): Promise<End> {
  const shop = await loadShop(run.deps.db, run.shop);
  const reason = shop?.state === 'installed' ? 'Another run took over.' : 'The app was removed from the store.';
  return {state: 'stopped', reason};
}

async function rejectedKey(run: Run, failure: Failure): Promise<End> {
  const api = failure.message.includes('/api/dropship') ? 'dropship' : 'catalogue';
  await markKeyRejected(run.deps.db, run.shop, api);
  return {
    state: 'failed',
    reason: `The supplier does not accept the ${api} key any more. Enter a new one under Connection.`,
  };
}
