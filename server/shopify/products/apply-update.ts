// Changes a product in the store. The merchant's renamed options and added variants stay, unless the article's own options change.

import type {KnownMedia, LiveVariant, OnSaleStatus, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {amountFields, type OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {isProductMissing, isVariantMissing, type Refused, toRefused} from '../client/user-errors.ts';
import {isSameImage, recogniseMedia} from './match-files.ts';
import {fetchProductForListing, type StoreProduct} from './own-products.ts';
import type {StoredAmounts} from './product-answers.ts';
import {type ProductSetInput, toTextFields, toVariantChanges, toVariantLists} from './product-input.ts';
import {planFiles, setProductWithImages} from './product-media.ts';
import {fetchProductStatus, mustReadCosts, updateProduct, updateVariants} from './products.ts';
import type {ProductText} from './store-fields.ts';
import {hasRestructuredOptions, matchVariants, planChangedVariants} from './variant-plan.ts';

type UpdateOperation = Extract<ProductOperation, {readonly kind: 'update'}>;

/** What became of an update. `missing`: the product no longer exists. */
export type ChangeOutcome =
  | {
      readonly kind: 'done';
      /** Our variants on the product after the write; null: no variants were written. */
      readonly live: readonly LiveVariant[] | null;
      /** Variants of ours that the merchant has removed from the product. */
      readonly deleted: readonly VariantGid[];
      /** The product's texts after the write, as the store keeps them; null: no text was written. */
      readonly text: ProductText | null;
      /** The amounts of our variants as the store keeps them; empty: none were written. */
      readonly amounts: readonly StoredAmounts[];
      /** Our images with their states; null: no images were written. */
      readonly media: readonly KnownMedia[] | null;
      /** The status on sale that was written; false: the status was not written. */
      readonly raised: OnSaleStatus | false;
      /** The product's `updatedAt` after the last write; null: not known, or nothing was written. */
      readonly updatedAt: Date | null;
      /** How many mutations were sent. */
      readonly writes: number;
    }
  | (Refused & {readonly writes: number})
  | {readonly kind: 'missing'};

/** Owned fields that are written to variants and not to the product itself. */
const variantFields: readonly OwnableField[] = [...amountFields, 'variants'];

/** Writes the planned fields of one product. User errors are values; other failures are thrown. */
export async function changeProduct(
  admin: Admin,
  shop: ShopDomain,
  operation: UpdateOperation,
  signal?: AbortSignal,
): Promise<ChangeOutcome> {
  // Images, and variants that are added or removed, are lists. Lists are replaced as a whole, so the current ones are read first.
  return operation.variantsChange || operation.write.includes('images')
    ? replaceLists(admin, shop, operation, signal)
    : patchFields(admin, shop, operation, signal);
}

/** Changes the product with `productSet`, which replaces whole lists, so it reads the current lists first. */
async function replaceLists(
  admin: Admin,
  shop: ShopDomain,
  operation: UpdateOperation,
  signal?: AbortSignal,
): Promise<ChangeOutcome> {
  const {productGid, draft, write, raise} = operation;
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const deleted = findDeletedVariants(operation, product);
  const variants = planVariantLists(operation, product);
  if (variants === 'restructured') return {...toRefused([restructuredError]), writes: 0};
  const known = recogniseMedia(draft.images, operation.media, product.media);
  const files = write.includes('images') ? {files: planFiles(draft, known, product.media)} : {};
  const raised = raise !== false && raise.from === product.status && raise.to;
  // In productSet the list would replace every metafield of the product, the merchant's and our keys too.
  const {metafields, ...text} = toTextFields(draft, write);
  const own = metafields === undefined ? null : await updateProduct(admin, shop, productGid, {metafields});
  if (own?.kind === 'refused') return {...own, writes: 1};
  const before = own === null ? 0 : 1;
  const input: ProductSetInput = {
    ...text,
    ...(raised === false ? {} : {status: raised}),
    ...(variants === null ? {} : toVariantLists(variants, draft, write)),
    ...files,
  };
  if (Object.keys(input).length === 0)
    return {...nothingChanged, live: [], deleted, ...own, kind: 'done', writes: before};
  const sent = {identity: {productGid}, input, withCost: variants !== null && mustReadCosts(draft.currency, write)};
  const {outcome, media, writes} = await setProductWithImages(admin, shop, sent, signal);
  if (outcome.kind === 'refused') return {...outcome, writes: before + writes};
  const live = variants === null ? null : matchVariants(variants, outcome.variants);
  const ours = new Set(live?.map(({gid}) => gid));
  return {
    kind: 'done',
    live,
    deleted,
    text: outcome.text,
    amounts: outcome.variants.filter(({gid}) => ours.has(gid)),
    updatedAt: outcome.updatedAt,
    media: write.includes('images') ? toMediaStates(draft.images, known, {product, fresh: media}) : null,
    raised,
    writes: before + writes,
  };
}

/** The outcome of an update that wrote nothing. */
const nothingChanged = {
  kind: 'done',
  live: null,
  deleted: [],
  text: null,
  amounts: [],
  media: null,
  raised: false,
  updatedAt: null,
  writes: 0,
} as const;

/** The refusal of an update because the merchant changed the product's options. */
const restructuredError = {
  code: null,
  field: null,
  message: 'the product’s options were changed in the store, so its variants cannot be told apart any more.',
};

/**
 * Plans the product's list of variants. Null: variants stay as they are, or none of ours is left. `restructured`: the merchant changed the
 * options.
 */
function planVariantLists({draft, live, write}: UpdateOperation, product: StoreProduct) {
  if (!write.some((field) => variantFields.includes(field))) return null;
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  // Variants that the merchant has just removed from the product are not made again.
  const removed = new Set(live.filter(({gid}) => !present.has(gid)).map(variantKey));
  const variants = draft.variants.filter((variant) => !removed.has(variantKey(variant)));
  if (variants.length === 0) return null;
  const wanted = {...draft, variants};
  if (hasRestructuredOptions(wanted, live, product.variants)) return 'restructured';
  return planChangedVariants(wanted, live, product.variants);
}

/** Variants of ours that are no longer on the product. */
function findDeletedVariants({live}: UpdateOperation, {variants}: StoreProduct): VariantGid[] {
  const present = new Set<string>(variants.map(({gid}) => gid));
  return live.filter(({gid}) => !present.has(gid)).map(({gid}) => gid);
}

/** The draft's images with their state: new and failed ones from the write, kept ones as read just before it. */
function toMediaStates(
  images: readonly string[],
  known: readonly KnownMedia[],
  {product, fresh}: {readonly product: StoreProduct; readonly fresh: readonly KnownMedia[]},
): KnownMedia[] {
  const status = new Map(product.media.map(({id, status: state}) => [id, state]));
  return images.flatMap((url): KnownMedia[] => {
    const made = fresh.find((image) => image.url === url);
    if (made !== undefined) return [made];
    const image = known.find((candidate) => isSameImage(candidate.url, url));
    if (image === undefined) return [];
    const ready = image.gid !== null && status.get(image.gid) === 'READY';
    return [ready ? {...image, url, state: 'ready', reason: null} : {...image, url}];
  });
}

/** Writes changed prices, costs and SKUs by variant (250 variants a call), and changed text and status by product (one call). */
async function patchFields(
  admin: Admin,
  shop: ShopDomain,
  operation: UpdateOperation,
  signal?: AbortSignal,
): Promise<ChangeOutcome> {
  const {productGid, draft, write, raise} = operation;
  const priced = write.some((field) => variantFields.includes(field))
    ? await patchVariants(admin, shop, operation, signal)
    : nothingChanged;
  if (priced.kind !== 'done') return priced;
  const status = raise === false ? null : await fetchProductStatus(admin, shop, productGid);
  if (raise !== false && status === null) return {kind: 'missing'};
  const raised = raise !== false && status === raise.from && raise.to;
  const fields = {...toTextFields(draft, write), ...(raised === false ? {} : {status: raised})};
  if (Object.keys(fields).length === 0) return priced;
  const updated = await updateProduct(admin, shop, productGid, fields);
  const writes = priced.writes + 1;
  if (updated.kind === 'refused') return {...updated, writes};
  return {...priced, text: updated.text, updatedAt: updated.updatedAt, raised, writes};
}

/** Writes prices, costs and SKUs of existing variants, without variants that the merchant has just deleted. */
async function patchVariants(
  admin: Admin,
  shop: ShopDomain,
  operation: UpdateOperation,
  signal?: AbortSignal,
): Promise<ChangeOutcome> {
  const {productGid, draft, live, write} = operation;
  const withCost = mustReadCosts(draft.currency, write);
  const send = (variants: readonly LiveVariant[]) =>
    updateVariants(admin, shop, productGid, {changes: toVariantChanges(draft, variants, write), withCost});
  const outcome = await send(live);
  if (outcome.kind === 'done') return {...nothingChanged, ...outcome, writes: 1};
  if (!isVariantMissing(outcome) || isProductMissing(outcome)) return {...outcome, writes: 1};
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const deleted = findDeletedVariants(operation, product);
  const left = live.filter(({gid}) => !deleted.includes(gid));
  const second = await send(left);
  return second.kind === 'done'
    ? {...nothingChanged, ...second, live: left, deleted, writes: 2}
    : {...second, writes: 2};
}
