// A run's beginning: the lease that makes it the shop's only one, the keys and settings it goes by, its counts and heartbeat.
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import {releaseRunLease, takeRunLease} from '../../server/db/leases.ts';
import {
  noCounts,
  saveAbandonedRuns,
  saveQueuedRun,
  saveRunEnd,
  saveRunProgress,
  saveRunStart,
} from '../../server/db/runs.ts';
import {loadCatalogueKey, loadDropshipKey} from '../../server/db/shop-keys.ts';
import {loadSettings, loadShop, type Shop} from '../../server/db/shops.ts';
import type {RunCounts} from '../../server/db/tables.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {missedItsNight} from '../schedule.ts';
import {type Hold, holdLease, leaseMs} from './hold.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'log' | 'now' | 'newId' | 'digest' | 'checkpoint'
>;

export type Run = Omit<Hold, 'renew'> & {
  readonly id: string;
  readonly shop: ShopDomain;
  readonly kind: 'full' | 'daytime';
  readonly fence: number;
  /** The database among these is for reading: what a run writes goes through `write`, or not at all once it was replaced. */
  readonly deps: Omit<RunDeps, 'admin'>;
  readonly log: Deps['log'];
  readonly facts: Shop;
  readonly settings: Settings;
  readonly keys: Keys;
  readonly counts: {-readonly [name in keyof RunCounts]: number};
  /** What keeps the run from being whole, in sentences. */
  readonly notes: string[];
  /** Set when the worker is to stop. */
  readonly stop: AbortSignal | undefined;
  /** To be called between steps: throws when the run is to stop, renews the lease and writes the counts now and then. */
  readonly beat: () => Promise<void>;
};

type Keys = {readonly catalogue: string; readonly dropship: string};

const beatMs = 5_000;

/** Null when another run of the shop is under way, or there is nothing to run with or for. */
export async function openRun(deps: RunDeps, message: Message<'sync'>, stop?: AbortSignal): Promise<Run | null> {
  const {db, now} = deps;
  const {shop, kind} = message;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return null;
  const id = message.runId ?? deps.newId();
  const lease = await takeRunLease(db, shop, id, now(), leaseMs);
  if (lease === null) return null;
  const {fence} = lease;
  const keys = await startRun(deps, message, {id, fence});
  if (keys === null) {
    await releaseRunLease(db, shop, fence);
    return null;
  }
  const hold = holdLease(deps, {shop, fence}, stop);
  const counts = {...noCounts};
  return {
    ...hold,
    id,
    shop,
    kind,
    fence,
    deps,
    stop,
    facts,
    keys,
    counts,
    notes: [],
    settings: Settings.parse(await loadSettings(db, shop)),
    log: deps.log.child({shop, run: id}),
    beat: heartbeat(deps, {id, fence, counts}, hold),
  };
}

/** The run's row, and the keys to run with; null where there is nothing to start. */
async function startRun(
  deps: RunDeps,
  message: Message<'sync'>,
  {id, fence}: {id: string; fence: number},
): Promise<Keys | null> {
  const {db, now} = deps;
  const {shop, kind, trigger} = message;
  await saveAbandonedRuns(db, shop, {id, fence}, now());
  // Asked again now that nobody else can run: the night may have been made up for since.
  const isFirst = message.runId === undefined;
  if (isFirst && trigger === 'catch_up' && !(await missedItsNight(deps, shop))) return null;
  const keys = await loadKeys(deps, shop);
  // A schedule goes on without keys too; it has nothing to say about it every time.
  if (keys === null && isFirst && trigger !== 'merchant') return null;
  await saveQueuedRun(db, {id, shop, kind, trigger}, now());
  if (!(await saveRunStart(db, id, fence, now()))) return null;
  if (keys !== null) return keys;
  const reason = 'Both supplier keys are needed: the catalogue key and the dropship key. Enter them under Connection.';
  await saveRunEnd(db, id, fence, {state: 'failed', reason, counts: noCounts}, now());
  return null;
}

async function loadKeys(deps: RunDeps, shop: ShopDomain): Promise<Keys | null> {
  const catalogue = await loadCatalogueKey(deps.db, deps.sealer, shop);
  const dropship = await loadDropshipKey(deps.db, deps.sealer, shop);
  return catalogue === null || dropship === null ? null : {catalogue, dropship};
}

function heartbeat(
  {db, now}: RunDeps,
  {id, fence, counts}: {id: string; fence: number; counts: RunCounts},
  {signal, renew}: Hold,
): Run['beat'] {
  let last = now().getTime();
  return async () => {
    signal.throwIfAborted();
    if (now().getTime() - last < beatMs) return;
    last = now().getTime();
    await renew();
    await saveRunProgress(db, id, fence, counts, now());
  };
}
