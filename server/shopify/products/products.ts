// Products in the store: writing with productSet and the smaller mutations, reading back for the listings. User errors are values.

import type {z} from 'zod';
import type {OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import {catchRefusal, type Refused, toRefused, type UserError, type WriteOutcome} from '../client/user-errors.ts';
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

/** A file of a product, with Shopify's status of it. */
export type MediaStatus = {readonly id: string; readonly status: string};

export type MediaFile = MediaStatus & {
  /** The store's own copy; null until it exists. */
  readonly url: string | null;
};

/** What became of a call of productSet. */
export type SetProductOutcome =
  | {
      readonly kind: 'set';
      readonly productGid: ProductGid;
      readonly status: answers.ProductStatus;
      readonly updatedAt: Date;
      /** The product's texts, as the store keeps them after the write. */
      readonly text: ProductText;
      /** All variants, however many. */
      readonly variants: readonly answers.StoreVariant[];
      /** The product's files, where the input named files; else empty. */
      readonly media: readonly MediaStatus[];
    }
  | Refused;

/** One call of productSet. */
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
export const mustReadCosts = (currency: string, write: readonly OwnableField[]): boolean =>
  currency !== 'EUR' && write.includes('cost');

/** Creates or updates a product with the given fields; lists in the input replace the product's. */
export async function setProduct(
  admin: Admin,
  shop: ShopDomain,
  {identity, input, withCost = false}: ProductWrite,
  signal?: AbortSignal,
): Promise<SetProductOutcome> {
  const files = input.files?.length ?? 0;
  const variables = {
    identifier: 'listingKey' in identity ? {customId: listingKeyId(identity.listingKey)} : {id: identity.productGid},
    input,
    variants: countVariantsReadBack(input),
    media: Math.max(1, files),
    withMedia: files > 0,
    withCost,
  };
  const answer = await catchRefusal(admin.call(shop, operations.productSet, variables, signal));
  if ('kind' in answer) return answer;
  const {product, userErrors} = answer.productSet;
  if (product === null || userErrors.length > 0) return toRefused(orNoReasonError(userErrors));
  const {endCursor, hasNextPage} = product.variants.pageInfo;
  const first = hasNextPage ? endCursor : null;
  const later =
    first === null ? [] : await fetchFurtherVariants(admin, shop, {id: product.id, after: first, withCost}, signal);
  const variants = [...product.variants.nodes, ...later];
  const {id, status, updatedAt, media, variants: _pages, ...text} = product;
  return {kind: 'set', productGid: id, status, updatedAt, text, variants, media: media?.nodes ?? []};
}

/** Shopify returns at most 250 variants at once. Beyond 250, only the first 100 are read back with the write, the others in pages. */
function countVariantsReadBack({variants}: ProductSetInput): number {
  const sent = variants?.length ?? 50;
  return sent > 250 ? 100 : Math.max(1, sent);
}

/** The variants after the cursor `after`, to the last page. */
async function fetchFurtherVariants(
  admin: Admin,
  shop: ShopDomain,
  from: {readonly id: ProductGid; readonly after: string; readonly withCost: boolean},
  signal: AbortSignal | undefined,
): Promise<answers.StoreVariant[]> {
  const found: answers.StoreVariant[] = [];
  for (let after: string | null = from.after; after !== null; ) {
    const variables = {...from, first: operations.variantsPerPage, after};
    const answer: z.infer<typeof answers.ProductVariantsAnswer> = await admin.call(
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

/** When the product was last changed; null when it no longer exists. Costs one point. */
export async function fetchProductUpdatedAt(admin: Admin, shop: ShopDomain, product: ProductGid): Promise<Date | null> {
  return (await admin.call(shop, operations.productUpdatedAt, {id: product})).product?.updatedAt ?? null;
}

/** The product's files in their order; null when the product no longer exists. */
export async function fetchProductFiles(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  signal?: AbortSignal,
): Promise<readonly MediaFile[] | null> {
  const answer = await admin.call(shop, operations.productFiles, {id: product, files: maxFiles}, signal);
  return answer.product?.media.nodes ?? null;
}

/** The product's status in Shopify; null when the product no longer exists. */
export async function fetchProductStatus(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  signal?: AbortSignal,
): Promise<answers.ProductStatus | null> {
  const found = await admin.call(shop, operations.productStatus, {id: product}, signal);
  return found.product?.status ?? null;
}

/** Writes text and status of one product; variants, images and absent fields stay as they are. */
export async function updateProduct(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  fields: ProductFields,
  signal?: AbortSignal,
): Promise<{readonly kind: 'updated'; readonly text: ProductText; readonly updatedAt: Date} | Refused> {
  const variables = {identifier: {id: product}, product: fields};
  const answer = await catchRefusal(admin.call(shop, operations.productUpdate, variables, signal));
  if ('kind' in answer) return answer;
  const {product: updated, userErrors} = answer.productUpdate;
  if (updated === null || userErrors.length > 0) return toRefused(orNoReasonError(userErrors));
  const {updatedAt, ...text} = updated;
  return {kind: 'updated', text, updatedAt};
}

/** Deletes a product in the store. Only for a product the merchant named; nothing else in this app deletes products. */
export function deleteProduct(admin: Admin, shop: ShopDomain, product: ProductGid): Promise<WriteOutcome> {
  return mutate(admin, shop, operations.productDelete, {input: {id: product}});
}

/** What `updateVariants` wrote. */
export type VariantsUpdated = {
  readonly kind: 'done';
  /** After the last portion; null: not known, or nothing was sent. */
  readonly updatedAt: Date | null;
  /** The written amounts, as the store keeps them. */
  readonly amounts: readonly answers.StoredAmounts[];
};

/** Writes prices, costs and SKUs of existing variants, whose option values stay. Returns the amounts as the store keeps them. */
export async function updateVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  {changes, withCost}: {readonly changes: readonly VariantChange[]; readonly withCost: boolean},
): Promise<VariantsUpdated | Refused> {
  let updated: VariantsUpdated = {kind: 'done', updatedAt: null, amounts: []};
  const done = await sendInPortions(changes, async (variants) => {
    const variables = {productId: product, variants, withCost};
    const answer = await catchRefusal(admin.call(shop, operations.variantsUpdate, variables));
    if ('kind' in answer) return answer;
    const {product: changed, productVariants, userErrors} = answer.productVariantsBulkUpdate;
    if (userErrors.length > 0) return toRefused(userErrors);
    const amounts = [...updated.amounts, ...(productVariants ?? [])];
    updated = {kind: 'done', updatedAt: changed?.updatedAt ?? null, amounts};
    return {kind: 'done'};
  });
  return done.kind === 'refused' ? done : updated;
}

/** Deletes variants. Shopify never deletes the last one (CANNOT_DELETE_LAST_VARIANT): the caller makes that product a draft. */
export function deleteVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  gids: readonly VariantGid[],
): Promise<WriteOutcome> {
  return sendInPortions(gids, (variantsIds) =>
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
  for (const portion of splitIntoPortions(keys, operations.keysPerLookup)) {
    const answer = await admin.call(shop, operations.productsByKeys, operations.toKeySlots(portion), signal);
    for (const [slot, key] of portion.entries()) {
      const product = answer[`p${slot}`];
      if (product) found.set(key, {productGid: product.id, status: product.status});
    }
  }
  return found;
}

/** Sends the items 250 at a time, Shopify's limit per list (more only in `productSet`). Stops at the first refusal. */
async function sendInPortions<T>(
  items: readonly T[],
  send: (portion: readonly T[]) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  for (const portion of splitIntoPortions(items, 250)) {
    const outcome = await send(portion);
    if (outcome.kind === 'refused') return outcome;
  }
  return {kind: 'done'};
}

/** The items in their order, in portions of at most `size`. */
function splitIntoPortions<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({length: count}, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The errors; where there are none, one that says so. */
export const orNoReasonError = (errors: readonly UserError[]) =>
  errors.length > 0 ? errors : [{code: null, field: null, message: 'Shopify gave neither a product nor a reason.'}];
