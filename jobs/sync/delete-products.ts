// Deletes products that the merchant named, or at a departure all that the app made. No other code of the app deletes one.

import type {ArticleId, ProductGid} from '#domain/ids.ts';
import {loadListings, type StoredListing, saveProductDeleted} from '../../server/db/listings/listings.ts';
import {loadArticlesDeletedBy, saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {saveAudit} from '../../server/db/shops/audit.ts';
import {toMerchantSentence} from '../../server/shopify/client/user-errors.ts';
import {deleteProduct, fetchProductStatus} from '../../server/shopify/products/products.ts';
import {enterStep} from './heartbeat.ts';
import type {Run} from './run.ts';

/** Why the product was deleted, for the history, and what makes it again, for its article: sentences for the merchant. */
const deletionTexts = {
  named: {
    why: 'You asked for its deletion.',
    reason: 'It was deleted because you asked for it. Choose “Always include” to have it made again.',
  },
  departure: {
    why: 'You asked to stop using Piecewise.',
    reason:
      'It was deleted because you asked to stop using Piecewise. “Use Piecewise again” on the page Leave has it made again.',
  },
} as const;

const textsOf = ({kind}: Run) => deletionTexts[kind === 'departure' ? 'departure' : 'named'];

/** Deletes the products of the articles to which the run is limited. */
export async function deleteProducts(run: Run): Promise<void> {
  await enterStep(run, 'deleting');
  const listings = await loadListings(run.deps.db, run.shop, run.only ?? []);
  // If an interrupted deletion is resumed, a product that was made again meanwhile stays, because it is not the one the merchant named.
  const deleted = await loadArticlesDeletedBy(run.deps.db, run);
  for (const [articleId, listing] of listings) {
    if (deleted.has(articleId)) continue;
    await run.beat();
    const refusal = await deleteProductOf(run, articleId, listing);
    if (refusal !== null) run.report.note(`The product of article ${articleId} could not be deleted: ${refusal}`);
  }
}

/**
 * Deletes one product in the store and saves that, also if it was gone already. Returns why Shopify refused, as a sentence; null: it did not.
 * @param saveMore saves more in the same transaction.
 */
export async function deleteProductOf(
  run: Run,
  articleId: ArticleId,
  {productGid, state}: StoredListing,
  saveMore: (db: Db) => Promise<void> = async () => {},
): Promise<string | null> {
  const {now} = run.deps;
  const {admin} = run;
  if (productGid === null || state === 'deleted_in_store') return null;
  const outcome = await deleteProduct(admin, run.shop, productGid);
  run.report.count('writes');
  if (outcome.kind === 'refused' && !(await isGone(run, productGid))) return toMerchantSentence(outcome);
  const change = {
    articleId,
    kind: 'delete',
    field: 'product',
    before: productGid,
    after: null,
    why: textsOf(run).why,
  } as const;
  await run.write(async (db) => {
    await saveProductDeleted(db, run.shop, productGid, now(), textsOf(run).reason);
    await saveRunChanges(db, run, [change], now());
    const entry = {action: 'product_deleted' as const, subject: articleId, detail: `run ${run.id}`, before: productGid};
    await saveAudit(db, run.shop, {actor: 'app', ...entry}, now());
    await saveMore(db);
  });
  run.report.count('retired');
  return null;
}

/** Whether the product is no longer there: the errors of productDelete have no code that says so. */
const isGone = async ({admin, shop, signal}: Run, productGid: ProductGid): Promise<boolean> =>
  (await fetchProductStatus(admin, shop, productGid, signal)) === null;

type Db = Parameters<Parameters<Run['write']>[0]>[0];
