// The options the merchant defined, by article; and how they count among the inputs of a plan.
import {type Kysely, type RawBuilder, sql, type Transaction} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import {type DefinedOptions, isOverruled, optionNames, type StatedOptions} from '#domain/options/defined-options.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredOptions = DefinedOptions & {readonly definedAt: Date};

/** Null: nothing is defined. */
export async function loadDefinedOptions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  article: ArticleId,
): Promise<StoredOptions | null> {
  const row = await db
    .selectFrom('article_options')
    .select(['colours', 'sizes', 'defined_at as definedAt'])
    .where('shop', '=', shop)
    .where('article_id', '=', article)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces what was defined before; nothing for either option deletes the row. */
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

/** What `a=stock` states; null: it was not read. No other reading is saved before the transaction ends. */
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

export type OverruledOptions = {
  readonly articleId: ArticleId;
  readonly name: string;
  readonly stated: StatedOptions;
  readonly defined: DefinedOptions;
};

/** Of the chosen articles, by id: definitions of which the supplier states at least one option itself by now. */
export async function loadOverruledOptions(db: Kysely<Tables>, shop: ShopDomain): Promise<readonly OverruledOptions[]> {
  const rows = await db
    .selectFrom('article_options as o')
    .innerJoin('articles as a', (join) =>
      join.onRef('a.shop', '=', 'o.shop').onRef('a.article_id', '=', 'o.article_id'),
    )
    .select(['o.article_id as articleId', 'o.colours', 'o.sizes', 'a.stock'])
    .select(sql<string>`coalesce(a.data->>'name', '')`.as('name'))
    .where('o.shop', '=', shop)
    .where('a.listed', '=', true)
    .where('a.chosen', '=', true)
    .where('a.stock', 'is not', null)
    .orderBy('o.article_id')
    .execute();
  return rows.flatMap(({articleId, name, stock, colours, sizes}) => {
    const defined = {colours, sizes};
    const isOf = stock !== null && optionNames.some((option) => isOverruled(option, stock, defined));
    return isOf ? [{articleId, name, stated: {colours: stock.colours, sizes: stock.sizes}, defined}] : [];
  });
}

/** Joins what is defined for the article `a` as `o`; the two fragments below need it. */
export const definedTie = sql`left join article_options o on o.shop = a.shop and o.article_id = a.article_id`;

export const definedColumn: RawBuilder<DefinedOptions | null> = sql<DefinedOptions | null>`
  case when o.article_id is not null then jsonb_build_object('colours', o.colours, 'sizes', o.sizes) end`;

/** The article's part of the inputs of a plan: a definition that is changed or taken back has the article planned again. */
export const articleInput: RawBuilder<string | null> = sql<string | null>`
  case when o.article_id is null then a.hash else concat(a.hash, '|', md5(concat(o.colours, o.sizes))) end`;
