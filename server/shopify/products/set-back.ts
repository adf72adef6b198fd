// Takes back what a run wrote to a product: reads the fields that may be set back, and writes those that are.
import type {z} from 'zod';
import {toShown, toShownAmounts, toTagsText, type WrittenValues} from '#domain/catalogue/edits.ts';
import type {ShownProduct, UndoField} from '#domain/catalogue/plan-undo.ts';
import type {ProductGid, ShopDomain, VariantGid} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connection} from '../client/cost-bucket.ts';
import type {Operation, PageOf} from '../client/operation.ts';
import {isProductMissing, type Refused, toSentence} from '../client/user-errors.ts';
import {type ProductStatus, type StoredAmounts, UndoAnswer} from './product-answers.ts';
import type {ProductFields, VariantChange} from './product-input.ts';
import {readsCost, updateProduct, updateVariants} from './products.ts';

export const productToUndo: Operation<PageOf<ProductGid> & {readonly first: number}, typeof UndoAnswer> = {
  document: `query ProductToUndo($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {
      id title descriptionHtml vendor productType tags status
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id price compareAtPrice inventoryItem { unitCost { amount } } }
      }
    }
  }`,
  cost: ({first}) => 1 + connection(first, 3),
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

/** Our variants that are still there come with it: only they can be written. */
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
  const found: (StoredAmounts & {readonly cost: string | null})[] = [];
  for (let after: string | null = null; ; ) {
    const answer: z.infer<typeof UndoAnswer> = await admin.call(
      shop,
      productToUndo,
      {id: productGid, first, after},
      signal,
    );
    if (answer.product === null) return null;
    const {variants: page, status, ...text} = answer.product;
    found.push(...page.nodes.flatMap((one) => (own.has(one.gid) ? [{...one, cost: one.cost ?? null}] : [])));
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
  /** Why the store refused the other fields; null: it refused none. */
  readonly refused: string | null;
  readonly isMissing: boolean;
  readonly updatedAt: Date | null;
  readonly writes: number;
};

/** Amounts of all our variants, then text and status: one call each. A refusal of one does not stop the other. */
export async function setBack(
  admin: Admin,
  shop: ShopDomain,
  {productGid, variants, currency}: Ours,
  values: ValuesToSet,
): Promise<SetBack> {
  let done: SetBack = {written: {}, refused: null, isMissing: false, updatedAt: null, writes: 0};
  const changes = toVariantChanges(variants, values);
  if (changes.length > 0) {
    const withCost = readsCost(currency, values.cost === undefined ? [] : ['cost']);
    const outcome = await updateVariants(admin, shop, productGid, {changes, withCost});
    done =
      outcome.kind === 'refused'
        ? withRefusal(done, outcome)
        : {
            ...done,
            writes: 1,
            updatedAt: outcome.updatedAt,
            written: {...amountsOf(values), ...keepOnly(toShownAmounts(outcome.amounts, currency), values)},
          };
  }
  const fields = toProductFields(values);
  if (done.isMissing || Object.keys(fields).length === 0) return done;
  const outcome = await updateProduct(admin, shop, productGid, fields);
  if (outcome.kind === 'refused') return withRefusal(done, outcome);
  const {title, descriptionHtml: description, vendor, productType: type, tags} = outcome.text;
  const kept = {title, description, vendor, type, tags: toTagsText(tags)};
  const status = fields.status === undefined ? {} : {status: fields.status};
  const written = {...done.written, ...keepOnly(kept, values), ...status};
  return {...done, written, updatedAt: outcome.updatedAt, writes: done.writes + 1};
}

const withRefusal = (done: SetBack, outcome: Refused): SetBack => ({
  ...done,
  refused: toSentence(outcome),
  isMissing: isProductMissing(outcome),
  writes: done.writes + 1,
});

const amountFields = ['price', 'compareAt', 'cost'] as const;

const amountsOf = (values: ValuesToSet): WrittenValues =>
  Object.fromEntries(amountFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));

const keepOnly = (kept: WrittenValues, values: ValuesToSet): WrittenValues =>
  Object.fromEntries(Object.entries(kept).filter(([field]) => Object.hasOwn(values, field)));

function toVariantChanges(gids: readonly VariantGid[], {price, compareAt, cost}: ValuesToSet): VariantChange[] {
  if (price == null && compareAt === undefined && cost == null) return [];
  return gids.map((id) => ({
    id,
    ...(price == null ? {} : {price}),
    ...(compareAt === undefined ? {} : {compareAtPrice: compareAt}),
    inventoryItem: {tracked: false, ...(cost == null ? {} : {cost})},
  }));
}

function toProductFields({title, description, vendor, type, tags, status}: ValuesToSet): ProductFields {
  return {
    ...(title == null ? {} : {title}),
    ...(description == null ? {} : {descriptionHtml: description}),
    ...(vendor == null ? {} : {vendor}),
    ...(type == null ? {} : {productType: type}),
    ...(tags == null ? {} : {tags: parseTags(tags)}),
    ...(isStatus(status) ? {status} : {}),
  };
}

const parseTags = (text: string): readonly string[] => {
  const tags: unknown = JSON.parse(text);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
};

const isStatus = (text: string | null | undefined): text is ProductStatus =>
  text === 'ACTIVE' || text === 'ARCHIVED' || text === 'DRAFT' || text === 'UNLISTED';
