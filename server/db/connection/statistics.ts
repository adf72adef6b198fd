// The planner's statistics about the large tables. Postgres updates them about a minute after large changes, the embedded database never
// does. Until then a join of all articles with all listings is planned as if each had a few rows, and its time grows with the square of
// their number.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../tables/tables.ts';

/**
 * Analyses the large tables that changed much since their last analysis, by the rule of Postgres's own autovacuum.
 * https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
 */
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
