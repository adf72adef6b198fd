import type {Deps} from '../../server/deps.ts';

/** Deliveries that wait for their turn; those that are to be handled later wait for the clock, then for the sweep. */
export async function countDueDeliveries({db}: Pick<Deps, 'db'>): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', 'is', null)
    .execute();
  return rows.length;
}
