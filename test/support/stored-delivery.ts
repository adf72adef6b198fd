// One webhook delivery as it is stored, for tests that look at what became of it.
import type {Kysely, Selectable} from 'kysely';
import type {Tables} from '../../server/db/tables/tables.ts';

export async function loadDelivery(db: Kysely<Tables>, id: number): Promise<Selectable<Tables['deliveries']> | null> {
  return (await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
