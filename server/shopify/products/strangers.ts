// The products of a store without our listing key, with only what tells whether one of them may be an article already.

import {z} from 'zod';
import type {Stranger} from '#domain/catalogue/match-product.ts';
import {ProductGid, type ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import {mutate} from '../client/mutate.ts';
import type {Operation} from '../client/operation.ts';
import {type Done, type Mutation, UserErrorsOnly} from '../client/user-errors.ts';
import {PageInfo} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';

const productPage = 100;
/** The variants of one article have the same SKU, so reading the first ones is enough. */
const variantsRead = 10;

const Node = z.object({
  id: ProductGid,
  title: z.string(),
  vendor: z.string(),
  tags: z.array(z.string()),
  listingKey: z.object({value: z.string()}).nullable(),
  variants: z.object({nodes: z.array(z.object({sku: z.string().nullable()}))}),
});
const Answer = z.object({products: z.object({pageInfo: PageInfo, nodes: z.array(Node)})});

export const strangerProducts: Operation<{readonly query: string}, typeof Answer> = {
  document: `query StrangerProducts($query: String!) {
    products(first: ${productPage}, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id title vendor tags
        listingKey: metafield(namespace: "$app", key: "listing_key") { value }
        variants(first: ${variantsRead}) { nodes { sku } }
      }
    }
  }`,
  cost: connectionPoints(productPage, 2 + connectionPoints(variantsRead, 1)),
  answer: Answer,
  write: false,
};

export type StrangerProduct = Stranger & {readonly productGid: ProductGid; readonly title: string};

/** Page by page, without products that carry our listing key. Each page starts after the last product seen: a cursor ends after 25,000. */
export async function* fetchStrangers(
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

export const identitySet: Mutation<{readonly metafields: readonly ProductMetafield[]}> = {
  document: `mutation IdentitySet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { code field message } }
  }`,
  cost: 11,
  answer: UserErrorsOnly,
  write: true,
  repeatable: true,
};

/** Makes a product of the merchant's recognisable as the article's. Nothing else of it changes. */
export function markAsOurs(admin: Admin, shop: ShopDomain, product: ProductGid, articleId: string): Promise<Done> {
  const metafields = toIdentityMetafields(articleId, articleId).map((metafield) => ({...metafield, ownerId: product}));
  return mutate(admin, shop, identitySet, {metafields});
}
