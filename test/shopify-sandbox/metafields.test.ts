// metafieldsSet and metafield definitions.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, listingKey, openShop, productSet, SetAnswer, userErrorsOf} from './open-shop.ts';

const set = `mutation SetMf($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id namespace key compareDigest } userErrors { code field message elementIndex } }
}`;
const SetMf = z.object({
  metafieldsSet: z.object({metafields: z.array(z.object({namespace: z.string(), compareDigest: z.string()}))}),
});
const define = `mutation MfDef($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { createdDefinition { id name type { name } } userErrors { code field message } }
}`;

const json = (ownerId: string, value: string, more: object = {}) => ({
  ownerId,
  namespace: '$app',
  key: 'dropship',
  type: 'json',
  value,
  ...more,
});

test('the app’s namespace is stored under the app’s own name and found by $app', async () => {
  const {done, shop} = await openShop();
  const order = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  const written = await done(SetMf, set, {metafields: [json(order.id, '{"ref":"D-1"}')]});
  expect(written.metafieldsSet.metafields[0]?.namespace).toMatch(/^app--\d+$/);
  const read = await done(
    z.object({order: z.object({metafield: z.object({value: z.string(), jsonValue: z.unknown()})})}),
    'query ($id: ID!) { order(id: $id) { metafield(namespace: "$app", key: "dropship") { value jsonValue } } }',
    {id: order.id},
  );
  expect(read.order.metafield).toEqual({value: '{"ref":"D-1"}', jsonValue: {ref: 'D-1'}});
});

test('one bad entry writes none of them', async () => {
  const {gql, shop} = await openShop();
  const order = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  const good = json(order.id, '{}', {key: 'good'});
  const answer = await gql(set, {metafields: [good, json(order.id, 'not json')]});
  expect(userErrorsOf(answer)).toMatchObject([{code: 'INVALID_VALUE', field: ['metafields', '1', 'value']}]);
  expect(shop.order(order.id)?.metafields).toEqual({});
});

test('compare-and-set writes only over what was read', async () => {
  const {done, gql, shop} = await openShop();
  const order = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  const first = await done(SetMf, set, {metafields: [json(order.id, '{"n":1}', {compareDigest: null})]});
  const digest = first.metafieldsSet.metafields[0]?.compareDigest;
  await done(SetMf, set, {metafields: [json(order.id, '{"n":2}', {compareDigest: digest})]});
  const late = await gql(set, {metafields: [json(order.id, '{"n":3}', {compareDigest: digest})]});
  expect(userErrorsOf(late)).toMatchObject([{code: 'STALE_OBJECT'}]);
  expect(shop.order(order.id)?.metafields['dropship']?.value).toBe('{"n":2}');
});

test('a value of type id belongs to one product', async () => {
  const {done, gql} = await openShop();
  await done(SetAnswer, productSet, article('A-1'));
  const {productSet: other} = await done(SetAnswer, productSet, article('A-2'));
  const taken = {ownerId: other.product.id, namespace: '$app', key: 'listing_key', type: 'id', value: 'A-1'};
  expect(userErrorsOf(await gql(set, {metafields: [taken]}))).toMatchObject([{code: 'TAKEN'}]);
  const {input} = article('A-1');
  expect(userErrorsOf(await gql(productSet, {input}))).toMatchObject([{code: 'CAPABILITY_VIOLATION'}]);
});

test('a definition is made once and rules the type', async () => {
  const {gql, shop} = await openShop();
  shop.dropDefinition('$app', 'listing_key');
  expect(userErrorsOf(await gql(define, {definition: listingKey}))).toEqual([]);
  expect(userErrorsOf(await gql(define, {definition: listingKey}))).toMatchObject([{code: 'TAKEN'}]);
  const metafields = [{namespace: '$app', key: 'listing_key', type: 'single_line_text_field', value: 'A-1'}];
  expect(userErrorsOf(await gql(productSet, article('A-1', {metafields})))).toMatchObject([
    {code: 'INVALID_METAFIELD'},
  ]);
});

test('a store filters its products by fifty definitions, not by more', async () => {
  const {gql} = await openShop();
  // The shop's first is the listing key.
  for (let number = 2; number <= 50; number += 1) {
    expect(userErrorsOf(await gql(define, {definition: {...listingKey, key: `filter_${number}`}}))).toEqual([]);
  }
  expect(userErrorsOf(await gql(define, {definition: {...listingKey, key: 'one_more'}}))).toEqual([
    {
      code: 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS',
      field: ['definition'],
      message:
        'You can only use 50 product metafield definitions to filter the product list. To add a new filter, disable filtering on an existing one.',
    },
  ]);
  const plain = {...listingKey, key: 'not_filtered', capabilities: undefined};
  expect(userErrorsOf(await gql(define, {definition: plain}))).toEqual([]);
});

test('products are found by a metafield that a filterable definition covers', async () => {
  const {done} = await openShop();
  await done(SetAnswer, productSet, article('A-1'));
  await done(SetAnswer, productSet, article('A-2'));
  const found = await done(
    z.object({products: z.object({nodes: z.array(z.object({title: z.string()}))})}),
    'query ($q: String!) { products(first: 5, query: $q) { nodes { title } } }',
    {q: 'metafields.$app.listing_key:"A-2"'},
  );
  expect(found.products.nodes).toEqual([{title: 'Linen shirt A-2'}]);
});
