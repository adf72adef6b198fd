// The table of the product fields that the sync may write. server/shopify/products/store-fields.ts has Shopify's names of those with a
// value. The page loads this file, so it imports no zod.

import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import {toDecimal} from '#domain/money.ts';

/** Who decides the field's value: the sync writes it, or it stays as the merchant has it. */
export type Owner = 'sync' | 'merchant';

type ProductField = {
  /** The field's name on the pages. */
  readonly label: string;
  /** Who owns the field unless the shop's settings say otherwise. */
  readonly owner: Owner;
} & (
  | {
      /** An amount that all variants share, in minor units of the store's currency; null: none. Compared only within one currency. */
      readonly kind: 'amount';
      readonly wanted: (variant: VariantDraft) => number | null;
    }
  /** A text of the product, in the form in which it is stored and compared. */
  | {readonly kind: 'text'; readonly wanted: (draft: ProductDraft) => string}
  /** Parts that are known by the store's ids, so no value is stored. The text of `wanted` only shows whether the wanted parts changed. */
  | {readonly kind: 'parts'; readonly wanted: (draft: ProductDraft) => string}
);

const fieldTable = {
  price: {label: 'Price', owner: 'sync', kind: 'amount', wanted: ({price}) => price},
  compareAt: {label: 'Compare-at price', owner: 'sync', kind: 'amount', wanted: ({compareAt}) => compareAt},
  cost: {label: 'Cost', owner: 'sync', kind: 'amount', wanted: ({cost}) => cost},
  variants: {
    label: 'Variants',
    owner: 'sync',
    kind: 'parts',
    wanted: ({options: {colours, sizes}, variants}) =>
      JSON.stringify([colours, sizes, variants.map(variantKey).toSorted()]),
  },
  title: {label: 'Title', owner: 'merchant', kind: 'text', wanted: ({title}) => title},
  description: {label: 'Description', owner: 'merchant', kind: 'text', wanted: ({descriptionHtml}) => descriptionHtml},
  images: {
    label: 'Images',
    owner: 'merchant',
    kind: 'parts',
    wanted: ({images}) => JSON.stringify(images.map(imageIdentity)),
  },
  tags: {label: 'Tags', owner: 'merchant', kind: 'text', wanted: ({tags}) => toTagsText(tags)},
  vendor: {label: 'Vendor', owner: 'merchant', kind: 'text', wanted: ({vendor}) => vendor},
  type: {label: 'Product type', owner: 'merchant', kind: 'text', wanted: ({productType}) => productType},
} as const satisfies Readonly<Record<string, ProductField>>;

/** A field of a product that either the sync or the merchant owns. */
export type OwnableField = keyof typeof fieldTable;
type FieldOfKind<K extends ProductField['kind']> = {
  [F in OwnableField]: (typeof fieldTable)[F]['kind'] extends K ? F : never;
}[OwnableField];
/** A field that is an amount, such as the price. */
export type AmountField = FieldOfKind<'amount'>;
/** A field that is a text, such as the title. */
export type TextField = FieldOfKind<'text'>;
/** Fields whose last written value is stored. */
export type WrittenField = AmountField | TextField;

export const productFields: Readonly<Record<OwnableField, ProductField>> = fieldTable;
/** The names of all fields of the table. */
export const ownableFields = Object.keys(fieldTable) as readonly OwnableField[];
export const isAmountField = (field: OwnableField): field is AmountField => productFields[field].kind === 'amount';
const isTextField = (field: OwnableField): field is TextField => productFields[field].kind === 'text';
export const amountFields = ownableFields.filter(isAmountField);
export const textFields = ownableFields.filter(isTextField);
/** The fields whose last written value is stored: amounts and texts. */
export const writtenFields = ownableFields.filter((field) => isAmountField(field) || isTextField(field));

/** Makes a record with one value for each of the fields. */
export const mapFields = <F extends OwnableField, T>(fields: readonly F[], toValue: (field: F) => T): Record<F, T> =>
  Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Record<F, T>;

/** A draft's fields as texts to hash for the fingerprint. If their format changes, the next run writes every product again. */
export const toFingerprintTexts = (
  draft: ProductDraft,
  names: readonly OwnableField[],
): [field: OwnableField, text: string][] =>
  names.map((name) => {
    const field = productFields[name];
    if (field.kind !== 'amount') return [name, field.wanted(draft)];
    const [first] = draft.variants;
    return [name, `${first && field.wanted(first)} ${draft.currency}`];
  });

/** The values a draft writes: amounts as decimal text, null where there is none. */
export function toWrittenValues(draft: ProductDraft): Readonly<Record<WrittenField, string | null>> {
  const [first] = draft.variants;
  return mapFields(writtenFields, (name) => {
    const field = productFields[name];
    if (field.kind !== 'amount') return field.wanted(draft);
    const minor = first === undefined ? null : field.wanted(first);
    return minor === null ? null : toDecimal({minor, currency: draft.currency});
  });
}

/** Tags have no order and Shopify sorts them. */
export const toTagsText = (tags: readonly string[]): string => JSON.stringify(tags.toSorted());
