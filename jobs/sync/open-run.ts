// Starts a run: takes the lease that makes it the shop's only one, loads keys and settings, and creates its report and heartbeat.

import {departingText} from '#domain/departure/plan-departure.ts';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {type Settings, settingsUnreadableText} from '#domain/settings/settings.ts';
import {requestRun} from '../../server/actions/run-requests.ts';
import {isDeparting} from '../../server/db/departures/departures.ts';
import {saveAbandonedRuns} from '../../server/db/runs/dead-runs.ts';
import {isInterruptedTooOften, tooOftenInterruptedReason} from '../../server/db/runs/interrupted-runs.ts';
import {releaseRunLease, takeRunLease} from '../../server/db/runs/leases.ts';
import {type StoredRun, saveQueuedRun, saveRunEnd, saveRunStart, zeroCounts} from '../../server/db/runs/runs.ts';
import {loadCatalogueKey, loadDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import {loadShop, loadStoredSettings, type Shop} from '../../server/db/shops/shops.ts';
import type {Message} from '../../server/queue/messages.ts';
import {CannotUnseal, catchUnsealError} from '../../server/sealing.ts';
import {hasMissedNight} from '../schedule/schedule.ts';
import {createHeartbeat} from './heartbeat.ts';
import type {Run, RunDeps, SupplierKeys} from './run.ts';
import {keepLease, runLeaseMs} from './run-lease.ts';
import {createRunReport} from './run-report.ts';

/**
 * Starts a run and returns it with its lease. Null if the shop's state is not `installed`, another run of the shop is active, or `startRun`
 * starts nothing.
 * @param stop aborts when the worker must stop.
 */
export async function openRun(deps: RunDeps, message: Message<'sync'>, stop?: AbortSignal): Promise<Run | null> {
  const {db, now} = deps;
  const {shop} = message;
  const facts = await loadShop(db, shop);
  if (facts === null || facts.state !== 'installed') return null;
  // Not even as a row that says so: the schedule may ask for several a day.
  if (message.runId === undefined && message.trigger !== 'merchant' && (await isDeparting(db, shop))) return null;
  const id = message.runId ?? RunId.parse(deps.newId());
  const lease = await takeRunLease(db, shop, id, now(), runLeaseMs);
  if (lease === null) {
    await saveMissedNight(deps, message, facts);
    return null;
  }
  const {fence} = lease;
  const release = () => releaseRunLease(db, shop, fence);
  const started = await startRun(deps, message, {id, fence}).catch((error: unknown) =>
    release().then(() => Promise.reject(error)),
  );
  if (started === null) {
    await release();
    return null;
  }
  const run = {
    ...keepLease(deps, {shop, fence}, stop),
    id,
    shop,
    kind: started.row.kind,
    fence,
    deps,
    stop,
    facts,
    keys: started.keys,
    only: started.row.article_ids,
    createsNew: facts.everythingAskedAt !== null || started.row.trigger === 'merchant',
    undoes: started.row.undoes,
    report: createRunReport(),
    settings: started.settings,
    log: deps.log.child({shop, run: id}),
  };
  return {...run, beat: createHeartbeat(run)};
}

/** Queues a nightly run that found another run active, unless a full run is open, which covers it. The other run enqueues it at its end. */
async function saveMissedNight({db, newId, now}: RunDeps, message: Message<'sync'>, facts: Shop): Promise<void> {
  const {shop, kind, trigger, runId} = message;
  const hasKeys = facts.catalogueKeyState !== 'absent' && facts.dropshipKeyState !== 'absent';
  if (kind !== 'full' || trigger !== 'schedule' || runId !== undefined || !hasKeys) return;
  await requestRun(db, {id: RunId.parse(newId()), shop, kind, trigger, articleIds: null, actor: null}, now());
}

/**
 * Creates the run's row and loads its keys. Null: the run is not needed, the schedule started it without keys, it has ended already, or it
 * ends here as failed.
 */
async function startRun(
  deps: RunDeps,
  message: Message<'sync'>,
  {id, fence}: {id: RunId; fence: number},
): Promise<{readonly row: StoredRun; readonly keys: SupplierKeys; readonly settings: Settings} | null> {
  const {db, now} = deps;
  const {shop, kind, trigger} = message;
  await saveAbandonedRuns(db, shop, {id, fence}, now());
  // Checked again now that no other run can start, because another run may have made up for the missed night meanwhile.
  const isFirst = message.runId === undefined;
  if (isFirst && trigger === 'catch_up' && !(await hasMissedNight(deps, shop))) return null;
  const keys = await catchUnsealError(loadKeys(deps, shop));
  // Without keys, a run that the schedule started is not saved, because it would report the missing keys every time.
  if (keys === null && isFirst && trigger !== 'merchant') return null;
  await saveQueuedRun(db, {id, shop, kind, trigger}, now());
  const row = await saveRunStart(db, id, fence, now());
  if (row === null) return null;
  if (isInterruptedTooOften(row)) {
    deps.log.warn({shop, run: id, interruptions: row.interruptions}, 'the run was interrupted too often');
    await saveRunEnd(
      db,
      id,
      fence,
      {state: 'failed', reason: tooOftenInterruptedReason(row), counts: row.counts},
      now(),
    );
    return null;
  }
  if (row.kind !== 'departure' && (await isDeparting(db, shop))) {
    await saveRunEnd(db, id, fence, {state: 'stopped', reason: departingText, counts: row.counts}, now());
    return null;
  }
  const stored = await loadStoredSettings(db, shop);
  const {settings} = stored;
  // A departure goes on with settings that cannot be read, because it depends on none.
  const isReadable = stored.isReadable || row.kind === 'departure';
  const none = needsSupplier(row.kind) ? null : {catalogue: '', dropship: ''};
  const usable = keys instanceof CannotUnseal ? none : (keys ?? none);
  if (usable !== null && isReadable) return {row, keys: usable, settings};
  const missing = keys instanceof CannotUnseal ? `${keys.message} Or enter it again under Settings.` : keysNeededText;
  const reason = isReadable ? missing : settingsUnreadableText;
  await saveRunEnd(db, id, fence, {state: 'failed', reason, counts: zeroCounts}, now());
  return null;
}

/** Whether a run of this kind calls the supplier. */
const needsSupplier = (kind: RunKind): boolean => !storeOnly.has(kind);

const storeOnly: ReadonlySet<RunKind> = new Set(['delete', 'edits', 'undo', 'departure']);

/** Why a run fails without keys. */
const keysNeededText =
  'Both supplier keys are needed: the catalogue key and the dropship key. Enter them under Settings.';

/** Loads both supplier keys. Null if one is missing; throws if a stored key cannot be decrypted. */
async function loadKeys(deps: RunDeps, shop: ShopDomain): Promise<SupplierKeys | null> {
  const catalogue = await loadCatalogueKey(deps.db, deps.sealer, shop);
  const dropship = await loadDropshipKey(deps.db, deps.sealer, shop);
  return catalogue === null || dropship === null ? null : {catalogue, dropship};
}
