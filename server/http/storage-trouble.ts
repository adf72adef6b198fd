// Whether the database takes writes, for /readyz: a full disk and a server that only reads still answer `select 1`.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../db/tables/tables.ts';

export type StorageTrouble = {
  /** A webhook could not be stored. */
  readonly note: () => void;
  /** False from then on until the database has taken a write that needs room. Nothing is asked while nothing was noted. */
  readonly isOver: () => Promise<boolean>;
};

export function createStorageTrouble(db: Kysely<Tables>): StorageTrouble {
  let isNoted = false;
  return {
    note() {
      isNoted = true;
    },
    async isOver() {
      if (isNoted && (await hasRoom(db))) isNoted = false;
      return !isNoted;
    },
  };
}

/**
 * 200 kB in a table that ends with the statement: more than any free page of an existing table holds. Each probe leaves a few
 * dead rows in the catalogue of the database, so it is only made after a failed write.
 */
function hasRoom(db: Kysely<Tables>): Promise<boolean> {
  const probe = sql`
    create temporary table storage_probe on commit drop as
    select repeat('x', 1900) as filler from generate_series(1, 100)
  `;
  return probe.execute(db).then(
    () => true,
    () => false,
  );
}
