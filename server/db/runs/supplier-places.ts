// The places for requests at the supplier, shared by all processes: one row for each process that holds or wants some.
import {type Kysely, sql} from 'kysely';
import {sharePlaces} from '#domain/supplier-places.ts';
import {inTransaction} from '../connection/transaction.ts';
import type {Tables} from '../tables/tables.ts';

export type Exchange = {
  readonly process: string;
  /** Requests under way: they keep their places. */
  readonly inUse: number;
  /** Requests under way and waiting. With 0 the process gives up all its places. */
  readonly wanted: number;
  readonly limit: number;
  readonly leaseMs: number;
};

/**
 * How many places the process may use for `leaseMs` from the call at most, and how many processes share them. The clock is the
 * database's: the processes' own may differ.
 */
export async function exchangePlaces(
  db: Kysely<Tables>,
  {process, inUse, wanted, limit, leaseMs}: Exchange,
): Promise<{readonly places: number; readonly processes: number}> {
  return inTransaction(db, async (trx) => {
    await sql`lock table supplier_places in exclusive mode`.execute(trx);
    await trx.deleteFrom('supplier_places').where('until', '<', sql<Date>`clock_timestamp()`).execute();
    const rows = await trx.selectFrom('supplier_places').select(['process', 'held', 'wanted']).execute();
    const others = rows.filter((row) => row.process !== process);
    const before = rows.find((row) => row.process === process)?.held ?? 0;
    const places = sharePlaces({held: before, wanted}, others, limit);
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
