// Reads what the store charges for shipping and keeps it, so that every figure of what is left can count it.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {euroRateFor} from '#domain/margins/margin.ts';
import {missingScopes, shippingScope} from '#domain/store-access.ts';
import {loadProfile} from '../db/shipping-profiles/shipping-profiles.ts';
import {type ReadRates, saveShippingRates} from '../db/shops/shipping-rates.ts';
import {loadStoredSettings} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {fetchStoreRates} from '../shopify/shop/delivery-rates.ts';
import type {ShopFacts} from '../shopify/shop/shop.ts';

type Deps = {readonly admin: Admin; readonly db: Kysely<Tables>; readonly now: () => Date};

/**
 * Reads the store's shipping rates and stores them. Null: the app may not read the rates, or profiles say
 * nothing about them since the store's markets do; from then on none are stored. Throws a
 * Failure if Shopify does not answer; the stored rates then stay.
 */
export async function readShippingRates(
  {admin, db, now}: Deps,
  shop: ShopDomain,
  {scopes, currency, isMarketDriven}: Pick<ShopFacts, 'scopes' | 'currency' | 'isMarketDriven'>,
  signal?: AbortSignal,
): Promise<ReadRates | null> {
  const mayRead = !isMarketDriven && missingScopes(scopes, shippingScope).length === 0;
  const profile = mayRead ? await loadProfile(db, shop) : null;
  // Its rates count once all products are in it.
  const isReached = profile?.want === 'on' && profile.settled_wish === profile.wish && profile.profile_gid !== null;
  const {settings} = await loadStoredSettings(db, shop);
  const own = isReached ? {gid: profile.profile_gid, rate: euroRateFor(currency, settings)} : null;
  const rates = mayRead ? {currency, ...(await fetchStoreRates(admin, shop, {currency, own}, signal))} : null;
  await saveShippingRates(db, shop, rates, now());
  return rates;
}
