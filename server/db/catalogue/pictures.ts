// The picture that stands for an article in a list: its first image, at the address the supplier stated.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** Addresses by article id. Articles without an image, or that the shop does not have any more, are left out. */
export async function loadPictures(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, string>> {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: ArticleId; picture: string}>`
    select article_id as id, data->'images'->>0 as picture from articles
    where shop = ${shop} and article_id = any(${[...new Set(ids)]}::text[]) and data->'images'->>0 is not null
  `.execute(db);
  return new Map(rows.map(({id, picture}) => [id, picture]));
}
