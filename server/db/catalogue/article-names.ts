// Brands and categories as the articles spell them. The same word may be spelled in several ways (`wordKey`).
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {isSameWord, wordKey} from '#domain/words/same-word.ts';
import type {Tables} from '../tables/tables.ts';

/** A brand or category, and how many listed articles have it. */
type CountedName = {readonly name: string; readonly articles: number};

/** Brands and categories among the listed articles, with counts, to choose from: each word once, as most of its articles spell it. */
export async function loadBrandsAndCategories(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Record<'brands' | 'categories', CountedName[]>> {
  const count = (column: 'brand' | 'category') =>
    db
      .selectFrom('articles')
      .select((eb) => [`${column} as name` as const, eb.fn.countAll<number>().as('articles')])
      .where('shop', '=', shop)
      .where('listed', '=', true)
      .where(column, '<>', '')
      .groupBy(column)
      .orderBy(column)
      .execute();
  const [brands, categories] = await Promise.all([count('brand'), count('category')]);
  return {brands: mergeSpellings(brands), categories: mergeSpellings(categories)};
}

/** Joins the spellings of one word to one entry: the most frequent spelling, with the articles of all. */
function mergeSpellings(names: readonly CountedName[]): CountedName[] {
  return [...Map.groupBy(names, ({name}) => wordKey(name)).values()].map((spellings) => {
    const [first = {name: '', articles: 0}, ...others] = spellings;
    const {name} = others.reduce((most, one) => (one.articles > most.articles ? one : most), first);
    return {name, articles: spellings.reduce((sum, {articles}) => sum + articles, 0)};
  });
}

/** All spellings of the word among the shop's articles, read from an index. */
export async function loadSpellings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  column: 'brand' | 'category',
  word: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('articles')
    .select(`${column} as name` as const)
    .distinct()
    .where('shop', '=', shop)
    .execute();
  return rows.flatMap(({name}) => (isSameWord(name, word) ? [name] : []));
}
