// Counts articles that were never read nor planned, when a preview asks only for numbers. Articles with equal inputs are planned once:
// there may be a hundred thousand of them, with few prices and few kinds of colours and sizes.
import {type RawBuilder, sql} from 'kysely';
import type {Article} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {assumeStock, assumeWords, type PreviewContext, planNewArticle} from './plans.ts';
import {countPlan} from './sum.ts';

/**
 * SQL condition on article `a`: more of it is stored than catalogue and list say: a reading, a listing, a quarantine, a match, defined
 * options or an own price.
 */
export const isKnownArticle = (shop: ShopDomain): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select article_id from listings where shop = ${shop}
    union all select article_id from quarantine where shop = ${shop}
    union all select article_id from article_options where shop = ${shop}
    union all select article_id from own_prices where shop = ${shop}
    union all select article_id from product_matches where shop = ${shop}
    union all select article_id from articles
    where shop = ${shop} and (stock_read_at is not null or stock_price is not null)
  ) as known where known.article_id = a.article_id)`;

/** Adds the chosen articles that were never read nor planned to the preview's figures. False when the caller no longer waits. */
export async function countNewArticles(work: PreviewContext, chosen: ChosenArticles): Promise<boolean> {
  const {basis, sum, signal} = work;
  const groups = await loadAlikeArticles(work, chosen);
  const offers = await loadOffers(work, groups);
  if (offers === null) return false;
  const {rules} = basis.settings.pricing;
  const isPricedByCategory = rules.some(({categories}) => categories.length > 0);
  const wordsFor = createWordsCache();
  const plans = new Map<string, ReturnType<typeof planNewArticle>['counted']>();
  await mapInSlices(groups, ({soldAs, listPrice, rrp, brand, category, articles, sample}) => {
    const offer = offers.get(soldAs);
    // Missing where a run has stored another version of the article since.
    if (signal?.aborted || offer === undefined) return;
    const {words, key} = wordsFor(soldAs, {...offer, category});
    const {pricing, currency} = offer;
    const planned = JSON.stringify([listPrice, rrp, pricing, currency, brand, isPricedByCategory ? category : '', key]);
    let plan = plans.get(planned);
    if (plan === undefined) {
      const article = {...offer, id: sample, brand, category, rrp};
      plan = planNewArticle(basis, {article, stock: assumeStock(listPrice, words)}).counted;
      plans.set(planned, plan);
    }
    sum.unread += articles;
    countPlan(sum, {id: null, plan, listing: null, isUnread: true, articles});
  });
  return signal?.aborted !== true;
}

/** Articles that are alike in everything a plan reads. */
type AlikeArticles = {
  /** Fingerprint of the kind of price, currency, colours and sizes (`articles.sold_as`). */
  readonly soldAs: string;
  /** Euro cents, from `a=list`; null: no price is stated. */
  readonly listPrice: number | null;
  /** Euro cents: the recommended retail price; null: none is stated. */
  readonly rrp: number | null;
  /** Empty where no price rule names brands. */
  readonly brand: string;
  readonly category: string;
  /** How many articles are alike. */
  readonly articles: number;
  /** The id of one of these articles. */
  readonly sample: ArticleId;
};

/** Groups the chosen articles that were never read nor planned by everything that a plan reads of them. */
async function loadAlikeArticles(
  {db, shop, basis}: PreviewContext,
  {join, isChosen}: ChosenArticles,
): Promise<readonly AlikeArticles[]> {
  const isPricedByBrand = basis.settings.pricing.rules.some(({brands}) => brands.length > 0);
  const {rows} = await sql<AlikeArticles>`
    select a.sold_as as "soldAs", a.list_price as "listPrice", a.rrp, a.category, ${isPricedByBrand ? sql`a.brand` : sql`''`} as brand,
      count(*)::int as articles, min(a.article_id) as sample
    from articles a ${join}
    where a.shop = ${shop} and ${isChosen} and a.sold_as is not null and not ${isKnownArticle(shop)}
    group by 1, 2, 3, 4, 5
  `.execute(db);
  return rows;
}

/** The fields whose fingerprint is `articles.sold_as`. */
type SaleOffer = Pick<Article, 'pricing' | 'currency' | 'colours' | 'sizes'>;
/** Colours and sizes assumed for an article. */
type ColoursAndSizes = ReturnType<typeof assumeWords>;

/** Returns a function that assumes colours and sizes once for each fingerprint and category. */
function createWordsCache() {
  const known = new Map<string, {readonly words: ColoursAndSizes; readonly key: string}>();
  return (soldAs: string, article: Parameters<typeof assumeWords>[0]) => {
    const name = `${soldAs} ${article.category}`;
    let found = known.get(name);
    if (found === undefined) {
      const words = assumeWords(article, null);
      found = {words, key: JSON.stringify(words)};
      known.set(name, found);
    }
    return found;
  };
}

/** Articles that one statement reads. */
const offersPerRead = 5_000;

/** Loads kind of price, currency, colours and sizes of one article per fingerprint `soldAs`. Null when the caller no longer waits. */
async function loadOffers(
  {db, shop, signal}: PreviewContext,
  groups: readonly AlikeArticles[],
): Promise<ReadonlyMap<string, SaleOffer> | null> {
  const samples = [...new Map(groups.map(({soldAs, sample}) => [soldAs, sample])).values()];
  const offers = new Map<string, SaleOffer>();
  for (let at = 0; at < samples.length; at += offersPerRead) {
    if (signal?.aborted) return null;
    const {rows} = await sql<SaleOffer & {readonly soldAs: string}>`
      select sold_as as "soldAs", data->>'pricing' as pricing, data->>'currency' as currency, data->'colours' as colours,
        data->>'sizes' as sizes
      from articles where shop = ${shop} and article_id = any(${samples.slice(at, at + offersPerRead)}::text[])
    `.execute(db);
    for (const {soldAs, ...offer} of rows) offers.set(soldAs, offer);
  }
  return offers;
}
