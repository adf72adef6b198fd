// A product in the form of productSet, and the conversion from our draft.
// https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput

import type {LiveVariant} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {type OwnableField, ownableFields, toWritten} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import type {VariantGid} from '#domain/ids.ts';
import type {ProductStatus} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';
import {type AmountInput, type TextInput, toAmountInput, toTextInput} from './store-fields.ts';
import {planNewVariants, type VariantPlan} from './variant-plan.ts';

/** Shopify takes at most 250 files per product. */
export const maxFiles = 250;

/** Lists replace the current ones; an absent field stays as it is. */
export type ProductSetInput = ProductFields & {
  /** New sources, or ids of files to keep. */
  readonly files?: readonly File[];
  readonly productOptions?: readonly {readonly name: string; readonly values: readonly {readonly name: string}[]}[];
  readonly variants?: readonly (KeptVariant | NewVariant)[];
};

export type ProductFields = TextInput & {readonly status?: ProductStatus};

export type File = {readonly id: string} | NewFile;
type NewFile = {readonly originalSource: string; readonly alt: string; readonly contentType: 'IMAGE'};
type OptionValues = readonly {readonly optionName: string; readonly name: string}[];
/** Named so that productSet does not delete it; absent fields stay as they are. */
type KeptVariant = {readonly id: string; readonly optionValues: OptionValues} & Partial<OwnFields>;
type NewVariant = {readonly optionValues: OptionValues} & OwnFields;
/** Always untracked, without quantities and without barcode: there is no field for either. */
type OwnFields = Omit<AmountInput, 'inventoryItem'> & {
  readonly sku?: string;
  readonly inventoryPolicy: 'CONTINUE';
  readonly inventoryItem: InventoryItem & {readonly requiresShipping: true};
};
type InventoryItem = {
  readonly tracked: false;
  readonly cost?: string;
  readonly sku?: string;
  readonly measurement?: {readonly weight: {readonly value: number; readonly unit: 'GRAMS'}};
};

/** SKU and cost belong to the inventory item in productVariantsBulkUpdate. */
export type VariantChange = Omit<AmountInput, 'inventoryItem'> & {
  readonly id: VariantGid;
  readonly inventoryItem: InventoryItem;
};

/** A new product with all fields; its key makes sending it twice create one product. */
export function toNewProduct(draft: ProductDraft, status: ProductStatus): ProductSetInput {
  const {metafields = [], ...text} = toTextInput(toWritten(draft));
  return {
    ...text,
    status,
    ...(draft.images.length > 0 ? {files: draft.images.map((source) => toFile(source, draft.imageAlt))} : {}),
    metafields: [...toIdentityMetafields(draft.articleId, draft.articleId), ...metafields],
    ...toVariantLists(planNewVariants(draft), draft, ownableFields),
  };
}

export const toFile = (originalSource: string, alt: string): NewFile => ({originalSource, alt, contentType: 'IMAGE'});

/** Only the fields that are text of the product itself. */
export const toTextFields = (draft: ProductDraft, write: readonly OwnableField[]): TextInput =>
  toTextInput(wantedOf(draft, write));

const wantedOf = (draft: ProductDraft, write: readonly OwnableField[]): Partial<ReturnType<typeof toWritten>> =>
  Object.fromEntries(Object.entries(toWritten(draft)).filter(([field]) => write.some((own) => own === field)));

/** The target options and variants. Our existing variants get the fields in `write`, new ones all fields; the merchant's stay unchanged. */
export function toVariantLists(
  plan: VariantPlan,
  draft: ProductDraft,
  write: readonly OwnableField[],
): Pick<ProductSetInput, 'productOptions' | 'variants'> {
  const names = plan.names.map(toTaken);
  const every = toVariantFields(draft, ownableFields);
  const some = toVariantFields(draft, write);
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
          ? {optionValues: optionValues(texts), ...toOwnFields(variant, every, draft.weightGrams)}
          : {id: gid, optionValues: optionValues(texts), ...toOwnFields(variant, some, null)},
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

type VariantFields = {readonly amounts: AmountInput; readonly withSku: boolean};

/** Amounts are the same for all variants. */
const toVariantFields = (draft: ProductDraft, write: readonly OwnableField[]): VariantFields => ({
  amounts: toAmountInput(wantedOf(draft, write)),
  withSku: write.includes('variants'),
});

const toSku = ({sku}: VariantDraft, {withSku}: VariantFields) => (withSku && sku !== null ? {sku} : {});

function toOwnFields(variant: VariantDraft, fields: VariantFields, weightGrams: number | null): OwnFields {
  const weight = weightGrams === null ? {} : {measurement: {weight: {value: weightGrams, unit: 'GRAMS' as const}}};
  const {inventoryItem, ...prices} = fields.amounts;
  return {
    ...toSku(variant, fields),
    ...prices,
    inventoryPolicy: 'CONTINUE',
    inventoryItem: {tracked: false, ...inventoryItem, requiresShipping: true, ...weight},
  };
}

/** The changes of existing variants: prices, costs and SKUs if `write` names them. */
export function toPriceFields(
  draft: ProductDraft,
  live: readonly LiveVariant[],
  write: readonly OwnableField[],
): VariantChange[] {
  const wanted = new Map(draft.variants.map((variant) => [variantKey(variant), variant]));
  const fields = toVariantFields(draft, write);
  const {inventoryItem, ...prices} = fields.amounts;
  return live.flatMap(({gid: id, ...words}): VariantChange[] => {
    const variant = wanted.get(variantKey(words));
    if (variant === undefined) return [];
    return [{id, ...prices, inventoryItem: {tracked: false, ...inventoryItem, ...toSku(variant, fields)}}];
  });
}
