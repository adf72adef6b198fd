// Our ties between articles and products, and between store variants and the supplier's colour and size words.

import {type Kysely, sql} from 'kysely';
import type {KnownListing} from '#domain/catalogue/plan-listing.ts';
import type {ListedState} from '#domain/catalogue/plan-retirement.ts';
import {ArticleId, ProductGid, type ShopDomain, type VariantGid} from '#domain/ids.ts';
import type {ChosenArticle} from '#domain/orders/plan-dropship.ts';
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

export type LiveVariant = {
  readonly gid: VariantGid;
  readonly colour: string | null;
  readonly size: string | null;
};

/** The product's variants as the store has them now: others of the listing that were live become suppressed. */
export async function saveLiveVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  listing: {readonly articleId: string; readonly productGid: ProductGid},
  live: readonly LiveVariant[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < live.length; at += 500) {
    await db
      .insertInto('listing_variants')
      .values(
        live.slice(at, at + 500).map(({gid, colour, size}) => ({
          shop,
          variant_gid: gid,
          article_id: listing.articleId,
          product_gid: listing.productGid,
          colour,
          size,
          state: 'live' as const,
          updated_at: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['shop', 'variant_gid']).doUpdateSet({state: 'live', updated_at: now}))
      .execute();
  }
  const gids = new Set<string>(live.map(({gid}) => gid));
  const rows = await db
    .selectFrom('listing_variants')
    .select('variant_gid')
    .where('shop', '=', shop)
    .where('article_id', '=', listing.articleId)
    .where('state', '=', 'live')
    .execute();
  const gone = rows.map((row) => row.variant_gid).filter((gid) => !gids.has(gid));
  if (gone.length === 0) return;
  await db
    .updateTable('listing_variants')
    .set({state: 'suppressed', updated_at: now})
    .where('shop', '=', shop)
    .where('variant_gid', 'in', gone)
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

/** What a store variant is at the supplier, and the cost its product was priced on; null for variants that are not ours. */
export async function loadVariantArticle(
  db: Kysely<Tables>,
  shop: ShopDomain,
  variant: VariantGid,
): Promise<{readonly article: ChosenArticle; readonly knownCost: number | null; readonly name: string} | null> {
  const row = await db
    .selectFrom('listing_variants as v')
    .leftJoin('listings as l', (join) =>
      join.onRef('l.shop', '=', 'v.shop').onRef('l.article_id', '=', 'v.article_id').onRef('l.part', '=', 'v.part'),
    )
    .leftJoin('articles as a', (join) => join.onRef('a.shop', '=', 'v.shop').onRef('a.article_id', '=', 'v.article_id'))
    .select(['v.article_id', 'v.colour', 'v.size', 'l.written', 'a.name'])
    .where('v.shop', '=', shop)
    .where('v.variant_gid', '=', variant)
    .executeTakeFirst();
  if (!row) return null;
  const cost = row.written?.['cost'];
  return {
    article: {articleId: ArticleId.parse(row.article_id), colour: row.colour, size: row.size},
    knownCost: typeof cost === 'number' ? cost : null,
    name: row.name ?? '',
  };
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

export async function loadLiveVariantGids(
  db: Kysely<Tables>,
  shop: ShopDomain,
  product: ProductGid,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('listing_variants')
    .select('variant_gid')
    .where('shop', '=', shop)
    .where('product_gid', '=', product)
    .where('state', '=', 'live')
    .execute();
  return rows.map((row) => row.variant_gid);
}

/** The merchant took these variants out of the store: remembered, and not made again unasked. */
export async function saveVariantsDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('listing_variants')
    .set({state: 'deleted_in_store', updated_at: now})
    .where('shop', '=', shop)
    .where('variant_gid', 'in', gids)
    .execute();
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
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
}
