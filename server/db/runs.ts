// One row per pass over the catalogue of one shop, with its counts.

import type {Kysely, Selectable} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {RunCounts, RunsTable, Tables} from './tables.ts';

export type StoredRun = Selectable<RunsTable>;

export const noCounts: RunCounts = {
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

/** A run that somebody asked for; a worker starts it. */
export async function saveQueuedRun(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('runs')
    .values({...run, fence: 0, state: 'queued', counts: JSON.stringify(noCounts), started_at: now, heartbeat_at: now})
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Queued, or left running by a worker that is gone: from here on it is the run of this lease. False when it has ended. */
export async function saveRunStart(db: Kysely<Tables>, id: string, fence: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('runs')
    .set({state: 'running', reason: null, fence, started_at: now, heartbeat_at: now})
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The shop's run that has not ended, if there is one. */
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

/** Open runs of all shops that nobody has touched since `before`. */
export async function loadStaleRuns(db: Kysely<Tables>, before: Date): Promise<readonly StoredRun[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('heartbeat_at', '<', before)
    .execute();
}

export async function saveRunProgress(
  db: Kysely<Tables>,
  id: string,
  fence: number,
  counts: RunCounts,
  now: Date,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({counts: JSON.stringify(counts), heartbeat_at: now})
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .execute();
}

/** Its worker was told to stop: the run waits again, and the next catch-up takes it up. */
export async function saveRunAside(
  db: Kysely<Tables>,
  id: string,
  fence: number,
  {reason, counts}: {readonly reason: string; readonly counts: RunCounts},
  now: Date,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({state: 'queued', reason, counts: JSON.stringify(counts), heartbeat_at: now})
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .execute();
}

export async function saveRunEnd(
  db: Kysely<Tables>,
  id: string,
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
      heartbeat_at: now,
      finished_at: now,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .execute();
}

/** Other runs that still say running under an older lease: their worker is gone, and `current` does their work. */
export async function saveAbandonedRuns(
  db: Kysely<Tables>,
  shop: ShopDomain,
  current: {readonly id: string; readonly fence: number},
  now: Date,
): Promise<void> {
  await db
    .updateTable('runs')
    .set({
      state: 'stopped',
      reason: 'The worker stopped before the end; the next run goes on from there.',
      finished_at: now,
    })
    .where('shop', '=', shop)
    .where('state', '=', 'running')
    .where('id', '<>', current.id)
    .where('fence', '<', current.fence)
    .execute();
}

export async function loadRun(db: Kysely<Tables>, shop: ShopDomain, id: string): Promise<StoredRun | null> {
  const row = await db.selectFrom('runs').selectAll().where('shop', '=', shop).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export async function loadRuns(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<readonly StoredRun[]> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('shop', '=', shop)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute();
}
