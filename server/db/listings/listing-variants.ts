// Stores which colour and size of which article each store variant is. Rows stay until the shop is erased: old orders refer to them.
import {type Kysely, sql} from 'kysely';
import type {KnownVariant} from '#domain/catalogue/known-listing.ts';
import type {LiveVariant} from '#domain/catalogue/operation.ts';
import type {ArticleId, ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {ChosenArticle} from '#domain/orders/plan-dropship.ts';
import type {Tables} from '../tables/tables.ts';
import {recreateVariant} from './recreate-deleted.ts';

/** Saves the product's variants as the store has them now: other live variants of the listing become suppressed. */
export async function saveLiveVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  listing: {readonly articleId: ArticleId; readonly productGid: ProductGid},
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

/**
 * The listings' variants by article id. A variant that is to go off sale and is still on the product appears twice: as live, since it has
 * to be taken away, and as off sale, since it is not wanted.
 */
export async function loadKnownVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  articleIds: readonly ArticleId[],
): Promise<ReadonlyMap<string, readonly KnownVariant[]>> {
  const rows = await db
    .selectFrom('listing_variants')
    .select(['article_id', 'variant_gid as gid', 'colour', 'size', 'state', 'off_sale'])
    .where('shop', '=', shop)
    .where('article_id', 'in', articleIds)
    .execute();
  const known = new Map<string, KnownVariant[]>();
  for (const {article_id: id, off_sale: isOff, ...variant} of rows) {
    const off: KnownVariant[] = isOff && variant.state !== 'deleted_in_store' ? [{...variant, state: 'off_sale'}] : [];
    const own: KnownVariant[] = off.length > 0 && variant.state === 'suppressed' ? [] : [variant];
    known.set(id, [...(known.get(id) ?? []), ...own, ...off]);
  }
  return known;
}

/** The article, colour and size that a store variant stands for. */
export type VariantArticle = {
  readonly article: ChosenArticle;
  /** Cents: the cost that the product's price is based on. */
  readonly knownCost: number | null;
  /** The article's name; empty if it is not known. */
  readonly name: string;
};

/** Article, colour and size of store variants, by variant gid; variants that are not ours are missing. */
export async function loadVariantArticles(
  db: Kysely<Tables>,
  shop: ShopDomain,
  variants: readonly VariantGid[],
): Promise<ReadonlyMap<string, VariantArticle>> {
  const rows = await db
    .selectFrom('listing_variants as v')
    .leftJoin('listings as l', (join) =>
      join.onRef('l.shop', '=', 'v.shop').onRef('l.article_id', '=', 'v.article_id').onRef('l.part', '=', 'v.part'),
    )
    .leftJoin('articles as a', (join) => join.onRef('a.shop', '=', 'v.shop').onRef('a.article_id', '=', 'v.article_id'))
    .select(['v.variant_gid', 'v.article_id', 'v.colour', 'v.size', 'l.cost', 'a.name'])
    .where('v.shop', '=', shop)
    .where('v.variant_gid', '=', sql<VariantGid>`any(${variants}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.variant_gid,
      {
        article: {articleId: row.article_id, colour: row.colour, size: row.size},
        knownCost: row.cost,
        name: row.name ?? '',
      },
    ]),
  );
}

/** Articles with a product of ours, by SKU; a SKU that several of them share is missing from the map. */
export async function loadArticlesBySku(
  db: Kysely<Tables>,
  shop: ShopDomain,
  skus: readonly string[],
): Promise<ReadonlyMap<string, VariantArticle>> {
  if (skus.length === 0) return new Map();
  const {rows} = await sql<{sku: string; id: ArticleId; name: string}>`
    select a.data->>'sku' as sku, min(a.article_id) as id, min(a.name) as name
    from articles a
    where a.shop = ${shop} and a.data->>'sku' = any(${skus}::text[]) and exists (
      select from listings l where l.shop = a.shop and l.article_id = a.article_id and l.product_gid is not null
    )
    group by 1
    having count(*) = 1
  `.execute(db);
  return new Map(
    rows.map(({sku, id, name}) => [sku, {article: {articleId: id, colour: null, size: null}, knownCost: null, name}]),
  );
}

/** Article, colour and size of one store variant; null: the variant is not ours. */
export async function loadVariantArticle(
  db: Kysely<Tables>,
  shop: ShopDomain,
  variant: VariantGid,
): Promise<VariantArticle | null> {
  return (await loadVariantArticles(db, shop, [variant])).get(variant) ?? null;
}

/** Cents: the cost that the article's product was priced on. Without one, as after adoption, the supplier's last price. */
export async function loadKnownCost(db: Kysely<Tables>, shop: ShopDomain, article: ArticleId): Promise<number | null> {
  const {rows} = await sql<{cost: number | null}>`
    select coalesce(
      (select min(cost) from listings where shop = ${shop} and article_id = ${article}),
      (select round((stock->>'price')::numeric)::bigint from articles where shop = ${shop} and article_id = ${article})
    ) as cost
  `.execute(db);
  return rows[0]?.cost ?? null;
}

/**
 * Marks variants that are no longer in the store as deleted by the merchant, so that they are only made again on request. A variant that
 * was put off sale counts as removed by us.
 */
export async function saveVariantsDeleted(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids: readonly VariantGid[],
  now: Date,
): Promise<void> {
  if (gids.length === 0) return;
  await db
    .updateTable('listing_variants')
    .set({
      state: sql<'suppressed' | 'deleted_in_store'>`case when off_sale then 'suppressed' else 'deleted_in_store' end`,
      updated_at: now,
    })
    .where('shop', '=', shop)
    .where('state', '=', 'live')
    .where('variant_gid', 'in', gids)
    .execute();
}

/** Releases variants that were put off sale and are no longer stated. When the supplier states them again, the sync makes them again. */
export async function clearVariantsOffSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids: readonly VariantGid[],
): Promise<void> {
  if (gids.length === 0) return;
  await db
    .updateTable('listing_variants')
    .set({off_sale: false})
    .where('shop', '=', shop)
    .where('variant_gid', 'in', gids)
    .execute();
}

/**
 * Puts a variant off sale although the supplier states it, or releases it. The next run removes it from the product or makes it again.
 * Returns the variant as it was; null when no listing of the shop has it.
 */
export async function saveVariantOffSale(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gid: VariantGid,
  offSale: boolean,
  now: Date,
): Promise<{readonly offSale: boolean; readonly colour: string | null; readonly size: string | null} | null> {
  const before = await db
    .selectFrom('listing_variants')
    .select(['article_id', 'off_sale', 'colour', 'size'])
    .where('shop', '=', shop)
    .where('variant_gid', '=', gid)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) return null;
  await db
    .updateTable('listing_variants')
    .set({off_sale: offSale, updated_at: now})
    .where('shop', '=', shop)
    .where('variant_gid', '=', gid)
    .execute();
  if (!offSale) await recreateVariant(db, shop, gid);
  await db
    .updateTable('listings')
    .set({planned_for: null})
    .where('shop', '=', shop)
    .where('article_id', '=', before.article_id)
    .execute();
  return {offSale: before.off_sale, colour: before.colour, size: before.size};
}

/** Marks the variant as no longer live; `store-writeback` puts it off sale, so that no run restores it. False: deleted or not known. */
export async function suppressVariant(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gid: VariantGid,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('listing_variants')
    .set({state: 'suppressed', updated_at: now})
    .where('shop', '=', shop)
    .where('variant_gid', '=', gid)
    .where('state', '!=', 'deleted_in_store')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
