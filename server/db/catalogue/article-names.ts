// Brands and categories as the articles spell them. The same word may be spelled in several ways (`wordKey`).
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {isSameWord, wordKey} from '#domain/words/same-word.ts';
import type {Tables} from '../tables/tables.ts';
import {costColumn} from './choice.ts';

/** A brand or category of the listed articles: what a merchant sees of it before choosing it. */
type CountedName = {
  readonly name: string;
  /** How many listed articles have it. */
  readonly articles: number;
  /** Address of the first picture of one of them; null: none of them has a picture. */
  readonly picture: string | null;
  /** Euro cents: the lowest and the highest cost among them; null: the supplier states none. */
  readonly costFrom: number | null;
  readonly costTo: number | null;
};

/** The names in which one column was spelled, before spellings of one word are joined. */
type CountedSpelling = CountedName & {readonly isBrand: boolean};

/**
 * Brands and categories among the listed articles, to choose from: each word once, as most of its articles spell it. One pass over an
 * index counts both; of the articles themselves only those with the shown pictures are read, one for each name.
 */
export async function loadBrandsAndCategories(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Record<'brands' | 'categories', CountedName[]>> {
  const {rows} = await sql<CountedSpelling>`
    with named as (
      select a.brand, a.category, count(*)::int as articles, min(${costColumn}) as "costFrom", max(${costColumn}) as "costTo",
        min(a.article_id) filter (where a.has_image) as pictured
      from articles a where a.shop = ${shop} and a.listed
      group by grouping sets ((a.brand), (a.category))
    )
    select named.brand is not null as "isBrand", coalesce(named.brand, named.category) as name, named.articles,
      "costFrom", "costTo", p.data->'images'->>0 as picture
    from named left join articles p on p.shop = ${shop} and p.article_id = named.pictured
    where coalesce(named.brand, named.category) <> ''
    order by name
  `.execute(db);
  const ofColumn = (isBrand: boolean) => mergeSpellings(rows.filter((row) => row.isBrand === isBrand));
  return {brands: ofColumn(true), categories: ofColumn(false)};
}

/** Joins the spellings of one word to one entry: the most frequent spelling and its picture, with the articles and costs of all. */
function mergeSpellings(spelled: readonly CountedName[]): CountedName[] {
  return [...Map.groupBy(spelled, ({name}) => wordKey(name)).values()].map((spellings) => {
    const frequent = spellings.toSorted((one, other) => other.articles - one.articles);
    const costs = spellings.flatMap(({costFrom, costTo}) => [costFrom ?? [], costTo ?? []].flat());
    return {
      name: frequent[0]?.name ?? '',
      articles: spellings.reduce((sum, {articles}) => sum + articles, 0),
      picture: frequent.find(({picture}) => picture !== null)?.picture ?? null,
      costFrom: costs.length === 0 ? null : Math.min(...costs),
      costTo: costs.length === 0 ? null : Math.max(...costs),
    };
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
