// Reads our products as the store has them now: one of them, or all that carry our listing key.

import type {z} from 'zod';
import type {LiveProduct} from '#domain/catalogue/edits.ts';
import type {ArticleId, ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageVariables} from '../client/operation.ts';
import {
  type ProductForListing,
  ProductForListingAnswer,
  type ProductStatus,
  StoreProductsAnswer,
} from './product-answers.ts';
import {maxFiles} from './product-input.ts';
import type {MediaFile} from './products.ts';
import {costSelection, type ProductText, priceSelection, textSelection} from './store-fields.ts';

/** A product as the store has it now. */
export type StoreProduct = ProductText & {
  readonly productGid: ProductGid;
  readonly status: ProductStatus;
  readonly updatedAt: Date;
  /** Our listing key on the product; null: it is not a product of ours. */
  readonly listingKey: string | null;
  /** The article that the product is made from; null: none, or not readable. */
  readonly articleId: ArticleId | null;
  readonly media: readonly MediaFile[];
  readonly variants: readonly (LiveProduct['variants'][number] & {
    readonly gid: VariantGid;
    readonly sku: string | null;
    readonly options: readonly {readonly name: string; readonly value: string}[];
    /** Whether the store counts the variant's stock. */
    readonly tracked: boolean;
  })[];
};

/** A product that carries our listing key and article id. */
export type OwnProduct = StoreProduct & {readonly listingKey: string; readonly articleId: ArticleId};

/** Variants per page of a product. */
const variantsPerPage = 100;

/** Products per page of the whole store. Points grow with the logarithm of the page size, but the answer grows with the size itself. */
const productsPerPage = 100;

/** The fields that the sync compares with its last written values. */
const productSelection = `
      id ${textSelection} status updatedAt
      listingKey: metafield(namespace: "$app", key: "listing_key") { value }
      articleId: metafield(namespace: "$app", key: "article_id") { value }
      media(first: ${maxFiles}) { nodes { id status ... on MediaImage { image { url } } } }
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id ${priceSelection} sku selectedOptions { name value } inventoryItem { tracked ${costSelection} } }
      }`;
/** Points of one product with one page of variants. */
const productPoints = 3 + connectionPoints(maxFiles, 2) + connectionPoints(variantsPerPage, 4);

/** Reads one product with the page of its variants that begins at `after`; null: the first page. */
export const productForListing: Operation<
  PageVariables<ProductGid> & {readonly first: number},
  typeof ProductForListingAnswer
> = {
  document: `query ProductForListing($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {${productSelection}
    }
  }`,
  cost: productPoints,
  answer: ProductForListingAnswer,
  isWrite: false,
};

/** `products`: products per page; `first`: variants of each. */
type StorePageVariables = {
  readonly products: number;
  readonly query: string;
  readonly first: number;
  readonly after: null;
};

/** Reads one page of the store's products, each with its first page of variants. */
export const storeProducts: Operation<StorePageVariables, typeof StoreProductsAnswer> = {
  document: `query StoreProducts($products: Int!, $query: String!, $first: Int!, $after: String) {
    products(first: $products, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {${productSelection}
      }
    }
  }`,
  cost: connectionPoints(productsPerPage, productPoints),
  answer: StoreProductsAnswer,
  isWrite: false,
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
    const {nodes, pageInfo} = await fetchProductPage(admin, shop, from, signal);
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
    from = productNumberOf(last.id) + 1n;
  }
}

/** Reads one page of the store's products, in the order of their numbers. @param from the lowest product number to return. */
async function fetchProductPage(
  admin: Admin,
  shop: ShopDomain,
  from: bigint,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof StoreProductsAnswer>['products']> {
  const variables = {products: productsPerPage, query: `id:>=${from}`, first: variantsPerPage, after: null};
  return (await admin.call(shop, storeProducts, variables, signal)).products;
}

/** The number at the end of the gid. */
const productNumberOf = (gid: ProductGid) => BigInt(gid.slice(gid.lastIndexOf('/') + 1));

/** A product with all fields the sync compares with its last written values; null when it no longer exists. */
export async function fetchProductForListing(
  admin: Admin,
  shop: ShopDomain,
  gid: ProductGid,
  signal?: AbortSignal,
): Promise<StoreProduct | null> {
  const ask = (after: string | null) =>
    admin.call(shop, productForListing, {id: gid, first: variantsPerPage, after}, signal);
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

/** The answer in the domain's form, with these variants. */
function toStoreProduct(
  {id, media, ...fields}: z.infer<typeof ProductForListing>,
  variants: StoreProduct['variants'],
): StoreProduct {
  return {...fields, productGid: id, media: media.nodes, variants};
}
