import type {Deps} from '../../server/deps.ts';

/** Deliveries that wait for their turn; those that are to be handled later wait for the clock, those of a shop set aside for its new name. */
export async function countDueDeliveries({db}: Pick<Deps, 'db'>): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', 'is', null)
    .where('shop', 'not in', (eb) => eb.selectFrom('shops').select('shop').where('set_aside_at', 'is not', null))
    .execute();
  return rows.length;
}
