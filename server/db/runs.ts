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

export async function saveNewRun(
  db: Kysely<Tables>,
  run: Pick<StoredRun, 'id' | 'shop' | 'kind' | 'trigger' | 'fence'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('runs')
    .values({...run, state: 'running', counts: JSON.stringify(noCounts), started_at: now, heartbeat_at: now})
    .execute();
}

export async function saveRunProgress(db: Kysely<Tables>, id: string, counts: RunCounts, now: Date): Promise<void> {
  await db
    .updateTable('runs')
    .set({counts: JSON.stringify(counts), heartbeat_at: now})
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

export async function saveRunEnd(
  db: Kysely<Tables>,
  id: string,
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
    .where('state', '=', 'running')
    .execute();
}

/** Runs that still say running under an older lease: their worker is gone. */
export async function saveAbandonedRuns(
  db: Kysely<Tables>,
  shop: ShopDomain,
  currentFence: number,
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
    .where('fence', '<', currentFence)
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
