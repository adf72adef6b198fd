// Products read, changed and taken away, besides productSet.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

const Titles = z.object({products: z.object({nodes: z.array(z.object({title: z.string()}))})});
const find = 'query ($q: String) { products(first: 10, query: $q, sortKey: UPDATED_AT) { nodes { title } } }';

test('products are found by tag, status, vendor and what changed since', async () => {
  const {done, shop, turn} = await openShop();
  await done(SetAnswer, productSet, article('A-1', {tags: ['supplier'], vendor: 'Acme'}));
  turn(60_000);
  const byHand = shop.createProduct({title: 'Made by hand', status: 'DRAFT', tags: ['Own']});
  const titles = async (q: string) => (await done(Titles, find, {q})).products.nodes.map(({title}) => title);
  expect(await titles('tag:supplier')).toEqual(['Linen shirt A-1']);
  expect(await titles('status:draft')).toEqual(['Made by hand']);
  expect(await titles("vendor:'Acme' AND status:active")).toEqual(['Linen shirt A-1']);
  expect(await titles("updated_at:>'2026-11-20T09:00:30Z'")).toEqual(['Made by hand']);
  expect(await titles(`-tag:supplier id:${byHand.split('/').pop()}`)).toEqual(['Made by hand']);
});

test('a search filter that is not modelled is an error, not an empty list', async () => {
  const {gql} = await openShop();
  expect((await gql(find, {q: 'inventory_total:>0'})).errors?.[0]?.message).toContain('inventory_total');
  expect((await gql(find, {q: 'tag:a OR tag:b'})).errors?.[0]?.message).toContain('search query');
});

test('a page of products continues where it stopped, forwards and backwards', async () => {
  const {done, shop} = await openShop();
  for (const title of ['a', 'b', 'c']) shop.createProduct({title});
  const Page = z.object({
    products: z.object({
      nodes: z.array(z.object({title: z.string()})),
      pageInfo: z.object({
        hasNextPage: z.boolean(),
        hasPreviousPage: z.boolean(),
        endCursor: z.string(),
        startCursor: z.string(),
      }),
    }),
  });
  const info = 'nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const first = await done(Page, `{ products(first: 2) { ${info} } }`);
  expect(first.products.nodes.map(({title}) => title)).toEqual(['a', 'b']);
  expect(first.products.pageInfo.hasNextPage).toBe(true);
  const next = await done(Page, `{ products(first: 2, after: "${first.products.pageInfo.endCursor}") { ${info} } }`);
  expect(next.products).toMatchObject({nodes: [{title: 'c'}], pageInfo: {hasNextPage: false, hasPreviousPage: true}});
  const back = await done(Page, `{ products(last: 1, before: "${next.products.pageInfo.startCursor}") { ${info} } }`);
  expect(back.products.nodes).toEqual([{title: 'b'}]);
});

test('a connection without a size, and one of more than 250, is an error', async () => {
  const {gql} = await openShop();
  expect((await gql('{ products { nodes { id } } }')).errors?.[0]?.message).toContain('first or last');
  expect((await gql('{ products(first: 251) { nodes { id } } }')).errors?.[0]?.message).toContain('250');
});

test('prices are changed by variant id, all of them or none', async () => {
  const {done, gql, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const [product] = shop.products();
  const update = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { code field message } } }`;
  const [small, medium] = product?.variants ?? [];
  const good = {id: small?.id, price: '24.50', compareAtPrice: '30', inventoryItem: {cost: '11', sku: 'A-1-S'}};
  const bad = await gql(update, {productId: product?.id, variants: [good, {id: medium?.id, price: '-1'}]});
  expect(userErrorsOf(bad)).toMatchObject([{code: 'NEGATIVE_PRICE_VALUE', field: ['variants', '1', 'price']}]);
  expect(shop.products()[0]?.variants[0]?.price).toBe('19.90');
  await gql(update, {productId: product?.id, variants: [good]});
  expect(shop.products()[0]?.variants[0]).toMatchObject({
    price: '24.50',
    compareAtPrice: '30.00',
    cost: '11.00',
    sku: 'A-1-S',
  });
  const gone = await gql(update, {
    productId: product?.id,
    variants: [{id: 'gid://shopify/ProductVariant/1', price: '1'}],
  });
  expect(userErrorsOf(gone)).toMatchObject([{code: 'PRODUCT_VARIANT_DOES_NOT_EXIST'}]);
});

test('variants are added and taken away, but never the last', async () => {
  const {done, gql, shop} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1', sizes('S')));
  const create = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkCreate(productId: $productId, variants: $variants) { userErrors { code field message } } }`;
  const variants = [{optionValues: [{optionName: 'Size', name: 'XL'}], price: '21.00'}];
  await gql(create, {productId: made.product.id, variants});
  expect(shop.products()[0]?.variants.map(({options}) => options['Size'])).toEqual(['S', 'XL']);
  expect(userErrorsOf(await gql(create, {productId: made.product.id, variants}))).toMatchObject([
    {code: 'VARIANT_ALREADY_EXISTS'},
  ]);
  const remove = `mutation ($productId: ID!, $ids: [ID!]!) {
    productVariantsBulkDelete(productId: $productId, variantsIds: $ids) { userErrors { code field message } } }`;
  const ids = shop.products()[0]?.variants.map(({id}) => id) ?? [];
  expect(userErrorsOf(await gql(remove, {productId: made.product.id, ids}))).toMatchObject([
    {code: 'CANNOT_DELETE_LAST_VARIANT'},
  ]);
  await gql(remove, {productId: made.product.id, ids: ids.slice(1)});
  expect(shop.products()[0]?.variants).toHaveLength(1);
});

const AppCatalog = z.object({apps: z.object({nodes: z.array(z.object({handle: z.string()}))})});

test('a product is published to a sales channel by its publication', async () => {
  const {done, gql, shop} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  const {publications} = await done(
    z.object({
      publications: z.object({nodes: z.array(z.object({id: z.string(), catalog: AppCatalog}))}),
    }),
    '{ publications(first: 25, catalogType: APP) { nodes { id catalog { ... on AppCatalog { apps(first: 1) { nodes { handle } } } } } } }',
  );
  const online = publications.nodes.find(({catalog}) => catalog.apps.nodes[0]?.handle === 'online_store');
  const publish = `mutation ($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) { publishable { __typename } userErrors { field message } } }`;
  const input = [{publicationId: online?.id}];
  expect(shop.products()[0]?.publications).toEqual([]);
  await gql(publish, {id: made.product.id, input});
  expect(shop.products()[0]?.publications).toEqual(['Online Store']);
  const unknown = await gql(publish, {id: made.product.id, input: [{publicationId: 'gid://shopify/Publication/1'}]});
  expect(userErrorsOf(unknown)).toHaveLength(1);
});

test('a product is changed by its custom id, and gone when it was deleted', async () => {
  const {done, gql, shop} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  const patch = `mutation ($identifier: ProductUpdateIdentifiers, $product: ProductUpdateInput!) {
    productUpdate(identifier: $identifier, product: $product) { product { id status } userErrors { field message } } }`;
  const {identifier} = article('A-1');
  await gql(patch, {identifier, product: {status: 'DRAFT'}});
  expect(shop.products()[0]?.status).toBe('DRAFT');
  await gql('mutation ($id: ID!) { productDelete(input: {id: $id}) { deletedProductId userErrors { message } } }', {
    id: made.product.id,
  });
  expect(shop.products()).toEqual([]);
  expect(userErrorsOf(await gql(patch, {identifier, product: {status: 'ACTIVE'}}))).toHaveLength(1);
  const read = await gql('query ($id: ID!) { product(id: $id) { id } }', {id: made.product.id});
  expect(read.data).toEqual({product: null});
});

test('what the merchant renames keeps its ids', async () => {
  const {done, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const before = shop.products()[0];
  shop.editProduct(before?.id ?? '', {
    title: 'Leinenhemd',
    renameOption: {from: 'Size', to: 'Größe'},
    renameValue: {from: 'S', to: 'klein'},
  });
  const after = shop.products()[0];
  expect(after?.variants.map(({id}) => id)).toEqual(before?.variants.map(({id}) => id));
  expect(after?.variants[0]?.options).toEqual({Größe: 'klein'});
});

test.each([
  ['-5', 'must be greater than or equal to 0', 'GREATER_THAN_OR_EQUAL_TO'],
  ['1000000000000000000', 'must be less than 1000000000000000000', 'INVALID_INPUT'],
])('a cost of %s is refused, and the answer shows the variant as it still is', async (cost, words, code) => {
  const {done, gql, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const [product] = shop.products();
  const [small, medium] = product?.variants ?? [];
  const update = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) { product { id } productVariants { id price }
      userErrors { code field message } } }`;
  const variants = [
    {id: small?.id, price: '5.00'},
    {id: medium?.id, inventoryItem: {cost}},
  ];
  expect((await gql(update, {productId: product?.id, variants})).data).toEqual({
    productVariantsBulkUpdate: {
      product: {id: product?.id},
      productVariants: [
        {id: small?.id, price: '19.90'},
        {id: medium?.id, price: '19.90'},
      ],
      userErrors: [
        {code: null, field: ['variants', '1'], message: words},
        {code, field: ['variants', '1', 'inventoryItem', 'cost'], message: `Cost per item ${words}`},
      ],
    },
  });
  expect(shop.products()[0]?.updatedAt).toBe(product?.updatedAt);
});

test('a range of prices has as many decimals as it needs, one at least', async () => {
  const {done} = await openShop();
  const {productOptions, variants} = sizes('S', 'M', 'L');
  const range = async (...prices: readonly string[]) => {
    const priced = variants.map((variant, index) => ({...variant, price: prices[index] ?? prices[0]}));
    const {productSet: made} = await done(SetAnswer, productSet, article('A-1', {productOptions, variants: priced}));
    const query = `query ($id: ID!) { product(id: $id) { priceRangeV2 { minVariantPrice { amount }
      maxVariantPrice { amount } } } }`;
    const Amount = z.object({amount: z.string()});
    const Read = z.object({
      product: z.object({priceRangeV2: z.object({minVariantPrice: Amount, maxVariantPrice: Amount})}),
    });
    const {minVariantPrice, maxVariantPrice} = (await done(Read, query, {id: made.product.id})).product.priceRangeV2;
    return [minVariantPrice.amount, maxVariantPrice.amount];
  };
  expect([await range('10.00', '19.90'), await range('7.25'), await range('0', '1000')]).toEqual([
    ['10.0', '19.9'],
    ['7.25', '7.25'],
    ['0.0', '1000.0'],
  ]);
});

const refusedFields = [
  {title: ' '},
  {title: 'x'.repeat(256)},
  {title: 'New', handle: 'x'.repeat(256)},
  {title: 'New', handle: 'linen-shirt-a-2'},
  {title: 'New', vendor: 'x'.repeat(256)},
  {title: 'New', productType: 'x'.repeat(256)},
  {title: 'New', tags: ['x'.repeat(256)]},
];

test.each(refusedFields)('a refused productUpdate answers the product as it still is: %j', async (fields) => {
  const {done, gql, shop} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  await done(SetAnswer, productSet, article('A-2'));
  const patch = `mutation ($identifier: ProductUpdateIdentifiers, $product: ProductUpdateInput!) {
    productUpdate(identifier: $identifier, product: $product) { product { id title handle vendor productType tags updatedAt }
      userErrors { field message } } }`;
  const read = await gql(
    'query ($id: ID!) { product(id: $id) { id title handle vendor productType tags updatedAt } }',
    {
      id: made.product.id,
    },
  );
  const before = shop.products();
  const {id} = made.product;
  for (const named of [{product: {...fields, id}}, {product: fields, identifier: {id}}, article('A-1')]) {
    const answer = await gql(patch, 'input' in named ? {identifier: named.identifier, product: fields} : named);
    expect(userErrorsOf(answer).length).toBeGreaterThan(0);
    expect(answer.data).toMatchObject({productUpdate: read.data ?? {}});
  }
  expect(shop.products()).toEqual(before);
});
