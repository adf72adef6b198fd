// What the page says of single variants of the fulfilment service: which ones Shopify refuses to move, and how many still go back.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {isServed, type ServiceScope, servicedWithListings} from './serviced-variants.ts';

export type RefusedVariant = {
  readonly gid: VariantGid;
  /** Null: no listing of the app has the variant any more. */
  readonly productGid: string | null;
  /** The name of the article; null: not known. */
  readonly name: string | null;
  readonly colour: string | null;
  readonly size: string | null;
  /** Shopify's words. */
  readonly said: string;
};

/** The first variants that Shopify refuses to move to the service's location, or back, product by product. */
export async function loadRefusedVariants(
  db: Kysely<Tables>,
  shop: ShopDomain,
  limit: number,
): Promise<readonly RefusedVariant[]> {
  const {rows} = await sql<RefusedVariant>`
    select s.variant_gid as gid, v.product_gid as "productGid", a.name, v.colour, v.size, s.refused as said
    from ${servicedWithListings} left join articles a on a.shop = v.shop and a.article_id = v.article_id
    where s.shop = ${shop} and s.refused is not null
    order by v.article_id, s.variant_gid limit ${limit}
  `.execute(db);
  return rows;
}

/** How many variants Shopify refuses to move, there or back. */
export async function countRefused(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const {rows} = await sql<{count: string}>`
    select count(*) as count from serviced_variants where shop = ${shop} and refused is not null
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many variants are to go back to where they were stocked. */
export async function countToReturn(db: Kysely<Tables>, shop: ShopDomain, scope: ServiceScope): Promise<number> {
  const {rows} = await sql<{count: string}>`
    select count(*) as count from ${servicedWithListings} where s.shop = ${shop} and not coalesce(${isServed(scope)}, false)
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}
