// The stored copy of `a=list`: which articles can be bought as single pieces, and at which price.
import {type Kysely, sql} from 'kysely';
import type {ListedArticle} from '#domain/catalogue/article.ts';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Returns the entries that the stored list lacks, or holds at another price. */
export async function selectNewOrRepriced(
  db: Kysely<Tables>,
  shop: ShopDomain,
  listed: readonly ListedArticle[],
): Promise<readonly ListedArticle[]> {
  const {rows} = await sql<ListedArticle>`
    select entry.id, entry.price
    from unnest(${listed.map(({id}) => id)}::text[], ${listed.map(({price}) => price)}::bigint[]) as entry (id, price)
    left join articles a on a.shop = ${shop} and a.article_id = entry.id and a.listed
    where a.article_id is null or a.list_price is distinct from entry.price
  `.execute(db);
  return rows;
}

/** How many articles are stored as listed: the articles of the last complete list, plus those added since. */
export async function countListedArticles(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {count} = await db
    .selectFrom('articles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shop', '=', shop)
    .where('listed', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** All listed ids, in batches ordered by id. */
export async function* loadListedIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  batch: number,
): AsyncGenerator<readonly ArticleId[]> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('articles')
      .select('article_id')
      .where('shop', '=', shop)
      .where('listed', '=', true)
      .where(sql<boolean>`article_id > ${after}`)
      .orderBy('article_id')
      .limit(batch)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => row.article_id);
    after = last.article_id;
  }
}

/** Saves articles that `a=list` newly holds, or holds at another price. */
export async function saveListedArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  listed: readonly ListedArticle[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < listed.length; at += 1_000) {
    await db
      .insertInto('articles')
      .values(
        listed.slice(at, at + 1_000).map(({id, price}) => ({
          shop,
          article_id: id,
          listed: true,
          list_price: price,
          ...unknownArticleColumns,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['shop', 'article_id'])
          .doUpdateSet((eb) => ({listed: true, list_price: eb.ref('excluded.list_price'), updated_at: now})),
      )
      .execute();
  }
}

/** Columns of a listed article that no page of the catalogue has shown yet. */
const unknownArticleColumns = {brand: '', category: '', name: ''};

/** Marks articles as no longer named by `a=list`. Their failed requests are forgotten, so they are asked for at once when listed again. */
export async function saveUnlistedArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < ids.length; at += 1_000) {
    await db
      .updateTable('articles')
      // An article that is listed again is asked for at once.
      .set({listed: false, asks: 0, asked_at: null, updated_at: now})
      .where('shop', '=', shop)
      .where('article_id', 'in', ids.slice(at, at + 1_000))
      .execute();
  }
}

/** Whether the list names the article, and its name; null: the shop does not have the article. */
export async function loadArticleOnList(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: ArticleId,
): Promise<{readonly listed: boolean; readonly name: string} | null> {
  const row = await db
    .selectFrom('articles')
    .select(['listed', 'name'])
    .where('shop', '=', shop)
    .where('article_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
