// Reads the store's products without our listing key, with only the fields that show whether one may be an article already.

import {z} from 'zod';
import type {UnlinkedProduct} from '#domain/catalogue/match-product.ts';
import {ProductGid, type ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import {mutate} from '../client/mutate.ts';
import type {Operation} from '../client/operation.ts';
import {type Mutation, UserErrorsOnly, type WriteOutcome} from '../client/user-errors.ts';
import {PageInfo} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';

/** Products that one request reads. */
const productsPerPage = 100;
/** How many variants of a product are read. The variants of one article have the same SKU, so the first ones are enough. */
const variantsPerProduct = 10;

/** A product, as Shopify answers it. */
const StrangerNode = z.object({
  id: ProductGid,
  title: z.string(),
  vendor: z.string(),
  tags: z.array(z.string()),
  listingKey: z.object({value: z.string()}).nullable(),
  variants: z.object({nodes: z.array(z.object({sku: z.string().nullable()}))}),
});
const StrangersAnswer = z.object({products: z.object({pageInfo: PageInfo, nodes: z.array(StrangerNode)})});

/** Reads one page of the store's products. */
export const strangerProducts: Operation<{readonly query: string}, typeof StrangersAnswer> = {
  document: `query StrangerProducts($query: String!) {
    products(first: ${productsPerPage}, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id title vendor tags
        listingKey: metafield(namespace: "$app", key: "listing_key") { value }
        variants(first: ${variantsPerProduct}) { nodes { sku } }
      }
    }
  }`,
  cost: connectionPoints(productsPerPage, 2 + connectionPoints(variantsPerProduct, 1)),
  answer: StrangersAnswer,
  isWrite: false,
};

/** A product of the store that does not carry our listing key. */
export type StrangerProduct = UnlinkedProduct & {readonly productGid: ProductGid; readonly title: string};

/**
 * Yields the store's products page by page, without those that carry our listing key. Each page starts after the last product seen: a
 * cursor ends after 25,000.
 */
export async function* fetchStrangerProducts(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): AsyncGenerator<readonly StrangerProduct[]> {
  for (let from = 0n; ; ) {
    const {products} = await admin.call(shop, strangerProducts, {query: `id:>=${from}`}, signal);
    yield products.nodes
      .filter(({listingKey}) => listingKey === null)
      .map(({id, title, vendor, tags, variants}) => {
        const skus = variants.nodes.flatMap(({sku}) => sku ?? []);
        return {productGid: id, title, vendor, tags, skus};
      });
    const last = products.nodes.at(-1);
    if (last === undefined || !products.pageInfo.hasNextPage) return;
    from = BigInt(last.id.slice(last.id.lastIndexOf('/') + 1)) + 1n;
  }
}

type ProductMetafield = ReturnType<typeof toIdentityMetafields>[number] & {readonly ownerId: ProductGid};

/** Writes the two metafields that make a product ours. */
export const identitySet: Mutation<{readonly metafields: readonly ProductMetafield[]}> = {
  document: `mutation IdentitySet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { code field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

/** Makes a product of the merchant's recognisable as the article's. Nothing else of it changes. */
export function writeIdentityMetafields(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  articleId: string,
): Promise<WriteOutcome> {
  const metafields = toIdentityMetafields(articleId, articleId).map((metafield) => ({...metafield, ownerId: product}));
  return mutate(admin, shop, identitySet, {metafields});
}
