// Before the first creation in a store: products that may be an article already, although they do not carry our metafields. They are
// shown to the merchant, and until the merchant says what they are, their articles are not created.
import {createMatcher} from '#domain/catalogue/match-product.ts';
import {
  forgetMatch,
  loadMatchesToLink,
  loadUnmatchedArticles,
  reopenMatch,
  saveMatched,
  saveMatches,
} from '../../../server/db/catalogue/product-matches.ts';
import {toSentence} from '../../../server/shopify/client/user-errors.ts';
import {ensureListingDefinitions} from '../../../server/shopify/products/definitions.ts';
import {fetchProductForListing} from '../../../server/shopify/products/own-products.ts';
import {fetchStrangers, markAsOurs} from '../../../server/shopify/products/strangers.ts';
import {settingAside} from '../article-trouble.ts';
import type {Run, RunWithStore} from '../run.ts';
import {adoptProduct} from './adopt-store.ts';

const articlesAtOnce = 1_000;

export async function matchProducts(run: RunWithStore): Promise<void> {
  await searchStore(run);
  if (run.kind !== 'preview') await linkProducts(run);
}

/** Once for each installation, over the whole catalogue: what is chosen later was looked for as well. */
async function searchStore(run: RunWithStore): Promise<void> {
  const {db, now} = run.deps;
  const {matchedAt, installedAt} = run.facts;
  if (matchedAt !== null && matchedAt >= installedAt) return;
  const matcher = createMatcher(run.settings.template);
  let articles = 0;
  for await (const batch of loadUnmatchedArticles(db, run.shop, articlesAtOnce)) {
    matcher.add(batch);
    articles += batch.length;
    await run.beat();
  }
  // Nothing was read yet, or every article has a product: the next run looks again.
  if (articles === 0) return;
  for await (const products of fetchStrangers(run.admin, run.shop, run.signal)) {
    const found = products.flatMap((product) => {
      const match = matcher.find(product);
      return match === null ? [] : [{...match, productGid: product.productGid, title: product.title}];
    });
    await run.write((to) => saveMatches(to, run.shop, found, now()));
    await run.beat();
  }
  // A run over named articles may know only these.
  if (run.only === null) await run.write((to) => saveMatched(to, run.shop, now()));
}

/** A product that the merchant called the same becomes a listing. As at adoption, all its fields belong to the merchant. */
async function linkProducts(run: Run): Promise<void> {
  const {db} = run.deps;
  const due = await loadMatchesToLink(db, run.shop);
  if (due.length === 0) return;
  run.report.count('writes', await ensureListingDefinitions(run.admin, run.shop));
  const readArticle = await settingAside(run);
  for (const {articleId, productGid, title} of due) {
    await run.beat();
    const product = await fetchProductForListing(run.admin, run.shop, productGid, run.signal);
    // Deleted meanwhile: there is nothing to link, and the article is created.
    if (product !== null) {
      const marked = await markAsOurs(run.admin, run.shop, productGid, articleId);
      run.report.count('writes');
      if (marked.kind === 'refused') {
        run.report.note(
          `“${title}” could not be linked to its article: ${toSentence(marked)} Home asks about it again.`,
        );
        await run.write((to) => reopenMatch(to, run.shop, articleId));
        continue;
      }
      await adoptProduct(run, {...product, listingKey: articleId, articleId}, readArticle);
    }
    await run.write((to) => forgetMatch(to, run.shop, articleId));
  }
}
