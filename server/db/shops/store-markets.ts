// The store's markets with countries that are not served, as they were last read from Shopify.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {ReadMarkets} from '#domain/shipping-profile/unserved-markets.ts';
import {marketsScope, missingScopes} from '#domain/store-access.ts';
import type {Tables} from '../tables/tables.ts';
import type {Shop} from './shops.ts';

/** Replaces what is stored. @param read null: the app may not read them, so none are kept. */
export async function saveStoreMarkets(
  db: Kysely<Tables>,
  shop: ShopDomain,
  read: ReadMarkets | null,
  now: Date,
): Promise<void> {
  if (read === null) {
    await db.deleteFrom('store_markets').where('shop', '=', shop).execute();
    return;
  }
  const values = {markets: JSON.stringify(read.markets), is_complete: read.isComplete, read_at: now};
  await db
    .insertInto('store_markets')
    .values({shop, ...values})
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(values))
    .execute();
}

/** Null: they may not be read any more, or were not read yet. */
export async function loadStoreMarkets(
  db: Kysely<Tables>,
  {shop, scopes}: Pick<Shop, 'shop' | 'scopes'>,
): Promise<ReadMarkets | null> {
  if (!mayReadMarkets(scopes)) return null;
  const row = await db
    .selectFrom('store_markets')
    .select(['markets', 'is_complete'])
    .where('shop', '=', shop)
    .executeTakeFirst();
  return row === undefined ? null : {markets: row.markets, isComplete: row.is_complete};
}

/** Whether the merchant allows the app to read the store's markets. */
export const mayReadMarkets = (scopes: Shop['scopes']): boolean => missingScopes(scopes, marketsScope).length === 0;
