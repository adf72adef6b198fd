// Our products are recognised in a store by two metafields in the namespace reserved for this app.
// https://shopify.dev/docs/apps/build/metafields/working-with-custom-ids

const namespace = '$app';

export const listingKeyId = (value: string) => ({namespace, key: 'listing_key', value});

/** On creation the input must carry the custom id itself (METAFIELD_MISMATCH otherwise). */
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

/** As in shopify.app.toml. The type `id` makes the value unique among all products of the store. */
export const listingKeyDefinition: MetafieldDefinition = {
  name: 'Supplier listing',
  namespace,
  key: 'listing_key',
  type: 'id',
  ownerType: 'PRODUCT',
  access: {admin: 'MERCHANT_READ'},
};

export const articleIdDefinition: MetafieldDefinition = {
  name: 'Supplier article',
  namespace,
  key: 'article_id',
  type: 'single_line_text_field',
  ownerType: 'PRODUCT',
  access: {admin: 'MERCHANT_READ'},
};
