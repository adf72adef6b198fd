// Changes a product in the store. The merchant's renamed options and added variants stay, unless the article's own options change.

import type {KnownMedia, LiveVariant, OnSale, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {amountFields, type OwnableField} from '#domain/catalogue/product-fields.ts';
import type {ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {isProductMissing, isVariantMissing, type Refused, refused} from '../client/user-errors.ts';
import {isSameImage, recogniseMedia} from './match-files.ts';
import {fetchProductForListing, type StoreProduct} from './own-products.ts';
import type {StoredAmounts} from './product-answers.ts';
import {type ProductSetInput, toPriceFields, toTextFields, toVariantLists} from './product-input.ts';
import {planFiles, setProductWithImages} from './product-media.ts';
import {fetchStatus, readsCost, updateProduct, updateVariants} from './products.ts';
import type {ProductText} from './store-fields.ts';
import {isRestructured, matchVariants, planChangedVariants} from './variant-plan.ts';

type Update = Extract<ProductOperation, {readonly kind: 'update'}>;

export type Changed =
  | {
      readonly kind: 'done';
      readonly live: readonly LiveVariant[] | null;
      readonly deleted: readonly VariantGid[];
      /** Null: no text was written. */
      readonly text: ProductText | null;
      /** The amounts of our variants as the store keeps them; empty: none were written. */
      readonly amounts: readonly StoredAmounts[];
      readonly media: readonly KnownMedia[] | null;
      readonly raised: OnSale | false;
      readonly updatedAt: Date | null;
      readonly writes: number;
    }
  | (Refused & {readonly writes: number})
  | {readonly kind: 'missing'};

const ofVariants: readonly OwnableField[] = [...amountFields, 'variants'];

export async function changeProduct(
  admin: Admin,
  shop: ShopDomain,
  operation: Update,
  signal?: AbortSignal,
): Promise<Changed> {
  // Images, and variants that are added or removed, are lists. Lists are replaced as a whole, so the current ones are read first.
  return operation.variantsChange || operation.write.includes('images')
    ? replaceLists(admin, shop, operation, signal)
    : patchFields(admin, shop, operation, signal);
}

async function replaceLists(admin: Admin, shop: ShopDomain, operation: Update, signal?: AbortSignal): Promise<Changed> {
  const {productGid, draft, write, raise} = operation;
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const deleted = deletedMeanwhile(operation, product);
  const variants = planLists(operation, product);
  if (variants === 'restructured') return {...refused([restructured]), writes: 0};
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
  if (Object.keys(input).length === 0) return {...nothing, live: [], deleted, ...own, kind: 'done', writes: before};
  const sent = {identity: {productGid}, input, withCost: variants !== null && readsCost(draft.currency, write)};
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
    media: write.includes('images') ? settle(draft.images, known, {product, fresh: media}) : null,
    raised,
    writes: before + writes,
  };
}

const nothing = {
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

const restructured = {
  code: null,
  field: null,
  message: 'the product’s options were changed in the store, so its variants cannot be told apart any more.',
};

/** Null: variants stay as they are, or none of ours is left. */
function planLists({draft, live, write}: Update, product: StoreProduct) {
  if (!write.some((field) => ofVariants.includes(field))) return null;
  const present = new Set<string>(product.variants.map(({gid}) => gid));
  // Variants that the merchant has just removed from the product are not made again.
  const removed = new Set(live.filter(({gid}) => !present.has(gid)).map(variantKey));
  const variants = draft.variants.filter((variant) => !removed.has(variantKey(variant)));
  if (variants.length === 0) return null;
  const wanted = {...draft, variants};
  if (isRestructured(wanted, live, product.variants)) return 'restructured';
  return planChangedVariants(wanted, live, product.variants);
}

function deletedMeanwhile({live}: Update, {variants}: StoreProduct): VariantGid[] {
  const present = new Set<string>(variants.map(({gid}) => gid));
  return live.filter(({gid}) => !present.has(gid)).map(({gid}) => gid);
}

/** The draft's images with their state: new and failed ones from the write, kept ones as read just before it. */
function settle(
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

/** Prices, costs and SKUs by variant (250 variants a call), text and status by product (one call), and only for changes. */
async function patchFields(admin: Admin, shop: ShopDomain, operation: Update, signal?: AbortSignal): Promise<Changed> {
  const {productGid, draft, write, raise} = operation;
  const priced = write.some((field) => ofVariants.includes(field))
    ? await repriceVariants(admin, shop, operation, signal)
    : nothing;
  if (priced.kind !== 'done') return priced;
  const status = raise === false ? null : await fetchStatus(admin, shop, productGid);
  if (raise !== false && status === null) return {kind: 'missing'};
  const raised = raise !== false && status === raise.from && raise.to;
  const fields = {...toTextFields(draft, write), ...(raised === false ? {} : {status: raised})};
  if (Object.keys(fields).length === 0) return priced;
  const updated = await updateProduct(admin, shop, productGid, fields);
  const writes = priced.writes + 1;
  if (updated.kind === 'refused') return {...updated, writes};
  return {...priced, text: updated.text, updatedAt: updated.updatedAt, raised, writes};
}

/** For existing variants; a variant the merchant just deleted is left out. */
async function repriceVariants(
  admin: Admin,
  shop: ShopDomain,
  operation: Update,
  signal?: AbortSignal,
): Promise<Changed> {
  const {productGid, draft, live, write} = operation;
  const withCost = readsCost(draft.currency, write);
  const send = (variants: readonly LiveVariant[]) =>
    updateVariants(admin, shop, productGid, {changes: toPriceFields(draft, variants, write), withCost});
  const outcome = await send(live);
  if (outcome.kind === 'done') return {...nothing, ...outcome, writes: 1};
  if (!isVariantMissing(outcome) || isProductMissing(outcome)) return {...outcome, writes: 1};
  const product = await fetchProductForListing(admin, shop, productGid, signal);
  if (product === null) return {kind: 'missing'};
  const deleted = deletedMeanwhile(operation, product);
  const left = live.filter(({gid}) => !deleted.includes(gid));
  const second = await send(left);
  return second.kind === 'done' ? {...nothing, ...second, live: left, deleted, writes: 2} : {...second, writes: 2};
}
