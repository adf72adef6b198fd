// Shopify's answers about products, parsed.

import {z} from 'zod';
import type {ShownAmounts} from '#domain/catalogue/edits.ts';
import {ArticleId, ProductGid, VariantGid} from '#domain/ids.ts';
import {UserErrors} from '../client/user-errors.ts';
import {Cost, Prices, readAmounts, Texts} from './store-fields.ts';

/** A variant after a write, as the store keeps it. Amounts are decimal text in the store's currency. */
export type StoreVariant = StoredAmounts & {
  readonly gid: VariantGid;
  readonly options: readonly {readonly name: string; readonly value: string}[];
};

/** An amount is undefined where it was not read back. */
export type StoredAmounts = ShownAmounts & {readonly gid: VariantGid};

const StatusText = z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']);
export type ProductStatus = z.infer<typeof StatusText>;
export const PageInfo = z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()});
const Options = z.array(z.object({name: z.string(), value: z.string()}));
const Media = z.object({nodes: z.array(z.object({id: z.string(), status: z.string()}))});

/** The address is the store's own copy. It is missing before the image is ready, and for other media. */
const ListedMedia = z
  .object({id: z.string(), status: z.string(), image: z.object({url: z.string()}).nullish()})
  .transform(({id, status, image}) => ({id, status, url: image?.url ?? null}));

const Amounts = Prices.extend({id: VariantGid, inventoryItem: Cost.optional()});

const toAmounts = ({id, inventoryItem, ...prices}: z.infer<typeof Amounts>): StoredAmounts => ({
  gid: id,
  ...readAmounts(prices, inventoryItem),
});

const Variant = Amounts.extend({selectedOptions: Options}).transform(
  (variant): StoreVariant => ({...toAmounts(variant), options: variant.selectedOptions}),
);
const Variants = z.object({pageInfo: PageInfo, nodes: z.array(Variant)});

const UpdatedAt = z.coerce.date();

export const SetAnswer = z.object({
  productSet: z.object({
    product: Texts.extend({
      id: ProductGid,
      status: StatusText,
      updatedAt: UpdatedAt,
      media: Media.optional(),
      variants: Variants,
    }).nullable(),
    userErrors: UserErrors,
  }),
});

export const UpdateAnswer = z.object({
  productUpdate: z.object({product: Texts.extend({updatedAt: UpdatedAt}).nullable(), userErrors: UserErrors}),
});

export const VariantsUpdateAnswer = z.object({
  productVariantsBulkUpdate: z.object({
    product: z.object({updatedAt: UpdatedAt}).nullable(),
    productVariants: z.array(Amounts.transform(toAmounts)).nullable(),
    userErrors: UserErrors,
  }),
});

export const PublishAnswer = z.object({
  publishablePublish: z.object({
    publishable: z.object({publishedOnPublication: z.boolean(), updatedAt: UpdatedAt.optional()}).nullable(),
    userErrors: UserErrors,
  }),
});

export const UpdatedAtAnswer = z.object({product: z.object({updatedAt: UpdatedAt}).nullable()});

/** A product's files, with the store's own copies of those that are ready. */
export const FilesAnswer = z.object({product: z.object({media: z.object({nodes: z.array(ListedMedia)})}).nullable()});

/** Null or without an id: not an image, or it no longer exists. */
const MediaNode = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  mediaErrors: z.array(z.object({message: z.string()})).optional(),
});
export const MediaAnswer = z.object({nodes: z.array(MediaNode.nullable())});

export const VariantsAnswer = z.object({product: z.object({variants: Variants}).nullable()});

export const StateAnswer = z.object({product: z.object({status: StatusText}).nullable()});

export const KeysAnswer = z.record(z.string(), z.object({id: ProductGid, status: StatusText}).nullable());

const Value = z
  .object({value: z.string()})
  .nullable()
  .transform((metafield) => metafield?.value ?? null);

const ListedVariant = Prices.extend({
  id: VariantGid,
  sku: z.string().nullable(),
  selectedOptions: Options,
  inventoryItem: Cost.extend({tracked: z.boolean()}),
}).transform(({id, sku, selectedOptions, inventoryItem, ...prices}) => ({
  ...readAmounts(prices, inventoryItem),
  gid: id,
  sku,
  options: selectedOptions,
  tracked: inventoryItem.tracked,
}));
const ListedVariants = z.object({pageInfo: PageInfo, nodes: z.array(ListedVariant)});

export const ProductForListingAnswer = Texts.extend({
  id: ProductGid,
  status: StatusText,
  updatedAt: z.coerce.date(),
  listingKey: Value,
  articleId: Value.transform((text) => ArticleId.safeParse(text).data ?? null),
  media: z.object({nodes: z.array(ListedMedia)}),
  variants: ListedVariants,
});

/** The fields of a product that an undo may set back. */
export const UndoAnswer = z.object({
  product: Texts.extend({
    status: StatusText,
    variants: z.object({pageInfo: PageInfo, nodes: z.array(Amounts.transform(toAmounts))}),
  }).nullable(),
});

export const DefinitionsAnswer = z.object({
  metafieldDefinitions: z.object({nodes: z.array(z.object({key: z.string(), type: z.object({name: z.string()})}))}),
});

export const ListedAnswer = z.object({product: ProductForListingAnswer.nullable()});

export const StoreAnswer = z.object({
  products: z.object({pageInfo: PageInfo, nodes: z.array(ProductForListingAnswer)}),
});
