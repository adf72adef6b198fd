// What a merchant takes along, in slices: products with their articles, and dropship orders without data of buyers.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';
import type {Tables} from '../tables/tables.ts';
import {isMadeByApp} from './departures.ts';

export type ExportedProduct = {
  readonly articleId: string;
  readonly sku: string | null;
  readonly name: string | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly productGid: string | null;
  readonly variants: string | null;
  readonly isMade: boolean;
  readonly state: string;
  /** In Shopify, as the app last wrote or read it; null: not known. */
  readonly status: string | null;
  readonly reason: string | null;
  /** Euro cents. */
  readonly cost: number | null;
  /** Minor units of the store's currency. */
  readonly price: number | null;
};

/** The listings in the order of their articles. @param after the last article of the slice before; empty: the first slice. */
export async function loadExportedProducts(
  db: Kysely<Tables>,
  shop: ShopDomain,
  after: string,
  limit: number,
): Promise<readonly ExportedProduct[]> {
  const {rows} = await sql<ExportedProduct>`
    select l.article_id as "articleId", a.data->>'sku' as sku, a.name, a.brand, a.category, l.product_gid as "productGid",
      ${isMadeByApp('l')} as "isMade", l.state, l.store_status as status, l.reason, l.cost, l.price,
      (select string_agg(v.variant_gid, ' ' order by v.variant_gid) from listing_variants v
        where v.shop = l.shop and v.article_id = l.article_id and v.state = 'live') as variants
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.article_id > ${after} order by l.article_id limit ${limit}
  `.execute(db);
  return rows;
}

export type ExportedOrder = {
  readonly id: string;
  readonly orderName: string;
  readonly reference: string;
  readonly ref: string | null;
  readonly articleId: string;
  readonly articleName: string;
  readonly quantity: number;
  readonly zone: string | null;
  readonly state: DropshipState;
  /** Euro cents. */
  readonly price: number | null;
  readonly fee: number | null;
  readonly createdAt: Date;
};

const firstId = '00000000-0000-0000-0000-000000000000';

/** The dropship orders in the order of their ids. @param after the last id of the slice before; null: the first slice. */
export async function loadExportedOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  after: string | null,
  limit: number,
): Promise<readonly ExportedOrder[]> {
  const {rows} = await sql<ExportedOrder>`
    select id, order_name as "orderName", reference, ref, article_id as "articleId", article_name as "articleName", quantity, zone,
      state, price, fee, created_at as "createdAt"
    from dropship_orders where shop = ${shop} and id > ${after ?? firstId}::uuid order by id limit ${limit}
  `.execute(db);
  return rows;
}
