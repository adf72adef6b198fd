// Stores which permissions the store granted, and whether it shows buyers' data.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {findBuyerDataReason} from '#domain/store-access.ts';
import {isBuyerDataClear, saveStoreGrants} from '../db/shops/store-access.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Admin} from '../shopify/client/admin.ts';
import {checkBuyerDataAccess} from '../shopify/shop/buyer-data.ts';
import type {ShopFacts} from '../shopify/shop/shop.ts';

type AccessDeps = {readonly admin: Admin; readonly db: Kysely<Tables>; readonly now: () => Date};
type AccessFacts = Pick<ShopFacts, 'scopes' | 'wantedScopes' | 'plan' | 'isCustomApp'>;

/**
 * Reads the newest orders to see whether they show buyers' data. True if they do as far as known: orders that waited for it are due then,
 * and the caller enqueues sending. If they cannot be read, the stored fact stays, and the result is false.
 */
export async function readStoreAccess(
  {admin, db, now}: AccessDeps,
  shop: ShopDomain,
  facts: AccessFacts,
  signal?: AbortSignal,
): Promise<boolean> {
  const {scopes, wantedScopes} = facts;
  const seen = await checkBuyerDataAccess(admin, shop, signal);
  const known = seen === null ? {} : {buyerData: findBuyerDataReason(seen, facts)};
  return saveStoreGrants(db, shop, {scopes, wantedScopes, ...known}, now());
}

/**
 * The check for runs, which needs fewer requests than `readStoreAccess` and returns the same. Reads the newest orders only if the store
 * may withhold buyers' data: it did so before, its plan may cause it, an open order lacks such data, or the store was never read.
 */
export async function refreshStoreAccess(
  deps: AccessDeps,
  shop: ShopDomain,
  facts: AccessFacts,
  signal?: AbortSignal,
): Promise<boolean> {
  const isClear = findBuyerDataReason('nothing', facts) === null && (await isBuyerDataClear(deps.db, shop));
  if (!isClear) return readStoreAccess(deps, shop, facts, signal);
  const {scopes, wantedScopes} = facts;
  return saveStoreGrants(deps.db, shop, {scopes, wantedScopes}, deps.now());
}
