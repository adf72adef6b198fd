// A run's beginning and end: the lease that makes it the shop's only one, its counts, its heartbeat, its last word.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {releaseRunLease, renewRunLease, takeRunLease} from '../../server/db/leases.ts';
import {
  noCounts,
  type StoredRun,
  saveAbandonedRuns,
  saveQueuedRun,
  saveRunEnd,
  saveRunProgress,
  saveRunStart,
} from '../../server/db/runs.ts';
import {loadCatalogueKey, loadDropshipKey, markKeyRejected} from '../../server/db/shop-keys.ts';
import {loadSettings, loadShop, type Shop, saveGoodNight} from '../../server/db/shops.ts';
import type {RunCounts} from '../../server/db/tables.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'log' | 'now' | 'newId' | 'digest' | 'checkpoint'
>;

export type Run = {
  readonly id: string;
  readonly shop: ShopDomain;
  readonly kind: 'full' | 'daytime';
  readonly fence: number;
  readonly deps: RunDeps;
  readonly log: Deps['log'];
  readonly facts: Shop;
  readonly settings: Settings;
  readonly keys: {readonly catalogue: string; readonly dropship: string};
  readonly counts: {-readonly [name in keyof RunCounts]: number};
  /** What keeps the run from being whole, in sentences. */
  readonly notes: string[];
  readonly signal: AbortSignal | undefined;
  /** To be called between steps: throws when the run is to stop, renews the lease and writes the counts now and then. */
  readonly beat: () => Promise<void>;
};

export type ClosedRun = {
  readonly state: StoredRun['state'];
  readonly reason: string | null;
  readonly counts: RunCounts;
};

/** Outlives the longest single step between two beats; a crashed run is taken up again after it. */
const leaseMs = 90_000;
const beatMs = 5_000;

class LostLease extends Error {
  override readonly name = 'LostLease';
}
class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

export async function openRun(deps: RunDeps, message: Message<'sync'>, signal?: AbortSignal): Promise<Run | null> {
  const {db, now} = deps;
  const {shop, kind, trigger} = message;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return null;
  const id = message.runId ?? deps.newId();
  const lease = await takeRunLease(db, shop, id, now(), leaseMs);
  if (lease === null) return null;
  await saveQueuedRun(db, {id, shop, kind, trigger}, now());
  await saveAbandonedRuns(db, shop, lease.fence, now());
  if (!(await saveRunStart(db, id, lease.fence, now()))) {
    await releaseRunLease(db, shop, lease.fence);
    return null;
  }
  const run = {id, shop, kind, fence: lease.fence, deps, signal, facts, counts: {...noCounts}, notes: []};
  const keys = await loadKeys(deps, shop);
  if (keys === null) {
    const reason =
      'Both supplier keys are needed: the catalogue key and the dropship key. Enter them under Connection.';
    await endRun(run, {state: 'failed', reason});
    return null;
  }
  return {
    ...run,
    keys,
    settings: Settings.parse(await loadSettings(db, shop)),
    log: deps.log.child({shop, run: id}),
    beat: heartbeat(run),
  };
}

async function loadKeys(deps: RunDeps, shop: ShopDomain): Promise<Run['keys'] | null> {
  const catalogue = await loadCatalogueKey(deps.db, deps.sealer, shop);
  const dropship = await loadDropshipKey(deps.db, deps.sealer, shop);
  return catalogue === null || dropship === null ? null : {catalogue, dropship};
}

function heartbeat(run: Pick<Run, 'id' | 'shop' | 'fence' | 'deps' | 'counts' | 'signal'>): Run['beat'] {
  const {db, now} = run.deps;
  let last = now().getTime();
  return async () => {
    if (run.signal?.aborted) throw new RunStopped();
    if (now().getTime() - last < beatMs) return;
    last = now().getTime();
    if (!(await renewRunLease(db, run.shop, run.fence, now(), leaseMs))) throw new LostLease();
    await saveRunProgress(db, run.id, run.counts, now());
  };
}

export async function closeRun(run: Run, end: Omit<ClosedRun, 'counts'>): Promise<ClosedRun> {
  if (end.state === 'failed') run.log.warn({reason: end.reason}, 'run failed');
  if (end.state === 'done' && run.kind === 'full') await saveGoodNight(run.deps.db, run.shop, run.deps.now());
  return endRun(run, end);
}

async function endRun(
  run: Pick<Run, 'id' | 'shop' | 'fence' | 'deps' | 'counts'>,
  end: Omit<ClosedRun, 'counts'>,
): Promise<ClosedRun> {
  const {db, now} = run.deps;
  const closed = {...end, counts: run.counts};
  await saveRunEnd(db, run.id, run.fence, closed, now());
  await releaseRunLease(db, run.shop, run.fence);
  return closed;
}

/** Why a run ended early, in words for a merchant. Anything but remote trouble and a stop is a bug and is thrown on. */
export async function describeTrouble(run: Run, error: unknown): Promise<Omit<ClosedRun, 'counts'>> {
  if (error instanceof LostLease) return {state: 'stopped', reason: 'Another run took over.'};
  if (error instanceof RunStopped)
    return {state: 'stopped', reason: 'The worker was stopped; the next run goes on from there.'};
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

async function rejectedKey(run: Run, failure: Failure): Promise<Omit<ClosedRun, 'counts'>> {
  const api = failure.message.includes('/api/dropship') ? 'dropship' : 'catalogue';
  await markKeyRejected(run.deps.db, run.shop, api);
  return {
    state: 'failed',
    reason: `The supplier does not accept the ${api} key any more. Enter a new one under Connection.`,
  };
}
