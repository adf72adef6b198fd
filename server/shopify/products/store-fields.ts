// How Shopify names the fields of a product that have a value (server/domain/catalogue/product-fields.ts): what is asked for, how the
// answer is read, and what a write sends.

import {z} from 'zod';
import type {ShownAmounts} from '#domain/catalogue/edits.ts';
import {
  type AmountField,
  amountFields,
  byField,
  type TextField,
  textFields,
  toTagsText,
} from '#domain/catalogue/product-fields.ts';

/** As ProductSetInput and ProductUpdateInput name them; an absent field stays as it is. */
export type TextInput = {
  readonly title?: string;
  readonly descriptionHtml?: string;
  readonly vendor?: string;
  readonly productType?: string;
  readonly tags?: readonly string[];
  readonly metafields?: readonly Metafield[];
};
export type Metafield = {
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
};

type StoreText = {
  /** Of a product. */
  readonly select: string;
  /** Reads it to the form in which the domain compares it. */
  readonly answer: z.ZodType<string>;
  readonly input: (text: string) => TextInput;
};

const storeTexts: Readonly<Record<TextField, StoreText>> = {
  title: {select: 'title', answer: z.string(), input: (title) => ({title})},
  description: {select: 'descriptionHtml', answer: z.string(), input: (descriptionHtml) => ({descriptionHtml})},
  tags: {
    select: 'tags',
    answer: z.array(z.string()).transform(toTagsText),
    input: (text) => ({tags: z.array(z.string()).parse(JSON.parse(text))}),
  },
  vendor: {select: 'vendor', answer: z.string(), input: (vendor) => ({vendor})},
  type: {select: 'productType', answer: z.string(), input: (productType) => ({productType})},
};

/** Each text under the name of its field. */
export const textSelection = textFields.map((field) => `${field}: ${storeTexts[field].select}`).join(' ');

/** A product's texts as the store keeps them: Shopify may trim or clean them. */
export const Texts = z.object(byField(textFields, (field) => storeTexts[field].answer));
export type ProductText = z.infer<typeof Texts>;

/** Absent and null values are not sent. */
export function toTextInput(values: Readonly<Partial<Record<TextField, string | null>>>): TextInput {
  const inputs = textFields.flatMap((field) => {
    const value = values[field];
    return value == null ? [] : [storeTexts[field].input(value)];
  });
  const metafields = inputs.flatMap((input) => input.metafields ?? []);
  return {...Object.assign({}, ...inputs), ...(metafields.length === 0 ? {} : {metafields})};
}

/** Amounts are decimal text in the store's currency. */
export type AmountInput = {
  readonly price?: string;
  readonly compareAtPrice?: string | null;
  readonly inventoryItem?: {readonly cost?: string};
};

/** Null removes a compare-at price. A price or a cost cannot be removed, so null sends nothing. */
const storeAmounts: Readonly<Record<AmountField, (text: string | null) => AmountInput>> = {
  price: (price) => (price === null ? {} : {price}),
  compareAt: (compareAtPrice) => ({compareAtPrice}),
  cost: (cost) => (cost === null ? {} : {inventoryItem: {cost}}),
};

/** Absent values are not sent. */
export function toAmountInput(values: Readonly<Partial<Record<AmountField, string | null>>>): AmountInput {
  const inputs = amountFields.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [storeAmounts[field](value)];
  });
  return Object.assign({}, ...inputs);
}

/** Of a variant, and of its inventory item. */
export const priceSelection = 'price compareAtPrice';
export const costSelection = 'unitCost { amount }';

export const Prices = z.object({price: z.string(), compareAtPrice: z.string().nullable()});
export const Cost = z.object({unitCost: z.object({amount: z.string()}).nullable()});

/** A variant's amounts as the store keeps them; undefined: not read. */
export const readAmounts = (
  {price, compareAtPrice}: z.infer<typeof Prices>,
  item?: z.infer<typeof Cost>,
): ShownAmounts => ({
  price,
  compareAt: compareAtPrice,
  cost: item === undefined ? undefined : (item.unitCost?.amount ?? null),
});
