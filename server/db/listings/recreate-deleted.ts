// Products and variants that were deleted in the store and are to be made again: on request of the merchant, or because a departure deleted
// them and the merchant has started again. No other deleted one is made again.
import {type Kysely, type RawBuilder, sql} from 'kysely';
import {retirementReasons} from '#domain/catalogue/off-sale/plan-retirement.ts';
import type {ArticleId, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Articles whose product was deleted, chosen by hand again: the next run makes a new product with every stated variant. Of the old
 * product only the variants' rows stay, since old orders refer to them.
 */
export async function recreateProducts(db: Kysely<Tables>, shop: ShopDomain, ids: readonly ArticleId[]): Promise<void> {
  const deleted = await lockDeleted(db, shop, sql<boolean>`article_id = any(${ids}::text[])`);
  await forgetProducts(db, shop, deleted, {
    reason: sql`'You asked for it again; the next update makes it.'`,
    madeAs: sql`null`,
  });
  await sql`
    update listing_variants set state = 'suppressed', off_sale = false
    where shop = ${shop} and state = 'deleted_in_store' and article_id = any(${deleted}::text[])
  `.execute(db);
}

/**
 * The merchant starts again: a run makes the products again that the departure deleted, as soon as their articles are listed and chosen.
 * Which of their variants are off sale stays. Listings whose product was not deleted are no longer marked.
 */
export async function recreateDeparted(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  const deleted = await lockDeleted(db, shop, sql<boolean>`departed_as is not null`);
  await forgetProducts(db, shop, deleted, {
    reason: sql`coalesce((
      select case when a.hand = 'left_out' then ${retirementReasons.left_out} when not a.listed then ${retirementReasons.not_listed}
        when a.chosen then 'The next update makes it again.' end
      from articles a where a.shop = listings.shop and a.article_id = listings.article_id
    ), ${retirementReasons.not_chosen})`,
    madeAs: sql`nullif(departed_as, 'active')`,
  });
  await sql`
    update listings set departed_as = null where shop = ${shop} and departed_as is not null and product_gid is not null
  `.execute(db);
}

/** The articles of deleted products for which `which` is so, their listings locked in the order of their keys. */
async function lockDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  which: RawBuilder<boolean>,
): Promise<readonly ArticleId[]> {
  const {rows} = await sql<{id: ArticleId}>`
    select article_id as id from listings where shop = ${shop} and state = 'deleted_in_store' and ${which}
    order by article_id, part for update
  `.execute(db);
  return rows.map(({id}) => id);
}

/** Listings that one statement changes, so that none takes longer than a statement may. */
const sliceSize = 1_000;

/**
 * Makes the listings ones without a product, which are retired until a run makes it: so none counts as a product that goes off sale where
 * its article is not chosen.
 */
async function forgetProducts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
  {reason, madeAs}: {readonly reason: RawBuilder<unknown>; readonly madeAs: RawBuilder<unknown>},
): Promise<void> {
  for (let at = 0; at < ids.length; at += sliceSize) {
    const slice = ids.slice(at, at + sliceSize);
    await sql`
      update listings set state = 'retired', reason = ${reason}, reason_code = null, departed_as = ${madeAs},
        product_gid = null, fingerprint = null, written = null, intended = null, edits = '{}', owned = '{}',
        planned_for = null, lowered = false, own_draft = null, publish_due = false, absence = null, cost = null, price = null,
        approved_cost = null, refused_cost = null
      where shop = ${shop} and article_id = any(${slice}::text[])
    `.execute(db);
    await sql`delete from listing_media where shop = ${shop} and article_id = any(${slice}::text[])`.execute(db);
  }
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
