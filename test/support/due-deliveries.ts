import type {Deps} from '../../server/deps.ts';

/** Deliveries that wait for their turn; those that are to be handled later wait for nothing but the clock. */
export async function countDueDeliveries({db, now}: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now())]))
    .execute();
  return rows.length;
}
