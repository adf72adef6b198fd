// Applies a batch of planned operations and reports one result per key: each as soon as it is known, never two at once.

import pMap from 'p-map';
import {isAmount, toTagsText, toWritten, type WrittenValues, writtenFields} from '#domain/catalogue/edits.ts';
import type {OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {OwnableField} from '#domain/catalogue/owned-field.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {shopifyFailure} from '../client/transport.ts';
import {
  isAboutOneProduct,
  isDailyVariantLimit,
  isProductMissing,
  type Refused,
  toSentence,
} from '../client/user-errors.ts';
import {fetchOnlineStorePublication} from '../shop/shop.ts';
import {changeProduct} from './apply-update.ts';
import type {ProductText} from './product-answers.ts';
import {toNewProduct} from './product-input.ts';
import {setProductWithImages} from './product-media.ts';
import {ensureListingKeyDefinition, fetchStatus, publishProduct, updateProduct} from './products.ts';
import {matchVariants, planNewVariants} from './variant-plan.ts';
import {withdrawVariants} from './withdraw-variants.ts';

/** Parallel calls; the shop's rate limiter decides how fast they are sent. */
const atOnce = 8;
export type OnResult = (key: ArticleId, result: OperationResult) => Promise<void>;

/** Called when a product on sale is about to be set to that status. */
export type BeforeLowering = (productGid: ProductGid, status: 'DRAFT' | 'ARCHIVED') => Promise<void>;

/**
 * Problems of one product are results. Problems of the store (no access, not reachable) are thrown, after the results known by then.
 * Every operation can be sent again: creation by listing key, everything else by gid and absolute values.
 */
export async function applyOperations(
  admin: Admin,
  shop: ShopDomain,
  operations: readonly ProductOperation[],
  onResult: OnResult,
  signal?: AbortSignal,
  beforeLowering?: BeforeLowering,
): Promise<void> {
  const batch: Batch = {admin, shop, signal, beforeLowering, tomorrow: null, publication: null};
  const failures: unknown[] = [];
  let reported = Promise.resolve();
  const applyOne = async (operation: ProductOperation): Promise<void> => {
    if (failures.length > 0) return;
    try {
      const result = await applied(batch, operation);
      reported = reported.then(() => (failures.length > 0 ? undefined : onResult(operation.key, result)));
      await reported;
    } catch (error) {
      failures.push(error);
    }
  };
  // No mapping rejects, so all calls under way have ended when the first failure is thrown.
  await pMap(operations, applyOne, {concurrency: atOnce});
  if (failures.length > 0) throw failures[0];
}

type Batch = {
  readonly admin: Admin;
  readonly shop: ShopDomain;
  readonly signal: AbortSignal | undefined;
  readonly beforeLowering: BeforeLowering | undefined;
  /** Set once the store takes no new variants today: the rest of the batch sends none. */
  tomorrow: typeof tomorrow | null;
  /** Requested once, by the first product to publish. */
  publication: ReturnType<typeof fetchOnlineStorePublication> | null;
};

async function applied(batch: Batch, operation: ProductOperation): Promise<OperationResult> {
  const result = await resultOf(batch, operation);
  return operation.kind === 'update' && result.kind === 'refused' ? withdrawAfter(batch, operation, result) : result;
}

async function resultOf(batch: Batch, operation: ProductOperation): Promise<OperationResult> {
  if (operation.kind === 'create' && batch.tomorrow !== null) return batch.tomorrow;
  try {
    switch (operation.kind) {
      case 'create':
        return await create(batch, operation);
      case 'update':
        return await update(batch, operation);
      case 'lower':
        return await lower(batch, operation);
    }
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return {kind: 'refused', reason: error.message, withdrawn: null, writes: 0};
  }
}

type Refusal = Extract<OperationResult, {readonly kind: 'refused'}>;

/** The update stays refused, with any outcome of this. */
async function withdrawAfter(batch: Batch, operation: Operation<'update'>, refusal: Refusal): Promise<Refusal> {
  const {admin, shop, signal} = batch;
  try {
    const toDraft = () => lower(batch, {...operation, kind: 'lower', to: 'draft'});
    const {withdrawn, writes} = await withdrawVariants(admin, shop, operation, toDraft, signal);
    return {...refusal, withdrawn, writes: refusal.writes + writes};
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return refusal;
  }
}

type Operation<K extends ProductOperation['kind']> = Extract<ProductOperation, {readonly kind: K}>;

async function create(batch: Batch, {key, draft, publish}: Operation<'create'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const input = toNewProduct(draft, publish ? 'ACTIVE' : 'DRAFT');
  const {outcome, media, writes} = await setProductWithImages(
    admin,
    shop,
    {identity: {listingKey: key}, input},
    signal,
  );
  if (outcome.kind === 'refused') return toResult(batch, outcome, writes);
  const {productGid, text, variants} = outcome;
  const written = writtenOf(draft, writtenFields, text);
  const live = matchVariants(planNewVariants(draft), variants);
  const done = {...quietly, productGid, live, written, media};
  return publish ? {...done, ...(await published(batch, productGid, writes))} : {...done, writes};
}

const quietly = {kind: 'done', deleted: [], lowered: false, unpublished: null, tomorrow: null} as const;

/** The product exists in either case: only the publishing failed, and is tried again automatically. */
async function published(
  batch: Batch,
  productGid: ProductGid,
  writes: number,
): Promise<{readonly unpublished: string | null; readonly writes: number}> {
  try {
    const publication = await onlineStore(batch);
    if (publication === null) return {unpublished: null, writes};
    const outcome = await publishProduct(batch.admin, batch.shop, productGid, publication);
    return {unpublished: outcome.kind === 'refused' ? toSentence(outcome) : null, writes: writes + 1};
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {unpublished: error.message, writes};
  }
}

/** Publishes again a product that could not be published when it was made. */
export async function publishLater(
  admin: Admin,
  shop: ShopDomain,
  products: readonly ProductGid[],
  onResult: (product: ProductGid, result: Awaited<ReturnType<typeof published>>) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const batch: Batch = {admin, shop, signal, beforeLowering: undefined, tomorrow: null, publication: null};
  for (const product of products) await onResult(product, await published(batch, product, 0));
}

/** Null for a store without an online store, or where new products appear in it automatically. */
async function onlineStore(batch: Batch): Promise<string | null> {
  batch.publication ??= fetchOnlineStorePublication(batch.admin, batch.shop, batch.signal);
  const publication = await batch.publication;
  return publication === null || publication.autoPublish ? null : publication.gid;
}

async function update(batch: Batch, operation: Operation<'update'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const wanted = batch.tomorrow === null ? operation : withoutNew(operation);
  if (wanted === null) return batch.tomorrow ?? tomorrow;
  const changed = await changeProduct(admin, shop, wanted, signal);
  if (changed.kind === 'missing') return changed;
  if (changed.kind === 'refused') {
    const result = toResult(batch, changed, changed.writes);
    // Changes without new variants continue today: withdrawn variants leave, prices change.
    const isFirst = wanted === operation && withoutNew(operation) !== operation;
    return result.kind === 'tomorrow' && isFirst ? update(batch, operation) : result;
  }
  const {text, raised, ...done} = changed;
  const written = {...writtenOf(operation.draft, operation.write, text), ...(raised ? {status: 'ACTIVE'} : {})};
  const {productGid} = operation;
  return {...quietly, ...done, productGid, written, tomorrow: wanted === operation ? null : tomorrow.reason};
}

/** The same without new variants; itself if there are none, null if nothing else would be left. */
function withoutNew(operation: Operation<'update'>): Operation<'update'> | null {
  const present = new Set(operation.live.map(variantKey));
  const variants = operation.draft.variants.filter((variant) => present.has(variantKey(variant)));
  if (!operation.variantsChange || variants.length === operation.draft.variants.length) return operation;
  const isLess = variants.length < present.size || operation.raise !== false;
  const isMore = operation.write.some((field) => field !== 'variants');
  return variants.length === 0 || !(isLess || isMore) ? null : {...operation, draft: {...operation.draft, variants}};
}

/** Amounts as sent; text as Shopify's answer has it, since Shopify may clean it. */
function writtenOf(draft: ProductDraft, write: readonly OwnableField[], text: ProductText | null): WrittenValues {
  const kept = text === null ? {} : toKept(text);
  const values = {...toWritten(draft), ...kept};
  const fields = writtenFields.filter((field) => write.includes(field));
  const currency = fields.some(isAmount) ? {currency: draft.currency} : {};
  return {...Object.fromEntries(fields.map((field) => [field, values[field]])), ...currency};
}

const toKept = ({title, descriptionHtml, vendor, productType, tags}: ProductText): WrittenValues => ({
  title,
  description: descriptionHtml,
  vendor,
  type: productType,
  tags: toTagsText(tags),
});

/** A product the merchant already took off sale stays as it is, and the sync may not put it back later. */
async function lower(batch: Batch, {productGid, to}: Operation<'lower'>): Promise<OperationResult> {
  const {admin, shop} = batch;
  const status = await fetchStatus(admin, shop, productGid);
  if (status === null) return {kind: 'missing'};
  const done = {...quietly, productGid, live: null, media: null} as const;
  if (status === 'DRAFT' || status === 'ARCHIVED') return {...done, written: {}, writes: 0};
  const lowered = to === 'archive' ? 'ARCHIVED' : 'DRAFT';
  await batch.beforeLowering?.(productGid, lowered);
  const outcome = await updateProduct(admin, shop, productGid, {status: lowered});
  if (outcome.kind === 'refused') return toResult(batch, outcome, 1);
  return {...done, lowered: true, written: {status: lowered}, writes: 1};
}

const tomorrow = {
  kind: 'tomorrow',
  reason: 'The store takes no more new variants today; the import continues tomorrow.',
} as const;

function toResult(batch: Batch, refusal: Refused, writes: number): OperationResult {
  if (isProductMissing(refusal)) return {kind: 'missing'};
  if (!isDailyVariantLimit(refusal)) return {kind: 'refused', reason: toSentence(refusal), withdrawn: null, writes};
  batch.tomorrow = tomorrow;
  return tomorrow;
}

/** Returns the number of writes. Throws if the store's definitions conflict: without them nothing may be written. */
export async function ensureListingDefinitions(admin: Admin, shop: ShopDomain): Promise<number> {
  const outcome = await ensureListingKeyDefinition(admin, shop);
  if (outcome.kind === 'done') return outcome.writes;
  const remoteMessage = toSentence(outcome);
  const facts = {kind: 'refused', sent: true, status: 200, remoteMessage} as const;
  throw shopifyFailure('metafield definitions', remoteMessage, facts);
}
