// The options the merchant defined, by article; and how they count among the inputs of a plan.
import {type Kysely, type RawBuilder, sql, type Transaction} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {DefinedOptions, OptionName, StatedOptions} from '#domain/options/defined-options.ts';
import {ownPriceJoin} from '../own-prices/own-prices.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredDefinedOptions = DefinedOptions & {readonly definedAt: Date};

/** The colours and sizes that the merchant defined for the article; null: none. */
export async function loadDefinedOptions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  article: ArticleId,
): Promise<StoredDefinedOptions | null> {
  const row = await db
    .selectFrom('article_options')
    .select(['colours', 'sizes', 'defined_at as definedAt'])
    .where('shop', '=', shop)
    .where('article_id', '=', article)
    .executeTakeFirst();
  return row ?? null;
}

/** What the merchant defined for these articles, by their ids; an article without an entry has nothing defined. */
export async function loadDefinedOptionsOf(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articles: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, DefinedOptions>> {
  if (articles.length === 0) return new Map();
  const rows = await db
    .selectFrom('article_options')
    .select(['article_id', 'colours', 'sizes'])
    .where('shop', '=', shop)
    .where('article_id', 'in', articles)
    .execute();
  return new Map(rows.map(({article_id: id, colours, sizes}) => [id, {colours, sizes}]));
}

/** Stores the colours and sizes that the merchant defined, in place of earlier ones. If both lists are empty, the row is deleted. */
export async function saveDefinedOptions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  article: ArticleId,
  {colours, sizes}: DefinedOptions,
  now: Date,
): Promise<void> {
  if (colours.length === 0 && sizes.length === 0) {
    await db.deleteFrom('article_options').where('shop', '=', shop).where('article_id', '=', article).execute();
    return;
  }
  const values = {colours: JSON.stringify(colours), sizes: JSON.stringify(sizes), defined_at: now};
  await db
    .insertInto('article_options')
    .values({shop, article_id: article, ...values})
    .onConflict((conflict) => conflict.columns(['shop', 'article_id']).doUpdateSet(values))
    .execute();
}

/** Reads what `a=stock` states, null if it was not read, and locks it: no other reading is saved before the transaction ends. */
export async function lockStatedOptions(
  db: Transaction<Tables>,
  shop: ShopDomain,
  article: ArticleId,
): Promise<StatedOptions | null> {
  const row = await db
    .selectFrom('articles')
    .select('stock')
    .where('shop', '=', shop)
    .where('article_id', '=', article)
    .forShare()
    .executeTakeFirst();
  return row?.stock ?? null;
}

/** An article's defined options, and what the supplier states now instead of them. */
export type OverruledOptions = {
  readonly articleId: ArticleId;
  readonly name: string;
  /** The colours and sizes that `a=stock` states. */
  readonly stated: StatedOptions;
  /** The colours and sizes that the merchant defined. */
  readonly defined: DefinedOptions;
};

/**
 * Definitions of listed, chosen articles where the supplier now states at least one of the defined options itself, ordered by id.
 * @param after the last id of the previous page.
 */
export async function loadOverruledOptions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {after, limit}: {readonly after: string; readonly limit: number},
): Promise<readonly OverruledOptions[]> {
  const {rows} = await sql<OverruledOptions>`
    select o.article_id as "articleId", coalesce(a.data->>'name', '') as name,
      jsonb_build_object('colours', a.stock->'colours', 'sizes', a.stock->'sizes') as stated,
      jsonb_build_object('colours', o.colours, 'sizes', o.sizes) as defined
    ${fromOverruledOptions(shop)} and o.article_id > ${after}
    order by o.article_id limit ${limit}
  `.execute(db);
  return rows;
}

/** How many definitions are overruled, and a digest that changes when a list becomes overruled or is no longer. */
export async function countOverruledOptions(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly count: number; readonly digest: string}> {
  const {rows} = await sql<{count: number; digest: string}>`
    select count(*)::int as count,
      md5(coalesce(string_agg(concat_ws('|', o.article_id, ${isOverruledSql('colours')}, ${isOverruledSql('sizes')}), ','
        order by o.article_id), '')) as digest
    ${fromOverruledOptions(shop)}
  `.execute(db);
  return rows[0] ?? {count: 0, digest: ''};
}

/** SQL from `from` on: definitions of listed, chosen articles where the supplier now states at least one defined option. */
const fromOverruledOptions = (shop: ShopDomain) => sql`
  from article_options o join articles a on a.shop = o.shop and a.article_id = o.article_id
  where o.shop = ${shop} and a.listed and a.chosen and (${isOverruledSql('colours')} or ${isOverruledSql('sizes')})`;

/** `isOverruled` of the domain, for the article `a` and its definition `o`. A test compares the two. */
const isOverruledSql = (name: OptionName) => sql`(jsonb_array_length(o.${sql.ref(name)}) > 0 and exists (
  select from jsonb_array_elements_text(a.stock->${sql.lit(name)}) as word where word ~ ${`[^${blankCharacters}]`}))`;

/**
 * White space, control characters and characters that cannot be seen, as the class of a regular expression: a text of these alone is no
 * word (`wordKey`).
 */
const blankCharacters = String.raw`\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff`;

/** Joins what the merchant set for the article `a`: its options `o`, its own price `op`. The columns below and `ownPriceColumn` need it. */
export const merchantJoins = sql`left join article_options o on o.shop = a.shop and o.article_id = a.article_id ${ownPriceJoin}`;

/** SQL value: the colours and sizes that the merchant defined; null: none. */
export const definedOptionsColumn: RawBuilder<DefinedOptions | null> = sql<DefinedOptions | null>`
  case when o.article_id is not null then jsonb_build_object('colours', o.colours, 'sizes', o.sizes) end`;

/**
 * The article's part of the inputs of a plan: when a definition or an own price is set, changed or removed, the article is planned again.
 * Without an own price it is what releases before it stored.
 */
export const articleInputColumn: RawBuilder<string | null> = sql<string | null>`concat(
  case when o.article_id is null then a.hash else concat(a.hash, '|', md5(concat(o.colours, o.sizes))) end,
  case when op.article_id is not null then concat('|own ', op.amount, ' ', op.currency, ' ', op.markup_basis) end)`;
