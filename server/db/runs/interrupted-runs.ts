// Runs that a lost database connection interrupted. They are resumed, but not for ever. The end of a worker does not count: a run
// continues after any number of restarts.
import {type Kysely, sql} from 'kysely';
import {wornOut} from '#domain/runs/early-ends.ts';
import type {RunCounts} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredRun, saveRunEnd} from './runs.ts';

/** A run that was interrupted this often ends as failed. Its results stay. */
const mostInterruptions = 5;

/** Whether it must not be resumed again. */
export const isWornOut = ({interruptions}: Pick<StoredRun, 'interruptions'>): boolean =>
  interruptions >= mostInterruptions;

export const wornOutReason = ({kind}: Pick<StoredRun, 'kind'>): string => wornOut(kind, mostInterruptions);

const connectionLost = 'The connection to the database was lost; the run goes on by itself within a few minutes.';

type Run = Pick<StoredRun, 'id' | 'fence'> & {readonly counts: RunCounts};

/** Puts it back as queued, or ends it after too many interruptions. Returns the new row; null where it no longer runs under this lease. */
export async function saveRunInterrupted(
  db: Kysely<Tables>,
  {id, fence, counts}: Run,
  now: Date,
): Promise<StoredRun | null> {
  const row = await db
    .updateTable('runs')
    .set({
      state: sql`case when interruptions + 1 < ${mostInterruptions} then 'queued' else state end`,
      reason: connectionLost,
      counts: JSON.stringify(counts),
      interruptions: sql`interruptions + 1`,
      step: null,
      heartbeat_at: now,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.state === 'queued') return row ?? null;
  const end = {state: 'failed', reason: wornOutReason(row)} as const;
  await saveRunEnd(db, id, fence, {...end, counts}, now);
  return {...row, ...end};
}
