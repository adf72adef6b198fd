// Reads in which markets of the store the countries are that the supplier does not serve, and keeps it for the page Pricing.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {unservedPart} from '#domain/shipping-profile/unserved-markets.ts';
import {mayReadMarkets, saveStoreMarkets} from '../../db/shops/store-markets.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Admin} from '../../shopify/client/admin.ts';
import {fetchMarkets} from '../../shopify/shop/markets.ts';

type Deps = {readonly admin: Admin; readonly db: Kysely<Tables>; readonly now: () => Date};

/**
 * Stores the markets; where the app may not read them, Shopify is not asked and none are stored. Throws a Failure if Shopify does not
 * answer; what is stored then stays.
 */
export async function readStoreMarkets(
  {admin, db, now}: Deps,
  shop: ShopDomain,
  scopes: string,
  signal?: AbortSignal,
): Promise<void> {
  const read = mayReadMarkets(scopes) ? unservedPart(await fetchMarkets(admin, shop, signal)) : null;
  await saveStoreMarkets(db, shop, read, now());
}
