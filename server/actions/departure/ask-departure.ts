// A merchant stops using the app, tries what failed again, stops that, or starts again. The caller enqueues the run and the tasks.
import type {Kysely} from 'kysely';
import {type DepartureChoice, departingText} from '#domain/departure/plan-departure.ts';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {
  deleteDeparture,
  loadDeparture,
  type StoredDeparture,
  saveDeparture,
  saveDepartureAgain,
  saveDepartureStopped,
} from '../../db/departures/departures.ts';
import {retireLowered} from '../../db/listings/off-sale.ts';
import {recreateDeparted} from '../../db/listings/recreate-deleted.ts';
import {endStoppedRuns} from '../../db/runs/dead-runs.ts';
import {
  isRunOpen,
  loadRun,
  type StoredRun,
  saveOpenRunsToStop,
  saveQueuedRun,
  saveRunRequest,
} from '../../db/runs/runs.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import {lockShop} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';

type Asker = {readonly shop: ShopDomain; readonly actor: string; readonly now: Date};

/**
 * `under_way`: nothing was changed, since the products are being changed. `stopping`: the same, and its run has not seen yet that it was
 * stopped. `none`: no departure is there.
 */
export type DepartureOutcome =
  | {readonly kind: 'asked'; readonly run: StoredRun}
  | {readonly kind: 'done'}
  | {readonly kind: 'under_way' | 'stopping'}
  | {readonly kind: 'none'};

/**
 * Begins to carry out what the merchant wants done with the products. An update that goes on is stopped first, and none begins any more.
 * @param runId the id of the run that carries it out.
 */
export async function askDeparture(
  db: Kysely<Tables>,
  {shop, actor, now}: Asker,
  {products, runId}: {readonly products: DepartureChoice; readonly runId: RunId},
): Promise<DepartureOutcome> {
  const outcome = await withDeparture(db, shop, async (transaction, stored) => {
    if (stored !== null && (await isUnderWay(transaction, stored))) return toUnderWay(stored);
    await saveDeparture(transaction, shop, {products, actor, runId}, now);
    await saveOpenRunsToStop(transaction, shop, departingText, now);
    const values = {before: stored?.products ?? null, after: products};
    const entry = {actor, action: 'departure_asked', subject: 'departure', detail: `run ${runId}`, ...values} as const;
    await saveAudit(transaction, shop, entry, now);
    return {kind: 'asked', run: await queueRun(transaction, {shop, runId, now})};
  });
  await endStoppedRuns(db, now, shop);
  return outcome;
}

/** Has another run go over all products, and what was not taken back tried again. */
export async function tryDepartureAgain(
  db: Kysely<Tables>,
  {shop, actor, now}: Asker,
  runId: RunId,
): Promise<DepartureOutcome> {
  return withDeparture(db, shop, async (transaction, stored) => {
    if (stored === null) return {kind: 'none'};
    if (await isUnderWay(transaction, stored)) return toUnderWay(stored);
    await saveDepartureAgain(transaction, shop, runId);
    const entry = {actor, action: 'departure_again', subject: 'departure', detail: `run ${runId}`} as const;
    await saveAudit(transaction, shop, entry, now);
    return {kind: 'asked', run: await queueRun(transaction, {shop, runId, now})};
  });
}

/** Stops changing products, unless all are done. What was done stays, and nothing is updated before the merchant starts again. */
export async function stopDeparture(db: Kysely<Tables>, {shop, actor, now}: Asker): Promise<DepartureOutcome> {
  const outcome = await withDeparture(db, shop, async (transaction, stored) => {
    if (stored === null) return {kind: 'none'};
    if (!(await saveDepartureStopped(transaction, shop, now))) return {kind: 'done'};
    await saveRunRequest(transaction, shop, stored.run_id, 'stop', now);
    await saveAudit(transaction, shop, {actor, action: 'departure_stopped', subject: 'departure'}, now);
    return {kind: 'done'};
  });
  await endStoppedRuns(db, now, shop);
  return outcome;
}

/** Ends the departure: updates run again, and the next one makes again what the departure deleted, where it is chosen. */
export async function startAgain(db: Kysely<Tables>, {shop, actor, now}: Asker): Promise<DepartureOutcome> {
  return withDeparture(db, shop, async (transaction, stored) => {
    if (stored === null) return {kind: 'none'};
    if (await isUnderWay(transaction, stored)) return toUnderWay(stored);
    await recreateDeparted(transaction, shop);
    await retireLowered(transaction, shop, null);
    await deleteDeparture(transaction, shop);
    const entry = {actor, action: 'departure_ended', subject: 'departure', before: stored.products} as const;
    await saveAudit(transaction, shop, entry, now);
    return {kind: 'done'};
  });
}

/** Locks the shop, so that two requests do not overtake each other. */
const withDeparture = (
  db: Kysely<Tables>,
  shop: ShopDomain,
  decide: (transaction: Kysely<Tables>, stored: StoredDeparture | null) => Promise<DepartureOutcome>,
): Promise<DepartureOutcome> =>
  inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    return decide(transaction, await loadDeparture(transaction, shop));
  });

/** Whether the run of the departure is queued or running. */
async function isUnderWay(db: Kysely<Tables>, {shop, run_id: runId}: StoredDeparture): Promise<boolean> {
  const run = await loadRun(db, shop, runId);
  return run !== null && isRunOpen(run);
}

const toUnderWay = ({stopped_at: stoppedAt}: StoredDeparture): DepartureOutcome => ({
  kind: stoppedAt === null ? 'under_way' : 'stopping',
});

async function queueRun(
  transaction: Kysely<Tables>,
  {shop, runId, now}: {readonly shop: ShopDomain; readonly runId: RunId; readonly now: Date},
): Promise<StoredRun> {
  await saveQueuedRun(transaction, {id: runId, shop, kind: 'departure', trigger: 'merchant'}, now);
  const run = await loadRun(transaction, shop, runId);
  if (run === null) throw new Error('a run that was just saved is not there');
  return run;
}
