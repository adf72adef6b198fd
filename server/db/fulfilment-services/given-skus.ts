// The SKUs that the app gives to variants which have none: the id of their article. Shopify stocks no variant without one at a service.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';

/** The id of each variant's article. */
export async function loadArticleIds(
  db: Kysely<Tables>,
  shop: ShopDomain,
  gids: readonly VariantGid[],
): Promise<ReadonlyMap<VariantGid, string>> {
  if (gids.length === 0) return new Map();
  const rows = await db
    .selectFrom('listing_variants')
    .select(['variant_gid', 'article_id'])
    .where('shop', '=', shop)
    .where('variant_gid', 'in', gids)
    .execute();
  return new Map(rows.map(({variant_gid: gid, article_id: id}) => [gid, id]));
}

/** Stores, before they are written, the SKUs that variants are given, so that they can be taken back. */
export async function saveGivenSkus(
  db: Kysely<Tables>,
  shop: ShopDomain,
  skus: ReadonlyMap<VariantGid, string>,
): Promise<void> {
  await sql`
    update serviced_variants s set given_sku = g.sku
    from unnest(${[...skus.keys()]}::text[], ${[...skus.values()]}::text[]) as g (gid, sku)
    where s.shop = ${shop} and s.variant_gid = g.gid
  `.execute(db);
}
