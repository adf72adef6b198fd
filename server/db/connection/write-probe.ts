// Writes and commits a row: a database that is read-only, or whose disk is full, can be read and still cannot serve.
import type {Kysely} from 'kysely';
import type {Tables} from '../tables/tables.ts';

export async function writeProbe(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .insertInto('write_probe')
    .values({id: 1, at: now})
    .onConflict((conflict) => conflict.column('id').doUpdateSet({at: now}))
    .execute();
}
