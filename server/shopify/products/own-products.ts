// Products of ours as the store has them now: one of them, or all that carry our listing key.

import {z} from 'zod';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {ListedProduct, type ProductStatus, type ProductText, StoreAnswer} from './product-answers.ts';
import * as operations from './product-operations.ts';

export type StoredMedia = {
  readonly id: string;
  readonly status: string;
  /** The store's own copy, once there is one. */
  readonly url: string | null;
};

export type StoreProduct = ProductText & {
  readonly productGid: ProductGid;
  readonly status: ProductStatus;
  readonly updatedAt: Date;
  /** Null: not a product of ours. */
  readonly listingKey: string | null;
  readonly articleId: string | null;
  readonly media: readonly StoredMedia[];
  readonly variants: readonly {
    readonly gid: VariantGid;
    readonly sku: string | null;
    readonly options: readonly {readonly name: string; readonly value: string}[];
    /** Decimal text in the store's currency. */
    readonly price: string;
    readonly compareAtPrice: string | null;
    readonly cost: string | null;
    readonly tracked: boolean;
  }[];
};

export type OwnProduct = StoreProduct & {readonly listingKey: string; readonly articleId: string};

/**
 * Every product that carries our listing key and article id, in the order in which they were made. The whole store is gone
 * through: a search by the metafield needs a capability the definition may lack. Each page asks for what was made after the
 * last one seen, since a cursor ends after 25,000 objects. https://shopify.dev/docs/api/usage/limits
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

/** @param from the lowest product number to be shown. */
async function fetchPage(
  admin: Admin,
  shop: ShopDomain,
  from: bigint,
  signal: AbortSignal | undefined,
): Promise<z.infer<typeof StoreAnswer>['products']> {
  const variables = {
    products: operations.storePage,
    query: `id:>=${from}`,
    first: operations.listedVariantPage,
    after: null,
  };
  return (await admin.call(shop, operations.storeProducts, variables, StoreAnswer, signal)).products;
}

const numberOf = (gid: ProductGid) => BigInt(gid.slice(gid.lastIndexOf('/') + 1));

/** A product with everything the sync compares with what it wrote last; null when it no longer exists. */
export async function fetchProductForListing(
  admin: Admin,
  shop: ShopDomain,
  gid: ProductGid,
  signal?: AbortSignal,
): Promise<StoreProduct | null> {
  const Page = z.object({product: ListedProduct.nullable()});
  const ask = (after: string | null) => {
    const variables = {id: gid, first: operations.listedVariantPage, after};
    return admin.call(shop, operations.productForListing, variables, Page, signal);
  };
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
  {id, media, ...fields}: z.infer<typeof ListedProduct>,
  variants: StoreProduct['variants'],
): StoreProduct {
  return {...fields, productGid: id, media: media.nodes, variants};
}
