// For the undo of a run: reads the fields of a product that may be set back, and writes the former values.
import type {z} from 'zod';
import {toShownValues, toStoreAmounts, type WrittenValues} from '#domain/catalogue/edits.ts';
import {amountFields} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {ShownProduct, UndoField} from '#domain/undo/plan-undo.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageVariables} from '../client/operation.ts';
import {isAboutOneProduct, isProductMissing, type Refused, toMerchantSentence} from '../client/user-errors.ts';
import {type ProductStatus, ProductToUndoAnswer, type StoredAmounts} from './product-answers.ts';
import type {ProductFields, VariantChange} from './product-input.ts';
import {mustReadCosts, updateProduct, updateVariants} from './products.ts';
import {costSelection, priceSelection, textSelection, toAmountInput, toTextInput} from './store-fields.ts';

/** Reads the fields of a product that an undo may set back, with one page of its variants. */
export const productToUndo: Operation<
  PageVariables<ProductGid> & {readonly first: number},
  typeof ProductToUndoAnswer
> = {
  document: `query ProductToUndo($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {
      id ${textSelection} status
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id ${priceSelection} inventoryItem { ${costSelection} } }
      }
    }
  }`,
  cost: ({first}) => 1 + connectionPoints(first, 3),
  answer: ProductToUndoAnswer,
  isWrite: false,
};

/** A product of ours that an undo is about. */
type OurProduct = {
  readonly productGid: ProductGid;
  /** Live variants of ours. */
  readonly variants: readonly VariantGid[];
  /** The store's currency. */
  readonly currency: string;
};

/** Most variants of one page: a product may have 2,048, most have a few. */
const maxVariantsPerPage = 100;

/** A product as the store shows it. `variants`: those of ours that the product still has; only they can be written. */
export type FoundProductToUndo = ShownProduct & {readonly variants: readonly VariantGid[]};

/** Reads the product as the store shows it now; null when it no longer exists. */
export async function fetchProductToUndo(
  admin: Admin,
  shop: ShopDomain,
  {productGid, variants, currency}: OurProduct,
  signal?: AbortSignal,
): Promise<FoundProductToUndo | null> {
  const first = Math.min(maxVariantsPerPage, variants.length + 1);
  const own = new Set<string>(variants);
  const found: StoredAmounts[] = [];
  for (let after: string | null = null; ; ) {
    const answer: z.infer<typeof ProductToUndoAnswer> = await admin.call(
      shop,
      productToUndo,
      {id: productGid, first, after},
      signal,
    );
    if (answer.product === null) return null;
    const {variants: page, status, ...text} = answer.product;
    found.push(...page.nodes.filter(({gid}) => own.has(gid)));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (after !== null) continue;
    const values = toShownValues({...text, media: [], variants: found}, {variants: own, currency});
    return {status, values, variants: found.map(({gid}) => gid)};
  }
}

/** The values to write, by field. */
export type ValuesToSet = Readonly<Partial<Record<UndoField, string | null>>>;

/** What became of setting a product's fields back. */
export type SetBackOutcome = {
  /** What was written, as the store keeps it. */
  readonly written: WrittenValues;
  /** Why the store did not take the other fields; null: it took all. */
  readonly refused: string | null;
  /** What became of the other fields is not known: the product could not be read again. */
  readonly isUnclear: boolean;
  /** The product no longer exists. */
  readonly isMissing: boolean;
  /** The product's `updatedAt` after the last write; null: not known, or nothing was written. */
  readonly updatedAt: Date | null;
  /** How many mutations were sent. */
  readonly writes: number;
};

/** The outcome where nothing was written. */
export const nothingSet: SetBackOutcome = {
  written: {},
  refused: null,
  isUnclear: false,
  isMissing: false,
  updatedAt: null,
  writes: 0,
};

/**
 * Writes amounts of all our variants (250 variants a call), then text and status (one call). A refusal of the first does not stop the
 * second, unless the product is missing. After a refusal or an unreadable answer the product is read again: only this shows what was
 * written.
 */
export async function setBackProduct(
  admin: Admin,
  shop: ShopDomain,
  ours: OurProduct,
  values: ValuesToSet,
): Promise<SetBackOutcome> {
  const amounts = await catchRefusedProduct(setAmounts(admin, shop, ours, values));
  const fields = amounts.isMissing
    ? nothingSet
    : await catchRefusedProduct(setTextAndStatus(admin, shop, ours, values));
  const done = {
    written: {...amounts.written, ...fields.written},
    refused: amounts.refused ?? fields.refused,
    isUnclear: false,
    isMissing: amounts.isMissing || fields.isMissing,
    updatedAt: fields.updatedAt ?? amounts.updatedAt,
    writes: amounts.writes + fields.writes,
  };
  return done.refused === null || done.isMissing ? done : confirmByReading(admin, shop, {ours, values, done});
}

/** Writes the amounts to all our variants. */
async function setAmounts(
  admin: Admin,
  shop: ShopDomain,
  {productGid, variants, currency}: OurProduct,
  values: ValuesToSet,
): Promise<SetBackOutcome> {
  const changes = toVariantChanges(variants, values);
  if (changes.length === 0) return nothingSet;
  const withCost = mustReadCosts(currency, values.cost === undefined ? [] : ['cost']);
  const outcome = await updateVariants(admin, shop, productGid, {changes, withCost});
  if (outcome.kind === 'refused') return toRefusedOutcome(outcome);
  const written = {...pickAmounts(values), ...keepNamedFields(toStoreAmounts(outcome.amounts, currency), values)};
  return {...nothingSet, writes: 1, updatedAt: outcome.updatedAt, written};
}

/** Writes the product's texts and status. */
async function setTextAndStatus(
  admin: Admin,
  shop: ShopDomain,
  {productGid}: OurProduct,
  values: ValuesToSet,
): Promise<SetBackOutcome> {
  const fields = toProductFields(values);
  if (Object.keys(fields).length === 0) return nothingSet;
  const outcome = await updateProduct(admin, shop, productGid, fields);
  if (outcome.kind === 'refused') return toRefusedOutcome(outcome);
  const status = fields.status === undefined ? {} : {status: fields.status};
  return {
    ...nothingSet,
    writes: 1,
    updatedAt: outcome.updatedAt,
    written: {...keepNamedFields(outcome.text, values), ...status},
  };
}

/** The outcome of a refused write. */
const toRefusedOutcome = (outcome: Refused): SetBackOutcome => ({
  ...nothingSet,
  refused: toMerchantSentence(outcome),
  isMissing: isProductMissing(outcome),
  writes: 1,
});

/** A failure about one product does not end the undo; every other is thrown. */
function catchRefusedProduct(work: Promise<SetBackOutcome>): Promise<SetBackOutcome> {
  return work.catch((error: unknown) => {
    if (!isAboutOneProduct(error)) throw error;
    return {...nothingSet, refused: error.message, writes: 1};
  });
}

/** A write that was refused at least in part. */
type UnclearWrite = {readonly ours: OurProduct; readonly values: ValuesToSet; readonly done: SetBackOutcome};

/** Reads the product again, and adds the fields that it shows as written. */
async function confirmByReading(
  admin: Admin,
  shop: ShopDomain,
  {ours, values, done}: UnclearWrite,
): Promise<SetBackOutcome> {
  const found = await fetchProductToUndo(admin, shop, ours).catch((error: unknown) => {
    if (!isAboutOneProduct(error)) throw error;
    return 'unreadable' as const;
  });
  if (found === 'unreadable') return {...done, isUnclear: true};
  if (found === null) return {...done, isMissing: true};
  const shown = {...found.values, status: found.status};
  const isShown = ([field, value]: [string, string | null | undefined]) =>
    Object.entries(shown).some(([name, live]) => name === field && live === value);
  const written = {...Object.fromEntries(Object.entries(values).filter(isShown)), ...done.written};
  const isAll = Object.keys(values).every((field) => Object.hasOwn(written, field));
  return {...done, written, refused: isAll ? null : done.refused};
}

/** The amounts among the values. */
const pickAmounts = (values: ValuesToSet): WrittenValues =>
  Object.fromEntries(amountFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));

/** Of `kept` only the fields that `values` names. */
const keepNamedFields = (kept: WrittenValues, values: ValuesToSet): WrittenValues =>
  Object.fromEntries(Object.entries(kept).filter(([field]) => Object.hasOwn(values, field)));

/** The same amounts for each of our variants; empty where no amount is to be written. */
function toVariantChanges(gids: readonly VariantGid[], values: ValuesToSet): VariantChange[] {
  const {inventoryItem, ...prices} = toAmountInput(values);
  if (inventoryItem === undefined && Object.keys(prices).length === 0) return [];
  return gids.map((id) => ({id, ...prices, inventoryItem: {tracked: false, ...inventoryItem}}));
}

/** The texts and the status among the values, as Shopify's input. */
const toProductFields = ({status, ...values}: ValuesToSet): ProductFields => ({
  ...toTextInput(values),
  ...(isStatus(status) ? {status} : {}),
});

const isStatus = (text: string | null | undefined): text is ProductStatus =>
  text === 'ACTIVE' || text === 'ARCHIVED' || text === 'DRAFT' || text === 'UNLISTED';
