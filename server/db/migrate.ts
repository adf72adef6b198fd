// Numbered migrations, append-only, run at start. All pending ones and their ledger rows are one transaction, so a start
// that fails half way leaves the schema as it was.
import {sql, type Transaction} from 'kysely';
import {thread} from './migrations/0001-thread.ts';
import {catalogue} from './migrations/0002-catalogue.ts';
import {orders} from './migrations/0003-orders.ts';
import {returning} from './migrations/0004-returning.ts';
import {orderTroubles} from './migrations/0005-order-troubles.ts';
import {aftermath} from './migrations/0006-aftermath.ts';
import {indexes} from './migrations/0007-indexes.ts';
import type {Database} from './open.ts';
import type {Tables} from './tables.ts';
import {inTransaction} from './transaction.ts';

export type Migration = {readonly version: number; readonly name: string; readonly statements: readonly string[]};

const migrations: readonly Migration[] = [
  {version: 1, name: 'thread', statements: thread},
  {version: 2, name: 'catalogue', statements: catalogue},
  {version: 3, name: 'orders', statements: orders},
  {version: 4, name: 'returning', statements: returning},
  {version: 5, name: 'order-troubles', statements: orderTroubles},
  {version: 6, name: 'aftermath', statements: aftermath},
  {version: 7, name: 'indexes', statements: indexes},
];

/** Any number; the same in every process that migrates this app's database, and another than the queue's. */
const migrationLock = 7_424_932;

/**
 * Brings the schema to the newest version this program knows and returns that version. Safe when several processes start
 * at once: they queue on an advisory lock. Throws one sentence when the schema is newer than the program.
 */
export async function migrate(
  database: Pick<Database, 'kysely'>,
  now: Date,
  list: readonly Migration[] = migrations,
): Promise<number> {
  const known = list.at(-1)?.version ?? 0;
  return inTransaction(database.kysely, async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    const current = await loadVersion(transaction);
    if (current > known) {
      throw new Error(
        `The database's schema is at version ${current}, this program knows up to ${known}; start the newer program, or restore the backup made before it.`,
      );
    }
    for (const migration of list.filter(({version}) => version > current)) await apply(transaction, migration, now);
    return known;
  });
}

async function loadVersion(transaction: Transaction<Tables>): Promise<number> {
  await sql`create table if not exists schema_ledger (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null
  )`.execute(transaction);
  const {rows} = await sql<{version: number}>`
    select coalesce(max(version), 0)::int as version from schema_ledger
  `.execute(transaction);
  return rows[0]?.version ?? 0;
}

async function apply(
  transaction: Transaction<Tables>,
  {version, name, statements}: Migration,
  now: Date,
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(transaction);
  await sql`insert into schema_ledger (version, name, applied_at) values (${version}, ${name}, ${now})`.execute(
    transaction,
  );
}
