// Runs that a lost database connection interrupted. They are resumed, up to a number of interruptions. The end of a worker does not count:
// a run continues after any number of restarts.
import {type Kysely, sql} from 'kysely';
import {connectionsLostText} from '#domain/runs/early-ends.ts';
import type {RunCounts} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';
import {type StoredRun, saveRunEnd} from './runs.ts';

/** A run that was interrupted this often ends as failed. Its results stay. */
const maxInterruptions = 5;

/** Whether the run was interrupted too often to be resumed again. */
export const isInterruptedTooOften = ({interruptions}: Pick<StoredRun, 'interruptions'>): boolean =>
  interruptions >= maxInterruptions;

/** The sentence for the merchant about a run that was interrupted too often. */
export const tooOftenInterruptedReason = ({kind}: Pick<StoredRun, 'kind'>): string =>
  connectionsLostText(kind, maxInterruptions);

const connectionLostReason =
  'The connection to the database was lost; the update goes on by itself within a few minutes.';

type InterruptedRun = Pick<StoredRun, 'id' | 'fence'> & {readonly counts: RunCounts};

/** Queues the run again, or ends it after too many interruptions. Returns the new row; null if the run no longer has this lease. */
export async function saveRunInterrupted(
  db: Kysely<Tables>,
  {id, fence, counts}: InterruptedRun,
  now: Date,
): Promise<StoredRun | null> {
  const row = await db
    .updateTable('runs')
    .set({
      state: sql`case when interruptions + 1 < ${maxInterruptions} then 'queued' else state end`,
      reason: connectionLostReason,
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
  const end = {state: 'failed', reason: tooOftenInterruptedReason(row)} as const;
  await saveRunEnd(db, id, fence, {...end, counts}, now);
  return {...row, ...end};
}
