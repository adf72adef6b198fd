// The ledger of applied migrations, and the form of a migration.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../tables/tables.ts';

/** One numbered change of the schema. */
export type Migration = {
  readonly version: number;
  readonly name: string;
  /** SQL statements, in their order. */
  readonly statements: readonly string[];
  /** Indexes on tables that may be large. Built after the statements; on Postgres without blocking writers. */
  readonly largeIndexes?: readonly LargeIndex[];
};

/** An index that is built after the migration's statements. */
export type LargeIndex = {
  readonly name: string;
  /** The part after `on` in `create index`: the table, its columns, and `where`. */
  readonly on: string;
  /** Left out: the index allows equal values. */
  readonly unique?: boolean;
};

/** An applied migration; `indexesDue`: its large indexes are still to be built. */
export type LedgerRow = {readonly version: number; readonly indexesDue: boolean};

/** Creates the ledger, or adds the columns that an earlier program's ledger lacks. */
export async function prepareLedger(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists schema_ledger (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null
  )`.execute(db);
  const {rows} = await sql`
    select 1 from information_schema.columns
    where table_schema = current_schema() and table_name = 'schema_ledger' and column_name = 'indexes_due'
  `.execute(db);
  // Not `add column if not exists`: that locks the table even where the column exists.
  if (rows.length === 0) {
    await sql`alter table schema_ledger add column indexes_due boolean not null default false`.execute(db);
  }
}

/** The applied migrations, ordered by version. */
export async function loadLedger(db: Kysely<Tables>): Promise<readonly LedgerRow[]> {
  const {rows} = await sql<LedgerRow>`
    select version, indexes_due as "indexesDue" from schema_ledger order by version
  `.execute(db);
  return rows;
}

/** The schema's version: 0 before the first migration. Throws one sentence when the program is older than the schema. */
export function schemaVersionOf(ledger: readonly LedgerRow[], known: number): number {
  const current = ledger.at(-1)?.version ?? 0;
  if (current > known) {
    throw new Error(
      `The database's schema is at version ${current}, this program knows up to ${known}; start the newer program, or restore the backup made before it.`,
    );
  }
  return current;
}

/**
 * Runs a migration's statements and records it in the ledger. @param indexesDue whether its large indexes are still missing; stored, so
 * that a later start builds them.
 */
export async function applyStatements(
  db: Kysely<Tables>,
  {version, name, statements}: Migration,
  now: Date,
  indexesDue: boolean,
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`
    insert into schema_ledger (version, name, applied_at, indexes_due) values (${version}, ${name}, ${now}, ${indexesDue})
  `.execute(db);
}

/**
 * Builds a migration's large indexes inside its transaction: for tables that are still empty, or an engine without other sessions to block.
 */
export async function createIndexes(db: Kysely<Tables>, {largeIndexes = []}: Migration): Promise<void> {
  for (const {name, on, unique} of largeIndexes) {
    await sql.raw(`create ${unique ? 'unique ' : ''}index ${name} on ${on}`).execute(db);
  }
}
