// Finds and ends runs whose worker died: they are stored as running, but their lease expired or belongs to another run.
import {type Expression, type Kysely, type SqlBool, sql} from 'kysely';
import type {RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {continuesLaterText, endedWithWorkerText, stoppedByMerchantText} from '#domain/runs/early-ends.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredRun, saveRunEnd, stoppedReason} from './runs.ts';

/** Dead runs of all shops, without those that the merchant asked to stop, which `endStoppedRuns` ends. */
export async function loadDeadRuns(db: Kysely<Tables>, now: Date): Promise<readonly StoredRun[]> {
  return selectDeadRuns(db, now).where('wanted', '<>', 'stop').execute();
}

/**
 * Ends the runs that the merchant asked to stop and whose worker died, of one shop or of all. A living worker ends its run itself, within
 * seconds. Returns those that were ended.
 */
export async function endStoppedRuns(db: Kysely<Tables>, now: Date, shop?: ShopDomain): Promise<readonly StoredRun[]> {
  const asked = selectDeadRuns(db, now).where('wanted', '=', 'stop');
  const found = await (shop === undefined ? asked : asked.where('shop', '=', shop)).execute();
  const ended: StoredRun[] = [];
  for (const run of found) if (await endDeadRun(db, run, now)) ended.push(run);
  return ended;
}

/**
 * Ends or queues other runs that are still marked running under an older lease: their worker died. An undo, a deletion or a departure is
 * queued again, since no other run completes it. The others are stopped: `current` or a later run does what is left; a preview or a trial has to be
 * requested again. A run that the merchant asked to stop ends as stopped by the merchant.
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
  for (const kind of ['undo', 'delete', 'departure'] as const) {
    await abandoned()
      .set({state: 'queued', reason: continuesLaterText(kind)})
      .where('kind', '=', kind)
      .execute();
  }
  const ended = (kind: RunKind) =>
    abandoned().set({state: 'stopped', reason: endedWithWorkerText(kind), finished_at: now});
  for (const kind of ['preview', 'trial'] as const) await ended(kind).where('kind', '=', kind).execute();
  await ended('full').execute();
}

/**
 * Ends a dead run that the merchant asked to stop, and removes its lease, so that a worker that was only slow writes nothing more. False if
 * another worker has taken the lease.
 */
async function endDeadRun(db: Kysely<Tables>, {id, shop, fence, kind, counts}: StoredRun, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const freed = await transaction
      .updateTable('shops')
      .set({run_lease_owner: null, run_lease_until: null})
      .where('shop', '=', shop)
      .where(isLeaseExpired(now))
      .executeTakeFirst();
    if (freed.numUpdatedRows === 0n) return false;
    await saveRunEnd(transaction, id, fence, {state: 'stopped', reason: stoppedByMerchantText(kind), counts}, now);
    return true;
  });
}

/** Runs that are stored as running although no run has the lease of their shop. */
const selectDeadRuns = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('runs')
    .selectAll()
    // A literal and no parameter, so that the planner uses the index of open runs.
    .where('state', '=', sql.lit('running'))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('shops').select('shops.shop').whereRef('shops.shop', '=', 'runs.shop').where(isLeaseExpired(now)),
      ),
    );

/** SQL condition on `shops`: no run has the lease. */
const isLeaseExpired = (now: Date): Expression<SqlBool> =>
  sql<boolean>`coalesce(run_lease_until, '-infinity') <= ${now}`;
