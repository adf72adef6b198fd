// Our products are recognised in a store by two metafields in the namespace reserved for this app.
// https://shopify.dev/docs/apps/build/metafields/working-with-custom-ids

const namespace = '$app';

/** The custom id by which Shopify finds the product of a listing. */
export const listingKeyId = (value: string) => ({namespace, key: 'listing_key', value});

/** The two metafields that make a product ours. On creation the input must carry the custom id itself (METAFIELD_MISMATCH otherwise). */
export const toIdentityMetafields = (listingKey: string, articleId: string) => [
  {...listingKeyId(listingKey), type: 'id'},
  {namespace, key: 'article_id', type: 'single_line_text_field', value: articleId},
];

export type MetafieldDefinition = {
  readonly name: string;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly ownerType: 'PRODUCT';
  readonly access: {readonly admin: 'MERCHANT_READ' | 'MERCHANT_READ_WRITE'};
};

/** The definition of the listing key, as in shopify.app.toml. The type `id` makes the value unique among all products of the store. */
export const listingKeyDefinition: MetafieldDefinition = {
  name: 'Supplier listing',
  namespace,
  key: 'listing_key',
  type: 'id',
  ownerType: 'PRODUCT',
  access: {admin: 'MERCHANT_READ'},
};

/** The definition of the metafield with the article's id, as in shopify.app.toml. */
export const articleIdDefinition: MetafieldDefinition = {
  name: 'Supplier article',
  namespace,
  key: 'article_id',
  type: 'single_line_text_field',
  ownerType: 'PRODUCT',
  access: {admin: 'MERCHANT_READ'},
};
