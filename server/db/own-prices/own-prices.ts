// The prices that the merchant set for single articles.
import {type Kysely, type RawBuilder, sql, type Transaction} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import type {Tables} from '../tables/tables.ts';

/** Joins the own price of the article `a` as `op`; `ownPriceColumn` needs it. */
export const ownPriceJoin = sql`left join own_prices op on op.shop = a.shop and op.article_id = a.article_id`;

/** SQL value: the own price of the article; null: none. */
export const ownPriceColumn: RawBuilder<OwnPrice | null> = sql<OwnPrice | null>`case
  when op.amount is not null then jsonb_build_object('kind', 'fixed', 'amount', op.amount, 'currency', op.currency)
  when op.markup_basis is not null then jsonb_build_object('kind', 'markup', 'percent', op.markup_basis / 100.0) end`;

/** The own prices of these articles; an article without an entry has none. */
export async function loadOwnPrices(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, OwnPrice>> {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: ArticleId; own: OwnPrice}>`
    select op.article_id as id, ${ownPriceColumn} as own from own_prices op
    where op.shop = ${shop} and op.article_id = any(${ids}::text[])
  `.execute(db);
  return new Map(rows.map(({id, own}) => [id, own]));
}

/** What is to become of the own price of an article; `own` null: it is taken back. */
export type OwnPriceChange = {readonly articleId: ArticleId; readonly own: OwnPrice | null};

/** Stores or deletes own prices. Name each article once; call it where the shop is locked. */
export async function saveOwnPrices(
  db: Transaction<Tables>,
  shop: ShopDomain,
  changes: readonly OwnPriceChange[],
  now: Date,
): Promise<void> {
  const taken = changes.flatMap(({articleId, own}) => (own === null ? [articleId] : []));
  if (taken.length > 0) {
    await db.deleteFrom('own_prices').where('shop', '=', shop).where('article_id', 'in', taken).execute();
  }
  const rows = changes.flatMap(({articleId, own}) =>
    own === null ? [] : [{shop, article_id: articleId, ...toColumns(own), set_at: now}],
  );
  if (rows.length === 0) return;
  await db
    .insertInto('own_prices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['shop', 'article_id']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        currency: eb.ref('excluded.currency'),
        markup_basis: eb.ref('excluded.markup_basis'),
        set_at: now,
      })),
    )
    .execute();
}

const toColumns = (own: OwnPrice) =>
  own.kind === 'fixed'
    ? {amount: own.amount, currency: own.currency, markup_basis: null}
    : {amount: null, currency: null, markup_basis: Math.round(own.percent * 100)};

/** An own price with the name of its article. */
export type NamedOwnPrice = {readonly id: ArticleId; readonly name: string; readonly own: OwnPrice};

/** The shop's own prices, ordered by article id. @param after the last id of the page before. */
export async function loadOwnPricePage(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {after, limit}: {readonly after: string; readonly limit: number},
): Promise<readonly NamedOwnPrice[]> {
  const {rows} = await sql<NamedOwnPrice>`
    select op.article_id as id, coalesce(a.name, '') as name, ${ownPriceColumn} as own
    from own_prices op left join articles a on a.shop = op.shop and a.article_id = op.article_id
    where op.shop = ${shop} and op.article_id > ${after} order by op.article_id limit ${limit}
  `.execute(db);
  return rows;
}
