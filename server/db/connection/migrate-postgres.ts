// Migrates Postgres while other processes use it. One session holds the lock on the schema and does all the work.

import {setTimeout as sleep} from 'node:timers/promises';
import {type Kysely, sql} from 'kysely';
import {retry} from '../../retry.ts';
import type {Tables} from '../tables/tables.ts';
import {
  applyStatements,
  createIndexes,
  type LargeIndex,
  loadLedger,
  type Migration,
  prepareLedger,
  schemaVersionOf,
} from './schema-ledger.ts';
import {inTransaction} from './transaction.ts';

/** How long migrations wait for other processes and sessions. */
export type MigrationPace = {
  /** Pause between two checks whether another process still migrates. */
  readonly pollMs: number;
  /** Longest wait of a transaction for a table lock. While it waits for an exclusive one, later statements on that table wait too. */
  readonly lockTimeoutMs: number;
  /** How often a step is repeated after a lock timeout or a deadlock. */
  readonly retries: number;
  /** Milliseconds before each repetition. */
  readonly retryMs: number;
};

export const defaultPace: MigrationPace = {pollMs: 250, lockTimeoutMs: 3_000, retries: 20, retryMs: 2_000};

/** Any number; the same in every process that migrates this app's database, and different from the queue's. */
const migrationLockId = 7_424_932;

/**
 * Applies the pending migrations. Safe when several processes start at once: one migrates, the others check again every `pollMs`, outside a
 * transaction. `create index concurrently` waits for all older transactions, so a waiting transaction would block it.
 */
export async function migratePostgres(
  kysely: Kysely<Tables>,
  now: Date,
  list: readonly Migration[],
  pace: MigrationPace,
): Promise<void> {
  await kysely.connection().execute(async (session) => {
    await configureSession(session);
    try {
      while (!(await tryMigrationLock(session))) await sleep(pace.pollMs);
      await applyPending(session, now, list, pace);
    } finally {
      await resetSession(session);
    }
  });
}

/** Applies the pending migrations, each in its own transaction, so a later one may rely on the large indexes of an earlier one. */
async function applyPending(session: Kysely<Tables>, now: Date, list: readonly Migration[], pace: MigrationPace) {
  const known = list.at(-1)?.version ?? 0;
  for (;;) {
    const ledger = await retryWhileLocked(pace, () =>
      inTransaction(session, async (transaction) => {
        await limitLockWait(transaction, pace);
        await prepareLedger(transaction);
        return loadLedger(transaction);
      }),
    );
    const current = schemaVersionOf(ledger, known);
    for (const {version, indexesDue} of ledger) {
      if (indexesDue) await buildIndexes(session, version, list, pace);
    }
    const next = nextMigrations(
      list.filter(({version}) => version > current),
      current === 0,
    );
    if (next.length === 0) return;
    await retryWhileLocked(pace, () =>
      inTransaction(session, async (transaction) => {
        await limitLockWait(transaction, pace);
        for (const migration of next) {
          await applyStatements(transaction, migration, now, current > 0 && hasLargeIndexes(migration));
          if (current === 0) await createIndexes(transaction, migration);
        }
      }),
    );
  }
}

/**
 * The migrations of the next transaction: on an empty database all, since no table is large; else only the first. A transaction that changed several
 * tables would wait for the older program's statements while they wait for it, and Postgres would end either.
 */
const nextMigrations = (pending: readonly Migration[], isEmpty: boolean): readonly Migration[] =>
  isEmpty ? pending : pending.slice(0, 1);

/** Whether the migration has indexes that are built after its statements. */
function hasLargeIndexes({largeIndexes = []}: Migration): boolean {
  return largeIndexes.length > 0;
}

/**
 * Builds the large indexes of one migration, and those that an earlier process left missing or invalid because it ended before or during
 * the build.
 */
async function buildIndexes(session: Kysely<Tables>, due: number, list: readonly Migration[], pace: MigrationPace) {
  const migration = list.find(({version}) => version === due);
  for (const index of migration?.largeIndexes ?? []) await retryWhileLocked(pace, () => buildIndex(session, index));
  await sql`update schema_ledger set indexes_due = false where version = ${due}`.execute(session);
}

/**
 * Builds one index unless it is there and valid. A failed build leaves an invalid index, which is dropped first:
 * https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
async function buildIndex(session: Kysely<Tables>, {name, on, unique}: LargeIndex): Promise<void> {
  const {rows} = await sql<{valid: boolean}>`
    select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass(${name})
  `.execute(session);
  if (rows[0]?.valid === true) return;
  if (rows[0] !== undefined) await sql.raw(`drop index concurrently ${name}`).execute(session);
  await sql.raw(`create ${unique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(session);
}

/** Removes the time limit of statements. Postgres ends a session whose machine is gone within about a minute, and releases its lock. */
async function configureSession(session: Kysely<Tables>): Promise<void> {
  await sql`set statement_timeout = 0`.execute(session);
  await sql`set tcp_keepalives_idle = 30`.execute(session);
  await sql`set tcp_keepalives_interval = 10`.execute(session);
  await sql`set tcp_keepalives_count = 3`.execute(session);
}

/** Releases the lock and resets the session. A lost session has nothing to release, so errors are ignored. */
async function resetSession(session: Kysely<Tables>): Promise<void> {
  try {
    await sql`select pg_advisory_unlock_all()`.execute(session);
    for (const name of [
      'statement_timeout',
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_keepalives_count',
    ]) {
      await sql`reset ${sql.raw(name)}`.execute(session);
    }
  } catch {
    // Nothing to release.
  }
}

/** True if this session got the lock for migrations; does not wait. */
async function tryMigrationLock(session: Kysely<Tables>): Promise<boolean> {
  const {rows} = await sql<{locked: boolean}>`select pg_try_advisory_lock(${migrationLockId}) as locked`.execute(
    session,
  );
  return rows[0]?.locked === true;
}

/** Limits how long this transaction waits for a lock. */
async function limitLockWait(transaction: Kysely<Tables>, {lockTimeoutMs}: MigrationPace): Promise<void> {
  await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(transaction);
}

/** Repeats a step after a lock timeout or a deadlock. Its changes were rolled back, or left an invalid index that `buildIndex` drops. */
function retryWhileLocked<T>({retries, retryMs}: MigrationPace, step: () => Promise<T>): Promise<T> {
  const pauseAfter = (cause: unknown, attempt: number): number | null => {
    if (!isLockConflict(cause)) return null;
    if (attempt <= retries) return retryMs;
    throw new Error('The database could not be migrated: other sessions kept a table locked.', {cause});
  };
  return retry(step, pauseAfter, sleep);
}

/** Whether it is a lock timeout or a deadlock: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isLockConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}
