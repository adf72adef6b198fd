// A product in the form of productSet, and the conversion from our draft.
// https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput

import type {LiveVariant} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {type OwnableField, ownableFields} from '#domain/catalogue/owned-field.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import type {VariantGid} from '#domain/ids.ts';
import {toDecimal} from '#domain/money.ts';
import type {ProductStatus} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';
import {planNewVariants, type VariantPlan} from './variant-plan.ts';

/** Shopify takes at most 250 files per product. */
export const maxFiles = 250;

/** Lists replace the current ones; an absent field stays as it is. */
export type ProductSetInput = {
  readonly title?: string;
  readonly descriptionHtml?: string;
  readonly vendor?: string;
  readonly productType?: string;
  readonly status?: ProductStatus;
  readonly tags?: readonly string[];
  /** New sources, or ids of files to keep. */
  readonly files?: readonly File[];
  readonly metafields?: readonly Metafield[];
  readonly productOptions?: readonly {readonly name: string; readonly values: readonly {readonly name: string}[]}[];
  readonly variants?: readonly (KeptVariant | NewVariant)[];
};

export type ProductFields = Pick<
  ProductSetInput,
  'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status'
>;

export type File = {readonly id: string} | NewFile;
type NewFile = {readonly originalSource: string; readonly alt: string; readonly contentType: 'IMAGE'};
type Metafield = {readonly namespace: string; readonly key: string; readonly type: string; readonly value: string};
type OptionValues = readonly {readonly optionName: string; readonly name: string}[];
/** Named so that productSet does not delete it; absent fields stay as they are. */
type KeptVariant = {readonly id: string; readonly optionValues: OptionValues} & Partial<OwnFields>;
type NewVariant = {readonly optionValues: OptionValues} & OwnFields;
/** Always untracked, without quantities and without barcode: there is no field for either. */
type OwnFields = {
  readonly sku?: string;
  readonly price?: string;
  readonly compareAtPrice?: string | null;
  readonly inventoryPolicy: 'CONTINUE';
  readonly inventoryItem: InventoryItem & {readonly requiresShipping: true};
};
type InventoryItem = {
  readonly tracked: false;
  readonly cost?: string;
  readonly sku?: string;
  readonly measurement?: {readonly weight: {readonly value: number; readonly unit: 'GRAMS'}};
};

/** Amounts are decimal text in the store's currency. SKU and cost belong to the inventory item in productVariantsBulkUpdate. */
export type VariantChange = {
  readonly id: VariantGid;
  readonly price?: string;
  readonly compareAtPrice?: string | null;
  readonly inventoryItem: InventoryItem;
};

/** A new product with all fields; its key makes sending it twice create one product. */
export function toNewProduct(draft: ProductDraft, status: ProductStatus): ProductSetInput {
  return {
    ...toTextFields(draft, textFields),
    status,
    ...(draft.images.length > 0 ? {files: draft.images.map((source) => toFile(source, draft.imageAlt))} : {}),
    metafields: toIdentityMetafields(draft.articleId, draft.articleId),
    ...toVariantLists(planNewVariants(draft), draft, ownableFields),
  };
}

export const toFile = (originalSource: string, alt: string): NewFile => ({originalSource, alt, contentType: 'IMAGE'});

const textFields: readonly OwnableField[] = ['title', 'description', 'vendor', 'type', 'tags'];

/** Only the fields that are text of the product itself. */
export function toTextFields(
  draft: ProductDraft,
  write: readonly OwnableField[],
): Pick<ProductSetInput, 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags'> {
  const writes = (field: OwnableField) => write.includes(field);
  return {
    ...(writes('title') ? {title: draft.title} : {}),
    ...(writes('description') ? {descriptionHtml: draft.descriptionHtml} : {}),
    ...(writes('vendor') ? {vendor: draft.vendor} : {}),
    ...(writes('type') ? {productType: draft.productType} : {}),
    ...(writes('tags') ? {tags: draft.tags} : {}),
  };
}

/** The target options and variants. Our existing variants get the fields in `write`, new ones all fields; the merchant's stay unchanged. */
export function toVariantLists(
  plan: VariantPlan,
  draft: ProductDraft,
  write: readonly OwnableField[],
): Pick<ProductSetInput, 'productOptions' | 'variants'> {
  const names = plan.names.map(toTaken);
  const [wanted, foreign] = [plan.wanted.map(asTaken), plan.foreign.map(asTaken)];
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
      ...wanted.map(({variant, gid, texts}) =>
        gid === null
          ? {optionValues: optionValues(texts), ...toOwnFields(variant, draft, ownableFields)}
          : {id: gid, optionValues: optionValues(texts), ...toOwnFields(variant, {...draft, weightGrams: null}, write)},
      ),
    ],
  };
}

/**
 * Shopify parts the values in a variant's title by a slash between blanks, and refuses it in the name of an option. Whether it takes one in
 * a value is not documented. A division slash instead is the same word (`wordKey`), so two words never become one text.
 */
const toTaken = (text: string): string => text.replaceAll(/(?<=\s)\/(?=\s)/g, '\u2215');

const asTaken = <T extends {readonly texts: readonly string[]}>(variant: T): T => ({
  ...variant,
  texts: variant.texts.map(toTaken),
});

function toOwnFields(variant: VariantDraft, draft: ProductDraft, write: readonly OwnableField[]): OwnFields {
  const {currency, weightGrams} = draft;
  const weight = weightGrams === null ? {} : {measurement: {weight: {value: weightGrams, unit: 'GRAMS' as const}}};
  return {
    ...(write.includes('variants') && variant.sku !== null ? {sku: variant.sku} : {}),
    ...toAmounts(variant, currency, write),
    inventoryPolicy: 'CONTINUE',
    inventoryItem: {tracked: false, ...toCost(variant, currency, write), requiresShipping: true, ...weight},
  };
}

/** The changes of existing variants: prices, costs and SKUs if `write` names them. */
export function toPriceFields(
  draft: ProductDraft,
  live: readonly LiveVariant[],
  write: readonly OwnableField[],
): VariantChange[] {
  const {currency} = draft;
  const wanted = new Map(draft.variants.map((variant) => [variantKey(variant), variant]));
  return live.flatMap(({gid: id, ...words}): VariantChange[] => {
    const variant = wanted.get(variantKey(words));
    if (variant === undefined) return [];
    const sku = write.includes('variants') && variant.sku !== null ? {sku: variant.sku} : {};
    const inventoryItem = {tracked: false as const, ...toCost(variant, currency, write), ...sku};
    return [{id, ...toAmounts(variant, currency, write), inventoryItem}];
  });
}

function toAmounts({price, compareAt}: VariantDraft, currency: string, write: readonly OwnableField[]) {
  const beside = compareAt === null ? null : toDecimal({minor: compareAt, currency});
  return {
    ...(write.includes('price') ? {price: toDecimal({minor: price, currency})} : {}),
    ...(write.includes('compareAt') ? {compareAtPrice: beside} : {}),
  };
}

const toCost = ({cost}: VariantDraft, currency: string, write: readonly OwnableField[]) =>
  write.includes('cost') ? {cost: toDecimal({minor: cost, currency})} : {};
