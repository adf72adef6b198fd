// Which of the chosen articles a run would plan. As in the run, those whose inputs have not changed since their last plan are counted as
// they are; they are priced where prices are asked for.
import {sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {type ListingSaleFacts, planSale} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import {candidateJoins, needsPlan, resting} from '../db/catalogue/candidates.ts';
import type {ChosenArticles} from '../db/catalogue/choice.ts';
import {definedColumn, definedJoin} from '../db/catalogue/defined-options.ts';
import {mapInSlices} from '../db/catalogue/in-slices.ts';
import type {StoredListing} from '../db/listings/listings.ts';
import type {ListingState} from '../db/tables/catalogue-tables.ts';
import {isKnown} from './new-articles.ts';
import {type PreviewedArticle, type PreviewWork, slimArticle} from './plans.ts';
import {countDraft, type SettingsPreview} from './sum.ts';

/** Articles of which the same can be said. */
type Alike = {
  readonly needs: boolean;
  readonly rests: boolean;
  readonly state: ListingState | null;
  readonly code: string | null;
  readonly reason: string | null;
  readonly articles: number;
  /** On sale, of products on sale. */
  readonly variants: number;
  /** The articles, where each is needed: to plan it, to name it as a draft, or to price it. Null: none is needed. */
  readonly ids: readonly ArticleId[] | null;
};

/** @returns the articles that a run plans; null when the caller no longer waits. */
export async function countWhatStands(work: PreviewWork, chosen: ChosenArticles): Promise<readonly ArticleId[] | null> {
  const due: ArticleId[] = [];
  for (const alike of await loadAlike(work, chosen)) {
    if (work.signal?.aborted) return null;
    if (alike.needs && !alike.rests) due.push(...(alike.ids ?? []));
    else countStanding(work.sum, alike);
    if (!alike.needs && alike.state === 'active' && work.canPrice && work.prices !== null) {
      await addPrices(work, alike.ids ?? []);
    }
  }
  return due.toSorted();
}

/** Only articles that are known by more than their id: a run looks at no others. Where only counts are asked for, without the new ones. */
async function loadAlike(
  {db, shop, print, prices}: PreviewWork,
  {join, isChosen}: ChosenArticles,
): Promise<readonly Alike[]> {
  const isNamed = prices === null ? sql`((needs and not rests) or state = 'held')` : sql`true`;
  const {rows} = await sql<Alike>`
    select needs, rests, state, code, reason, count(*)::int as articles, coalesce(sum(variants), 0)::int as variants,
      array_agg(id) filter (where ${isNamed}) as ids
    from (
      select a.article_id as id, ${needsPlan(print)} as needs, coalesce(${resting(print)}, false) as rests, l.state,
        case when l.state = 'held' then l.reason_code end as code, case when l.state = 'held' then l.reason end as reason,
        case when l.state = 'active' then on_sale.variants end as variants
      from articles a ${join} ${candidateJoins}
      left join (
        select article_id, count(*) as variants from listing_variants
        where shop = ${shop} and state = 'live' and not off_sale group by article_id
      ) as on_sale on on_sale.article_id = l.article_id
      where a.shop = ${shop} and ${isChosen} and a.sold_as is not null and ${prices === null ? isKnown(shop) : sql`true`}
    ) as standing
    group by needs, rests, state, code, reason
  `.execute(db);
  return rows;
}

function countStanding(sum: SettingsPreview, {ids, needs, state, code, reason, articles, variants}: Alike): void {
  if (needs) sum.quarantined += articles;
  else if (state === 'deleted_in_store') sum.left += articles;
  else if (state === 'held') {
    const known = draftCodes.find((one) => one === code) ?? 'no_stock_answer';
    for (const id of ids ?? []) countDraft(sum, {id, code: known, reason: reason ?? ''});
  } else {
    sum.unchanged += articles;
    sum.products += articles;
    sum.variants += variants;
  }
}

type OnSale = {
  readonly article: PreviewedArticle;
  readonly stock: StockReading | null;
  readonly defined: DefinedOptions | null;
  readonly listing: Omit<ListingSaleFacts, 'variants'> & Pick<StoredListing, 'ownedHere' | 'edits' | 'written'>;
};

const idsAtOnce = 20_000;

async function addPrices(work: PreviewWork, ids: readonly ArticleId[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    if (work.signal?.aborted) return;
    await addPricesOf(work, ids.slice(at, at + idsAtOnce));
  }
}

async function addPricesOf({db, shop, basis, prices}: PreviewWork, ids: readonly ArticleId[]): Promise<void> {
  const {rows} = await sql<OnSale>`
    select ${slimArticle} as article, a.stock, ${definedColumn} as defined, jsonb_build_object('state', l.state,
      'productGid', l.product_gid, 'previousCost', l.cost, 'approvedCost', l.approved_cost, 'refusedCost', l.refused_cost,
      'ownedHere', l.owned, 'edits', l.edits, 'written', coalesce(l.written, '{}')) as listing
    from articles a join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${definedJoin}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[])
    order by a.article_id
  `.execute(db);
  const {settings, store} = basis;
  await mapInSlices(rows, ({article, stock, defined, listing}) => {
    const sale = planSale({article, stock, defined, listing: {...listing, variants: []}, settings, store});
    if (sale.kind !== 'sale') return;
    const {price, marginPercent} = sale.priced;
    const sold = {cost: sale.stock.price, price, marginPercent};
    prices?.add({article, stock, sale: sold, listing, writesPrice: false});
  });
}
