// Before the first creation in a store, finds products that may be an article already, although they do not have our metafields. Until the
// merchant says whether they are, their articles are not created.
import {createMatcher} from '#domain/catalogue/match-product.ts';
import {
  forgetMatch,
  loadMatchesToLink,
  loadUnmatchedArticles,
  reopenMatch,
  saveMatches,
  saveMatchSearchComplete,
} from '../../../server/db/catalogue/product-matches.ts';
import {toMerchantSentence} from '../../../server/shopify/client/user-errors.ts';
import {ensureListingDefinitions} from '../../../server/shopify/products/definitions.ts';
import {fetchProductForListing} from '../../../server/shopify/products/own-products.ts';
import {fetchStrangerProducts, writeIdentityMetafields} from '../../../server/shopify/products/strangers.ts';
import {createQuarantiningReader} from '../article-trouble.ts';
import type {Run, RunWithStore} from '../run.ts';
import {adoptProduct} from './adopt-store.ts';

/** How many articles are loaded at once. */
const articleBatchSize = 1_000;

/** Searches the store for products that may be articles, then links those that the merchant called the same. A preview links none. */
export async function matchProducts(run: RunWithStore): Promise<void> {
  await findMatchesInStore(run);
  if (run.kind !== 'preview') await linkMatchedProducts(run);
}

/** Searches the store once for each installation, for the whole catalogue, so that articles chosen later are covered too. */
async function findMatchesInStore(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const {matchedAt, installedAt} = run.facts;
  if (matchedAt !== null && matchedAt >= installedAt) return;
  const matcher = createMatcher(run.settings.template);
  let articles = 0;
  for await (const batch of loadUnmatchedArticles(db, run.shop, articleBatchSize)) {
    matcher.add(batch);
    articles += batch.length;
    await run.beat();
  }
  // If there are no articles, because none was read yet or each has a product, the next run searches.
  if (articles === 0) return;
  for await (const products of fetchStrangerProducts(run.admin, run.shop, run.signal)) {
    const found = products.flatMap((product) => {
      const match = matcher.find(product);
      return match === null ? [] : [{...match, productGid: product.productGid, title: product.title}];
    });
    await run.write((to) => saveMatches(to, run.shop, found, now()));
    await run.beat();
  }
  // After a run over named articles the search does not count as done, because the database may have only those.
  if (run.only === null) await run.write((to) => saveMatchSearchComplete(to, run.shop, now()));
}

/** Makes listings of products that the merchant called the same. As at adoption, the merchant owns all their fields. */
async function linkMatchedProducts(run: Run): Promise<void> {
  const {db} = run.deps;
  const due = await loadMatchesToLink(db, run.shop);
  if (due.length === 0) return;
  run.report.count('writes', await ensureListingDefinitions(run.admin, run.shop));
  const readArticle = await createQuarantiningReader(run);
  for (const {articleId, productGid, title} of due) {
    await run.beat();
    const product = await fetchProductForListing(run.admin, run.shop, productGid, run.signal);
    // If the product was deleted meanwhile, there is nothing to link, and the article is created.
    if (product !== null) {
      const marked = await writeIdentityMetafields(run.admin, run.shop, productGid, articleId);
      run.report.count('writes');
      if (marked.kind === 'refused') {
        run.report.note(
          `“${title}” could not be linked to its article: ${toMerchantSentence(marked)} Home asks about it again.`,
        );
        await run.write((to) => reopenMatch(to, run.shop, articleId));
        continue;
      }
      await adoptProduct(run, {...product, listingKey: articleId, articleId}, readArticle);
    }
    await run.write((to) => forgetMatch(to, run.shop, articleId));
  }
}
