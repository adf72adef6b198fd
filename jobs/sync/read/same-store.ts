// Ends a run if the store's currency or taxes changed since it began, before it writes more, because Shopify would take an amount in the
// old currency as one in the new.
import {isDeepStrictEqual} from 'node:util';
import type {PriceStore} from '#domain/pricing/price.ts';
import {loadPriceStore} from '../../../server/db/shops/price-store.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {fetchPriceFacts} from '../../../server/shopify/shop/shop.ts';
import type {RunWithStore} from '../run.ts';

/** Thrown if the store's currency or taxes changed since the run began. The message is the beginning of a sentence about the change. */
export class StoreChanged extends Error {
  override readonly name = 'StoreChanged';

  constructor(before: PriceStore, after: PriceStore) {
    super(
      before.currency === after.currency
        ? 'Whether the store’s prices contain tax changed'
        : `The store’s currency changed from ${before.currency} to ${after.currency}`,
    );
  }
}

/**
 * Throws StoreChanged if the store's currency or taxes changed, by Shopify's answer. Asked for one point, before a batch of writes or a
 * rare write, because a change may not have been announced yet.
 */
export async function assertSameStoreByShopify(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const found = await fetchPriceFacts(run.admin, run.shop, run.signal);
  if (isDeepStrictEqual(found, run.store)) return;
  await saveShopFacts(db, run.shop, found, now());
  throw new StoreChanged(run.store, found);
}

/**
 * Throws StoreChanged if the store's currency or taxes changed, by the stored facts, which are updated when Shopify announces a change.
 * Called before each write of a batch.
 */
export async function assertSameStoreByDatabase({deps, shop, store}: RunWithStore): Promise<void> {
  const told = await loadPriceStore(deps.db, shop);
  if (told !== null && !isDeepStrictEqual(told, store)) throw new StoreChanged(store, told);
}
