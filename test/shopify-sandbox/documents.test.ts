// Documents as an app sends them: run where they are implemented, refused by name where they are not.
import {expect, test} from 'vitest';
import {adminSchema} from '../sandbox/shopify/schema.ts';
import {article, listingKey, openShop, productSet} from './open-shop.ts';
import {AnyData, openStore, type Store} from './store-with-order.ts';

const implemented: readonly (readonly [document: string, variables: (store: Store) => Record<string, unknown>])[] = [
  [
    `mutation ProductUpsert($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
      productSet(synchronous: true, identifier: $identifier, input: $input) {
        product { id handle status updatedAt media(first: 20) { nodes { id status alt } }
          variants(first: 5) { nodes { id sku inventoryItem { id tracked } } } }
        productSetOperation { id status userErrors { code field message } }
        userErrors { code field message } } }`,
    () =>
      article('A-2', {
        category: 'gid://shopify/TaxonomyCategory/sg-4-17-2-17',
        files: [{originalSource: 'https://i.example/y.jpg'}],
      }),
  ],
  [
    `mutation ProductPatch($identifier: ProductUpdateIdentifiers, $product: ProductUpdateInput!) {
      productUpdate(identifier: $identifier, product: $product) { product { id status } userErrors { field message } } }`,
    ({product}) => ({identifier: {id: product}, product: {status: 'ARCHIVED'}}),
  ],
  [
    `mutation VariantsPatch($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
      productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
        productVariants { id sku price } userErrors { code field message } } }`,
    ({product, variants}) => ({
      productId: product,
      variants: [{id: variants[0], price: '1.00', inventoryItem: {sku: 'A', cost: '1.0', tracked: false}}],
    }),
  ],
  [
    'query ProductByExternalId($identifier: ProductIdentifierInput!) { productByIdentifier(identifier: $identifier) { id title status } }',
    () => ({identifier: article('A-1').identifier}),
  ],
  [
    'mutation DeleteProduct($id: ID!) { productDelete(input: {id: $id}) { deletedProductId userErrors { field message } } }',
    ({product}) => ({id: product}),
  ],
  [
    'query Publications { publications(first: 25, catalogType: APP) { nodes { id catalog { title } autoPublish supportsFuturePublishing } } }',
    () => ({}),
  ],
  [
    `query OrderForDropship($id: ID!) { order(id: $id) {
      id legacyResourceId name test createdAt processedAt cancelledAt displayFinancialStatus displayFulfillmentStatus fullyPaid edited
      riskLevel: risk { recommendation assessments { riskLevel } }
      shippingAddress { countryCodeV2 provinceCode }
      shippingLine { title code originalPriceSet { shopMoney { amount currencyCode } } }
      lineItems(first: 100) { pageInfo { hasNextPage endCursor } nodes { id sku quantity currentQuantity unfulfilledQuantity requiresShipping vendor
        customAttributes { key value } product { id metafield(namespace: "$app", key: "article_id") { value } } variant { id title } } }
      fulfillmentOrders(first: 20) { nodes { id status requestStatus assignedLocation { name location { id } } supportedActions { action }
        lineItems(first: 100) { nodes { id remainingQuantity lineItem { id } } } } } } }`,
    ({order}) => ({id: order}),
  ],
  [
    `query OrdersSince($q: String!, $after: String) { orders(first: 50, after: $after, query: $q, sortKey: UPDATED_AT) {
      pageInfo { hasNextPage endCursor } nodes { id name updatedAt test displayFinancialStatus cancelledAt } } }`,
    () => ({q: "updated_at:>='2026-11-20T00:00:00Z'"}),
  ],
  [
    'mutation OrderNote($input: OrderInput!) { orderUpdate(input: $input) { order { id } userErrors { field message } } }',
    ({order}) => ({input: {id: order, note: 'sent'}}),
  ],
  [
    'mutation TagOrder($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } } }',
    ({order}) => ({id: order, tags: ['dropship']}),
  ],
  [
    `mutation SetMf($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
      metafields { id namespace key compareDigest } userErrors { code field message elementIndex } } }`,
    ({order}) => ({metafields: [{ownerId: order, namespace: '$app', key: 'dropship', type: 'json', value: '{}'}]}),
  ],
  [
    `mutation Fulfill($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id status trackingInfo { number company url } } userErrors { field message } } }`,
    ({fulfillmentOrder}) => ({fulfillment: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: fulfillmentOrder}]}}),
  ],
  [
    `query ShopInfo { shop { id name myshopifyDomain currencyCode ianaTimezone plan { publicDisplayName partnerDevelopment shopifyPlus }
      resourceLimits { maxProductVariants maxProductOptions } }
      currentAppInstallation { id accessScopes { handle } activeSubscriptions { id status } } }`,
    () => ({}),
  ],
  [
    `mutation MfDef($definition: MetafieldDefinitionInput!) { metafieldDefinitionCreate(definition: $definition) {
      createdDefinition { id name type { name } } userErrors { code field message } } }`,
    () => ({definition: {...listingKey, key: 'another_key'}}),
  ],
  ['query Node($id: ID!) { node(id: $id) { id __typename ... on Product { title } } }', ({product}) => ({id: product})],
  ['query Nodes($ids: [ID!]!) { nodes(ids: $ids) { id } }', ({product, order}) => ({ids: [product, order]})],
];

test.each(
  implemented.map(([document, variables]) => [document.trim().split(/[({]/)[0] ?? '', document, variables] as const),
)('%s runs against the real schema', async (_name, document, variables) => {
  const store = await openStore();
  await store.done(AnyData, document, variables(store));
});

const refused: readonly (readonly [document: string, named: string])[] = [
  ['query All { fulfillmentOrders(first: 50) { nodes { id } } }', 'QueryRoot.fulfillmentOrders'],
  ['query CarrierList { carrierServices(first: 10) { nodes { id } } }', 'QueryRoot.carrierServices'],
  ['query A { shop { shopOwnerName } }', 'Shop.shopOwnerName'],
  ['query A { shop { plan { publicDisplayName } orderNumberFormatPrefix } }', 'Shop.orderNumberFormatPrefix'],
  ['query A { products(first: 1, sortKey: TITLE) { nodes { id } } }', 'QueryRoot.products(sortKey: TITLE)'],
  ['query A { products(first: 1, savedSearchId: "gid://shopify/SavedSearch/1") { nodes { id } } }', 'savedSearchId'],
  [
    'mutation A { productSet(synchronous: false, input: {title: "x"}) { product { id } } }',
    'productSet(synchronous: false)',
  ],
  ['mutation A { productSet(input: {title: "x", giftCard: true}) { product { id } } }', 'ProductSetInput.giftCard'],
  [
    'mutation A { productDuplicate(productId: "gid://shopify/Product/1", newTitle: "x") { newProduct { id } } }',
    'Mutation.productDuplicate',
  ],
  [
    'mutation A { bulkOperationRunQuery(query: "{ shop { id } }") { bulkOperation { id } } }',
    'Mutation.bulkOperationRunQuery',
  ],
];

test.each(refused)('%s is refused by name, not answered with nothing', async (document, named) => {
  const {gql, shop} = await openStore();
  const scopes = [...shop.scopes(), 'read_shipping', 'read_fulfillments', 'read_assigned_fulfillment_orders'];
  shop.setScopes(scopes);
  const before = shop.products();
  const answer = await gql(document);
  expect(answer.errors?.[0]?.message).toMatch(/^The sandbox does not implement /);
  expect(answer.errors?.[0]?.message).toContain(named);
  expect(shop.products()).toEqual(before);
});

test('what the real schema does not have is Shopify’s own error', async () => {
  const {gql, shop} = await openShop();
  const unknown = await gql('query A { shop { nickname } }');
  expect(unknown.errors?.[0]?.message).toBe("Field 'nickname' doesn't exist on type 'Shop'");
  const badInput = await gql(productSet, {input: {title: 'x', colour: 'red'}});
  expect(badInput.errors?.[0]?.message).toContain('colour (Field is not defined on ProductSetInput)');
  expect((await gql('query {')).errors?.[0]?.message).toContain('Syntax Error');
  expect(shop.products()).toEqual([]);
});

test('the schema is loaded once and quickly', () => {
  expect(adminSchema()).toBe(adminSchema());
  expect(adminSchema().loadedInMs).toBeLessThan(5_000);
});
