// Reads of all products that carry our listing key only their status, for a comparison with what should be there.

import {z} from 'zod';
import {ProductGid, type ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation} from '../client/operation.ts';
import {PageInfo, type ProductStatus, StatusText} from './product-answers.ts';

/** Products that one request reads: Shopify's limit of a page. */
const productsPerPage = 250;

const StatusNode = z.object({
  id: ProductGid,
  title: z.string(),
  status: StatusText,
  listingKey: z.object({value: z.string()}).nullable(),
});
const StatusesAnswer = z.object({products: z.object({pageInfo: PageInfo, nodes: z.array(StatusNode)})});

/** Reads one page of the store's products. */
export const productStatuses: Operation<{readonly query: string}, typeof StatusesAnswer> = {
  document: `query ProductStatuses($query: String!) {
    products(first: ${productsPerPage}, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes { id title status listingKey: metafield(namespace: "$app", key: "listing_key") { value } }
    }
  }`,
  cost: connectionPoints(productsPerPage, 2),
  answer: StatusesAnswer,
  isWrite: false,
};

/** A product with our listing key, as the store shows it. */
export type OwnStatus = {readonly productGid: ProductGid; readonly title: string; readonly status: ProductStatus};

/** Yields the products with our listing key page by page. Each page begins after the last product seen: a cursor ends after 25,000. */
export async function* fetchOwnStatuses(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): AsyncGenerator<readonly OwnStatus[]> {
  for (let from = 0n; ; ) {
    const {products} = await admin.call(shop, productStatuses, {query: `id:>=${from}`}, signal);
    yield products.nodes
      .filter(({listingKey}) => listingKey !== null)
      .map(({id, title, status}) => ({productGid: id, title, status}));
    const last = products.nodes.at(-1);
    if (last === undefined || !products.pageInfo.hasNextPage) return;
    from = BigInt(last.id.slice(last.id.lastIndexOf('/') + 1)) + 1n;
  }
}
