// Takes back what a run wrote to a product: reads the fields that may be set back, and writes those that are.
import type {z} from 'zod';
import {toShown, toShownAmounts, type WrittenValues} from '#domain/catalogue/edits.ts';
import {amountFields} from '#domain/catalogue/product-fields.ts';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {ShownProduct, UndoField} from '#domain/undo/plan-undo.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {Operation, PageOf} from '../client/operation.ts';
import {isAboutOneProduct, isProductMissing, type Refused, toSentence} from '../client/user-errors.ts';
import {type ProductStatus, type StoredAmounts, UndoAnswer} from './product-answers.ts';
import type {ProductFields, VariantChange} from './product-input.ts';
import {readsCost, updateProduct, updateVariants} from './products.ts';
import {costSelection, priceSelection, textSelection, toAmountInput, toTextInput} from './store-fields.ts';

export const productToUndo: Operation<PageOf<ProductGid> & {readonly first: number}, typeof UndoAnswer> = {
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
  answer: UndoAnswer,
  write: false,
};

type Ours = {
  readonly productGid: ProductGid;
  /** Live variants of ours. */
  readonly variants: readonly VariantGid[];
  /** The store's. */
  readonly currency: string;
};

/** Most variants of a page: a product may have 2,048, most have a few. */
const largestPage = 100;

/** `variants`: those of ours that the product still has. Only they can be written. */
export type FoundProduct = ShownProduct & {readonly variants: readonly VariantGid[]};

/** As the store shows it now; null when it no longer exists. */
export async function fetchProductToUndo(
  admin: Admin,
  shop: ShopDomain,
  {productGid, variants, currency}: Ours,
  signal?: AbortSignal,
): Promise<FoundProduct | null> {
  const first = Math.min(largestPage, variants.length + 1);
  const own = new Set<string>(variants);
  const found: StoredAmounts[] = [];
  for (let after: string | null = null; ; ) {
    const answer: z.infer<typeof UndoAnswer> = await admin.call(
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
    const values = toShown({...text, media: [], variants: found}, {variants: own, currency});
    return {status, values, variants: found.map(({gid}) => gid)};
  }
}

/** The values to write, by field. */
export type ValuesToSet = Readonly<Partial<Record<UndoField, string | null>>>;

export type SetBack = {
  /** What was written, as the store keeps it. */
  readonly written: WrittenValues;
  /** Why the store did not take the other fields; null: it took all. */
  readonly refused: string | null;
  /** What became of the other fields is not known: the product could not be read again. */
  readonly isUnclear: boolean;
  readonly isMissing: boolean;
  readonly updatedAt: Date | null;
  readonly writes: number;
};

export const nothingSet: SetBack = {
  written: {},
  refused: null,
  isUnclear: false,
  isMissing: false,
  updatedAt: null,
  writes: 0,
};

/**
 * Amounts of all our variants (250 variants a call), then text and status (one call). A refusal of the first does not stop the second,
 * unless the product is missing. After a refusal or an unreadable answer the product is read again: only this shows what was written.
 */
export async function setBack(admin: Admin, shop: ShopDomain, ours: Ours, values: ValuesToSet): Promise<SetBack> {
  const amounts = await orRefusal(setAmounts(admin, shop, ours, values));
  const fields = amounts.isMissing ? nothingSet : await orRefusal(setFields(admin, shop, ours, values));
  const done = {
    written: {...amounts.written, ...fields.written},
    refused: amounts.refused ?? fields.refused,
    isUnclear: false,
    isMissing: amounts.isMissing || fields.isMissing,
    updatedAt: fields.updatedAt ?? amounts.updatedAt,
    writes: amounts.writes + fields.writes,
  };
  return done.refused === null || done.isMissing ? done : readAgain(admin, shop, {ours, values, done});
}

async function setAmounts(
  admin: Admin,
  shop: ShopDomain,
  {productGid, variants, currency}: Ours,
  values: ValuesToSet,
): Promise<SetBack> {
  const changes = toVariantChanges(variants, values);
  if (changes.length === 0) return nothingSet;
  const withCost = readsCost(currency, values.cost === undefined ? [] : ['cost']);
  const outcome = await updateVariants(admin, shop, productGid, {changes, withCost});
  if (outcome.kind === 'refused') return toRefusal(outcome);
  const written = {...amountsOf(values), ...keepOnly(toShownAmounts(outcome.amounts, currency), values)};
  return {...nothingSet, writes: 1, updatedAt: outcome.updatedAt, written};
}

async function setFields(admin: Admin, shop: ShopDomain, {productGid}: Ours, values: ValuesToSet): Promise<SetBack> {
  const fields = toProductFields(values);
  if (Object.keys(fields).length === 0) return nothingSet;
  const outcome = await updateProduct(admin, shop, productGid, fields);
  if (outcome.kind === 'refused') return toRefusal(outcome);
  const status = fields.status === undefined ? {} : {status: fields.status};
  return {
    ...nothingSet,
    writes: 1,
    updatedAt: outcome.updatedAt,
    written: {...keepOnly(outcome.text, values), ...status},
  };
}

const toRefusal = (outcome: Refused): SetBack => ({
  ...nothingSet,
  refused: toSentence(outcome),
  isMissing: isProductMissing(outcome),
  writes: 1,
});

/** A failure about one product does not end the undo; every other is thrown. */
function orRefusal(work: Promise<SetBack>): Promise<SetBack> {
  return work.catch((error: unknown) => {
    if (!isAboutOneProduct(error)) throw error;
    return {...nothingSet, refused: error.message, writes: 1};
  });
}

type Doubtful = {readonly ours: Ours; readonly values: ValuesToSet; readonly done: SetBack};

async function readAgain(admin: Admin, shop: ShopDomain, {ours, values, done}: Doubtful): Promise<SetBack> {
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

const amountsOf = (values: ValuesToSet): WrittenValues =>
  Object.fromEntries(amountFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));

const keepOnly = (kept: WrittenValues, values: ValuesToSet): WrittenValues =>
  Object.fromEntries(Object.entries(kept).filter(([field]) => Object.hasOwn(values, field)));

function toVariantChanges(gids: readonly VariantGid[], values: ValuesToSet): VariantChange[] {
  const {inventoryItem, ...prices} = toAmountInput(values);
  if (inventoryItem === undefined && Object.keys(prices).length === 0) return [];
  return gids.map((id) => ({id, ...prices, inventoryItem: {tracked: false, ...inventoryItem}}));
}

const toProductFields = ({status, ...values}: ValuesToSet): ProductFields => ({
  ...toTextInput(values),
  ...(isStatus(status) ? {status} : {}),
});

const isStatus = (text: string | null | undefined): text is ProductStatus =>
  text === 'ACTIVE' || text === 'ARCHIVED' || text === 'DRAFT' || text === 'UNLISTED';
