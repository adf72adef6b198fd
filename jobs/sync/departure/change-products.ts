// Takes products off sale or deletes them for a departure, and stores of each what became of it.
import pMap from 'p-map';
import {isOnSale} from '#domain/catalogue/off-sale/retired-now.ts';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {madeAgainAs} from '#domain/departure/made-again.ts';
import {type DepartureChoice, planProduct} from '#domain/departure/plan-departure.ts';
import type {ArticleId, ProductGid} from '#domain/ids.ts';
import {countDeparted, saveDepartedAs} from '../../../server/db/departures/departures.ts';
import {
  loadListings,
  type StoredListing,
  saveListing,
  saveProductDeleted,
} from '../../../server/db/listings/listings.ts';
import {saveProductStillOnSale} from '../../../server/db/listings/off-sale.ts';
import {saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {applyOperations} from '../../../server/shopify/products/apply.ts';
import {fetchProductStatus} from '../../../server/shopify/products/products.ts';
import {deleteProductOf} from '../delete-products.ts';
import {createOffSaleRecorder, statusTakenFrom, toStoreValues} from '../off-sale.ts';
import type {Run} from '../run.ts';

/** A product of the app. `articleId` null: no listing has it. */
export type ProductToChange = {
  readonly articleId: ArticleId | null;
  readonly productGid: ProductGid;
  readonly isMade: boolean;
};

/** Deletions at the same time; the shop's rate limiter decides how fast. */
const deletionsAtOnce = 8;

/** Does with the products what the merchant chose. Returns what Shopify refused, as sentences, by product. */
export async function changeProducts(
  run: Run,
  choice: DepartureChoice,
  products: readonly ProductToChange[],
): Promise<ReadonlyMap<ProductGid, string>> {
  const ids = products.flatMap(({articleId}) => articleId ?? []);
  const listings = await loadListings(run.deps.db, run.shop, ids);
  const known = products.map((product) => ({
    ...product,
    listing: product.articleId === null ? null : (listings.get(product.articleId) ?? null),
  }));
  const isDeleted = ({isMade}: ProductToChange) => planProduct(choice, {isOnSale: true, isMade}) === 'delete';
  const refused = new Map<ProductGid, string>();
  await deleteAll(run, known.filter(isDeleted), refused);
  const others = known.filter((product) => !isDeleted(product));
  await takeAllOffSale(run, choice === 'archive' ? 'archive' : 'draft', others, refused);
  return refused;
}

type KnownProduct = ProductToChange & {readonly listing: StoredListing | null};

async function deleteAll(run: Run, products: readonly KnownProduct[], refused: Map<ProductGid, string>): Promise<void> {
  const deleteOne = async ({articleId, productGid, listing}: KnownProduct) => {
    await run.beat();
    if (articleId === null || listing === null || !(await markDeleted(run, productGid, listing))) return;
    const saveMore = (to: Parameters<typeof countDeparted>[0]) => countDeparted(to, run.shop, 'deleted');
    // Its listing may say that it was deleted before, while the store shows it.
    const reason = await deleteProductOf(run, articleId, {...listing, state: 'active'}, saveMore);
    if (reason !== null) {
      refused.set(productGid, reason);
      await run.write((to) => saveDepartedAs(to, run.shop, productGid, null));
    }
    run.deps.checkpoint('departed-deleted');
  };
  await pMap(products, deleteOne, {concurrency: deletionsAtOnce});
}

/**
 * Stores that the departure is about to delete the product, and as what it is made again: so it stays known if the worker dies in between.
 * False: someone else has deleted it before, and this is stored. What the merchant had deleted, while the store shows it, stays so.
 */
async function markDeleted(run: Run, productGid: ProductGid, listing: StoredListing): Promise<boolean> {
  const {shop} = run;
  const isDeletedBefore = listing.state === 'deleted_in_store';
  const status = await fetchProductStatus(run.admin, shop, productGid, run.signal);
  if (status !== null) {
    if (!isDeletedBefore) await run.write((to) => saveDepartedAs(to, shop, productGid, madeAgainAs(listing, status)));
    return true;
  }
  if (isDeletedBefore) return false;
  if (listing.departedAs === null) await run.write((to) => saveProductDeleted(to, shop, productGid, run.deps.now()));
  return listing.departedAs !== null;
}

async function takeAllOffSale(
  run: Run,
  to: 'draft' | 'archive',
  products: readonly KnownProduct[],
  refused: Map<ProductGid, string>,
): Promise<void> {
  // The gid is the key: two products, one of them a copy, may name the same article.
  const byKey = new Map(products.map((product) => [toKey(product), product]));
  const operations = products.map(
    (product): ProductOperation => ({kind: 'off_sale', key: toKey(product), productGid: product.productGid, to}),
  );
  const save = async (key: ArticleId, result: OperationResult) => {
    const product = byKey.get(key);
    if (product === undefined) return;
    const {productGid} = product;
    if (result.kind === 'done') {
      run.report.count('writes', result.writes);
      await saveOffSale(run, to, product, result);
    }
    if (result.kind === 'missing')
      await run.write((tx) => saveProductDeleted(tx, run.shop, productGid, run.deps.now()));
    if (result.kind === 'refused') {
      refused.set(productGid, result.reason);
      await noteStillOnSale(run, productGid);
    }
    run.deps.checkpoint('departed-off-sale');
    await run.beat();
  };
  const {admin, signal} = run;
  await applyOperations(admin, run.shop, operations, save, {signal, beforeOffSale: createOffSaleRecorder(run)});
}

/** The key of an operation: results come back by it. */
const toKey = ({productGid}: ProductToChange): ArticleId => productGid as string as ArticleId;

/** Shopify refused: what the recorder stored before is not so. */
async function noteStillOnSale(run: Run, productGid: ProductGid): Promise<void> {
  const status = await fetchProductStatus(run.admin, run.shop, productGid, run.signal);
  if (status !== null && isOnSale(status))
    await run.write((tx) => saveProductStillOnSale(tx, run.shop, productGid, status));
}

type Done = Extract<OperationResult, {kind: 'done'}>;

/**
 * Stores that a product is off sale. One that was off sale before, by the merchant, stays as it is; one whose writing an interrupted run did
 * not come to store is stored now.
 */
async function saveOffSale(
  run: Run,
  to: 'draft' | 'archive',
  {articleId, productGid, listing}: KnownProduct,
  result: Done,
): Promise<void> {
  const from = statusTakenFrom(listing?.state === 'active' ? listing : null, result);
  if (from === false) return;
  const {now} = run.deps;
  run.report.count('retired');
  await run.write(async (tx) => {
    await countDeparted(tx, run.shop, to === 'archive' ? 'archived' : 'drafted');
    if (articleId === null || listing === null || listing.productGid !== productGid) return;
    const change = {
      articleId,
      productGid,
      state: 'retired' as const,
      reason: leftReason,
      reasonCode: null,
      fingerprint: listing.fingerprint,
      takenOffSale: true,
      ...toStoreValues(result),
      written: {...listing.written, ...result.written},
      plannedFor: null,
    };
    await saveListing(tx, run.shop, change, now());
    const after = to === 'archive' ? 'ARCHIVED' : 'DRAFT';
    const entry = {articleId, kind: 'retire', field: 'status', before: from, after, why: leftReason} as const;
    await saveRunChanges(tx, run, [entry], now());
  });
}

/** Why such a listing is off sale, as a sentence for the merchant. */
const leftReason = 'You asked to stop using Piecewise.';
