// The location of the shop's fulfilment service.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The gid of the service's location in Shopify; null: the shop has no service. */
export async function loadServiceLocation(db: Kysely<Tables>, shop: ShopDomain): Promise<string | null> {
  const row = await db
    .selectFrom('fulfilment_services')
    .select('location_gid')
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row?.location_gid ?? null;
}
