// Tracks for /readyz whether the database accepts writes, because with a full disk, or read-only, it still answers `select 1`.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';

export type StorageTrouble = {
  /** Call it when a webhook could not be stored. */
  readonly noteFailedWrite: () => void;
  /**
   * False after `noteFailedWrite`, until the database accepts a write that needs disk space. Sends no query while no failed write is noted.
   */
  readonly isOver: () => Promise<boolean>;
};

/** Creates the tracker; one is shared by the webhook routes and /readyz. */
export function createStorageTrouble(db: Kysely<Tables>): StorageTrouble {
  let isNoted = false;
  return {
    noteFailedWrite() {
      isNoted = true;
    },
    async isOver() {
      if (isNoted && (await hasDiskSpace(db))) isNoted = false;
      return !isNoted;
    },
  };
}

/**
 * Writes 200 kB to a table that exists only for the statement: a new table has no free pages, so it needs disk space. Each probe
 * leaves a few dead rows in Postgres's system tables, so it runs only after a failed write.
 */
function hasDiskSpace(db: Kysely<Tables>): Promise<boolean> {
  const probe = sql`
    create temporary table storage_probe on commit drop as
    select repeat('x', 1900) as filler from generate_series(1, 100)
  `;
  return probe.execute(db).then(
    () => true,
    () => false,
  );
}
