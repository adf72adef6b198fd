// Stores what the store lets the app see and do, after Shopify stated the store's facts.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {judgeBuyerData} from '#domain/store-access.ts';
import {isBuyerDataClear, saveStoreGrants} from '../db/shops/store-access.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {lookForBuyerData} from '../shopify/shop/buyer-data.ts';
import type {ShopFacts} from '../shopify/shop/shop.ts';

type Deps = {readonly admin: Admin; readonly db: Kysely<Tables>; readonly now: () => Date};
type AccessFacts = Pick<ShopFacts, 'scopes' | 'wantedScopes' | 'plan' | 'isCustomApp'>;

/**
 * If the newest orders cannot be read, what is stored about buyers' data stays, and the result is false. True if they were read and nothing
 * speaks against seeing this data: orders that waited for it become due, and jobs may have work.
 */
export async function readStoreAccess(
  {admin, db, now}: Deps,
  shop: ShopDomain,
  facts: AccessFacts,
  signal?: AbortSignal,
): Promise<boolean> {
  const {scopes, wantedScopes} = facts;
  const seen = await lookForBuyerData(admin, shop, signal);
  const known = seen === null ? {} : {buyerData: judgeBuyerData(seen, facts)};
  return saveStoreGrants(db, shop, {scopes, wantedScopes, ...known}, now());
}

/**
 * For runs that read the store's facts. Reads the newest orders only if the store may withhold buyers' data: it did so before, its plan
 * may cause it, an open order lacks such data, or the store was never read.
 */
export async function refreshStoreAccess(
  deps: Deps,
  shop: ShopDomain,
  facts: AccessFacts,
  signal?: AbortSignal,
): Promise<boolean> {
  const isClear = judgeBuyerData('nothing', facts) === null && (await isBuyerDataClear(deps.db, shop));
  if (!isClear) return readStoreAccess(deps, shop, facts, signal);
  const {scopes, wantedScopes} = facts;
  return saveStoreGrants(deps.db, shop, {scopes, wantedScopes}, deps.now());
}
