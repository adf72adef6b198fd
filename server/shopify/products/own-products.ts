// Our products as the store has them now: one of them, or all that carry our listing key.

import type {z} from 'zod';
import type {LiveProduct} from '#domain/catalogue/edits.ts';
import type {ArticleId, ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageOf} from '../client/operation.ts';
import {ListedAnswer, type ProductForListingAnswer, type ProductStatus, StoreAnswer} from './product-answers.ts';
import {maxFiles} from './product-input.ts';
import type {StoredMedia} from './products.ts';
import {costSelection, type ProductText, priceSelection, textSelection} from './store-fields.ts';

export type StoreProduct = ProductText & {
  readonly productGid: ProductGid;
  readonly status: ProductStatus;
  readonly updatedAt: Date;
  /** Null: not a product of ours. */
  readonly listingKey: string | null;
  readonly articleId: ArticleId | null;
  readonly media: readonly StoredMedia[];
  readonly variants: readonly (LiveProduct['variants'][number] & {
    readonly gid: VariantGid;
    readonly sku: string | null;
    readonly options: readonly {readonly name: string; readonly value: string}[];
    readonly tracked: boolean;
  })[];
};

export type OwnProduct = StoreProduct & {readonly listingKey: string; readonly articleId: ArticleId};

const variantPage = 100;

/** Products per page of the whole store. Points grow with the logarithm of the page size, but the answer grows with the size itself. */
const productPage = 100;

/** The fields that the sync compares with its last written values. */
const listedFields = `
      id ${textSelection} status updatedAt
      listingKey: metafield(namespace: "$app", key: "listing_key") { value }
      articleId: metafield(namespace: "$app", key: "article_id") { value }
      media(first: ${maxFiles}) { nodes { id status ... on MediaImage { image { url } } } }
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id ${priceSelection} sku selectedOptions { name value } inventoryItem { tracked ${costSelection} } }
      }`;
const listedCost = 3 + connectionPoints(maxFiles, 2) + connectionPoints(variantPage, 4);

export const productForListing: Operation<PageOf<ProductGid> & {readonly first: number}, typeof ListedAnswer> = {
  document: `query ProductForListing($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {${listedFields}
    }
  }`,
  cost: listedCost,
  answer: ListedAnswer,
  write: false,
};

type StorePage = {
  readonly products: number;
  readonly query: string;
  readonly first: number;
  readonly after: null;
};

export const storeProducts: Operation<StorePage, typeof StoreAnswer> = {
  document: `query StoreProducts($products: Int!, $query: String!, $first: Int!, $after: String) {
    products(first: $products, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {${listedFields}
      }
    }
  }`,
  cost: connectionPoints(productPage, listedCost),
  answer: StoreAnswer,
  write: false,
};

/**
 * Every product that carries our listing key and article id, in the order of creation. Reads the whole store: a search by the metafield
 * needs a capability the definition may lack. Each page asks for products created after the last one seen, since a cursor ends after
 * 25,000 objects. https://shopify.dev/docs/api/usage/limits
 */
export async function* fetchOwnProducts(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): AsyncGenerator<OwnProduct> {
  for (let from = 0n; ; ) {
    const {nodes, pageInfo} = await fetchPage(admin, shop, from, signal);
    for (const product of nodes) {
      if (product.listingKey === null || product.articleId === null) continue;
      const {listingKey, articleId} = product;
      const whole = product.variants.pageInfo.hasNextPage
        ? await fetchProductForListing(admin, shop, product.id, signal)
        : toStoreProduct(product, product.variants.nodes);
      if (whole !== null) yield {...whole, listingKey, articleId};
    }
    const last = nodes.at(-1);
    if (last === undefined || !pageInfo.hasNextPage) return;
    from = numberOf(last.id) + 1n;
  }
}

/** @param from the lowest product number to return. */
async function fetchPage(
  admin: Admin,
  shop: ShopDomain,
  from: bigint,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof StoreAnswer>['products']> {
  const variables = {products: productPage, query: `id:>=${from}`, first: variantPage, after: null};
  return (await admin.call(shop, storeProducts, variables, signal)).products;
}

const numberOf = (gid: ProductGid) => BigInt(gid.slice(gid.lastIndexOf('/') + 1));

/** A product with all fields the sync compares with its last written values; null when it no longer exists. */
export async function fetchProductForListing(
  admin: Admin,
  shop: ShopDomain,
  gid: ProductGid,
  signal?: AbortSignal,
): Promise<StoreProduct | null> {
  const ask = (after: string | null) =>
    admin.call(shop, productForListing, {id: gid, first: variantPage, after}, signal);
  const {product} = await ask(null);
  if (product === null) return null;
  const variants = [...product.variants.nodes];
  for (let page = product.variants.pageInfo; page.hasNextPage; ) {
    const next = await ask(page.endCursor);
    if (next.product === null) return null;
    variants.push(...next.product.variants.nodes);
    page = next.product.variants.pageInfo;
  }
  return toStoreProduct(product, variants);
}

function toStoreProduct(
  {id, media, ...fields}: z.infer<typeof ProductForListingAnswer>,
  variants: StoreProduct['variants'],
): StoreProduct {
  return {...fields, productGid: id, media: media.nodes, variants};
}
