// Applies a batch of planned operations and reports one result per key: each as soon as it is known, never two at once.

import pMap from 'p-map';
import {toShownAmounts, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {OnSale, OperationResult, ProductOperation} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {isAmount, type OwnableField, toWritten, writtenFields} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {
  isAboutOneProduct,
  isDailyVariantLimit,
  isProductMissing,
  type Refused,
  toSentence,
} from '../client/user-errors.ts';
import {changeProduct} from './apply-update.ts';
import type {StoredAmounts} from './product-answers.ts';
import {toNewProduct} from './product-input.ts';
import {setProductWithImages} from './product-media.ts';
import {fetchStatus, readsCost, updateProduct} from './products.ts';
import {findOnlineStore, type OnlineStore, publish} from './publish.ts';
import type {ProductText} from './store-fields.ts';
import {matchVariants, planNewVariants} from './variant-plan.ts';
import {withdrawVariants} from './withdraw-variants.ts';

/** Parallel calls; the shop's rate limiter decides how fast they are sent. */
const atOnce = 8;
export type OnResult = (key: ArticleId, result: OperationResult) => Promise<void>;

/** Called when a product on sale is about to be set to another status. */
export type BeforeOffSale = (
  productGid: ProductGid,
  change: {readonly from: OnSale; readonly to: 'DRAFT' | 'ARCHIVED'},
) => Promise<void>;

export type ApplyOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly beforeOffSale?: BeforeOffSale;
  /** Before each operation that may write amounts; nothing more is begun once it has thrown. */
  readonly beforeWriting?: () => Promise<void>;
  /** Shared by the batches of a run, so that the store is asked once. */
  readonly onlineStore?: OnlineStore;
};

/**
 * Problems of one product are results. Problems of the store (no access, not reachable) are thrown; results that come later are dropped.
 * Every operation can be sent again: creation by listing key, everything else by gid and absolute values.
 */
export async function applyOperations(
  admin: Admin,
  shop: ShopDomain,
  operations: readonly ProductOperation[],
  onResult: OnResult,
  {signal, beforeOffSale, beforeWriting, onlineStore = findOnlineStore(admin, shop, signal)}: ApplyOptions = {},
): Promise<void> {
  const batch: Batch = {admin, shop, signal, beforeOffSale, onlineStore, tomorrow: null};
  const failures: unknown[] = [];
  let reported = Promise.resolve();
  const applyOne = async (operation: ProductOperation): Promise<void> => {
    if (failures.length > 0) return;
    try {
      if (operation.kind !== 'off_sale') await beforeWriting?.();
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
  readonly beforeOffSale: BeforeOffSale | undefined;
  /** Set once the store takes no new variants today: the rest of the batch sends none. */
  tomorrow: typeof tomorrow | null;
  readonly onlineStore: OnlineStore;
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
      case 'off_sale':
        return await takeOffSale(batch, operation);
    }
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return {kind: 'refused', reason: error.message, withdrawn: null, writes: 0};
  }
}

type Refusal = Extract<OperationResult, {readonly kind: 'refused'}>;

/** The update stays refused, whatever becomes of the withdrawal. */
async function withdrawAfter(batch: Batch, operation: Operation<'update'>, refusal: Refusal): Promise<Refusal> {
  const {admin, shop, signal} = batch;
  try {
    const toDraft = () => takeOffSale(batch, {...operation, kind: 'off_sale', to: 'draft'});
    const {withdrawn, writes} = await withdrawVariants(admin, shop, operation, toDraft, signal);
    return {...refusal, withdrawn, writes: refusal.writes + writes};
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return refusal;
  }
}

type Operation<K extends ProductOperation['kind']> = Extract<ProductOperation, {readonly kind: K}>;

async function create(batch: Batch, {key, draft, publish: isOnSale}: Operation<'create'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const input = toNewProduct(draft, isOnSale ? 'ACTIVE' : 'DRAFT');
  const write = {identity: {listingKey: key}, input, withCost: readsCost(draft.currency, writtenFields)};
  const {outcome, media, writes} = await setProductWithImages(admin, shop, write, signal);
  if (outcome.kind === 'refused') return toResult(batch, outcome, writes);
  const {productGid, text, variants, updatedAt} = outcome;
  const written = writtenOf(draft, writtenFields, {text, amounts: variants});
  const live = matchVariants(planNewVariants(draft), variants);
  const status = isOnSale ? ('ACTIVE' as const) : ('DRAFT' as const);
  const done = {...quietly, productGid, live, status, written, media, updatedAt, writes};
  if (!isOnSale) return done;
  const published = await publish(admin, shop, productGid, batch.onlineStore);
  return {...done, ...published, writes: writes + published.writes};
}

const quietly = {kind: 'done', deleted: [], takenFrom: false, status: null, unpublished: null, tomorrow: null} as const;

async function update(batch: Batch, operation: Operation<'update'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const wanted = batch.tomorrow === null ? operation : withoutNew(operation);
  if (wanted === null) return batch.tomorrow ?? tomorrow;
  const changed = await changeProduct(admin, shop, wanted, signal);
  if (changed.kind === 'missing') return changed;
  if (changed.kind === 'refused') {
    const result = toResult(batch, changed, changed.writes);
    // Changes without new variants continue today: withdrawn variants are deleted, prices change.
    const isFirst = wanted === operation && withoutNew(operation) !== operation;
    return result.kind === 'tomorrow' && isFirst ? update(batch, operation) : result;
  }
  const {text, amounts, raised, ...done} = changed;
  const {draft, write} = operation;
  const written = {...writtenOf(draft, write, {text, amounts}), ...(raised === false ? {} : {status: raised})};
  const {productGid} = operation;
  const status = raised === false ? null : raised;
  return {...quietly, ...done, productGid, status, written, tomorrow: wanted === operation ? null : tomorrow.reason};
}

/** The operation without its new variants; the same object if it has none, null if nothing else would be left. */
function withoutNew(operation: Operation<'update'>): Operation<'update'> | null {
  const present = new Set(operation.live.map(variantKey));
  const variants = operation.draft.variants.filter((variant) => present.has(variantKey(variant)));
  if (!operation.variantsChange || variants.length === operation.draft.variants.length) return operation;
  const isLess = variants.length < present.size || operation.raise !== false;
  const isMore = operation.write.some((field) => field !== 'variants');
  return variants.length === 0 || !(isLess || isMore) ? null : {...operation, draft: {...operation.draft, variants}};
}

type Answered = {readonly text: ProductText | null; readonly amounts: readonly StoredAmounts[]};

/** Text and amounts as Shopify's answer has them: it may clean text, and rounds amounts to its currency. Else as sent. */
function writtenOf(draft: ProductDraft, write: readonly OwnableField[], {text, amounts}: Answered): WrittenValues {
  const values = {...toWritten(draft), ...text, ...toShownAmounts(amounts, draft.currency)};
  const fields = writtenFields.filter((field) => write.includes(field));
  const currency = fields.some(isAmount) ? {currency: draft.currency} : {};
  return {...Object.fromEntries(fields.map((field) => [field, values[field]])), ...currency};
}

/** A product the merchant already took off sale stays as it is, and the sync may not put it back later. */
async function takeOffSale(batch: Batch, {productGid, to}: Operation<'off_sale'>): Promise<OperationResult> {
  const {admin, shop} = batch;
  const status = await fetchStatus(admin, shop, productGid);
  if (status === null) return {kind: 'missing'};
  const done = {...quietly, productGid, live: null, media: null} as const;
  if (status === 'DRAFT' || status === 'ARCHIVED') return {...done, status, updatedAt: null, written: {}, writes: 0};
  const takenFrom = to === 'archive' ? 'ARCHIVED' : 'DRAFT';
  await batch.beforeOffSale?.(productGid, {from: status, to: takenFrom});
  const outcome = await updateProduct(admin, shop, productGid, {status: takenFrom});
  if (outcome.kind === 'refused') return toResult(batch, outcome, 1);
  return {
    ...done,
    updatedAt: outcome.updatedAt,
    takenFrom: status,
    status: takenFrom,
    written: {status: takenFrom},
    writes: 1,
  };
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
