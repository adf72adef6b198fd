// Applies a batch of planned operations and reports one result per key: each as soon as it is known, never two at once.

import pMap from 'p-map';
import {
  mayPutOnSale,
  type OnSaleStatus,
  type OperationResult,
  type ProductOperation,
} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {writtenFields} from '#domain/catalogue/product-fields.ts';
import type {ArticleId, ProductGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {
  isAboutOneProduct,
  isDailyVariantLimit,
  isProductMissing,
  type Refused,
  toMerchantSentence,
} from '../client/user-errors.ts';
import {changeProduct} from './apply-update.ts';
import {readWrittenValues} from './product-answers.ts';
import {toNewProduct} from './product-input.ts';
import {setProductWithImages} from './product-media.ts';
import {fetchProductStatus, mustReadCosts, updateProduct} from './products.ts';
import {createPublicationFinder, type FindPublication, publishProduct} from './publish.ts';
import {matchVariants, planNewVariants} from './variant-plan.ts';
import {withdrawVariants} from './withdraw-variants.ts';

/** Parallel calls; the shop's rate limiter decides how fast they are sent. */
const maxParallelOperations = 8;
export type OnResult = (key: ArticleId, result: OperationResult) => Promise<void>; // takes each result

/** Called when a product on sale is about to be set to another status. */
export type BeforeOffSale = (
  productGid: ProductGid,
  change: {readonly from: OnSaleStatus; readonly to: 'DRAFT' | 'ARCHIVED'},
) => Promise<void>;

export type ApplyOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly beforeOffSale?: BeforeOffSale;
  /** Called before each operation that may write amounts. If it throws, no further operation is begun. */
  readonly beforeWriting?: () => Promise<void>;
  /** Called before each operation that `mayPutOnSale`. False: the operation is not begun, and its result is `left_out`. */
  readonly beforeSale?: (key: ArticleId) => Promise<boolean>;
  /** Shared by the batches of a run, so that the store is asked once. */
  readonly findPublication?: FindPublication;
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
  {
    signal,
    beforeOffSale,
    beforeWriting,
    beforeSale,
    findPublication: onlineStore = createPublicationFinder(admin, shop, signal),
  }: ApplyOptions = {},
): Promise<void> {
  const batch: Batch = {admin, shop, signal, beforeOffSale, findPublication: onlineStore, tomorrowResult: null};
  const failures: unknown[] = [];
  let reported = Promise.resolve();
  const applyOne = async (operation: ProductOperation): Promise<void> => {
    if (failures.length > 0) return;
    try {
      if (operation.kind !== 'off_sale') await beforeWriting?.();
      const isLeftOut = mayPutOnSale(operation) && (await beforeSale?.(operation.key)) === false;
      const result = isLeftOut ? ({kind: 'left_out'} as const) : await applyOperation(batch, operation);
      reported = reported.then(() => (failures.length > 0 ? undefined : onResult(operation.key, result)));
      await reported;
    } catch (error) {
      failures.push(error);
    }
  };
  // No mapping rejects, so all calls under way have ended when the first failure is thrown.
  await pMap(operations, applyOne, {concurrency: maxParallelOperations});
  if (failures.length > 0) throw failures[0];
}

type Batch = {
  readonly admin: Admin;
  readonly shop: ShopDomain;
  readonly signal: AbortSignal | undefined;
  readonly beforeOffSale: BeforeOffSale | undefined; // undefined: nothing is called
  /** Set once the store takes no new variants today: the rest of the batch sends none. */
  tomorrowResult: typeof tomorrowResult | null;
  readonly findPublication: FindPublication;
};

async function applyOperation(batch: Batch, operation: ProductOperation): Promise<OperationResult> {
  const result = await tryOperation(batch, operation);
  return operation.kind === 'update' && result.kind === 'refused'
    ? withdrawAfterRefusal(batch, operation, result)
    : result;
}

async function tryOperation(batch: Batch, operation: ProductOperation): Promise<OperationResult> {
  if (operation.kind === 'create' && batch.tomorrowResult !== null) return batch.tomorrowResult;
  try {
    switch (operation.kind) {
      case 'create':
        return await applyCreate(batch, operation);
      case 'update':
        return await applyUpdate(batch, operation);
      case 'off_sale':
        return await takeOffSale(batch, operation);
    }
  } catch (error) {
    if (!isAboutOneProduct(error)) throw error;
    return {kind: 'refused', reason: error.message, withdrawn: null, writes: 0};
  }
}

type RefusedResult = Extract<OperationResult, {readonly kind: 'refused'}>;

/** Withdraws variants after a refused update. The update's result stays refused, whether or not the withdrawal succeeds. */
async function withdrawAfterRefusal(
  batch: Batch,
  operation: Operation<'update'>,
  refusal: RefusedResult,
): Promise<RefusedResult> {
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

async function applyCreate(
  batch: Batch,
  {key, draft, publish: isOnSale}: Operation<'create'>,
): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const input = toNewProduct(draft, isOnSale ? 'ACTIVE' : 'DRAFT');
  const write = {identity: {listingKey: key}, input, withCost: mustReadCosts(draft.currency, writtenFields)};
  const {outcome, media, writes} = await setProductWithImages(admin, shop, write, signal);
  if (outcome.kind === 'refused') return toRefusalResult(batch, outcome, writes);
  const {productGid, text, variants, updatedAt} = outcome;
  const written = readWrittenValues(draft, writtenFields, {text, amounts: variants});
  const live = matchVariants(planNewVariants(draft), variants);
  const status = isOnSale ? ('ACTIVE' as const) : ('DRAFT' as const);
  const done = {...doneDefaults, productGid, live, status, written, media, updatedAt, writes};
  if (!isOnSale) return done;
  const published = await publishProduct(admin, shop, productGid, batch.findPublication);
  return {...done, ...published, writes: writes + published.writes};
}

/** Fields of a `done` result with their usual values. */
const doneDefaults = {
  kind: 'done',
  deleted: [],
  takenFrom: false,
  status: null,
  unpublished: null,
  tomorrow: null,
} as const;

async function applyUpdate(batch: Batch, operation: Operation<'update'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const wanted = batch.tomorrowResult === null ? operation : withoutNewVariants(operation);
  if (wanted === null) return batch.tomorrowResult ?? tomorrowResult;
  const changed = await changeProduct(admin, shop, wanted, signal);
  if (changed.kind === 'missing') return changed;
  if (changed.kind === 'refused') {
    const result = toRefusalResult(batch, changed, changed.writes);
    // Changes without new variants continue today: withdrawn variants are deleted, prices change.
    const isFirst = wanted === operation && withoutNewVariants(operation) !== operation;
    return result.kind === 'tomorrow' && isFirst ? applyUpdate(batch, operation) : result;
  }
  const {text, amounts, raised, ...done} = changed;
  const {draft, write} = operation;
  const written = {...readWrittenValues(draft, write, {text, amounts}), ...(raised === false ? {} : {status: raised})};
  const {productGid} = operation;
  const status = raised === false ? null : raised;
  return {
    ...doneDefaults,
    ...done,
    productGid,
    status,
    written,
    tomorrow: wanted === operation ? null : tomorrowResult.reason,
  };
}

/**
 * The operation without its new variants; the same object if it has none. Null if no variant or no change would be left: then the whole
 * operation waits.
 */
function withoutNewVariants(operation: Operation<'update'>): Operation<'update'> | null {
  const present = new Set(operation.live.map(variantKey));
  const variants = operation.draft.variants.filter((variant) => present.has(variantKey(variant)));
  if (!operation.variantsChange || variants.length === operation.draft.variants.length) return operation;
  const isLess = variants.length < present.size || operation.raise !== false;
  const isMore = operation.write.some((field) => field !== 'variants');
  return variants.length === 0 || !(isLess || isMore) ? null : {...operation, draft: {...operation.draft, variants}};
}

/** A product the merchant already took off sale stays as it is, and the sync may not put it back later. */
async function takeOffSale(batch: Batch, {productGid, to}: Operation<'off_sale'>): Promise<OperationResult> {
  const {admin, shop, signal} = batch;
  const status = await fetchProductStatus(admin, shop, productGid, signal);
  if (status === null) return {kind: 'missing'};
  const done = {...doneDefaults, productGid, live: null, media: null} as const;
  if (status === 'DRAFT' || status === 'ARCHIVED') return {...done, status, updatedAt: null, written: {}, writes: 0};
  const offSaleStatus = to === 'archive' ? 'ARCHIVED' : 'DRAFT';
  await batch.beforeOffSale?.(productGid, {from: status, to: offSaleStatus});
  const outcome = await updateProduct(admin, shop, productGid, {status: offSaleStatus}, signal);
  if (outcome.kind === 'refused') return toRefusalResult(batch, outcome, 1);
  return {
    ...done,
    updatedAt: outcome.updatedAt,
    takenFrom: status,
    status: offSaleStatus,
    written: {status: offSaleStatus},
    writes: 1,
  };
}

/** The result of an operation for which the store takes no more new variants today. */
const tomorrowResult = {
  kind: 'tomorrow',
  reason: 'The store takes no more new variants today; the import continues tomorrow.',
} as const;

function toRefusalResult(batch: Batch, refusal: Refused, writes: number): OperationResult {
  if (isProductMissing(refusal)) return {kind: 'missing'};
  if (!isDailyVariantLimit(refusal))
    return {kind: 'refused', reason: toMerchantSentence(refusal), withdrawn: null, writes};
  batch.tomorrowResult = tomorrowResult;
  return tomorrowResult;
}
