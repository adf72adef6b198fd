// A product as productSet takes it, and how a draft of ours becomes one.
// https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput

import type {LiveVariant} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import type {VariantGid} from '#domain/ids.ts';
import {toDecimal} from '#domain/money.ts';
import type {ProductStatus} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';
import {planNewVariants, type VariantPlan} from './variant-plan.ts';

/** Lists replace what is there; a field left out stays as it is. */
export type ProductSetInput = {
  readonly title?: string;
  readonly descriptionHtml?: string;
  readonly vendor?: string;
  readonly productType?: string;
  readonly status?: ProductStatus;
  readonly tags?: readonly string[];
  /** New sources, or ids of files to keep. */
  readonly files?: readonly ({readonly id: string} | NewFile)[];
  readonly metafields?: readonly Metafield[];
  readonly productOptions?: readonly {readonly name: string; readonly values: readonly {readonly name: string}[]}[];
  readonly variants?: readonly (KeptVariant | OwnVariant)[];
};

type NewFile = {readonly originalSource: string; readonly alt?: string; readonly contentType?: 'IMAGE'};
type Metafield = {readonly namespace: string; readonly key: string; readonly type: string; readonly value: string};
type OptionValues = readonly {readonly optionName: string; readonly name: string}[];
/** Named so that it is not deleted; nothing of it changes. */
type KeptVariant = {readonly id: string; readonly optionValues: OptionValues};
/** Untracked, without quantities and without barcode, always: there is no field for either. */
type OwnVariant = {
  readonly id?: string;
  readonly optionValues: OptionValues;
  readonly sku?: string;
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly inventoryPolicy: 'CONTINUE';
  readonly inventoryItem: {readonly tracked: false; readonly cost: string; readonly requiresShipping: true};
};

/** Amounts are decimal text in the store's currency. SKU and cost belong to the inventory item in this mutation. */
export type VariantChange = {
  readonly id: VariantGid;
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly inventoryItem: {readonly tracked: false; readonly cost: string; readonly sku?: string};
};

/** A new product: everything, keyed so that sending it twice makes one product. */
export function toNewProduct(draft: ProductDraft, status: ProductStatus, currency: string): ProductSetInput {
  return {
    title: draft.title,
    descriptionHtml: draft.descriptionHtml,
    vendor: draft.vendor,
    productType: draft.productType,
    status,
    ...(draft.tags.length > 0 ? {tags: draft.tags} : {}),
    ...(draft.images.length > 0 ? {files: draft.images.map(toFile)} : {}),
    metafields: toIdentityMetafields(draft.articleId, draft.articleId),
    ...toVariantLists(planNewVariants(draft), currency),
  };
}

const toFile = (originalSource: string) => ({originalSource, contentType: 'IMAGE' as const});

/** The options and variants of a product as they should be, and nothing else. */
export function toVariantLists(
  {names, wanted, foreign}: VariantPlan,
  currency: string,
): Pick<ProductSetInput, 'productOptions' | 'variants'> {
  const optionValues = (texts: readonly string[]) =>
    names.map((optionName, index) => ({optionName, name: texts[index] ?? ''}));
  const everyText = [...foreign, ...wanted].map(({texts}) => texts);
  return {
    productOptions: names.map((name, index) => ({
      name,
      values: [...new Set(everyText.map((texts) => texts[index] ?? ''))].map((value) => ({name: value})),
    })),
    variants: [
      ...foreign.map(({gid, texts}) => ({id: gid, optionValues: optionValues(texts)})),
      ...wanted.map(({variant, gid, texts}) => ({
        ...(gid === null ? {} : {id: gid}),
        optionValues: optionValues(texts),
        ...toOwnFields(variant, currency),
      })),
    ],
  };
}

function toOwnFields(variant: VariantDraft, currency: string): Omit<OwnVariant, 'id' | 'optionValues'> {
  return {
    ...(variant.sku === null ? {} : {sku: variant.sku}),
    ...toAmounts(variant, currency),
    inventoryPolicy: 'CONTINUE',
    inventoryItem: {tracked: false, cost: toDecimal({minor: variant.cost, currency}), requiresShipping: true},
  };
}

/** What changes of variants that are there: prices, costs, SKUs. */
export function toPriceFields(draft: ProductDraft, live: readonly LiveVariant[], currency: string): VariantChange[] {
  const gids = new Map(live.map((words) => [variantKey(words), words.gid]));
  return draft.variants.flatMap((variant): VariantChange[] => {
    const id = gids.get(variantKey(variant));
    if (id === undefined) return [];
    const cost = toDecimal({minor: variant.cost, currency});
    const sku = variant.sku === null ? {} : {sku: variant.sku};
    return [{id, ...toAmounts(variant, currency), inventoryItem: {tracked: false, cost, ...sku}}];
  });
}

function toAmounts({price, compareAt}: VariantDraft, currency: string) {
  return {
    price: toDecimal({minor: price, currency}),
    compareAtPrice: compareAt === null ? null : toDecimal({minor: compareAt, currency}),
  };
}
