// Runs whose worker died: they say running, and no lease holds their shop.
import {type Expression, type Kysely, type SqlBool, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';
import {stoppedByMerchant} from './early-ends.ts';
import {type StoredRun, saveRunEnd} from './runs.ts';

/** Of all shops. Those that the merchant asked to stop are ended by `endStoppedRuns` instead. */
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

/** The fence rises, so that a worker that was only slow writes nothing more. False where another worker has just taken the lease. */
async function endRun(db: Kysely<Tables>, {id, shop, fence, kind, counts}: StoredRun, now: Date): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const freed = await transaction
      .updateTable('shops')
      .set((eb) => ({run_lease_owner: null, run_lease_until: null, run_fence: eb('run_fence', '+', 1)}))
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
