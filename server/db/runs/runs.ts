// One row per run over the catalogue of one shop, with its counts.

import {type Kysely, type Selectable, sql} from 'kysely';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import {stoppedByMerchantText} from '#domain/runs/early-ends.ts';
import type {RunCounts, RunsTable} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredRun = Selectable<RunsTable>;

/** The counts of a run that has not begun. */
export const zeroCounts: RunCounts = {
  articles: 0,
  listed: 0,
  chosen: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  held: 0,
  retired: 0,
  restored: 0,
  quarantined: 0,
  writes: 0,
};

/** Saves a requested run; a worker starts it. `articleIds` only for a run over named articles. */
export async function saveQueuedRun(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'> & {
    readonly articleIds?: readonly ArticleId[] | undefined;
    readonly undoes?: RunId;
  },
  now: Date,
): Promise<void> {
  const {articleIds, ...values} = run;
  await db
    .insertInto('runs')
    .values({
      ...values,
      article_ids: articleIds === undefined ? null : JSON.stringify(articleIds),
      fence: 0,
      state: 'queued',
      counts: JSON.stringify(zeroCounts),
      started_at: now,
      heartbeat_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** SQL value: the sentence for the merchant who stopped a run, by the run's kind. */
export const stoppedReason = sql<string>`case kind when 'undo' then ${stoppedByMerchantText('undo')}
  when 'delete' then ${stoppedByMerchantText('delete')} when 'departure' then ${stoppedByMerchantText('departure')} else ${stoppedByMerchantText('full')} end`;

/** The shop's queued runs, oldest first. */
export async function loadQueuedRuns(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly StoredRun[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .where('state', '=', 'queued')
    .orderBy('started_at')
    .execute();
}

/** Starts a run that is queued, or whose worker died: from now on it belongs to this lease. Null when it has ended. */
export async function saveRunStart(db: Kysely<Tables>, id: RunId, fence: number, now: Date): Promise<StoredRun | null> {
  const row = await db
    .updateTable('runs')
    .set({
      state: 'running',
      reason: null,
      fence,
      started_at: now,
      heartbeat_at: now,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The shop's oldest run that has not ended, if any. */
export async function loadOpenRun(db: Kysely<Tables>, shop: ShopDomain): Promise<StoredRun | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('started_at')
    .executeTakeFirst();
  return row ?? null;
}

/** Open runs of all shops without progress since `before`. */
export async function loadStaleRuns(db: Kysely<Tables>, before: Date): Promise<readonly StoredRun[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('heartbeat_at', '<', before)
    .execute();
}

/** Saves counts, step and pace. Returns the merchant's request for the run, or null when it ended or belongs to another lease. */
export async function saveRunProgress(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'counts' | 'step' | 'fence' | 'pace'>,
  now: Date,
): Promise<StoredRun['wanted'] | null> {
  const pace = run.pace === null ? null : JSON.stringify(run.pace);
  const row = await db
    .updateTable('runs')
    .set({counts: JSON.stringify(run.counts), step: run.step, pace, heartbeat_at: now})
    .where('id', '=', run.id)
    .where('fence', '=', run.fence)
    .where('state', '=', 'running')
    .returning('wanted')
    .executeTakeFirst();
  return row?.wanted ?? null;
}

/**
 * Stores the merchant's request to pause, resume or stop a run. A running run sees it within seconds; a queued one ends at once on a stop.
 * False when the run has ended, or is not the shop's.
 */
export async function saveRunRequest(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: RunId,
  wanted: StoredRun['wanted'],
  now: Date,
): Promise<boolean> {
  const ofShop = () => db.updateTable('runs').where('shop', '=', shop).where('id', '=', id);
  const asked = await ofShop().set({wanted}).where('state', 'in', ['queued', 'running']).executeTakeFirst();
  if (wanted === 'stop') {
    await ofShop()
      .set({
        state: 'stopped',
        reason: stoppedReason,
        finished_at: now,
      })
      .where('state', '=', 'queued')
      .execute();
  }
  return asked.numUpdatedRows > 0n;
}

/** Asks the run that goes on to stop, and ends the queued ones. @param reason of their end, a sentence for the merchant. */
export async function saveOpenRunsToStop(
  db: Kysely<Tables>,
  shop: ShopDomain,
  reason: string,
  now: Date,
): Promise<void> {
  const open = () => db.updateTable('runs').where('shop', '=', shop);
  await open().set({wanted: 'stop'}).where('state', '=', 'running').execute();
  await open().set({state: 'stopped', reason, finished_at: now}).where('state', '=', 'queued').execute();
}

/** Whether the run is queued or running. */
export const isRunOpen = ({state}: Pick<StoredRun, 'state'>): boolean => state === 'queued' || state === 'running';

/** Queues a run again whose worker has to stop; the next worker or the catch-up resumes it. */
export async function requeueRun(
  db: Kysely<Tables>,
  id: RunId,
  fence: number,
  {reason, counts}: {readonly reason: string; readonly counts: RunCounts},
  now: Date,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({state: 'queued', reason, counts: JSON.stringify(counts), step: null, pace: null, heartbeat_at: now})
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .execute();
}

/** Ends a running run that still has this fence, with its outcome and counts. */
export async function saveRunEnd(
  db: Kysely<Tables>,
  id: RunId,
  fence: number,
  end: {readonly state: StoredRun['state']; readonly reason: string | null; readonly counts: RunCounts},
  now: Date,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({
      state: end.state,
      reason: end.reason,
      counts: JSON.stringify(end.counts),
      step: null,
      pace: null,
      heartbeat_at: now,
      finished_at: now,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .execute();
}

/** The run, whatever its state; null: the shop has none with this id. */
export async function loadRun(db: Kysely<Tables>, shop: ShopDomain, id: RunId): Promise<StoredRun | null> {
  const row = await db.selectFrom('runs').selectAll().where('shop', '=', shop).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The newest run of that kind, ended or not. */
export async function loadLatestRun(
  db: Kysely<Tables>,
  shop: ShopDomain,
  kind: StoredRun['kind'],
): Promise<StoredRun | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** The shop's latest runs, newest first. */
export async function loadRuns(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<readonly StoredRun[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
}
