// Runs whose worker died: they say running, and their lease is over or another run's.
import {type Expression, type Kysely, type SqlBool, sql} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {endedWithWorker, goesOnAfterwards, stoppedByMerchant} from '#domain/runs/early-ends.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredRun, saveRunEnd, stoppedReason} from './runs.ts';

/** No lease holds their shop. Of all shops; those that the merchant asked to stop are ended by `endStoppedRuns` instead. */
export async function loadDeadRuns(db: Kysely<Tables>, now: Date): Promise<readonly StoredRun[]> {
  return deadRuns(db, now).where('wanted', '<>', 'stop').execute();
}

/**
 * Ends the runs that the merchant asked to stop and whose worker died, of one shop or of all. A living worker ends its run itself, within
 * seconds. Returns those that were ended.
 */
export async function endStoppedRuns(db: Kysely<Tables>, now: Date, shop?: ShopDomain): Promise<readonly StoredRun[]> {
  const asked = deadRuns(db, now).where('wanted', '=', 'stop');
  const found = await (shop === undefined ? asked : asked.where('shop', '=', shop)).execute();
  const ended: StoredRun[] = [];
  for (const run of found) if (await endRun(db, run, now)) ended.push(run);
  return ended;
}

/**
 * Other runs still marked running under an older lease: their worker died. An undo or a deletion waits and goes on afterwards, since no
 * other run does its rest. The others are stopped: `current` or a later run does what is left; a preview or a trial has to be requested
 * again. One that the merchant asked to stop ends as stopped by the merchant.
 */
export async function saveAbandonedRuns(
  db: Kysely<Tables>,
  shop: ShopDomain,
  current: {readonly id: RunId; readonly fence: number},
  now: Date,
): Promise<void> {
  const abandoned = () =>
    db
      .updateTable('runs')
      .where('shop', '=', shop)
      .where('state', '=', 'running')
      .where('id', '<>', current.id)
      .where('fence', '<', current.fence);
  await abandoned()
    .set({state: 'stopped', reason: stoppedReason, finished_at: now})
    .where('wanted', '=', 'stop')
    .execute();
  for (const kind of ['undo', 'delete'] as const) {
    await abandoned()
      .set({state: 'queued', reason: goesOnAfterwards(kind)})
      .where('kind', '=', kind)
      .execute();
  }
  const ended = (kind: RunKind) => abandoned().set({state: 'stopped', reason: endedWithWorker(kind), finished_at: now});
  for (const kind of ['preview', 'trial'] as const) await ended(kind).where('kind', '=', kind).execute();
  await ended('full').execute();
}

/** The lease is removed, so that a worker that was only slow writes nothing more. False where another worker has just taken the lease. */
async function endRun(db: Kysely<Tables>, {id, shop, fence, kind, counts}: StoredRun, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const freed = await transaction
      .updateTable('shops')
      .set({run_lease_owner: null, run_lease_until: null})
      .where('shop', '=', shop)
      .where(isOver(now))
      .executeTakeFirst();
    if (freed.numUpdatedRows === 0n) return false;
    await saveRunEnd(transaction, id, fence, {state: 'stopped', reason: stoppedByMerchant(kind), counts}, now);
    return true;
  });
}

const deadRuns = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('runs')
    .selectAll()
    // Written out: the index of open runs is found by it.
    .where('state', '=', sql.lit('running'))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('shops').select('shops.shop').whereRef('shops.shop', '=', 'runs.shop').where(isOver(now)),
      ),
    );

const isOver = (now: Date): Expression<SqlBool> => sql<boolean>`coalesce(run_lease_until, '-infinity') <= ${now}`;
