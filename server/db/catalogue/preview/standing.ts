// Articles that a run would not plan, because nothing they depend on has changed since their last plan: a preview counts them as they are,
// as the run does, and prices them where prices are asked for.
import {sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import {holdCodes} from '#domain/catalogue/hold.ts';
import {planSale, type SoldListing} from '#domain/catalogue/plan-listing.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {DefinedOptions} from '#domain/options/defined-options.ts';
import type {StoredListing} from '../../listings/listings.ts';
import type {ListingState} from '../../tables/catalogue-tables.ts';
import {needsPlan, resting, ties} from '../candidates.ts';
import {definedColumn, definedTie} from '../defined-options.ts';
import {mapInSlices} from '../in-slices.ts';
import {type PreviewedArticle, type PreviewWork, slimArticle} from './plans.ts';
import {countHeld, type SettingsPreview} from './sum.ts';

/** Articles of which the same can be said. */
type Alike = {
  readonly ids: readonly ArticleId[];
  readonly needs: boolean;
  readonly rests: boolean;
  readonly state: ListingState | null;
  readonly code: string | null;
  readonly reason: string | null;
  /** Live, of products on sale. */
  readonly variants: number;
};

const idsAtOnce = 20_000;

/** @returns the articles that a run plans; null when the caller no longer waits. */
export async function countWhatStands(
  work: PreviewWork,
  ids: readonly ArticleId[],
): Promise<readonly ArticleId[] | null> {
  const due: ArticleId[] = [];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    if (work.signal?.aborted) return null;
    for (const alike of await loadAlike(work, ids.slice(at, at + idsAtOnce))) {
      if (alike.needs && !alike.rests) due.push(...alike.ids);
      else countStanding(work.sum, alike);
      if (!alike.needs && alike.state === 'active' && work.canPrice) await addPrices(work, alike.ids);
    }
  }
  return due.toSorted();
}

/** Only articles that are known by more than their id: a run looks at no others. */
async function loadAlike({db, shop, print}: PreviewWork, ids: readonly ArticleId[]): Promise<readonly Alike[]> {
  const {rows} = await sql<Alike>`
    select array_agg(id) as ids, needs, rests, state, code, reason, sum(variants)::int as variants
    from (
      select a.article_id as id, ${needsPlan(print)} as needs, coalesce(${resting(print)}, false) as rests, l.state,
        case when l.state = 'held' then l.reason_code end as code, case when l.state = 'held' then l.reason end as reason,
        case when l.state = 'active' then (select count(*) from listing_variants v
          where v.shop = l.shop and v.article_id = l.article_id and v.state = 'live' and not v.off_sale) else 0 end as variants
      from articles a ${ties}
      where a.shop = ${shop} and a.article_id = any(${ids}::text[]) and a.data is not null
    ) as standing
    group by needs, rests, state, code, reason
  `.execute(db);
  return rows;
}

function countStanding(sum: SettingsPreview, {ids, needs, state, code, reason, variants}: Alike): void {
  if (needs) sum.quarantined += ids.length;
  else if (state === 'deleted_in_store') sum.left += ids.length;
  else if (state === 'held') {
    const known = holdCodes.find((one) => one === code) ?? 'no_stock_answer';
    for (const id of ids) countHeld(sum, {id, code: known, reason: reason ?? ''});
  } else {
    sum.unchanged += ids.length;
    sum.products += ids.length;
    sum.variants += variants;
  }
}

type OnSale = {
  readonly article: PreviewedArticle;
  readonly stock: StockReading | null;
  readonly defined: DefinedOptions | null;
  readonly listing: Omit<SoldListing, 'variants'> & Pick<StoredListing, 'ownedHere' | 'edits' | 'written'>;
};

async function addPrices({db, shop, basis, prices}: PreviewWork, ids: readonly ArticleId[]): Promise<void> {
  if (prices === null) return;
  const {rows} = await sql<OnSale>`
    select ${slimArticle} as article, a.stock, ${definedColumn} as defined, jsonb_build_object('state', l.state,
      'productGid', l.product_gid, 'previousCost', l.cost, 'approvedCost', l.approved_cost, 'refusedCost', l.refused_cost,
      'ownedHere', l.owned, 'edits', l.edits, 'written', coalesce(l.written, '{}')) as listing
    from articles a join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = '' ${definedTie}
    where a.shop = ${shop} and a.article_id = any(${ids}::text[])
    order by a.article_id
  `.execute(db);
  const {settings, store} = basis;
  await mapInSlices(rows, ({article, stock, defined, listing}) => {
    const sale = planSale({article, stock, defined, listing: {...listing, variants: []}, settings, store});
    if (sale.kind !== 'sale') return;
    const {price, marginPercent} = sale.priced;
    const sold = {cost: sale.stock.price, price, marginPercent};
    prices.add({article, stock, sale: sold, listing, writesPrice: false});
  });
}
