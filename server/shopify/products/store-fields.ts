// How Shopify names the fields of a product that have a value (server/domain/catalogue/product-fields.ts): what is asked for, how the
// answer is read, and what a write sends.

import {z} from 'zod';
import type {StoreAmounts} from '#domain/catalogue/edits.ts';
import {
  type AmountField,
  amountFields,
  mapFields,
  type TextField,
  textFields,
  toTagsText,
} from '#domain/catalogue/product-fields.ts';

/** Texts of a product as ProductSetInput and ProductUpdateInput name them; an absent field stays as it is. */
export type TextInput = {
  readonly title?: string;
  readonly descriptionHtml?: string;
  readonly vendor?: string;
  readonly productType?: string;
  readonly tags?: readonly string[];
  readonly metafields?: readonly Metafield[];
};
/** A metafield as input. */
export type Metafield = {
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
};

/** How one text field is read from Shopify and written to it. */
type TextFieldMapping = {
  /** The GraphQL field of a product. */
  readonly select: string;
  /** Parses the field into the text that the domain compares. */
  readonly answer: z.ZodType<string>;
  /** What a write sends for this text. */
  readonly input: (text: string) => TextInput;
};

/** The mapping of each text field. */
const textMappings: Readonly<Record<TextField, TextFieldMapping>> = {
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

/** GraphQL selection of all text fields, each under the domain's name of the field. */
export const textSelection = textFields.map((field) => `${field}: ${textMappings[field].select}`).join(' ');

/** A product's texts as the store keeps them: Shopify may trim or clean them. */
export const TextAnswer = z.object(mapFields(textFields, (field) => textMappings[field].answer));
/** A product's texts, by the domain's names of the fields. */
export type ProductText = z.infer<typeof TextAnswer>;

/** The texts as Shopify's input; absent and null values are not sent. */
export function toTextInput(values: Readonly<Partial<Record<TextField, string | null>>>): TextInput {
  const inputs = textFields.flatMap((field) => {
    const value = values[field];
    return value == null ? [] : [textMappings[field].input(value)];
  });
  const metafields = inputs.flatMap((input) => input.metafields ?? []);
  return {...Object.assign({}, ...inputs), ...(metafields.length === 0 ? {} : {metafields})};
}

/** Amounts of a variant as input: decimal text in the store's currency. */
export type AmountInput = {
  readonly price?: string;
  readonly compareAtPrice?: string | null;
  readonly inventoryItem?: {readonly cost?: string};
};

/** What a write sends for each amount. Null removes a compare-at price. A price or a cost cannot be removed, so null sends nothing. */
const amountInputs: Readonly<Record<AmountField, (text: string | null) => AmountInput>> = {
  price: (price) => (price === null ? {} : {price}),
  compareAt: (compareAtPrice) => ({compareAtPrice}),
  cost: (cost) => (cost === null ? {} : {inventoryItem: {cost}}),
};

/** The amounts as Shopify's input; absent values are not sent. */
export function toAmountInput(values: Readonly<Partial<Record<AmountField, string | null>>>): AmountInput {
  const inputs = amountFields.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [amountInputs[field](value)];
  });
  return Object.assign({}, ...inputs);
}

/** GraphQL selection of a variant's prices. */
export const priceSelection = 'price compareAtPrice';
/** GraphQL selection of the cost in a variant's inventory item. */
export const costSelection = 'unitCost { amount }';

/** A variant's prices, as decimal text. */
export const PriceAnswer = z.object({price: z.string(), compareAtPrice: z.string().nullable()});
/** The cost in a variant's inventory item, as decimal text; null: none. */
export const CostAnswer = z.object({unitCost: z.object({amount: z.string()}).nullable()});

/** A variant's amounts as the store keeps them; undefined: not read. */
export const readAmounts = (
  {price, compareAtPrice}: z.infer<typeof PriceAnswer>,
  item?: z.infer<typeof CostAnswer>,
): StoreAmounts => ({
  price,
  compareAt: compareAtPrice,
  cost: item === undefined ? undefined : (item.unitCost?.amount ?? null),
});
