// Reads a listing that is about to be changed, so that two changes at the same time do not overwrite each other.
import type {Kysely} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {loadListings, type StoredListing} from './listings.ts';

/** Locks the listing's row until the transaction ends, and loads the listing. Null: there is none. */
export async function lockListing(
  transaction: Kysely<Tables>,
  shop: ShopDomain,
  articleId: ArticleId,
): Promise<StoredListing | null> {
  await transaction
    .selectFrom('listings')
    .select('article_id')
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .forUpdate()
    .execute();
  return (await loadListings(transaction, shop, [articleId])).get(articleId) ?? null;
}
