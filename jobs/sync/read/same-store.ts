// A run prices by the store's currency and taxes as they were when it began. If they change, it ends before it writes more: the store would
// take an amount in the old currency as one in the new.
import {isDeepStrictEqual} from 'node:util';
import type {PriceStore} from '#domain/pricing/price.ts';
import {loadPriceStore} from '../../../server/db/shops/price-store.ts';
import {saveShopFacts} from '../../../server/db/shops/shops.ts';
import {fetchPriceFacts} from '../../../server/shopify/shop/shop.ts';
import type {RunWithStore} from '../run.ts';

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

/** Before a batch of writes, or a write that is rare: asks Shopify, which may not have announced a change yet. One point. */
export async function askSameStore(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const found = await fetchPriceFacts(run.admin, run.shop, run.signal);
  if (isDeepStrictEqual(found, run.store)) return;
  await saveShopFacts(db, run.shop, found, now());
  throw new StoreChanged(run.store, found);
}

/** Before each write of a batch: by what Shopify has announced since. */
export async function assertSameStore({deps, shop, store}: RunWithStore): Promise<void> {
  const told = await loadPriceStore(deps.db, shop);
  if (told !== null && !isDeepStrictEqual(told, store)) throw new StoreChanged(store, told);
}
