// Before the first run of an installation writes: products left in the store from an earlier installation become listings again. All
// their fields belong to the merchant until given back. If the listings still exist, their products are compared, and what the
// merchant changed meanwhile belongs to the merchant.
import pMap from 'p-map';
import {merchantsOwn} from '#domain/catalogue/known-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import {withDefined} from '#domain/options/defined-options.ts';
import {loadDefinedOptions} from '../../../server/db/catalogue/defined-options.ts';
import {loadListedArticleIds, saveAdopted} from '../../../server/db/listings/listing-facts.ts';
import {saveLiveVariants} from '../../../server/db/listings/listing-variants.ts';
import {saveListing} from '../../../server/db/listings/listings.ts';
import {forgetRetiredFor} from '../../../server/db/listings/listings-to-retire.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {fetchOwnProducts, type OwnProduct} from '../../../server/shopify/products/own-products.ts';
import {readVariantWords} from '../../../server/shopify/products/variant-plan.ts';
import {fetchDropshipStock} from '../../../server/supplier/dropship.ts';
import {type ReadArticle, settingAside} from '../article-trouble.ts';
import {enterStep} from '../heartbeat.ts';
import type {Run, RunWithStore} from '../run.ts';
import {readBack} from './compare-products.ts';

const concurrency = 8;

export async function adoptStore(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const {admin} = run;
  const {adoptedAt, installedAt} = run.facts;
  if (adoptedAt !== null && adoptedAt >= installedAt) return;
  await enterStep(run, 'adopting');
  const known = await loadListedArticleIds(db, run.shop);
  const readArticle = await settingAside(run);
  // Once, before the first is written: two such transactions at a time would wait for each other's lock on the shop.
  let forgotten: Promise<void> | undefined;
  const adoptUnknown = async (product: OwnProduct) => {
    if (known.has(product.articleId)) return;
    forgotten ??= run.write((to) => forgetRetiredFor(to, run.shop));
    await forgotten;
    await adoptProduct(run, product, readArticle);
  };
  await pMap(fetchOwnProducts(admin, run.shop, run.signal), adoptUnknown, {concurrency});
  if (known.size > 0) await readBack(run);
  await run.write((tx) => saveAdopted(tx, run.shop, now()));
}

export async function adoptProduct(run: Run, product: OwnProduct, readArticle: ReadArticle): Promise<void> {
  await run.beat();
  // A key with a suffix means an article split into several products, which the app does not create yet.
  if (product.listingKey !== product.articleId) return;
  const {articleId, productGid} = product;
  const stated = await statedWords(run, articleId, readArticle);
  const live = product.variants.map((variant) => ({gid: variant.gid, ...readVariantWords(variant, stated)}));
  const isOnSale = product.status === 'ACTIVE' || product.status === 'UNLISTED';
  const listing = {
    articleId,
    productGid,
    state: 'active' as const,
    reason: null,
    reasonCode: null,
    fingerprint: null,
    // The sync puts back on sale only what it took off sale itself, and for these products that is unknown.
    takenOffSale: false,
    storeStatus: product.status,
    plannedFor: null,
    owned: merchantsOwn,
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
    await saveLiveVariants(db, run.shop, {articleId, productGid}, live, run.deps.now());
    await saveRunChanges(db, run, [change], run.deps.now(), true);
  });
}

/**
 * The names of colours and sizes that the supplier states or the merchant defined, used to identify variants. Empty if nothing is defined
 * and the supplier does not answer or does not know the article; `readVariantWords` then uses the store's own names.
 */
async function statedWords(
  {deps, shop, keys, signal}: Run,
  id: ArticleId,
  readArticle: ReadArticle,
): Promise<Parameters<typeof readVariantWords>[1]> {
  const stock = await readArticle(id, () => fetchDropshipStock(deps.supplier, keys.dropship, id, signal));
  return withDefined(stock ?? {colours: [], sizes: []}, await loadDefinedOptions(deps.db, shop, id));
}
