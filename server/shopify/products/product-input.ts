// A product in the form of productSet, and the conversion from our draft.
// https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput

import type {LiveVariant} from '#domain/catalogue/operation.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {type OwnableField, ownableFields, toWrittenValues} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import type {VariantGid} from '#domain/ids.ts';
import type {ProductStatus} from './product-answers.ts';
import {toIdentityMetafields} from './product-identity.ts';
import {type AmountInput, type TextInput, toAmountInput, toTextInput} from './store-fields.ts';
import {planNewVariants, type VariantPlan} from './variant-plan.ts';

/** Shopify takes at most 250 files per product. */
export const maxFiles = 250;

/** The input of productSet. Lists replace the current ones; an absent field stays as it is. */
export type ProductSetInput = ProductFields & {
  /** New sources, or ids of files to keep. */
  readonly files?: readonly FileInput[];
  readonly productOptions?: readonly {readonly name: string; readonly values: readonly {readonly name: string}[]}[];
  readonly variants?: readonly (KeptVariantInput | NewVariantInput)[];
};

/** The fields that belong to the product itself. */
export type ProductFields = TextInput & {readonly status?: ProductStatus};

/** A file of a product: one that it has, by id, or a new one. */
export type FileInput = {readonly id: string} | NewFileInput;
/** A new image, which Shopify fetches from its address. */
type NewFileInput = {readonly originalSource: string; readonly alt: string; readonly contentType: 'IMAGE'};
/** The value of each option of one variant. */
type OptionValues = readonly {readonly optionName: string; readonly name: string}[];
/** A variant the product already has, sent so that productSet does not delete it; absent fields stay as they are. */
type KeptVariantInput = {readonly id: string; readonly optionValues: OptionValues} & Partial<VariantFieldsInput>;
/** A variant that the product does not have yet. */
type NewVariantInput = {readonly optionValues: OptionValues} & VariantFieldsInput;
/** What is written to a variant. It is always untracked, without quantities and without barcode: there is no field for either. */
type VariantFieldsInput = Omit<AmountInput, 'inventoryItem'> & {
  readonly sku?: string;
  readonly inventoryPolicy: 'CONTINUE';
  readonly inventoryItem: InventoryItemInput & {readonly requiresShipping: true};
};
/** What is written to the inventory item of a variant. */
type InventoryItemInput = {
  readonly tracked: false;
  readonly cost?: string;
  readonly sku?: string;
  readonly measurement?: {readonly weight: {readonly value: number; readonly unit: 'GRAMS'}};
  readonly countryCodeOfOrigin?: string;
};

/** The change of one existing variant. SKU and cost belong to the inventory item in productVariantsBulkUpdate. */
export type VariantChange = Omit<AmountInput, 'inventoryItem'> & {
  readonly id: VariantGid;
  readonly inventoryItem: InventoryItemInput;
};

/** A new product with all fields; its key makes sending it twice create one product. */
export function toNewProduct(draft: ProductDraft, status: ProductStatus): ProductSetInput {
  const {metafields = [], ...text} = toTextInput(toWrittenValues(draft));
  return {
    ...text,
    status,
    ...(draft.images.length > 0 ? {files: draft.images.map((source) => toFileInput(source, draft.imageAlt))} : {}),
    metafields: [...toIdentityMetafields(draft.articleId, draft.articleId), ...metafields],
    ...toVariantLists(planNewVariants(draft), draft, ownableFields),
  };
}

/** A new image in Shopify's form. */
export const toFileInput = (originalSource: string, alt: string): NewFileInput => ({
  originalSource,
  alt,
  contentType: 'IMAGE',
});

/** The text fields that `write` names, as Shopify's input. */
export const toTextFields = (draft: ProductDraft, write: readonly OwnableField[]): TextInput =>
  toTextInput(pickWrittenValues(draft, write));

/** The draft's values of the fields that `write` names. */
const pickWrittenValues = (
  draft: ProductDraft,
  write: readonly OwnableField[],
): Partial<ReturnType<typeof toWrittenValues>> =>
  Object.fromEntries(Object.entries(toWrittenValues(draft)).filter(([field]) => write.some((own) => own === field)));

/** The target options and variants. Our existing variants get the fields in `write`, new ones all fields; the merchant's stay unchanged. */
export function toVariantLists(
  plan: VariantPlan,
  draft: ProductDraft,
  write: readonly OwnableField[],
): Pick<ProductSetInput, 'productOptions' | 'variants'> {
  const names = plan.optionNames.map(toAcceptedText);
  const every = toVariantValues(draft, ownableFields);
  const some = toVariantValues(draft, write);
  const [wanted, foreign] = [plan.wanted.map(withAcceptedTexts), plan.foreign.map(withAcceptedTexts)];
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
          ? {optionValues: optionValues(texts), ...toVariantInput(variant, every, draft)}
          : {id: gid, optionValues: optionValues(texts), ...toVariantInput(variant, some, null)},
      ),
    ],
  };
}

/**
 * Replaces a slash between blanks: Shopify separates the values in a variant's title with it, and refuses it in an option's name. Whether a
 * value may have one is not documented. With a division slash it is the same word (`wordKey`), so two words never become one text.
 */
const toAcceptedText = (text: string): string => text.replaceAll(/(?<=\s)\/(?=\s)/g, '\u2215');

/** The variant with texts that Shopify accepts. */
const withAcceptedTexts = <T extends {readonly texts: readonly string[]}>(variant: T): T => ({
  ...variant,
  texts: variant.texts.map(toAcceptedText),
});

/** The amounts to write to variants, and whether their SKU is written too. */
type VariantValues = {readonly amounts: AmountInput; readonly withSku: boolean};

/** What is written to every variant. Amounts are the same for all variants. */
const toVariantValues = (draft: ProductDraft, write: readonly OwnableField[]): VariantValues => ({
  amounts: toAmountInput(pickWrittenValues(draft, write)),
  withSku: write.includes('variants'),
});

/** The SKU as input; empty where it is not to be written, or there is none. */
const toSku = ({sku}: VariantDraft, {withSku}: VariantValues) => (withSku && sku !== null ? {sku} : {});

/**
 * The fields of one variant as input. @param goods its weight and its country of origin; null: the variant exists already, and neither is
 * written.
 */
function toVariantInput(variant: VariantDraft, fields: VariantValues, goods: Goods | null): VariantFieldsInput {
  const {inventoryItem, ...prices} = fields.amounts;
  return {
    ...toSku(variant, fields),
    ...prices,
    inventoryPolicy: 'CONTINUE',
    inventoryItem: {
      tracked: false,
      ...inventoryItem,
      requiresShipping: true,
      ...(goods === null ? {} : toGoods(goods)),
    },
  };
}

/** The draft's fields that only a new variant gets. */
type Goods = Pick<ProductDraft, 'weightGrams' | 'origin'>;

/** https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/InventoryItemInput */
const toGoods = ({weightGrams, origin}: Goods): Pick<InventoryItemInput, 'measurement' | 'countryCodeOfOrigin'> => ({
  ...(weightGrams === null ? {} : {measurement: {weight: {value: weightGrams, unit: 'GRAMS'}}}),
  ...(origin === null ? {} : {countryCodeOfOrigin: origin}),
});

/** The changes of existing variants: prices, costs and SKUs if `write` names them. Variants that the draft lacks are left out. */
export function toVariantChanges(
  draft: ProductDraft,
  live: readonly LiveVariant[],
  write: readonly OwnableField[],
): VariantChange[] {
  const wanted = new Map(draft.variants.map((variant) => [variantKey(variant), variant]));
  const fields = toVariantValues(draft, write);
  const {inventoryItem, ...prices} = fields.amounts;
  return live.flatMap(({gid: id, ...words}): VariantChange[] => {
    const variant = wanted.get(variantKey(words));
    if (variant === undefined) return [];
    return [{id, ...prices, inventoryItem: {tracked: false, ...inventoryItem, ...toSku(variant, fields)}}];
  });
}
