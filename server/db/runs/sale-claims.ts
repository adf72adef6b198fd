// A run claims an article before it puts the article's product on sale, and gives it back once the outcome is stored. So a merchant who
// takes the product off sale at once (server/actions/retire-now.ts) and a run beside it never undo each other: after the merchant's
// decision no run gets the claim but an undo, and while a run has it the merchant's request does not write.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import type {RunFence} from './run-fence.ts';

/**
 * Claims the article for a run that is about to put its product on sale. False if the merchant has left the article out by hand.
 * @param evenLeftOut for an undo, which the merchant asked for after seeing that the article is left out
 */
export async function claimSale(
  db: Kysely<Tables>,
  {shop, fence}: RunFence,
  articleId: ArticleId,
  evenLeftOut = false,
): Promise<boolean> {
  const result = await db
    .updateTable('articles')
    .set({selling_fence: fence})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .where((eb) => eb.or([eb.val(evenLeftOut), eb('hand', 'is distinct from', 'left_out')]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Gives the claim back. Call it in the transaction that stores the outcome, or after it. */
export async function releaseSale(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<void> {
  await db
    .updateTable('articles')
    .set({selling_fence: null})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .where('selling_fence', 'is not', null)
    .execute();
}

/** Removes the claim of a run that no longer has the shop's lease. False if a run that has the lease holds the claim. */
export async function releaseLostSale(db: Kysely<Tables>, shop: ShopDomain, articleId: ArticleId): Promise<boolean> {
  const result = await db
    .updateTable('articles')
    .set({selling_fence: null})
    .where('shop', '=', shop)
    .where('article_id', '=', articleId)
    .where(
      sql<boolean>`not exists (
        select from shops where shops.shop = articles.shop and run_fence = selling_fence and run_lease_owner is not null
      )`,
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
