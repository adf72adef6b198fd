// Products in the store: writing with productSet and the smaller mutations, reading back for the listings. User errors are values.

import type {z} from 'zod';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {mutate} from '../client/mutate.ts';
import {type Done, type Refusal, type Refused, refusalAsValue, refused} from '../client/user-errors.ts';
import type * as answers from './product-answers.ts';
import {articleIdDefinition, listingKeyDefinition, listingKeyId} from './product-identity.ts';
import type {ProductFields, ProductSetInput, VariantChange} from './product-input.ts';
import * as operations from './product-operations.ts';

/**
 * Which product to write. By `listingKey` a missing product is created. By `productGid` it is not: for a product the merchant deleted
 * the answer is PRODUCT_DOES_NOT_EXIST.
 */
export type ProductIdentity = {readonly listingKey: string} | {readonly productGid: ProductGid};

export type StoreMedia = {readonly id: string; readonly status: string};

export type SetOutcome =
  | {
      readonly kind: 'set';
      readonly productGid: ProductGid;
      readonly status: answers.ProductStatus;
      /** As the store keeps it. */
      readonly text: answers.ProductText;
      /** All variants, however many. */
      readonly variants: readonly answers.StoreVariant[];
      /** The product's files, where the input named files. */
      readonly media: readonly StoreMedia[];
    }
  | Refused;

/** Creates or updates a product with the given fields; lists in the input replace the product's. */
export async function setProduct(
  admin: Admin,
  shop: ShopDomain,
  {identity, input}: {readonly identity: ProductIdentity; readonly input: ProductSetInput},
  signal?: AbortSignal,
): Promise<SetOutcome> {
  const files = input.files?.length ?? 0;
  const variables = {
    identifier: 'listingKey' in identity ? {customId: listingKeyId(identity.listingKey)} : {id: identity.productGid},
    input,
    variants: variantsReadBack(input),
    media: Math.max(1, files),
    withMedia: files > 0,
  };
  const answer = await refusalAsValue(admin.call(shop, operations.productSet, variables, signal));
  if ('kind' in answer) return answer;
  const {product, userErrors} = answer.productSet;
  if (product === null || userErrors.length > 0) return refused(orSilence(userErrors));
  const later = await laterVariants(admin, shop, product.id, product.variants.pageInfo, signal);
  const variants = [...product.variants.nodes, ...later];
  const {id, status, media, variants: _pages, ...text} = product;
  return {kind: 'set', productGid: id, status, text, variants, media: media?.nodes ?? []};
}

/** Beyond 250 variants, fewer are read back with the write, so that the call stays below 1,000 points. */
function variantsReadBack({variants}: ProductSetInput): number {
  const sent = variants?.length ?? 50;
  return sent > 250 ? 100 : Math.max(1, sent);
}

async function laterVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  firstPage: z.infer<typeof answers.PageInfo>,
  signal: AbortSignal | undefined,
): Promise<answers.StoreVariant[]> {
  const found: answers.StoreVariant[] = [];
  for (let page = firstPage; page.hasNextPage; ) {
    const variables = {id: product, first: operations.variantPage, after: page.endCursor};
    const answer = await admin.call(shop, operations.productVariants, variables, signal);
    if (answer.product === null) break;
    found.push(...answer.product.variants.nodes);
    page = answer.product.variants.pageInfo;
  }
  return found;
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
): Promise<{readonly kind: 'updated'; readonly text: answers.ProductText} | Refused> {
  const variables = {identifier: {id: product}, product: fields};
  const answer = await refusalAsValue(admin.call(shop, operations.productUpdate, variables));
  if ('kind' in answer) return answer;
  const {product: text, userErrors} = answer.productUpdate;
  return text === null || userErrors.length > 0 ? refused(orSilence(userErrors)) : {kind: 'updated', text};
}

/** Only for a product the merchant named; nothing else in this app deletes products. */
export function deleteProduct(admin: Admin, shop: ShopDomain, product: ProductGid): Promise<Done> {
  return mutate(admin, shop, operations.productDelete, {input: {id: product}});
}

/** Prices and costs of existing variants; the merchant's renamed options and added variants stay. */
export function updateVariants(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  changes: readonly VariantChange[],
): Promise<Done> {
  return inPortions(changes, (variants) =>
    mutate(admin, shop, operations.variantsUpdate, {productId: product, variants}),
  );
}

/** Shopify refuses to delete a product's last variant (CANNOT_DELETE_LAST_VARIANT): such a product becomes a draft. */
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

/** Makes an active product visible in one channel. Done once, after creation: later the merchant may have hidden it. */
export function publishProduct(
  admin: Admin,
  shop: ShopDomain,
  product: ProductGid,
  publication: string,
): Promise<Done> {
  return mutate(admin, shop, operations.publish, {
    id: product,
    input: [{publicationId: publication}],
  });
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

/**
 * The definitions normally come with shopify.app.toml; missing ones are created here. Without its type `id` the listing key is not
 * unique and productSet cannot find products by it.
 */
export async function ensureListingKeyDefinition(
  admin: Admin,
  shop: ShopDomain,
): Promise<{readonly kind: 'done'; readonly writes: number} | Refused> {
  let writes = 0;
  const found = await admin.call(shop, operations.productDefinitions, {});
  const types = new Map(found.metafieldDefinitions.nodes.map(({key, type}) => [key, type.name]));
  for (const definition of [listingKeyDefinition, articleIdDefinition]) {
    const type = types.get(definition.key);
    if (type === definition.type) continue;
    if (type !== undefined) {
      const message = `The metafield ${definition.key} is of type ${type}, not ${definition.type}.`;
      return refused([{code: 'WRONG_TYPE', field: definition.key, message}]);
    }
    const made = await mutate(admin, shop, operations.definitionCreate, {definition});
    writes += 1;
    // TAKEN: another process created it first.
    if (made.kind === 'refused' && made.errors.some(({code}) => code !== 'TAKEN')) return made;
  }
  return {kind: 'done', writes};
}

/** Shopify takes at most 250 items per list. Stops at the first refusal. */
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

const orSilence = (errors: readonly Refusal[]) =>
  errors.length > 0 ? errors : [{code: null, field: null, message: 'Shopify gave neither a product nor a reason.'}];
