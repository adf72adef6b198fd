// The articles that a trial may put into the store, and what became of the articles of a trial.
import {type Kysely, sql} from 'kysely';
import type {StockReading} from '#domain/catalogue/article.ts';
import type {ArticleId, ProductGid, RunId, ShopDomain} from '#domain/ids.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {detailLevels, type TrialCandidate} from '#domain/set-up/pick-trial.ts';
import {ownPriceColumn, ownPriceJoin} from '../own-prices/own-prices.ts';
import type {ListingState} from '../tables/catalogue-tables.ts';
import type {Tables} from '../tables/tables.ts';

/** SQL value for what is known of an article's colours and sizes: `DetailLevel` in domain/set-up/pick-trial. */
const statedColumn = sql`case
  when a.stock is not null then
    case when jsonb_array_length(a.stock->'colours') > 0 and jsonb_array_length(a.stock->'sizes') > 0 then 'both' else 'lacking' end
  when jsonb_array_length(coalesce(a.data->'colours', '[]')) > 0 and coalesce(a.data->>'sizes', '') <> '' then 'expected'
  else 'not_read' end`;
/** SQL sort key: by what is known of colours and sizes, the best first (`detailLevels`). */
const bestFirstOrder = sql`array_position(${sql.lit(`{${detailLevels.join(',')}}`)}::text[], ${statedColumn})`;

/** An article that a trial may put into the store, with what its price is calculated from. */
export type PricedCandidate = TrialCandidate & {
  readonly category: string;
  /** Euro cents, from `a=list`; null: no price is stated. */
  readonly listPrice: number | null;
  /** Euro cents, from `a=stock`; null: not read yet. */
  readonly stockPrice: number | null;
  /** Euro cents: the recommended retail price in the catalogue; null: none. */
  readonly rrp: number | null;
  /** The fees that `a=stock` states; null: not read yet. */
  readonly shipping: StockReading['shipping'] | null;
  /** The price that the merchant set for the article; null: none. */
  readonly ownPrice: OwnPrice | null;
};

/** How many articles of each brand are considered; several, since some of them may have no price. */
const candidatesPerBrand = 50;
/** Most articles that are considered for one trial. */
const maxCandidates = 1_000;

/**
 * Articles that are chosen, listed, with a picture, on request only if `onRequest`, not quarantined, and without a match that is open or
 * not linked yet. Articles with a listing are left out, except those of `tried` whose product is active or a draft.
 */
export async function loadTrialCandidates(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {tried, onRequest}: {readonly tried: readonly ArticleId[]; readonly onRequest: boolean},
): Promise<readonly PricedCandidate[]> {
  const {rows} = await sql<PricedCandidate>`
    select id, brand, category, "listPrice", "stockPrice", rrp, shipping, "ownPrice", "isTried", stated from (
      select a.article_id as id, a.brand, a.category, a.list_price as "listPrice",
        (a.stock->>'price')::bigint as "stockPrice", (a.data->>'rrp')::bigint as rrp, a.stock->'shipping' as shipping,
        ${ownPriceColumn} as "ownPrice", l.article_id is not null as "isTried", ${statedColumn} as stated,
        row_number() over (partition by lower(a.brand), l.article_id is not null order by ${bestFirstOrder}, a.article_id) as nth
      from articles a left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
        ${ownPriceJoin}
      where a.shop = ${shop} and a.listed and a.chosen and a.data is not null and a.has_image
        and (${onRequest} or not a.on_request)
        and (l.article_id is null or
          (l.product_gid is not null and l.state in ('active', 'held') and a.article_id = any(${tried}::text[])))
        and not exists (select 1 from quarantine q where q.shop = a.shop and q.article_id = a.article_id)
        and not exists (select 1 from product_matches m
          where m.shop = a.shop and m.article_id = a.article_id and m.decision is distinct from 'other')
    ) as found
    where nth <= ${candidatesPerBrand} order by "isTried" desc, nth, brand, id limit ${maxCandidates}
  `.execute(db);
  return rows;
}

/** Replaces the articles of the trial with those that it really works on. */
export async function saveTriedArticles(
  db: Kysely<Tables>,
  id: RunId,
  articleIds: readonly ArticleId[],
): Promise<void> {
  await db
    .updateTable('runs')
    .set({article_ids: JSON.stringify(articleIds)})
    .where('id', '=', id)
    .execute();
}

/** An article of a trial, with what became of it. */
export type TriedArticle = {
  readonly articleId: ArticleId;
  readonly name: string;
  readonly brand: string;
  /** Address of the article's first image; null: it has none. */
  readonly picture: string | null;
  /** The state of the article's listing; null: it has none. If it is quarantined, `reason` says why. */
  readonly state: ListingState | null;
  readonly reason: string | null;
  readonly productGid: ProductGid | null;
  /** Minor units of the store's currency: the price as a run last calculated it; null: none. */
  readonly price: number | null;
  /** Euro cents: the cost that the price is based on; null: none. */
  readonly cost: number | null;
  /** The options that neither the supplier states nor the merchant defined; empty while the details are not read. */
  readonly lacks: readonly OptionName[];
};

/** Articles of a trial with what became of them, ordered by id. */
export async function loadTriedArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<readonly TriedArticle[]> {
  const {rows} = await sql<TriedArticle>`
    select a.article_id as "articleId", a.name, a.brand, a.data->'images'->>0 as picture, l.state,
      coalesce(l.reason, q.reason) as reason, l.product_gid as "productGid", l.price, l.cost,
      to_jsonb(array_remove(array[
        case when a.stock->'colours' = '[]' and coalesce(d.colours, '[]') = '[]' then 'colours' end,
        case when a.stock->'sizes' = '[]' and coalesce(d.sizes, '[]') = '[]' then 'sizes' end
      ], null)) as lacks
    from articles a
    left join article_options d on d.shop = a.shop and d.article_id = a.article_id
    left join listings l on l.shop = a.shop and l.article_id = a.article_id and l.part = ''
    left join quarantine q on q.shop = a.shop and q.article_id = a.article_id
    where a.shop = ${shop} and a.article_id = any(${ids}::text[]) order by a.article_id
  `.execute(db);
  return rows;
}
