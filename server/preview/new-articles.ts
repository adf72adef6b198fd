// Articles that were never read nor planned, where only their number is asked for: those that plan alike are planned once. There may be a
// hundred thousand of them, and few prices and few kinds of colours and sizes.
import {type RawBuilder, sql} from 'kysely';
import type {Article} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import {assumeStock, assumeWords, type PreviewWork, planNew} from './plans.ts';
import {countPlan} from './sum.ts';

/** Whether more is known of article `a` than catalogue and list say: a reading, a listing, a quarantine, a match or a definition. */
export const isKnown = (shop: ShopDomain): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select article_id from listings where shop = ${shop}
    union all select article_id from quarantine where shop = ${shop}
    union all select article_id from article_options where shop = ${shop}
    union all select article_id from product_matches where shop = ${shop}
    union all select article_id from articles
    where shop = ${shop} and (stock_read_at is not null or stock_price is not null)
  ) as known where known.article_id = a.article_id)`;

/** False when the caller no longer waits. */
export async function countNewArticles(work: PreviewWork, chosen: ChosenArticles): Promise<boolean> {
  const {basis, sum, signal} = work;
  const groups = await loadGroups(work, chosen);
  const offers = await loadOffers(work, groups);
  if (offers === null) return false;
  const {rules} = basis.settings.pricing;
  const isPricedByCategory = rules.some(({categories}) => categories.length > 0);
  const wordsFor = rememberWords();
  const plans = new Map<string, ReturnType<typeof planNew>['counted']>();
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
      plan = planNew(basis, {article, stock: assumeStock(listPrice, words)}).counted;
      plans.set(planned, plan);
    }
    sum.unread += articles;
    countPlan(sum, {id: null, plan, listing: null, isUnread: true, articles});
  });
  return signal?.aborted !== true;
}

/** Articles that are alike in everything a plan reads. */
type Group = {
  readonly soldAs: string;
  readonly listPrice: number | null;
  readonly rrp: number | null;
  /** Empty where no price depends on it. */
  readonly brand: string;
  readonly category: string;
  readonly articles: number;
  /** One of them. */
  readonly sample: ArticleId;
};

async function loadGroups({db, shop, basis}: PreviewWork, {join, isChosen}: ChosenArticles): Promise<readonly Group[]> {
  const isPricedByBrand = basis.settings.pricing.rules.some(({brands}) => brands.length > 0);
  const {rows} = await sql<Group>`
    select a.sold_as as "soldAs", a.list_price as "listPrice", a.rrp, a.category, ${isPricedByBrand ? sql`a.brand` : sql`''`} as brand,
      count(*)::int as articles, min(a.article_id) as sample
    from articles a ${join}
    where a.shop = ${shop} and ${isChosen} and a.sold_as is not null and not ${isKnown(shop)}
    group by 1, 2, 3, 4, 5
  `.execute(db);
  return rows;
}

/** What `articles.sold_as` is the fingerprint of. */
type Offer = Pick<Article, 'pricing' | 'currency' | 'colours' | 'sizes'>;
type Words = ReturnType<typeof assumeWords>;

/** Once for each fingerprint and category. */
function rememberWords() {
  const known = new Map<string, {readonly words: Words; readonly key: string}>();
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

const offersAtOnce = 5_000;

/** By fingerprint. Null when the caller no longer waits. */
async function loadOffers(
  {db, shop, signal}: PreviewWork,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, Offer> | null> {
  const samples = [...new Map(groups.map(({soldAs, sample}) => [soldAs, sample])).values()];
  const offers = new Map<string, Offer>();
  for (let at = 0; at < samples.length; at += offersAtOnce) {
    if (signal?.aborted) return null;
    const {rows} = await sql<Offer & {readonly soldAs: string}>`
      select sold_as as "soldAs", data->>'pricing' as pricing, data->>'currency' as currency, data->'colours' as colours,
        data->>'sizes' as sizes
      from articles where shop = ${shop} and article_id = any(${samples.slice(at, at + offersAtOnce)}::text[])
    `.execute(db);
    for (const {soldAs, ...offer} of rows) offers.set(soldAs, offer);
  }
  return offers;
}
