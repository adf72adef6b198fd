// A product as productSet takes it, and how a draft of ours becomes one.
// https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput

import type {ProductDraft, VariantDraft} from '#domain/catalogue/to-product.ts';
import {toDecimal} from '#domain/money.ts';
import {toIdentityMetafields} from './product-identity.ts';

export type ProductStatus = 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED';

/** Lists replace what is there; a field left out stays as it is. */
export type ProductSetInput = {
  readonly title?: string;
  readonly descriptionHtml?: string;
  readonly vendor?: string;
  readonly productType?: string;
  readonly status?: ProductStatus;
  readonly tags?: readonly string[];
  readonly files?: readonly (
    | {readonly id: string}
    | {readonly originalSource: string; readonly alt?: string; readonly contentType?: 'IMAGE'}
  )[];
  readonly metafields?: readonly {
    readonly namespace: string;
    readonly key: string;
    readonly type: string;
    readonly value: string;
  }[];
  readonly productOptions?: readonly {readonly name: string; readonly values: readonly {readonly name: string}[]}[];
  readonly variants?: readonly VariantSetInput[];
};

/** Untracked, without quantities and without barcode, always: there is no field for either. */
export type VariantSetInput = {
  readonly id?: string;
  readonly optionValues: readonly {readonly optionName: string; readonly name: string}[];
  readonly sku?: string;
  readonly price: string;
  readonly compareAtPrice?: string | null;
  readonly inventoryPolicy: 'CONTINUE';
  readonly inventoryItem: {readonly tracked: false; readonly cost: string; readonly requiresShipping: true};
};

export const optionNames = {colour: 'Colour', size: 'Size'} as const;
/** What Shopify calls the one variant of a product without options. */
const single = {option: 'Title', value: 'Default Title'} as const;

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
    ...toVariants(draft, currency),
  };
}

/** The options and variants of a product as it should be, and nothing else. `gidOf` names the variants that exist. */
export function toVariants(
  draft: ProductDraft,
  currency: string,
  gidOf: (variant: VariantDraft) => string | null = () => null,
): Pick<ProductSetInput, 'productOptions' | 'variants'> {
  const axes = [
    ...(draft.options.colours ? [{name: optionNames.colour, word: (variant: VariantDraft) => variant.colour}] : []),
    ...(draft.options.sizes ? [{name: optionNames.size, word: (variant: VariantDraft) => variant.size}] : []),
  ];
  const named = axes.length > 0 ? axes : [{name: single.option, word: () => single.value}];
  return {
    productOptions: named.map(({name, word}) => ({
      name,
      values: [...new Set(draft.variants.map((variant) => word(variant) ?? single.value))].map((value) => ({
        name: value,
      })),
    })),
    variants: draft.variants.map((variant) => {
      const id = gidOf(variant);
      return {
        ...(id === null ? {} : {id}),
        optionValues: named.map(({name, word}) => ({optionName: name, name: word(variant) ?? single.value})),
        ...(variant.sku === null ? {} : {sku: variant.sku}),
        price: toDecimal({minor: variant.price, currency}),
        compareAtPrice: variant.compareAt === null ? null : toDecimal({minor: variant.compareAt, currency}),
        inventoryPolicy: 'CONTINUE',
        inventoryItem: {tracked: false, cost: toDecimal({minor: variant.cost, currency}), requiresShipping: true},
      };
    }),
  };
}

const toFile = (originalSource: string) => ({originalSource, contentType: 'IMAGE' as const});
