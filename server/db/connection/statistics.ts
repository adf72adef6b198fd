// What the database's planner knows of the large tables. Postgres looks for itself about a minute after much has changed, the
// embedded database never does; until then a join of all articles with all listings is planned as if there were a few of
// each, and takes a time that grows with the square of them.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../tables/tables.ts';

/** By the rule of Postgres's own autovacuum. https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM */
export async function refreshStatistics(db: Kysely<Tables>): Promise<void> {
  const {rows} = await sql<{name: string}>`
    select counted.relname as name
    from pg_stat_user_tables counted join pg_class known on known.oid = counted.relid
    where counted.schemaname = current_schema()
      and counted.relname in ('articles', 'listings', 'listing_variants', 'listing_media', 'quarantine', 'run_changes')
      and counted.n_mod_since_analyze > 50 + 0.1 * greatest(known.reltuples, 0)
  `.execute(db);
  for (const {name} of rows) await sql`analyze ${sql.ref(name)}`.execute(db);
}
