// Products of the store that may be an article already, and the merchant's decision about each.
import {type Kysely, sql} from 'kysely';
import type {ProductMatch} from '#domain/catalogue/match-product.ts';
import type {NamedArticle} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

export type FoundMatch = ProductMatch & {readonly productGid: ProductGid; readonly title: string};

/** Listed articles without a product, in the order of their ids; of each only what a product is found by. */
export async function* loadUnmatchedArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  batch: number,
): AsyncGenerator<readonly NamedArticle[]> {
  for (let after = ''; ; ) {
    const {rows} = await sql<NamedArticle>`
      select a.article_id as id, a.name, a.brand, a.category, a.data->>'sku' as sku from articles a
      where a.shop = ${shop} and a.listed and a.data is not null and a.article_id > ${after}
        and not exists (
          select from listings l where l.shop = a.shop and l.article_id = a.article_id and l.product_gid is not null
        )
      order by a.article_id limit ${batch}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** The first product found for an article stays. */
export async function saveMatches(
  db: Kysely<Tables>,
  shop: ShopDomain,
  found: readonly FoundMatch[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map(({articleId, productGid, title, foundBy}) => ({
    shop,
    article_id: articleId,
    product_gid: productGid,
    title,
    found_by: foundBy,
    found_at: now,
  }));
  await db
    .insertInto('product_matches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks the search for such products as complete: until the app is installed again, no run searches the store. */
export async function saveMatched(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({matched_at: at}).where('shop', '=', shop).execute();
}

/** Titles by article id: products the merchant has said nothing about, or that are not linked yet. Such an article is not created. */
export async function loadOpenMatches(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<string, string>> {
  const {rows} = await sql<{id: string; title: string}>`
    select article_id as id, title from product_matches
    where shop = ${shop} and article_id = any(${ids}::text[]) and decision is distinct from 'other'
  `.execute(db);
  return new Map(rows.map(({id, title}) => [id, title]));
}

/** Matches that the merchant confirmed and that are not linked in the store yet. */
export async function loadMatchesToLink(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<readonly Pick<FoundMatch, 'articleId' | 'productGid' | 'title'>[]> {
  return db
    .selectFrom('product_matches')
    .select(['article_id as articleId', 'product_gid as productGid', 'title'])
    .where('shop', '=', shop)
    .where('decision', '=', 'same')
    .orderBy('article_id')
    .execute();
}

/** The product could not be linked: the merchant decides again. */
export async function reopenMatch(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<void> {
  await db
    .updateTable('product_matches')
    .set({decision: null})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .execute();
}

export async function forgetMatch(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<void> {
  await db.deleteFrom('product_matches').where('shop', '=', shop).where('article_id', '=', articleId).execute();
}

export type UndecidedMatch = FoundMatch & {readonly name: string};

/** Undecided matches of chosen articles, ordered by article id. */
export async function loadUndecided(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly UndecidedMatch[]> {
  const {rows} = await sql<UndecidedMatch>`
    select m.article_id as "articleId", m.product_gid as "productGid", m.title, m.found_by as "foundBy", a.name
    ${undecided(shop)} order by m.article_id limit ${limit}
  `.execute(db);
  return rows;
}

export async function countUndecided(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number}>`select count(*)::int as count ${undecided(shop)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const undecided = (shop: ShopDomain) => sql`
  from product_matches m join articles a on a.shop = m.shop and a.article_id = m.article_id
  where m.shop = ${shop} and m.decision is null and a.chosen
`;

/** Changes undecided matches only. @param ids null: those of all chosen articles. Returns the decided articles. */
export async function saveDecision(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[] | null,
  decision: 'same' | 'other',
): Promise<readonly ArticleId[]> {
  const {rows} = await sql<{id: ArticleId}>`
    update product_matches m set decision = ${decision} from articles a
    where m.shop = ${shop} and m.decision is null and a.shop = m.shop and a.article_id = m.article_id
      and (case when ${ids}::text[] is null then a.chosen else m.article_id = any(${ids}::text[]) end)
    returning m.article_id as id
  `.execute(db);
  return rows.map(({id}) => id).toSorted();
}
