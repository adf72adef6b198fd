// The fields of a product that the sync may write, in one table. server/shopify/products/store-fields.ts says how Shopify names those
// that have a value. The page loads this file, so it imports no zod.

import {imageIdentity} from '#domain/catalogue/image-identity.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import {toDecimal} from '#domain/money.ts';

export type Owner = 'sync' | 'merchant';

type ProductField = {
  /** On the pages. */
  readonly label: string;
  /** Who owns it unless the shop's settings say otherwise. */
  readonly owner: Owner;
} & (
  | {
      /** The same for all variants: minor units of the store's currency; null: none. Compared only within one currency. */
      readonly kind: 'amount';
      readonly wanted: (variant: VariantDraft) => number | null;
    }
  /** A text of the product, in the form in which it is kept and compared. */
  | {readonly kind: 'text'; readonly wanted: (draft: ProductDraft) => string}
  /** No value is kept: the parts are known by the store's ids. `wanted` only tells whether the article's own parts changed. */
  | {readonly kind: 'parts'; readonly wanted: (draft: ProductDraft) => string}
);

const table = {
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

export type OwnableField = keyof typeof table;
type OfKind<K extends ProductField['kind']> = {
  [F in OwnableField]: (typeof table)[F]['kind'] extends K ? F : never;
}[OwnableField];
export type AmountField = OfKind<'amount'>;
export type TextField = OfKind<'text'>;
/** Fields whose last-written value is kept. */
export type WrittenField = AmountField | TextField;

export const productFields: Readonly<Record<OwnableField, ProductField>> = table;
export const ownableFields = Object.keys(table) as readonly OwnableField[];
export const isAmount = (field: OwnableField): field is AmountField => productFields[field].kind === 'amount';
const isText = (field: OwnableField): field is TextField => productFields[field].kind === 'text';
export const amountFields = ownableFields.filter(isAmount);
export const textFields = ownableFields.filter(isText);
export const writtenFields = ownableFields.filter((field) => isAmount(field) || isText(field));

/** One value for each of the fields. */
export const byField = <F extends OwnableField, T>(fields: readonly F[], toValue: (field: F) => T): Record<F, T> =>
  Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Record<F, T>;

/** A draft's values of these fields, as texts that differ where the store has to be written. Stored as hashes: other texts write all products. */
export const toPrints = (draft: ProductDraft, names: readonly OwnableField[]): [field: OwnableField, text: string][] =>
  names.map((name) => {
    const field = productFields[name];
    if (field.kind !== 'amount') return [name, field.wanted(draft)];
    const [first] = draft.variants;
    return [name, `${first && field.wanted(first)} ${draft.currency}`];
  });

/** The values a draft writes: amounts as decimal text, null where there is none. */
export function toWritten(draft: ProductDraft): Readonly<Record<WrittenField, string | null>> {
  const [first] = draft.variants;
  return byField(writtenFields, (name) => {
    const field = productFields[name];
    if (field.kind !== 'amount') return field.wanted(draft);
    const minor = first === undefined ? null : field.wanted(first);
    return minor === null ? null : toDecimal({minor, currency: draft.currency});
  });
}

/** Tags have no order and Shopify sorts them. */
export const toTagsText = (tags: readonly string[]): string => JSON.stringify(tags.toSorted());
