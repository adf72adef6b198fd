// Points, the bucket, and the limits on size and number.

import {expect, test} from 'vitest';
import {article, manyVariants, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

const cost = (answer: {extensions?: {cost: unknown} | undefined}) => answer.extensions?.cost;

test.each([
  ['query { shop { name currencyCode } }', 1],
  ['query { products(first: 10) { nodes { id title } } }', 6],
  [
    'query { product(id: "gid://shopify/Product/1") { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }',
    25,
  ],
  ['query { orders(first: 100) { pageInfo { hasNextPage } nodes { id name } } }', 11],
  ['query A($no: Boolean = false) { shop @include(if: $no) { name } currentAppInstallation { id } }', 2],
])('%s asks for %i points', async (query, points) => {
  const {gql} = await openShop();
  expect(cost(await gql(query))).toMatchObject({requestedQueryCost: points});
});

test('a left-out field costs nothing', async () => {
  const {gql} = await openShop();
  const query = 'query A($with: Boolean!) { shop @include(if: $with) { name } currentAppInstallation { id } }';
  expect(cost(await gql(query, {with: false}))).toMatchObject({requestedQueryCost: 1});
});

test('productSet costs ten points and what its lists hold, as in Shopify’s own examples', async () => {
  const {gql} = await openShop();
  const bare = 'mutation S($input: ProductSetInput!) { productSet(input: $input) { userErrors { message } } }';
  const metafields = (count: number) =>
    Array.from({length: count}, (_, n) => ({
      namespace: 'custom',
      key: `key${n}`,
      type: 'single_line_text_field',
      value: 'x',
    }));
  const names = (count: number) => Array.from({length: count}, (_, n) => `W${n}`);
  const files = Array.from({length: 10}, (_, n) => ({originalSource: `https://img.example/${n}.jpg`}));
  const simple = await gql(bare, {input: {title: 'A', ...sizes('M')}});
  const medium = await gql(bare, {input: {title: 'B', ...sizes(...names(20)), metafields: metafields(5)}});
  const complex = await gql(bare, {input: {title: 'C', ...manyVariants(200), metafields: metafields(20), files}});
  expect([simple, medium, complex].map((answer) => answer.extensions?.cost.requestedQueryCost)).toEqual([10, 16, 77]);
  expect([simple, medium, complex].flatMap(userErrorsOf)).toEqual([]);
});

test('what was asked for and not used comes back', async () => {
  const {gql} = await openShop();
  const answer = await gql('query { products(first: 250) { nodes { id } } }');
  expect(cost(answer)).toEqual({
    requestedQueryCost: 13,
    actualQueryCost: 2,
    throttleStatus: {maximumAvailable: 2000, currentlyAvailable: 1998, restoreRate: 100},
  });
});

test.each([
  ['standard', 100, 2000],
  ['advanced', 200, 4000],
  ['plus', 1000, 20_000],
  ['enterprise', 2000, 40_000],
] as const)(
  'the %s plan restores %i points a second into a bucket of %i',
  async (plan, restoreRate, maximumAvailable) => {
    const {gql, shop} = await openShop({shops: [{domain: 'test-store.myshopify.com', plan}]});
    const answer = await gql('query { shop { name } }');
    expect(answer.extensions?.cost.throttleStatus).toMatchObject({restoreRate, maximumAvailable});
    expect(shop.writes()).toBe(0);
  },
);

test('an empty bucket answers THROTTLED in a 200, does nothing, and fills again by the clock', async () => {
  const {gql, sandbox, shop, turn} = await openShop();
  sandbox.misbehave({fault: 'throttle', times: 1});
  const throttled = await gql(productSet, article('A-1'));
  expect(throttled.errors).toEqual([{message: 'Throttled', extensions: expect.objectContaining({code: 'THROTTLED'})}]);
  expect(throttled.extensions?.cost).toMatchObject({actualQueryCost: null, throttleStatus: {currentlyAvailable: 0}});
  expect([shop.products().length, shop.writes()]).toEqual([0, 0]);
  turn(1000);
  const answer = await gql(productSet, article('A-1'));
  expect(answer.errors).toBeUndefined();
  expect(shop.writes()).toBe(1);
});

test('a standard shop that is asked without pause throttles, and never lends a point', async () => {
  const {gql, sandbox} = await openShop();
  for (let n = 0; n < 160; n += 1) await gql(productSet, article(`A-${n}`));
  const log = sandbox.requests().filter(({kind}) => kind === 'mutation');
  const spent = log.reduce((sum, request) => sum + request.cost, 0);
  expect(spent).toBeLessThanOrEqual(2000);
  expect(log.filter(({outcome}) => outcome === 'throttled').length).toBeGreaterThan(0);
});

test('a query that asks for more than 1,000 points is refused before it runs', async () => {
  const {gql, shop} = await openShop();
  const deep = `query { orders(first: 250) { nodes { lineItems(first: 250) { nodes { product { variants(first: 250) { nodes { inventoryItem { id } } } } } } } } }`;
  const answer = await gql(deep);
  expect(answer.errors?.[0]?.extensions?.code).toBe('MAX_COST_EXCEEDED');
  expect(answer.data).toBeUndefined();
  expect(shop.writes()).toBe(0);
});

test('a list of more than 250 inputs is a top-level error; the variants of one product are exempt', async () => {
  const {gql, done} = await openShop();
  const tags = Array.from({length: 251}, (_, n) => `tag${n}`);
  const answer = await gql(productSet, article('A-1', {tags}));
  expect(answer.errors).toEqual([
    {
      message: 'The input array size of 251 is greater than the maximum allowed of 250.',
      path: ['productSet', 'input', 'tags'],
      extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
    },
  ]);
  await done(SetAnswer, productSet, article('A-1', manyVariants(251)));
});

const many = (count: number) => Array.from({length: count}, (_, n) => `gid://shopify/ProductVariant/${n + 1}`);
const tooMany = [
  [
    'in a variable of another name',
    'query ($given: [ID!]!) { nodes(ids: $given) { id } }',
    many(251),
    ['nodes', 'ids'],
    250,
  ],
  ['in the document', `{ nodes(ids: ${JSON.stringify(many(251))}) { id } }`, [], ['nodes', 'ids'], 250],
  [
    'of the second field, by its own name in the answer',
    `{ shop { id } other: nodes(ids: ${JSON.stringify(many(251))}) { id } }`,
    [],
    ['other', 'ids'],
    250,
  ],
  [
    'of variants, where a product has no more than 2,048',
    `mutation ($given: [ID!]!) { productVariantsBulkDelete(productId: "gid://shopify/Product/1", variantsIds: $given) {
      userErrors { message } } }`,
    many(2049),
    ['productVariantsBulkDelete', 'variantsIds'],
    2048,
  ],
] as const;

test.each(tooMany)('a list that is too long is found %s', async (_where, query, given, path, limit) => {
  const {gql, shop} = await openShop();
  const answer = await gql(query, given.length > 0 ? {given} : {});
  expect(answer.errors).toEqual([
    {
      message: `The input array size of ${limit + 1} is greater than the maximum allowed of ${limit}.`,
      path,
      extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
    },
  ]);
  expect(shop.writes()).toBe(0);
});

test('past the threshold a day takes so many new variants, updates go on, and the next day takes more', async () => {
  const {done, gql, shop, turn} = await openShop();
  shop.setVariantLimit({threshold: 3, perDay: 2});
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M', 'L')));
  await done(SetAnswer, productSet, article('A-2', sizes('S', 'M')));
  const refused = await gql(productSet, article('A-3'));
  expect(refused.data).toEqual({productSet: null});
  expect(refused.errors?.[0]).toMatchObject({
    message: expect.stringContaining('Daily variant creation limit reached'),
    extensions: {code: 'VARIANT_THROTTLE_EXCEEDED'},
  });
  await done(SetAnswer, productSet, article('A-2', {...sizes('S', 'M'), title: 'Still changes'}));
  turn(24 * 3_600_000);
  await done(SetAnswer, productSet, article('A-3'));
  expect(shop.products()).toHaveLength(3);
});
