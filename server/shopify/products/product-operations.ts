// What is said to Shopify about products. Every operation is exported and named; a test validates each against the schema.
// Points as documented: https://shopify.dev/changelog/dynamic-complexity-cost-for-productset-mutation and
// https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits (an object 1, a mutation 10).

import type {Operation} from '../client/admin.ts';
import {connection} from '../client/cost-bucket.ts';

/** Variants one answer of a write carries; more are fetched page by page. */
export const variantPage = 200;

/**
 * All variants travel in one call, up to the 2,048 a product may have: productSet deletes what its list does not name,
 * so a list in portions would delete the portions before. It is exempt from the general limit of 250 items per array.
 * https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/productSet
 */
export const productSet: Operation = {
  document: `mutation ProductSet(
    $identifier: ProductSetIdentifiers!, $input: ProductSetInput!, $variants: Int!, $media: Int!, $withMedia: Boolean!
  ) {
    productSet(synchronous: true, identifier: $identifier, input: $input) {
      product {
        id status title descriptionHtml vendor productType tags
        media(first: $media) @include(if: $withMedia) { nodes { id status } }
        variants(first: $variants) {
          pageInfo { hasNextPage endCursor }
          nodes { id price selectedOptions { name value } }
        }
      }
      userErrors { code field message }
    }
  }`,
  cost: 15,
  write: true,
  // By custom id or gid, with absolute values.
  repeatable: true,
};

export const productVariants: Operation = {
  document: `query ProductVariants($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id price selectedOptions { name value } }
      }
    }
  }`,
  cost: 1 + connection(variantPage, 2),
  write: false,
};

export const productState: Operation = {
  document: 'query ProductState($id: ID!) { product(id: $id) { status } }',
  cost: 1,
  write: false,
};

/** Text and status of a product; its lists stay untouched. */
export const productUpdate: Operation = {
  document: `mutation ProductUpdate($identifier: ProductUpdateIdentifiers!, $product: ProductUpdateInput!) {
    productUpdate(identifier: $identifier, product: $product) {
      product { id status title descriptionHtml vendor productType tags }
      userErrors { field message }
    }
  }`,
  cost: 12,
  write: true,
  repeatable: true,
};

/** Prices, costs and SKUs of variants by their gid; option words, which the merchant may have renamed, are not touched. */
export const variantsUpdate: Operation = {
  document: `mutation VariantsUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
      product { id }
      userErrors { code field message }
    }
  }`,
  cost: 12,
  write: true,
  repeatable: true,
};

export const variantsDelete: Operation = {
  document: `mutation VariantsDelete($productId: ID!, $variantsIds: [ID!]!) {
    productVariantsBulkDelete(productId: $productId, variantsIds: $variantsIds) {
      product { id }
      userErrors { code field message }
    }
  }`,
  cost: 12,
  write: true,
  repeatable: true,
};

export const publish: Operation = {
  document: `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) {
      publishable { __typename }
      userErrors { field message }
    }
  }`,
  cost: 12,
  write: true,
  repeatable: true,
};

/** Listing keys looked up in one call. */
export const keysPerLookup = 20;
const slots = Array.from({length: keysPerLookup}, (_, slot) => slot);

export const productsByKeys: Operation = {
  document: `query ProductsByKeys(${slots.map((slot) => `$k${slot}: ProductIdentifierInput!, $h${slot}: Boolean!`).join(', ')}) {
    ${slots.map((slot) => `p${slot}: productByIdentifier(identifier: $k${slot}) @include(if: $h${slot}) { id status }`).join('\n    ')}
  }`,
  cost: keysPerLookup,
  write: false,
};

export const listedVariantPage = 100;

/** Shopify takes at most 250 files per product. */
const everyFile = 250;

/** What the sync compares with what it wrote last. */
const listedFields = `
      id title descriptionHtml vendor productType status tags updatedAt
      listingKey: metafield(namespace: "$app", key: "listing_key") { value }
      articleId: metafield(namespace: "$app", key: "article_id") { value }
      media(first: ${everyFile}) { nodes { id status ... on MediaImage { image { url } } } }
      variants(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id price compareAtPrice sku selectedOptions { name value } inventoryItem { tracked unitCost { amount } } }
      }`;

export const productForListing: Operation = {
  document: `query ProductForListing($id: ID!, $first: Int!, $after: String) {
    product(id: $id) {${listedFields}
    }
  }`,
  cost: 3 + connection(everyFile, 2) + connection(listedVariantPage, 4),
  write: false,
};

/** Products of one page of the whole store. Points grow with the logarithm of the page, so that large pages are cheap; an answer stays small. */
export const storePage = 100;

export const storeProducts: Operation = {
  document: `query StoreProducts($products: Int!, $query: String!, $first: Int!, $after: String) {
    products(first: $products, query: $query, sortKey: ID) {
      pageInfo { hasNextPage endCursor }
      nodes {${listedFields}
      }
    }
  }`,
  cost: connection(storePage, 3 + connection(everyFile, 2) + connection(listedVariantPage, 4)),
  write: false,
};

export const mediaPerLookup = 100;

/** Images are fetched by Shopify after the write that named them: how far they have come. */
export const mediaStates: Operation = {
  document: `query MediaStates($ids: [ID!]!) {
    nodes(ids: $ids) { ... on MediaImage { id status mediaErrors { message } } }
  }`,
  cost: mediaPerLookup,
  write: false,
};

/** Only when the merchant asks for it by name. */
export const productDelete: Operation = {
  document: `mutation ProductDelete($input: ProductDeleteInput!) {
    productDelete(input: $input, synchronous: true) {
      deletedProductId
      userErrors { field message }
    }
  }`,
  cost: 10,
  write: true,
  repeatable: true,
};

export const productDefinitions: Operation = {
  document: `query ProductDefinitions {
    metafieldDefinitions(first: 50, ownerType: PRODUCT, namespace: "$app") { nodes { key type { name } } }
  }`,
  cost: connection(50, 2),
  write: false,
};

export const definitionCreate: Operation = {
  document: `mutation DefinitionCreate($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) {
      createdDefinition { id }
      userErrors { code field message }
    }
  }`,
  cost: 12,
  write: true,
  // A second sending is answered TAKEN, which is what was wanted.
  repeatable: true,
};
