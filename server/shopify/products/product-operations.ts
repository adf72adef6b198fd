// Admin API operations about products; an operation that only one file sends may be in that file. Every operation is exported and named; a
// test validates each against the schema. Each `cost` is in points of the rate limit, as documented:
// https://shopify.dev/changelog/dynamic-complexity-cost-for-productset-mutation and
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits (an object 1, a mutation 10).

import type {ProductGid, VariantGid} from '#domain/ids.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation, PageVariables} from '../client/operation.ts';
import {type Mutation, UserErrorsOnly} from '../client/user-errors.ts';
import * as answers from './product-answers.ts';
import {listingKeyId, type MetafieldDefinition} from './product-identity.ts';
import type {ProductFields, ProductSetInput, VariantChange} from './product-input.ts';
import {costSelection, priceSelection, textSelection} from './store-fields.ts';

/** Variants per page, where the answer of a write does not have all of them. */
export const variantsPerPage = 200;

/** Amounts as the store keeps them: it rounds them to its currency. */
const variantSelection = `
            id ${priceSelection} selectedOptions { name value }
            inventoryItem @include(if: $withCost) { ${costSelection} }`;

type ProductSetVariables = {
  readonly identifier: CustomIdInput | {readonly id: ProductGid};
  readonly input: ProductSetInput;
  /** How many variants and files to read back. */
  readonly variants: number;
  readonly media: number;
  readonly withMedia: boolean;
} & WithCost;

/** Whether the variants' costs are read back: two objects for each variant. See `mustReadCosts` in products.ts. */
type WithCost = {readonly withCost: boolean};

/**
 * One call sends all variants, up to the 2,048 a product may have: productSet deletes variants missing from its list, so a second
 * portion would delete the first. It is exempt from the general limit of 250 items per array.
 * https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/productSet
 */
export const productSet: Operation<ProductSetVariables, typeof answers.ProductSetAnswer> = {
  document: `mutation ProductSet(
    $identifier: ProductSetIdentifiers!, $input: ProductSetInput!, $variants: Int!, $media: Int!, $withMedia: Boolean!,
    $withCost: Boolean!
  ) {
    productSet(synchronous: true, identifier: $identifier, input: $input) {
      product {
        id status updatedAt ${textSelection}
        media(first: $media) @include(if: $withMedia) { nodes { id status } }
        variants(first: $variants) {
          pageInfo { hasNextPage endCursor }
          nodes {${variantSelection}
          }
        }
      }
      userErrors { code field message }
    }
  }`,
  cost: productSetCost,
  answer: answers.ProductSetAnswer,
  isWrite: true,
  // By custom id or gid, with absolute values.
  isRepeatable: true,
};

/** Points: 10, plus 1.9 per file, 0.4 per metafield, 0.2 per variant, and the fields read back. */
function productSetCost({input, variants, withCost}: ProductSetVariables): number {
  const files = input.files?.length ?? 0;
  const sent = 1.9 * files + 0.4 * (input.metafields?.length ?? 0) + 0.2 * (input.variants?.length ?? 0);
  const readBack = connectionPoints(files, 1) + connectionPoints(variants, withCost ? 4 : 2);
  return Math.ceil(10 + sent + 1 + readBack);
}

export const productVariants: Operation<
  PageVariables<ProductGid> & WithCost & {readonly first: number},
  typeof answers.ProductVariantsAnswer
> = {
  document: `query ProductVariants($id: ID!, $first: Int!, $after: String, $withCost: Boolean!) {
    product(id: $id) {
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {${variantSelection}
        }
      }
    }
  }`,
  cost: ({withCost}) => 1 + connectionPoints(variantsPerPage, withCost ? 4 : 2),
  answer: answers.ProductVariantsAnswer,
  isWrite: false,
};

/** The files of one product: their states, and the store's own copies of the images that are ready. */
export const productFiles: Operation<{readonly id: ProductGid; readonly files: number}, typeof answers.FilesAnswer> = {
  document: `query ProductFiles($id: ID!, $files: Int!) {
    product(id: $id) { media(first: $files) { nodes { id status ... on MediaImage { image { url } } } } }
  }`,
  cost: ({files}) => 1 + connectionPoints(files, 2),
  answer: answers.FilesAnswer,
  isWrite: false,
};

export const productStatus: Operation<{readonly id: ProductGid}, typeof answers.ProductStatusAnswer> = {
  document: 'query ProductState($id: ID!) { product(id: $id) { status } }',
  cost: 1,
  answer: answers.ProductStatusAnswer,
  isWrite: false,
};

/** Costs one point, so it is asked before the whole product is read. */
export const productUpdatedAt: Operation<{readonly id: ProductGid}, typeof answers.UpdatedAtAnswer> = {
  document: 'query ProductUpdatedAt($id: ID!) { product(id: $id) { updatedAt } }',
  cost: 1,
  answer: answers.UpdatedAtAnswer,
  isWrite: false,
};

/** Text, tags and status of a product; its variants and files stay unchanged. */
export const productUpdate: Operation<
  {readonly identifier: {readonly id: ProductGid}; readonly product: ProductFields},
  typeof answers.ProductUpdateAnswer
> = {
  document: `mutation ProductUpdate($identifier: ProductUpdateIdentifiers!, $product: ProductUpdateInput!) {
    productUpdate(identifier: $identifier, product: $product) {
      product { id status updatedAt ${textSelection} }
      userErrors { field message }
    }
  }`,
  cost: 12,
  answer: answers.ProductUpdateAnswer,
  isWrite: true,
  isRepeatable: true,
};

/** Prices, costs and SKUs of variants by their gid. Option values stay as they are: the merchant may have renamed them. */
export const variantsUpdate: Operation<
  WithCost & {readonly productId: ProductGid; readonly variants: readonly VariantChange[]},
  typeof answers.VariantsUpdateAnswer
> = {
  document: `mutation VariantsUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $withCost: Boolean!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
      product { updatedAt }
      productVariants { id ${priceSelection} inventoryItem @include(if: $withCost) { ${costSelection} } }
      userErrors { code field message }
    }
  }`,
  cost: ({variants, withCost}) => Math.ceil((withCost ? 14 : 12) + 0.2 * variants.length),
  answer: answers.VariantsUpdateAnswer,
  isWrite: true,
  isRepeatable: true,
};

export const variantsDelete: Mutation<{readonly productId: ProductGid; readonly variantsIds: readonly VariantGid[]}> = {
  document: `mutation VariantsDelete($productId: ID!, $variantsIds: [ID!]!) {
    productVariantsBulkDelete(productId: $productId, variantsIds: $variantsIds) {
      product { id }
      userErrors { code field message }
    }
  }`,
  cost: 12,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

/** The answer says whether the channel shows the product. */
export const productPublish: Operation<
  {
    readonly id: ProductGid;
    readonly publication: string;
    readonly input: readonly {readonly publicationId: string}[];
  },
  typeof answers.PublishAnswer
> = {
  document: `mutation Publish($id: ID!, $publication: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) {
      publishable { publishedOnPublication(publicationId: $publication) ... on Product { updatedAt } }
      userErrors { field message }
    }
  }`,
  cost: 12,
  answer: answers.PublishAnswer,
  isWrite: true,
  isRepeatable: true,
};

/** Listing keys per lookup call. */
export const keysPerLookup = 20;
const slotNumbers = Array.from({length: keysPerLookup}, (_, slot) => slot);

type CustomIdInput = {readonly customId: ReturnType<typeof listingKeyId>};

/** Variables of one lookup: `k0`, `k1` … are the listing keys of the slots, `h0`, `h1` … say whether a slot is used. */
type KeySlots = {readonly [key: `k${number}`]: CustomIdInput; readonly [has: `h${number}`]: boolean};

export const productsByKeys: Operation<KeySlots, typeof answers.ProductsByKeysAnswer> = {
  document: `query ProductsByKeys(${slotNumbers.map((slot) => `$k${slot}: ProductIdentifierInput!, $h${slot}: Boolean!`).join(', ')}) {
    ${slotNumbers.map((slot) => `p${slot}: productByIdentifier(identifier: $k${slot}) @include(if: $h${slot}) { id status }`).join('\n    ')}
  }`,
  cost: keysPerLookup,
  answer: answers.ProductsByKeysAnswer,
  isWrite: false,
};

export function toKeySlots(keys: readonly string[]): KeySlots {
  const slots: {-readonly [name in keyof KeySlots]: KeySlots[name]} = {};
  for (const slot of slotNumbers) {
    slots[`k${slot}`] = {customId: listingKeyId(keys[slot] ?? '')};
    slots[`h${slot}`] = slot < keys.length;
  }
  return slots;
}

/** Sent only when the merchant names the product to delete. */
export const productDelete: Mutation<{readonly input: {readonly id: ProductGid}}> = {
  document: `mutation ProductDelete($input: ProductDeleteInput!) {
    productDelete(input: $input, synchronous: true) {
      deletedProductId
      userErrors { field message }
    }
  }`,
  cost: 10,
  answer: UserErrorsOnly,
  isWrite: true,
  isRepeatable: true,
};

export const productDefinitions: Operation<NoVariables, typeof answers.DefinitionsAnswer> = {
  document: `query ProductDefinitions {
    metafieldDefinitions(first: 50, ownerType: PRODUCT, namespace: "$app") { nodes { key type { name } } }
  }`,
  cost: connectionPoints(50, 2),
  answer: answers.DefinitionsAnswer,
  isWrite: false,
};

export const definitionCreate: Mutation<{
  readonly definition: MetafieldDefinition;
}> = {
  document: `mutation DefinitionCreate($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) {
      createdDefinition { id }
      userErrors { code field message }
    }
  }`,
  cost: 12,
  answer: UserErrorsOnly,
  isWrite: true,
  // A second request is answered TAKEN, which is the wanted state.
  isRepeatable: true,
};
