// The location of the shop's fulfilment service.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export type ServiceLocation = {readonly gid: string; readonly name: string};

/** The service's location in Shopify; null: the shop has no service. */
export async function loadServiceLocation(db: Kysely<Tables>, shop: ShopDomain): Promise<ServiceLocation | null> {
  const row = await db
    .selectFrom('fulfilment_services')
    .select(['location_gid', 'location_name'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  const {location_gid: gid = null, location_name: name = null} = row ?? {};
  return gid === null || name === null ? null : {gid, name};
}
