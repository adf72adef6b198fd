// Shopify's answers about products, parsed.

import {z} from 'zod';
import {type StoreAmounts, toStoreAmounts, type WrittenValues} from '#domain/catalogue/edits.ts';
import {isAmountField, type OwnableField, toWrittenValues, writtenFields} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';
import {UserErrors} from '../client/user-errors.ts';
import {CostAnswer, PriceAnswer, type ProductText, readAmounts, TextAnswer} from './store-fields.ts';

/** A variant after a write, as the store keeps it. Amounts are decimal text in the store's currency. */
export type StoreVariant = StoredAmounts & {
  readonly gid: VariantGid;
  readonly options: readonly {readonly name: string; readonly value: string}[];
};

/** A variant's amounts as the store keeps them. An amount is undefined where it was not read back. */
export type StoredAmounts = StoreAmounts & {readonly gid: VariantGid};

export const StatusText = z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']);
/** A product's status in Shopify. ACTIVE and UNLISTED are on sale. */
export type ProductStatus = z.infer<typeof StatusText>;
/** Whether more pages follow, and where the next begins. */
export const PageInfo = z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()});
const SelectedOptions = z.array(z.object({name: z.string(), value: z.string()}));
const MediaNodes = z.object({nodes: z.array(z.object({id: z.string(), status: z.string()}))});

/** A file of a product. Its address is that of the store's own copy; null before the image is ready, and for files that are no images. */
const MediaFileAnswer = z
  .object({id: z.string(), status: z.string(), image: z.object({url: z.string()}).nullish()})
  .transform(({id, status, image}) => ({id, status, url: image?.url ?? null}));

/** A variant's amounts, as Shopify answers them; the cost only where it was asked for. */
const VariantAmounts = PriceAnswer.extend({id: VariantGid, inventoryItem: CostAnswer.optional()});

/** The amounts in the domain's form. */
const toAmounts = ({id, inventoryItem, ...prices}: z.infer<typeof VariantAmounts>): StoredAmounts => ({
  gid: id,
  ...readAmounts(prices, inventoryItem),
});

/** A variant with amounts and options, after a write. */
const VariantAnswer = VariantAmounts.extend({selectedOptions: SelectedOptions}).transform(
  (variant): StoreVariant => ({...toAmounts(variant), options: variant.selectedOptions}),
);
const VariantPage = z.object({pageInfo: PageInfo, nodes: z.array(VariantAnswer)});

const UpdatedAt = z.coerce.date();

/** The answer to `productSet`. */
export const ProductSetAnswer = z.object({
  productSet: z.object({
    product: TextAnswer.extend({
      id: ProductGid,
      status: StatusText,
      updatedAt: UpdatedAt,
      media: MediaNodes.optional(),
      variants: VariantPage,
    }).nullable(),
    userErrors: UserErrors,
  }),
});

export const ProductUpdateAnswer = z.object({
  productUpdate: z.object({product: TextAnswer.extend({updatedAt: UpdatedAt}).nullable(), userErrors: UserErrors}),
});

export const VariantsUpdateAnswer = z.object({
  productVariantsBulkUpdate: z.object({
    product: z.object({updatedAt: UpdatedAt}).nullable(),
    productVariants: z.array(VariantAmounts.transform(toAmounts)).nullable(),
    userErrors: UserErrors,
  }),
});

/** The answer to `productPublish`. */
export const PublishAnswer = z.object({
  publishablePublish: z.object({
    publishable: z.object({publishedOnPublication: z.boolean(), updatedAt: UpdatedAt.optional()}).nullable(),
    userErrors: UserErrors,
  }),
});

export const UpdatedAtAnswer = z.object({product: z.object({updatedAt: UpdatedAt}).nullable()});

/** A product's files, with the store's own copies of those that are ready. */
export const FilesAnswer = z.object({
  product: z.object({media: z.object({nodes: z.array(MediaFileAnswer)})}).nullable(),
});

/** An image by its id. Null or without an id: not an image, or it no longer exists. */
const MediaNode = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  mediaErrors: z.array(z.object({message: z.string()})).optional(),
});
/** The answer to `mediaStates`; null: the id names nothing any more. */
export const MediaStatesAnswer = z.object({nodes: z.array(MediaNode.nullable())});

export const ProductVariantsAnswer = z.object({product: z.object({variants: VariantPage}).nullable()});

export const ProductStatusAnswer = z.object({product: z.object({status: StatusText}).nullable()});

/** The answer to `productsByKeys`, by slot; null: no product has the key. */
export const ProductsByKeysAnswer = z.record(z.string(), z.object({id: ProductGid, status: StatusText}).nullable());

/** The value of a metafield; null: the product does not have it. */
const MetafieldValue = z
  .object({value: z.string()})
  .nullable()
  .transform((metafield) => metafield?.value ?? null);

/** A variant with what the sync compares with its last written values. */
const ListingVariant = PriceAnswer.extend({
  id: VariantGid,
  sku: z.string().nullable(),
  selectedOptions: SelectedOptions,
  inventoryItem: CostAnswer.extend({tracked: z.boolean()}),
}).transform(({id, sku, selectedOptions, inventoryItem, ...prices}) => ({
  ...readAmounts(prices, inventoryItem),
  gid: id,
  sku,
  options: selectedOptions,
  tracked: inventoryItem.tracked,
}));
const ListingVariantPage = z.object({pageInfo: PageInfo, nodes: z.array(ListingVariant)});

/** A product with what the sync compares with its last written values. */
export const ProductForListing = TextAnswer.extend({
  id: ProductGid,
  status: StatusText,
  updatedAt: z.coerce.date(),
  listingKey: MetafieldValue,
  articleId: MetafieldValue.transform((text) => ArticleId.safeParse(text).data ?? null),
  media: z.object({nodes: z.array(MediaFileAnswer)}),
  variants: ListingVariantPage,
});

/** The fields of a product that an undo may set back. */
export const ProductToUndoAnswer = z.object({
  product: TextAnswer.extend({
    status: StatusText,
    variants: z.object({pageInfo: PageInfo, nodes: z.array(VariantAmounts.transform(toAmounts))}),
  }).nullable(),
});

export const DefinitionsAnswer = z.object({
  metafieldDefinitions: z.object({nodes: z.array(z.object({key: z.string(), type: z.object({name: z.string()})}))}),
});

export const ProductForListingAnswer = z.object({product: ProductForListing.nullable()});

export const StoreProductsAnswer = z.object({
  products: z.object({pageInfo: PageInfo, nodes: z.array(ProductForListing)}),
});

type AnsweredValues = {readonly text: ProductText | null; readonly amounts: readonly StoredAmounts[]};

/** The values of the named fields: text and amounts as Shopify's answer has them, since it cleans text and rounds amounts; else as sent. */
export function readWrittenValues(
  draft: ProductDraft,
  write: readonly OwnableField[],
  {text, amounts}: AnsweredValues,
): WrittenValues {
  const values = {...toWrittenValues(draft), ...text, ...toStoreAmounts(amounts, draft.currency)};
  const fields = writtenFields.filter((field) => write.includes(field));
  const currency = fields.some(isAmountField) ? {currency: draft.currency} : {};
  return {...Object.fromEntries(fields.map((field) => [field, values[field]])), ...currency};
}
