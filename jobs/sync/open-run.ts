// A run's beginning and end: the lease that makes it the shop's only one, what it works with, its last word.
import type {PriceStore} from '#domain/catalogue/price.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {Settings} from '#domain/settings.ts';
import type {RunCounts, RunKind} from '../../server/db/catalogue-tables.ts';
import {type ChoiceBasis, choiceBasis, toPriceStore} from '../../server/db/choice.ts';
import {writeAsRun} from '../../server/db/fence.ts';
import {releaseRunLease, takeRunLease} from '../../server/db/leases.ts';
import {
  noCounts,
  type StoredRun,
  saveAbandonedRuns,
  saveQueuedRun,
  saveRunEnd,
  saveRunStart,
} from '../../server/db/runs.ts';
import {loadCatalogueKey, loadDropshipKey} from '../../server/db/shop-keys.ts';
import {loadSettings, loadShop, type Shop, saveGoodNight} from '../../server/db/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {Message} from '../../server/queue/messages.ts';
import {heartbeat, leaseMs} from './heartbeat.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'queues' | 'log' | 'now' | 'waitMs' | 'newId' | 'digest' | 'checkpoint'
>;

export type SupplierKeys = {readonly catalogue: string; readonly dropship: string};

export type Run = {
  readonly id: string;
  readonly shop: ShopDomain;
  readonly kind: RunKind;
  readonly fence: number;
  readonly deps: RunDeps;
  readonly log: Deps['log'];
  readonly facts: Shop;
  readonly settings: Settings;
  /** What the store says of itself; asked for anew at the beginning of a pass. */
  store: PriceStore;
  /** The articles somebody named; null: all. */
  readonly only: readonly string[] | null;
  readonly keys: SupplierKeys;
  readonly counts: {-readonly [name in keyof RunCounts]: RunCounts[name]};
  /** What keeps the run from being whole, in sentences. */
  readonly notes: string[];
  readonly signal: AbortSignal | undefined;
  /** Where it is, in a word for the page. */
  step: string | null;
  /** The store takes no more new variants today: nothing more is created, everything else goes on. */
  creationStopped: boolean;
  readonly beat: () => Promise<void>;
  /** A short transaction that writes only while the run is the shop's one run. Throws LostLease. */
  readonly write: <T>(work: Parameters<typeof writeAsRun<T>>[2]) => Promise<T>;
};

export type ClosedRun = {
  readonly state: StoredRun['state'];
  readonly reason: string | null;
  readonly counts: RunCounts;
};

/** Null when another run of the shop is under way, the run has ended already, or there is nothing to run with. */
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
  const row = await saveRunStart(db, id, lease.fence, now());
  if (row === null) {
    await releaseRunLease(db, shop, lease.fence);
    return null;
  }
  const begun = {id, shop, kind: row.kind, fence: lease.fence, deps, signal, facts, counts: {...noCounts}};
  const keys = await loadKeys(deps, shop);
  if (keys === null && needsSupplier(row.kind)) {
    const reason =
      'Both supplier keys are needed: the catalogue key and the dropship key. Enter them under Connection.';
    await endRun(begun, {state: 'failed', reason});
    return null;
  }
  const run = {
    ...begun,
    log: deps.log.child({shop, run: id}),
    settings: Settings.parse(await loadSettings(db, shop)),
    store: toPriceStore(facts),
    only: row.article_ids,
    keys: keys ?? {catalogue: '', dropship: ''},
    notes: [],
    step: null,
    creationStopped: false,
    write: <T>(work: Parameters<typeof writeAsRun<T>>[2]) => writeAsRun(db, {shop, fence: lease.fence}, work),
  };
  return Object.assign(run, {beat: heartbeat(run)});
}

const needsSupplier = (kind: RunKind): boolean => kind !== 'delete' && kind !== 'edits';

async function loadKeys(deps: RunDeps, shop: ShopDomain): Promise<SupplierKeys | null> {
  const catalogue = await loadCatalogueKey(deps.db, deps.sealer, shop);
  const dropship = await loadDropshipKey(deps.db, deps.sealer, shop);
  return catalogue === null || dropship === null ? null : {catalogue, dropship};
}

export const basisOf = ({settings, store}: Pick<Run, 'settings' | 'store'>): ChoiceBasis =>
  choiceBasis(settings, store);

/** Everything beside the article that a plan is made from: another value plans every listing anew. */
export function settingsPrint({deps, settings, store}: Run): string {
  const {pricing, template, owned, onRequest} = settings;
  return deps.digest(JSON.stringify([planVersion, pricing, template, owned, onRequest, store]));
}

/** Raised when plans change without their inputs changing. */
const planVersion = 1;

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
