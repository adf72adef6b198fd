// Handles waiting product webhooks of articles that the run is about to plan. Other product webhooks wait until the run is over.

import {type WrittenValues} from '#domain/catalogue/edits.ts';
import type {ProductOperation} from '#domain/catalogue/operation.ts';
import {toWrittenValues} from '#domain/catalogue/product-fields.ts';
import type {ArticleId} from '#domain/ids.ts';
import {loadArticlesWithDelivery} from '../../server/db/deliveries/deliveries.ts';
import {loadListings, saveIntendedValues, saveProductDeleted} from '../../server/db/listings/listings.ts';
import {fetchProductForListing} from '../../server/shopify/products/own-products.ts';
import {compareProduct} from './read/compare-products.ts';
import {isProductUnchanged} from './read/is-unchanged.ts';
import type {Run, RunWithStore} from './run.ts';

/**
 * Reads products of these articles that have a waiting webhook and finds edits, because the merchant may have just changed them.
 */
export async function applyProductWebhooks(run: RunWithStore, articleIds: readonly ArticleId[]): Promise<void> {
  const {db, now} = run.deps;
  const withDelivery = await loadArticlesWithDelivery(db, run.shop, articleIds);
  const listings = await loadListings(db, run.shop, [...withDelivery.keys()]);
  for (const [articleId, listing] of listings) {
    const {productGid} = listing;
    if (productGid === null) continue;
    await run.beat();
    if (await isProductUnchanged(run.admin, run.shop, listing, withDelivery.get(articleId) ?? null)) continue;
    const readAt = now();
    const product = await fetchProductForListing(run.admin, run.shop, productGid, run.signal);
    await run.write((to) =>
      product === null
        ? saveProductDeleted(to, run.shop, productGid, now())
        : compareProduct(to, run.shop, {articleId, listing, product}, run.store, readAt),
    );
  }
}

/** Saves the values that the run is about to write, so that they are not taken for edits if Shopify's answer gets lost. */
export async function recordIntendedValues(run: Run, operations: readonly ProductOperation[]): Promise<void> {
  const intended = operations.flatMap((operation) => {
    if (operation.kind !== 'update') return [];
    const {key, draft, write} = operation;
    const values = Object.entries(toWrittenValues(draft)).filter(([field]) => write.some((each) => each === field));
    const own: WrittenValues = {...Object.fromEntries(values), currency: draft.currency};
    return [{id: key, values: own}];
  });
  if (intended.length > 0) await run.write((to) => saveIntendedValues(to, run.shop, intended));
}
