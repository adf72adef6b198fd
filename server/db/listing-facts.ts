// What a page shows of listings beside what a plan starts from: prices with their trace, times, names.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {ListingsTable} from './catalogue-tables.ts';
import type {Tables} from './tables.ts';

export type ListingFacts = Pick<
  Selectable<ListingsTable>,
  'cost' | 'price' | 'trace' | 'approved_cost' | 'refused_cost' | 'absence' | 'seen_at' | 'created_at' | 'updated_at'
>;

export async function loadListingFacts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleId: string,
  part: string,
): Promise<ListingFacts | null> {
  const row = await db
    .selectFrom('listings')
    .select([
      'cost',
      'price',
      'trace',
      'approved_cost',
      'refused_cost',
      'absence',
      'seen_at',
      'created_at',
      'updated_at',
    ])
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ?? null;
}

/** Names by article id; one that is not known is not in the map. */
export async function loadArticleNames(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const {rows} = await sql<{id: string; name: string}>`
    select article_id as id, name from articles where shop = ${shop} and article_id = any(${ids}::text[])
  `.execute(db);
  return new Map(rows.map(({id, name}) => [id, name]));
}
