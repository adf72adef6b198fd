// The places for requests at the supplier, shared by all processes: one row for each process that holds or wants some.
import {type Kysely, sql} from 'kysely';
import {planPlaces} from '#domain/supplier-places.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';

/** What one process asks of the shared places. */
export type PlaceRequest = {
  readonly process: string;
  /** Requests under way; each keeps its place. */
  readonly inUse: number;
  /** Requests under way and waiting, together. With 0 the process gives up all its places. */
  readonly wanted: number;
  /** How many places all processes share. */
  readonly limit: number;
  readonly leaseMs: number;
};

/**
 * Asks for places, and returns how many the process may use, for at most `leaseMs` from the call, and how many processes share all places.
 * The clock is the database's: the processes' own may differ.
 */
export async function requestPlaces(
  db: Kysely<Tables>,
  {process, inUse, wanted, limit, leaseMs}: PlaceRequest,
): Promise<{readonly places: number; readonly processes: number}> {
  return inTransaction(db, async (trx) => {
    await sql`lock table supplier_places in exclusive mode`.execute(trx);
    await trx.deleteFrom('supplier_places').where('until', '<', sql<Date>`clock_timestamp()`).execute();
    const rows = await trx.selectFrom('supplier_places').select(['process', 'held', 'wanted']).execute();
    const others = rows.filter((row) => row.process !== process);
    const before = rows.find((row) => row.process === process)?.held ?? 0;
    const places = planPlaces({held: before, wanted}, others, limit);
    const held = Math.max(inUse, places);
    const processes = others.length + 1;
    if (wanted === 0) {
      await trx.deleteFrom('supplier_places').where('process', '=', process).execute();
      return {places: 0, processes};
    }
    const until = sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
    await trx
      .insertInto('supplier_places')
      .values({process, held, wanted, until})
      .onConflict((conflict) => conflict.column('process').doUpdateSet({held, wanted, until}))
      .execute();
    return {places, processes};
  });
}
