// Reads a listing that is about to be changed, so that two changes at the same time do not overwrite each other.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {loadListings, type StoredListing} from './listings.ts';

/** Locks the listing's row until the transaction ends, and loads the listing. Null: there is none. */
export const lockListing = async (
  transaction: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
): Promise<StoredListing | null> => (await lockListings(transaction, shop, [articleId])).get(articleId) ?? null;

/** Locks the rows of these listings in the order of their articles until the transaction ends, and loads the listings. */
export async function lockListings(
  transaction: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, StoredListing>> {
  await sql`
    select from listings where shop = ${shop} and article_id = any(${articleIds}::text[]) order by article_id, part for update
  `.execute(transaction);
  return loadListings(transaction, shop, articleIds);
}
