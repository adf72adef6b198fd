// Stores the merchant's requests to make products and variants again that were deleted in the store. Without a request none is made again.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain, VariantGid} from '#domain/ids.ts';
import {isAmongArticles} from '../connection/lock-order.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Articles whose product was deleted, chosen by hand again: the next run makes a new product with every stated variant. Of the old
 * product only the variants' rows stay, since old orders refer to them.
 */
export async function recreateProducts(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const {rows} = await sql<{id: ArticleId}>`
    update listings set state = 'held', reason = 'You asked for it again; the next update makes it.', reason_code = null,
      product_gid = null, fingerprint = null, written = null, intended = null, edits = '{}', owned = '{}',
      planned_for = null, lowered = false, own_draft = null, publish_due = false, absence = null, cost = null, price = null,
      approved_cost = null, refused_cost = null
    where shop = ${shop} and state = 'deleted_in_store' and ${isAmongArticles('listings', shop, ids)}
    returning article_id as id
  `.execute(db);
  const back = rows.map(({id}) => id);
  if (back.length === 0) return;
  await db
    .updateTable('listing_variants')
    .set({state: 'suppressed', off_sale: false})
    .where('shop', '=', shop)
    .where('state', '=', 'deleted_in_store')
    .where('article_id', 'in', back)
    .execute();
  await db.deleteFrom('listing_media').where('shop', '=', shop).where('article_id', 'in', back).execute();
}

/** Lets the next run make this variant again. The same colour and size may have been made and deleted several times, so all rows change. */
export async function recreateVariant(db: Kysely<Tables>, shop: ShopDomain, gid: VariantGid): Promise<void> {
  await sql`
    update listing_variants v set state = 'suppressed' from listing_variants asked
    where v.shop = ${shop} and asked.shop = ${shop} and asked.variant_gid = ${gid} and v.state = 'deleted_in_store'
      and v.article_id = asked.article_id and v.part = asked.part
      and v.colour is not distinct from asked.colour and v.size is not distinct from asked.size
  `.execute(db);
}
