// productSet as its schema description has it.

import {expect, test} from 'vitest';
import {article, manyVariants, oneVariant, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

test('the same article sent twice is one product', async () => {
  const {done, shop} = await openShop();
  const first = await done(SetAnswer, productSet, article('A-1'));
  const second = await done(SetAnswer, productSet, article('A-1', {title: 'Linen shirt, new'}));
  expect(second.productSet.product.id).toBe(first.productSet.product.id);
  expect(second.productSet.product.variants.nodes[0]?.id).toBe(first.productSet.product.variants.nodes[0]?.id);
  expect(shop.products().map(({title}) => title)).toEqual(['Linen shirt, new']);
});

test('amounts arrive to the cent, and the variant is untracked and without a barcode', async () => {
  const {done, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1'));
  expect(shop.products()[0]?.variants[0]).toMatchObject({
    price: '19.90',
    cost: '9.50',
    compareAtPrice: null,
    tracked: false,
    barcode: null,
    inventoryQuantity: null,
  });
});

test('a list that is included replaces what was there, a field that is left out stays', async () => {
  const {done, shop} = await openShop();
  const images = {
    files: [{originalSource: 'https://img.example/1.jpg'}, {originalSource: 'https://img.example/2.jpg'}],
  };
  await done(SetAnswer, productSet, article('A-1', {...sizes('S', 'M', 'L'), ...images, tags: ['new', 'Linen']}));
  await done(SetAnswer, productSet, {...article('A-1'), input: {...sizes('M', 'XL')}});
  const [product] = shop.products();
  expect(product?.variants.map(({options}) => options['Size'])).toEqual(['M', 'XL']);
  expect(product?.media).toHaveLength(2);
  expect(product?.tags).toEqual(['Linen', 'new']);
  expect(product?.title).toBe('Linen shirt A-1');
  expect(Object.keys(product?.metafields ?? {})).toEqual(['$app.listing_key']);
});

test('a variant keeps its id where its option values stay, and where the input names the id', async () => {
  const {done, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const before = shop.products()[0]?.variants.map(({id}) => id) ?? [];
  const renamed = sizes('S', 'Medium');
  const variants = renamed.variants.map((variant, index) => (index === 1 ? {...variant, id: before[1]} : variant));
  await done(SetAnswer, productSet, article('A-1', {...renamed, variants}));
  expect(shop.products()[0]?.variants.map(({id, options}) => [id, options['Size']])).toEqual([
    [before[0], 'S'],
    [before[1], 'Medium'],
  ]);
});

test('metafields that are included replace all of the product, the merchant’s too', async () => {
  const {done, gql, shop} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  await gql('mutation M($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) { userErrors { message } } }', {
    m: [
      {ownerId: made.product.id, namespace: 'custom', key: 'care', type: 'single_line_text_field', value: 'wash cold'},
    ],
  });
  expect(Object.keys(shop.products()[0]?.metafields ?? {})).toEqual(['$app.listing_key', 'custom.care']);
  await done(SetAnswer, productSet, article('A-1'));
  expect(Object.keys(shop.products()[0]?.metafields ?? {})).toEqual(['$app.listing_key']);
});

test('a kept file keeps its id and its alt text, a new source is a new file', async () => {
  const {done, shop} = await openShop();
  await done(
    SetAnswer,
    productSet,
    article('A-1', {files: [{originalSource: 'https://img.example/1.jpg', alt: 'front'}]}),
  );
  const kept = shop.products()[0]?.media[0]?.id;
  const files = [{originalSource: 'https://img.example/2.jpg'}, {id: kept}];
  await done(SetAnswer, productSet, article('A-1', {files}));
  expect(shop.products()[0]?.media.map(({source, alt}) => [source, alt])).toEqual([
    ['https://img.example/2.jpg', null],
    ['https://img.example/1.jpg', 'front'],
  ]);
  expect(shop.products()[0]?.media[1]?.id).toBe(kept);
});

const refusals: readonly (readonly [why: string, input: Record<string, unknown>, code: string, field: string])[] = [
  ['no title', {title: ' '}, 'INVALID_PRODUCT', 'input.title'],
  ['variants without options', {productOptions: undefined}, 'PRODUCT_OPTIONS_INPUT_MISSING', 'input.productOptions'],
  ['options without variants', {variants: undefined}, 'VARIANTS_INPUT_MISSING', 'input.variants'],
  ['the same value twice', sizes('M', 'M'), 'DUPLICATED_OPTION_VALUE', 'input.productOptions.0.values.1.name'],
  [
    'the same value in another case',
    sizes('m', 'M'),
    'DUPLICATED_OPTION_VALUE',
    'input.productOptions.0.values.1.name',
  ],
  [
    'a value with what parts a variant’s title',
    sizes('S / M'),
    'INVALID_INPUT',
    'input.productOptions.0.values.0.name',
  ],
  [
    'an option with it in its name',
    {
      productOptions: [{name: 'Size / Fit', values: [{name: 'S'}]}],
      variants: [{optionValues: [{optionName: 'Size / Fit', name: 'S'}]}],
    },
    'INVALID_INPUT',
    'input.productOptions.0.name',
  ],
  [
    'an option without values',
    {productOptions: [{name: 'Size', values: []}]},
    'OPTION_VALUES_MISSING',
    'input.productOptions.0.values',
  ],
  [
    'a value no option has',
    {...oneVariant, variants: [{optionValues: [{optionName: 'Title', name: 'Red'}], price: '1.00'}]},
    'OPTION_VALUE_DOES_NOT_EXIST',
    'input.variants.0.optionValues.0',
  ],
  [
    'a price that is no amount',
    {...oneVariant, variants: [{optionValues: [{optionName: 'Title', name: 'Default Title'}], price: '1,00'}]},
    'INVALID_VARIANT',
    'input.variants.0.price',
  ],
  ['metafields without the custom id', {metafields: []}, 'METAFIELD_MISMATCH', 'input.metafields'],
  [
    'an image that is no web address',
    {files: [{originalSource: 'ftp://img'}]},
    'INVALID_INPUT',
    'input.files.0.originalSource',
  ],
  [
    'more than three options',
    {productOptions: ['a', 'b', 'c', 'd'].map((name) => ({name, values: [{name}]}))},
    'OPTIONS_OVER_LIMIT',
    'input.productOptions',
  ],
];

test.each(refusals)('%s is a user error and changes nothing', async (_why, input, code, field) => {
  const {gql, shop} = await openShop();
  const answer = await gql(productSet, article('A-1', input));
  expect(answer.errors).toBeUndefined();
  expect(userErrorsOf(answer)).toEqual([{code, field: field.split('.'), message: expect.any(String)}]);
  expect(shop.products()).toEqual([]);
});

test('a product has at most 2,048 variants, and all of them fit into one call', async () => {
  const {done, gql, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', manyVariants(2048)));
  expect(shop.products()[0]?.variants).toHaveLength(2048);
  expect(await gql(productSet, article('A-2', manyVariants(2049)))).toEqual({
    errors: [
      {
        message: 'The input array size of 2049 is greater than the maximum allowed of 2048.',
        path: ['productSet', 'input', 'variants'],
        extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
      },
    ],
  });
  expect(shop.products()).toHaveLength(1);
});

test('every variant that is wrong is named, each duplicate of another too', async () => {
  const {gql, shop} = await openShop();
  const {productOptions, variants} = sizes('S', 'M', 'L');
  const [small, medium, large] = variants;
  const answer = await gql(
    productSet,
    article('A-1', {
      productOptions,
      variants: [small, small, medium, {...large, price: 'free'}, medium, small],
    }),
  );
  const exists = (size: string) => `The variant '${size}' already exists. Please change at least one option value.`;
  expect(userErrorsOf(answer).map(({field, message}) => [field?.join('.'), message])).toEqual([
    ['input.variants.1', exists('S')],
    ['input.variants.3.price', "'free' is not an amount"],
    ['input.variants.4', exists('M')],
    ['input.variants.5', exists('S')],
  ]);
  expect(shop.products()).toEqual([]);
});

test.each([
  ['-5', 'must be greater than or equal to 0'],
  ['1000000000000000000', 'must be less than 1000000000000000000'],
])('a cost of %s is refused in the words of the variant and of its cost', async (cost, words) => {
  const {gql, shop} = await openShop();
  const [variant] = oneVariant.variants;
  const variants = [{...variant, inventoryItem: {cost}}];
  expect(userErrorsOf(await gql(productSet, article('A-1', {...oneVariant, variants})))).toEqual([
    {code: 'INVALID_VARIANT', field: ['input', 'variants', '0'], message: words},
    {
      code: 'INVALID_VARIANT',
      field: ['input', 'variants', '0', 'inventoryItem', 'cost'],
      message: `Cost per item ${words}`,
    },
  ]);
  expect(shop.products()).toEqual([]);
});

test('a custom id needs its definition', async () => {
  const {gql, shop} = await openShop();
  shop.dropDefinition('$app', 'listing_key');
  const answer = await gql(productSet, article('A-1'));
  expect(answer.data).toEqual({productSet: null});
  expect(answer.errors?.[0]?.message).toContain("type 'id' is required");
});

test('an unknown id is a user error, a custom id that was deleted makes the product again', async () => {
  const {done, gql, shop} = await openShop();
  const id = 'gid://shopify/Product/1';
  const unknown = await gql(productSet, {identifier: {id}, input: {title: 'X'}});
  expect(userErrorsOf(unknown)).toEqual([
    {code: 'NOT_FOUND', field: ['input'], message: 'Resource matching the identifier was not found.'},
  ]);
  const unknownInput = await gql(productSet, {input: {id, title: 'X'}});
  expect(userErrorsOf(unknownInput)).toEqual([
    {code: 'PRODUCT_DOES_NOT_EXIST', field: ['input', 'id'], message: 'Product does not exist'},
  ]);
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  shop.deleteProduct(made.product.id);
  const {productSet: again} = await done(SetAnswer, productSet, article('A-1'));
  expect(again.product.id).not.toBe(made.product.id);
});

test('images are fetched by Shopify in its own time', async () => {
  const {done, sandbox, shop, turn} = await openShop();
  sandbox.misbehave({fault: 'refuseImage', sourceContains: 'broken'});
  const files = [{originalSource: 'https://img.example/1.jpg'}, {originalSource: 'https://img.example/broken.jpg'}];
  await done(SetAnswer, productSet, article('A-1', {files}));
  const states = () => shop.products()[0]?.media.map(({status}) => status);
  expect(states()).toEqual(['UPLOADED', 'UPLOADED']);
  turn(1000);
  expect(states()).toEqual(['PROCESSING', 'PROCESSING']);
  turn(1000);
  expect(states()).toEqual(['READY', 'FAILED']);
});
