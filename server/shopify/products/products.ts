// Products in the store: writing with productSet and the smaller mutations, reading back for the listings. User errors are values.

import type {z} from 'zod';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import {type Done, type Refusal, type Refused, refusalAsValue, refused} from '../client/user-errors.ts';
import type * as answers from './product-answers.ts';
import {listingKeyId} from './product-identity.ts';
import {maxFiles, type ProductFields, type ProductSetInput, type VariantChange} from './product-input.ts';
import * as operations from './product-operations.ts';
import type {ProductText} from './store-fields.ts';

/**
 * Which product to write. By `listingKey` a missing product is created. By `productGid` it is not: for a product the merchant deleted
 * the answer is one that `isProductMissing` knows.
 */
export type ProductIdentity = {readonly listingKey: string} | {readonly productGid: ProductGid};

export type StoreMedia = {readonly id: string; readonly status: string};

export type StoredMedia = StoreMedia & {
  /** The store's own copy; null until it exists. */
  readonly url: string | null;
};

export type SetOutcome =
  | {
      readonly kind: 'set';
      readonly productGid: ProductGid;
      readonly status: answers.ProductStatus;
      readonly updatedAt: Date;
      /** As the store keeps it. */
      readonly text: ProductText;
      /** All variants, however many. */
      readonly variants: readonly answers.StoreVariant[];
      /** The product's files, where the input named files. */
      readonly media: readonly StoreMedia[];
    }
  | Refused;

export type ProductWrite = {
  readonly identity: ProductIdentity;
  readonly input: ProductSetInput;
  /** Whether costs are read back; by default they are not. */
  readonly withCost?: boolean;
};

/**
 * A store keeps amounts as its currency rounds them, so they are read back. Reading prices takes no points, reading costs takes the points
 * of two objects for each variant. In euro, the currency of the supplier's costs, no cent can be lost.
 */
export const readsCost = (currency: string, write: readonly OwnableField[]): boolean =>
  currency !== 'EUR' && write.includes('cost');

/** Creates or updates a product with the given fields; lists in the input replace the product's. */
export async function setProduct(
  admin: Admin,
  shop: ShopDomain,
  {identity, input, withCost = false}: ProductWrite,
  signal?: AbortSignal,
): Promise<SetOutcome> {
  const files = input.files?.length ?? 0;
  const variables = {
    identifier: 'listingKey' in identity ? {customId: listingKeyId(identity.listingKey)} : {id: identity.productGid},
    input,
    variants: variantsReadBack(input),
    media: Math.max(1, files),
    withMedia: files > 0,
    withCost,
  };
  const answer = await refusalAsValue(admin.call(shop, operations.productSet, variables, signal));
  if ('kind' in answer) return answer;
  const {product, userErrors} = answer.productSet;
  if (product === null || userErrors.length > 0) return refused(orSilence(userErrors));
  const {endCursor, hasNextPage} = product.variants.pageInfo;
  const first = hasNextPage ? endCursor : null;
  const later =
    first === null ? [] : await laterVariants(admin, shop, {id: product.id, after: first, withCost}, signal);
  const variants = [...product.variants.nodes, ...later];
  const {id, status, updatedAt, media, variants: _pages, ...text} = product;
  return {kind: 'set', productGid: id, status, updatedAt, text, variants, media: media?.nodes ?? []};
}

/** Shopify returns at most 250 variants at once. Beyond 250, only the first 100 are read back with the write, the others in pages. */
function variantsReadBack({variants}: ProductSetInput): number {
  const sent = variants?.length ?? 50;
  return sent > 250 ? 100 : Math.max(1, sent);
}

async function laterVariants(
  admin: Admin,
  shop: ShopDomain,
  from: {readonly id: ProductGid; readonly after: string; readonly withCost: boolean},
  signal: AbortSignal | undefined,
): Promise<answers.StoreVariant[]> {
  const found: answers.StoreVariant[] = [];
  for (let after: string | null = from.after; after !== null; ) {
    const variables = {...from, first: operations.variantPage, after};
    const answer: z.infer<typeof answers.VariantsAnswer> = await admin.call(
      shop,
      operations.productVariants,
      variables,
      signal,
    );
    if (answer.product === null) break;
    const {nodes, pageInfo} = answer.product.variants;
    found.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  return found;
}

/** When the product was last changed; null when it no longer exists. One point. */
export async function fetchUpdatedAt(admin: Admin, shop: ShopDomain, product: ProductGid): Promise<Date | null> {
  return (await admin.call(shop, operations.productUpdatedAt, {id: product})).product?.updatedAt ?? null;
}

/** The product's files in their order; null when the product no longer exists. */
export async function fetchFiles(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  signal?: AbortSignal,
): Promise<readonly StoredMedia[] | null> {
  const answer = await admin.call(shop, operations.productFiles, {id: product, files: maxFiles}, signal);
  return answer.product?.media.nodes ?? null;
}

/** Null when the product no longer exists. */
export async function fetchStatus(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
): Promise<answers.ProductStatus | null> {
  const found = await admin.call(shop, operations.productState, {id: product});
  return found.product?.status ?? null;
}

/** Writes text and status; variants, images and absent fields stay as they are. */
export async function updateProduct(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  fields: ProductFields,
): Promise<{readonly kind: 'updated'; readonly text: ProductText; readonly updatedAt: Date} | Refused> {
  const variables = {identifier: {id: product}, product: fields};
  const answer = await refusalAsValue(admin.call(shop, operations.productUpdate, variables));
  if ('kind' in answer) return answer;
  const {product: updated, userErrors} = answer.productUpdate;
  if (updated === null || userErrors.length > 0) return refused(orSilence(userErrors));
  const {updatedAt, ...text} = updated;
  return {kind: 'updated', text, updatedAt};
}

/** Only for a product the merchant named; nothing else in this app deletes products. */
export function deleteProduct(admin: Admin, shop: ShopDomain, product: ProductGid): Promise<Done> {
  return mutate(admin, shop, operations.productDelete, {input: {id: product}});
}

export type VariantsUpdated = {
  readonly kind: 'done';
  /** After the last portion; null: not known, or nothing was sent. */
  readonly updatedAt: Date | null;
  readonly amounts: readonly answers.StoredAmounts[];
};

/** Prices, costs and SKUs of existing variants; the merchant's renamed options and added variants stay. Returns amounts as stored. */
export async function updateVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  {changes, withCost}: {readonly changes: readonly VariantChange[]; readonly withCost: boolean},
): Promise<VariantsUpdated | Refused> {
  let updated: VariantsUpdated = {kind: 'done', updatedAt: null, amounts: []};
  const done = await inPortions(changes, async (variants) => {
    const variables = {productId: product, variants, withCost};
    const answer = await refusalAsValue(admin.call(shop, operations.variantsUpdate, variables));
    if ('kind' in answer) return answer;
    const {product: changed, productVariants, userErrors} = answer.productVariantsBulkUpdate;
    if (userErrors.length > 0) return refused(userErrors);
    const amounts = [...updated.amounts, ...(productVariants ?? [])];
    updated = {kind: 'done', updatedAt: changed?.updatedAt ?? null, amounts};
    return {kind: 'done'};
  });
  return done.kind === 'refused' ? done : updated;
}

/** Shopify refuses to delete a product's last variant (CANNOT_DELETE_LAST_VARIANT): the caller makes such a product a draft. */
export function deleteVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  gids: readonly VariantGid[],
): Promise<Done> {
  return inPortions(gids, (variantsIds) =>
    mutate(admin, shop, operations.variantsDelete, {productId: product, variantsIds}),
  );
}

/** Products by listing key; a key without a product is missing from the map. */
export async function fetchProductsByKeys(
  admin: Admin,
  shop: ShopDomain,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, {readonly productGid: ProductGid; readonly status: answers.ProductStatus}>> {
  const found = new Map<string, {productGid: ProductGid; status: answers.ProductStatus}>();
  for (const portion of portions(keys, operations.keysPerLookup)) {
    const answer = await admin.call(shop, operations.productsByKeys, operations.toSlots(portion), signal);
    for (const [slot, key] of portion.entries()) {
      const product = answer[`p${slot}`];
      if (product) found.set(key, {productGid: product.id, status: product.status});
    }
  }
  return found;
}

/** Shopify takes at most 250 items per list (more only in `productSet`). Stops at the first refusal. */
async function inPortions<T>(items: readonly T[], send: (portion: readonly T[]) => Promise<Done>): Promise<Done> {
  for (const portion of portions(items, 250)) {
    const outcome = await send(portion);
    if (outcome.kind === 'refused') return outcome;
  }
  return {kind: 'done'};
}

function portions<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({length: count}, (_, index) => items.slice(index * size, (index + 1) * size));
}

export const orSilence = (errors: readonly Refusal[]) =>
  errors.length > 0 ? errors : [{code: null, field: null, message: 'Shopify gave neither a product nor a reason.'}];
