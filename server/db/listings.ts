// Our ties between articles and products, and between store variants and the supplier's colour and size words.

import {type Kysely, sql} from 'kysely';
import type {KnownListing} from '#domain/catalogue/plan-listing.ts';
import type {ListedState} from '#domain/catalogue/plan-retirement.ts';
import {type ArticleId, ProductGid, type ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings.ts';
import type {ListingState, Tables} from './tables.ts';

export type StoredListing = KnownListing & {
  readonly productGid: ProductGid | null;
  readonly lowered: boolean;
  readonly reason: string | null;
};

export async function loadListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<string, StoredListing>> {
  if (ids.length === 0) return new Map();
  const listings = await db
    .selectFrom('listings')
    .selectAll()
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
  const variants = await db
    .selectFrom('listing_variants')
    .selectAll()
    .where('shop', '=', shop)
    .where('article_id', 'in', ids)
    .execute();
  const byArticle = Map.groupBy(variants, (variant) => variant.article_id);
  return new Map(
    listings.map((row) => [
      row.article_id,
      {
        state: row.state,
        reason: row.reason,
        productGid: row.product_gid === null ? null : ProductGid.parse(row.product_gid),
        fingerprint: row.fingerprint,
        lowered: row.lowered,
        variants: (byArticle.get(row.article_id) ?? []).map((variant) => ({
          gid: variant.variant_gid,
          colour: variant.colour,
          size: variant.size,
          state: variant.state,
        })),
      },
    ]),
  );
}

export type ListingChange = {
  readonly articleId: string;
  readonly productGid: ProductGid | null;
  readonly state: ListingState;
  readonly reason: string | null;
  readonly fingerprint: string | null;
  readonly lowered: boolean;
  /** Cents; what the product is priced on now. Left as it was where not given. */
  readonly cost?: number;
};

export async function saveListing(
  db: Kysely<Tables>,
  shop: ShopDomain,
  change: ListingChange,
  now: Date,
): Promise<void> {
  const written = change.cost === undefined ? {} : {written: JSON.stringify({cost: change.cost})};
  const values = {
    product_gid: change.productGid,
    state: change.state,
    reason: change.reason,
    fingerprint: change.fingerprint,
    lowered: change.lowered,
    ...written,
    updated_at: now,
  };
  await db
    .insertInto('listings')
    .values({shop, article_id: change.articleId, ...values, created_at: now})
    .onConflict((conflict) => conflict.columns(['shop', 'article_id', 'part']).doUpdateSet(values))
    .execute();
}

/** The sync sets out to take the product off sale; it alone may put it back. */
export async function saveLowering(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  now: Date,
): Promise<void> {
  await db
    .updateTable('listings')
    .set({lowered: true, updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
}

/** Every listing with whether the current list and choice still hold its article. */
export async function loadListedStates(
  db: Kysely<Tables>,
  shop: ShopDomain,
  choice: Settings['choice'],
): Promise<readonly ListedState[]> {
  const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());
  const rows = await db
    .selectFrom('listings as l')
    .leftJoin('articles as a', (join) => join.onRef('a.shop', '=', 'l.shop').onRef('a.article_id', '=', 'l.article_id'))
    .select([
      'l.article_id as articleId',
      'l.state',
      sql<boolean>`coalesce(a.listed, false)`.as('listed'),
      sql<boolean>`coalesce(lower(a.brand) = any(${lower(choice.brands)}::text[])
        or lower(a.category) = any(${lower(choice.categories)}::text[]), false)`.as('chosen'),
    ])
    .where('l.shop', '=', shop)
    .execute();
  return rows;
}

export async function loadListingByProduct(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
): Promise<{readonly articleId: string; readonly state: ListingState} | null> {
  const row = await db
    .selectFrom('listings')
    .select(['article_id as articleId', 'state'])
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .executeTakeFirst();
  return row ?? null;
}

/** The merchant deleted the product: it is remembered and not made again unasked. */
export async function saveProductDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
  now: Date,
): Promise<void> {
  await db
    .updateTable('listings')
    .set({state: 'deleted_in_store', reason: 'The merchant deleted the product.', updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
  await db
    .updateTable('listing_variants')
    .set({state: 'deleted_in_store', updated_at: now})
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .execute();
}

export async function countListings(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<Readonly<Partial<Record<ListingState, number>>>> {
  const rows = await db
    .selectFrom('listings')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('shop', '=', shop)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}
