// Before the first run of an installation writes, products that an earlier installation left in the store become listings again; the
// merchant owns all their fields until giving them back. If listings still exist, their products are compared to find the merchant's edits
// meanwhile.
import pMap from 'p-map';
import {allOwnedByMerchant} from '#domain/catalogue/known-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import {withDefinedOptions} from '#domain/options/defined-options.ts';
import {loadDefinedOptions} from '../../../server/db/catalogue/defined-options.ts';
import {loadListedArticleIds, saveAdopted, saveAdoptedAt} from '../../../server/db/listings/listing-facts.ts';
import {saveLiveVariants} from '../../../server/db/listings/listing-variants.ts';
import {saveListing} from '../../../server/db/listings/listings.ts';
import {forgetRetiredFor} from '../../../server/db/listings/listings-to-retire.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {fetchOwnProducts, type OwnProduct} from '../../../server/shopify/products/own-products.ts';
import {readVariantWords} from '../../../server/shopify/products/variant-plan.ts';
import {fetchDropshipStock} from '../../../server/supplier/dropship.ts';
import {createQuarantiningReader, type TryReadArticle} from '../article-trouble.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';
import {compareStoreProducts} from './compare-products.ts';

/** How many products are adopted at once. */
const adoptConcurrency = 8;

/**
 * Once after each installation: makes listings of products in the store that have our metafields but no listing, and compares those that
 * have one.
 */
export async function adoptStoreProducts(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const {admin} = run;
  const {adoptedAt, installedAt} = run.facts;
  if (adoptedAt !== null && adoptedAt >= installedAt) return;
  await enterStep(run, 'adopting');
  const known = await loadListedArticleIds(db, run.shop);
  const readArticle = await createQuarantiningReader(run);
  // Done once, before the first product is saved, because two such transactions would wait for each other's lock on the shop.
  let forgotten: Promise<void> | undefined;
  const adoptUnknown = async (product: OwnProduct) => {
    if (known.has(product.articleId)) return;
    forgotten ??= run.write((to) => forgetRetiredFor(to, run.shop));
    await forgotten;
    await adoptProduct(run, product, readArticle);
  };
  await pMap(fetchOwnProducts(admin, run.shop, run.signal), adoptUnknown, {concurrency: adoptConcurrency});
  if (known.size > 0) await compareStoreProducts(run);
  await run.write((tx) => saveAdoptedAt(tx, run.shop, now()));
}

/** Makes a listing of one product that is in the store already. The merchant owns all its fields until giving them back. */
export async function adoptProduct(run: Run, product: OwnProduct, readArticle: TryReadArticle): Promise<void> {
  await run.beat();
  // A key with a suffix means an article split into several products, which this version does not create.
  if (product.listingKey !== product.articleId) return;
  const {articleId, productGid} = product;
  const stated = await loadOptionWords(run, articleId, readArticle);
  const live = product.variants.map((variant) => ({gid: variant.gid, ...readVariantWords(variant, stated)}));
  const isOnSale = product.status === 'ACTIVE' || product.status === 'UNLISTED';
  const listing = {
    articleId,
    productGid,
    state: 'active' as const,
    reason: null,
    reasonCode: null,
    fingerprint: null,
    // The sync puts back on sale only what it took off sale itself, and whether it did is not known for these products.
    takenOffSale: false,
    storeStatus: product.status,
    plannedFor: null,
    owned: allOwnedByMerchant,
  };
  const change = {
    articleId,
    kind: 'adopt',
    field: 'product',
    before: null,
    after: productGid,
    why: `It was in the store already, ${isOnSale ? 'on sale' : 'off sale'}: every field of it is yours until you give it back.`,
  } as const;
  await run.write(async (db) => {
    await saveListing(db, run.shop, listing, run.deps.now());
    await saveAdopted(db, run.shop, productGid);
    await saveLiveVariants(db, run.shop, {articleId, productGid}, live, run.deps.now());
    await saveRunChanges(db, run, [change], run.deps.now(), true);
  });
}

/**
 * Loads the colours and sizes that the supplier states or the merchant defined, to recognise the product's variants by them. Empty if the
 * supplier gives none and none are defined; `readVariantWords` then uses the store's own names.
 */
async function loadOptionWords(
  {deps, shop, keys, signal}: Run,
  id: ArticleId,
  readArticle: TryReadArticle,
): Promise<Parameters<typeof readVariantWords>[1]> {
  const stock = await readArticle(id, () => fetchDropshipStock(deps.supplier, keys.dropship, id, signal));
  return withDefinedOptions(stock ?? {colours: [], sizes: []}, await loadDefinedOptions(deps.db, shop, id));
}
