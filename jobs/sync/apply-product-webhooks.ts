// Product webhooks wait until the run is over. The run applies a `products/update` earlier only for a product it is about to plan.

import {type WrittenValues} from '#domain/catalogue/edits.ts';
import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {toWritten} from '#domain/catalogue/product-fields.ts';
import type {ArticleId} from '#domain/ids.ts';
import {loadArticlesWithDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadListings, saveIntended, saveProductDeleted} from '../../server/db/listings/listings.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {compareProduct} from './read/compare-products.ts';
import {isUnchanged} from './read/is-unchanged.ts';
import type {Run, RunWithStore} from './run.ts';

/**
 * Products of these articles with a waiting webhook are read back and compared, because the merchant may have just changed them.
 */
export async function applyProductWebhooks(run: RunWithStore, articleIds: readonly ArticleId[]): Promise<void> {
  const {db, now} = run.deps;
  const withDelivery = await loadArticlesWithDelivery(db, run.shop, articleIds);
  const listings = await loadListings(db, run.shop, [...withDelivery.keys()]);
  for (const [articleId, listing] of listings) {
    const {productGid} = listing;
    if (productGid === null) continue;
    await run.beat();
    if (await isUnchanged(run.admin, run.shop, listing, withDelivery.get(articleId) ?? null)) continue;
    const readAt = now();
    const product = await fetchProductForListing(run.admin, run.shop, productGid, run.signal);
    await run.write((to) =>
      product === null
        ? saveProductDeleted(to, run.shop, productGid, now())
        : compareProduct(to, run.shop, {articleId, listing, product}, run.store, readAt),
    );
  }
}

/** Values we are about to write are recorded as ours first, in case the answer gets lost. */
export async function rememberIntended(run: Run, operations: readonly ProductOperation[]): Promise<void> {
  const intended = operations.flatMap((operation) => {
    if (operation.kind !== 'update') return [];
    const {key, draft, write} = operation;
    const values = Object.entries(toWritten(draft)).filter(([field]) => write.some((each) => each === field));
    const own: WrittenValues = {...Object.fromEntries(values), currency: draft.currency};
    return [{id: key, values: own}];
  });
  if (intended.length > 0) await run.write((to) => saveIntended(to, run.shop, intended));
}
