// Products of the store that may be an article already, and the merchant's decision about each.
import {type Kysely, sql} from 'kysely';
import type {ProductMatch} from '#domain/catalogue/match-product.ts';
import type {NamedArticle} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** A product of the store that may be the article, with its title. */
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

/** Stores found matches, undecided. An article that has a match already keeps it. */
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

/** Stores that the store was searched for products that may be an article already: until the app is installed again, no run searches it. */
export async function saveMatchSearchComplete(db: Kysely<Tables>, shop: ShopDomain, at: Date): Promise<void> {
  await db.updateTable('shops').set({matched_at: at}).where('shop', '=', shop).execute();
}

/**
 * Titles of found products by article id: those on which the merchant has not decided, or that are confirmed and not linked yet. An article
 * with an open match is not created.
 */
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

/** Removes the merchant's decision, because the product could not be linked: the merchant decides again. */
export async function reopenMatch(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<void> {
  await db
    .updateTable('product_matches')
    .set({decision: null})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .execute();
}

/** Deletes the article's match, decided or not. */
export async function forgetMatch(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<void> {
  await db.deleteFrom('product_matches').where('shop', '=', shop).where('article_id', '=', articleId).execute();
}

/** A match with the article's name. */
export type UndecidedMatch = FoundMatch & {readonly name: string};

/** Undecided matches of chosen articles, ordered by article id. */
export async function loadUndecidedMatches(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly UndecidedMatch[]> {
  const {rows} = await sql<UndecidedMatch>`
    select m.article_id as "articleId", m.product_gid as "productGid", m.title, m.found_by as "foundBy", a.name
    ${fromUndecidedMatches(shop)} order by m.article_id limit ${limit}
  `.execute(db);
  return rows;
}

/** How many matches of chosen articles the merchant has not decided on. */
export async function countUndecidedMatches(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: number}>`select count(*)::int as count ${fromUndecidedMatches(shop)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** SQL from `from` on: undecided matches of chosen articles. */
const fromUndecidedMatches = (shop: ShopDomain) => sql`
  from product_matches m join articles a on a.shop = m.shop and a.article_id = m.article_id
  where m.shop = ${shop} and m.decision is null and a.chosen
`;

/**
 * Stores the merchant's decision on undecided matches. @param ids null: the matches of all chosen articles. Returns the decided articles.
 */
export async function saveMatchDecisions(
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
