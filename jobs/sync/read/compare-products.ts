// Reads our products from the store and compares them with what was written, to find edits without a webhook. Runs weekly, after a
// reinstall, and after sending was stopped.

import type {Kysely} from 'kysely';
import {detectEdits, withoutIntended} from '#domain/catalogue/edits.ts';
import {second} from '#domain/durations.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {saveVariantsDeleted} from '../../../server/db/listings/listing-variants.ts';
import {
  forgetPlans,
  loadListings,
  type StoredListing,
  saveProductDeleted,
} from '../../../server/db/listings/listings.ts';
import {loadUnreadProducts, saveEditsReadAt, saveMerchantEdits} from '../../../server/db/listings/ownership.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {
  fetchOwnProducts,
  fetchProductForListing,
  type OwnProduct,
  type StoreProduct,
} from '../../../server/shopify/products/own-products.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';
import {readStore} from './read-store.ts';

/** How many products are compared in one transaction. */
const batchSize = 50;

/** The whole work of a run that only compares products (kind `edits`). */
export async function compareProducts(run: Run): Promise<void> {
  await compareStoreProducts(await readStore(run));
}

/** Compares every product of ours with what the app wrote last, and saves edits and deletions by the merchant. */
export async function compareStoreProducts(run: RunWithStore): Promise<void> {
  await enterStep(run, 'comparing');
  const {now} = run.deps;
  const {admin} = run;
  const since = now();
  let batch: OwnProduct[] = [];
  for await (const product of fetchOwnProducts(admin, run.shop, run.signal)) {
    batch.push(product);
    if (batch.length < batchSize) continue;
    await compareBatch(run, batch, since);
    batch = [];
  }
  await compareBatch(run, batch, since);
  await compareUnlistedProducts(run, since);
  await run.write((db) => saveEditsReadAt(db, run.shop, now()));
}

/**
 * Compares the products of one batch that still belong to their listing.
 * @param since a time before the first of these products was read, because a webhook that came later may be about an edit not seen by the
 * reading.
 */
async function compareBatch(run: RunWithStore, products: readonly OwnProduct[], since: Date): Promise<void> {
  await run.beat();
  const ids = products.map(({articleId}) => articleId);
  const listings = await loadListings(run.deps.db, run.shop, ids);
  await run.write(async (db) => {
    for (const product of products) {
      const listing = listings.get(product.articleId);
      if (listing === undefined || listing.productGid !== product.productGid) continue;
      await compareProduct(db, run.shop, {listing, product, articleId: product.articleId}, run.store, since);
    }
  });
  if (run.kind === 'edits') run.report.count('articles', products.length);
}

/**
 * Saves edits and deleted variants of one product. Values that we wrote ourselves are no edits.
 * @param now a time no later than when the product was read.
 */
export async function compareProduct(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {
    articleId,
    listing,
    product,
  }: {readonly articleId: ArticleId; readonly listing: StoredListing; readonly product: StoreProduct},
  {currency}: {readonly currency: string},
  now: Date,
): Promise<void> {
  const live = listing.variants.filter(({state}) => state === 'live').map(({gid}) => gid);
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  const deleted = live.filter((gid) => !present.has(gid));
  if (deleted.length > 0) {
    await saveVariantsDeleted(db, shop, deleted, now);
    await forgetPlans(db, shop, [articleId]);
  }
  const media = listing.media.flatMap(({gid, state}) => (gid !== null && state === 'ready' ? [gid] : []));
  const found = detectEdits(listing.written, product, {variants: new Set(live), media, currency});
  const edits = withoutIntended(found, listing.intended, currency);
  // `updatedAt` has whole seconds, so it is stored only if that second was over when the product was read.
  const isOver = now.getTime() - product.updatedAt.getTime() >= second;
  const seen = {edits, storeUpdatedAt: isOver ? product.updatedAt : null, storeStatus: product.status};
  await saveMerchantEdits(db, shop, articleId, seen, now);
}

/** Reads by id the products that listing the store's products did not find, for example because their listing key was removed. */
async function compareUnlistedProducts(run: RunWithStore, since: Date): Promise<void> {
  const {db, now} = run.deps;
  const {admin} = run;
  for (const {articleId, productGid: gid} of await loadUnreadProducts(db, run.shop, since)) {
    await run.beat();
    const readAt = now();
    const product = await fetchProductForListing(admin, run.shop, gid, run.signal);
    const listing = (await loadListings(db, run.shop, [articleId])).get(articleId);
    await run.write(async (tx) => {
      if (product === null) await saveProductDeleted(tx, run.shop, gid, now());
      else if (listing?.productGid === gid)
        await compareProduct(tx, run.shop, {articleId, listing, product}, run.store, readAt);
    });
  }
}
