// What metafieldsSet keeps of a value, what refuses a call, and how metafields are read by their keys.

import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {type OpenShop, openShop, userErrorsOf} from './open-shop.ts';

const set = `mutation SetMf($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
  metafields { key value jsonValue } userErrors { code field message elementIndex } } }`;
const Written = z.object({
  metafieldsSet: z.object({metafields: z.array(z.object({value: z.string(), jsonValue: z.unknown()}))}),
});

const entry = (ownerId: string, key: string, type: string, value: string) => ({
  ownerId,
  namespace: 'care',
  key,
  type,
  value,
});
const text = (ownerId: string, key: string, value: string) => entry(ownerId, key, 'single_line_text_field', value);

async function shopWithOrder(): Promise<OpenShop & {readonly order: string}> {
  const open = await openShop();
  return {...open, order: open.shop.placeOrder({country: 'DE', lines: [{variantId: null}]}).id};
}

const kept = [
  ['boolean', 'true', 'true', true],
  ['boolean', '1', 'true', true],
  ['boolean', '0', 'false', false],
  ['number_integer', '42', '42', 42],
  ['number_integer', '007', '7', 7],
  ['number_integer', '-0', '0', 0],
  ['number_integer', '9007199254740991', '9007199254740991', 9_007_199_254_740_991],
  ['number_decimal', '10', '10.0', '10.0'],
  ['number_decimal', '010.50', '10.5', '10.5'],
  ['number_decimal', '-0.250', '-0.25', '-0.25'],
  ['single_line_text_field', '007', '007', '007'],
] as const;

test.each(kept)('a %s %j is kept as %j', async (type, given, value, jsonValue) => {
  const {done, order} = await shopWithOrder();
  const written = await done(Written, set, {metafields: [entry(order, 'some_key', type, given)]});
  expect(written.metafieldsSet.metafields).toEqual([{value, jsonValue}]);
});

const refused = [
  ['boolean', 'yes', 'Value must be true or false.'],
  ['boolean', '2', 'Value must be true or false.'],
  ['number_integer', '1.5', 'Value must be an integer.'],
  ['number_integer', '9007199254740992', "Value can't exceed 9007199254740991."],
  ['number_decimal', '1,5', 'Value must be a decimal.'],
  ['number_decimal', '10000000000000.1', "Value can't exceed 9999999999999."],
] as const;

test.each(refused)('a %s %j is refused', async (type, given, message) => {
  const {gql, order} = await shopWithOrder();
  const answer = await gql(set, {metafields: [entry(order, 'some_key', type, given)]});
  expect(userErrorsOf(answer)).toMatchObject([{code: 'INVALID_VALUE', field: ['metafields', '0', 'value'], message}]);
});

test('what says the same as before, in another form, is no change for compare-and-set', async () => {
  const {done, gql, order} = await shopWithOrder();
  await done(Written, set, {metafields: [entry(order, 'some_key', 'number_integer', '7')]});
  const again = {...entry(order, 'some_key', 'number_integer', '007'), compareDigest: 'old'};
  expect(userErrorsOf(await gql(set, {metafields: [again]}))).toEqual([]);
});

describe('a call with several entries', () => {
  const unknown = 'gid://shopify/Product/1';

  test('names every entry that is wrong, and writes none', async () => {
    const {gql, shop, order} = await shopWithOrder();
    const metafields = [
      entry(order, 'flag', 'boolean', 'yes'),
      text(order, 'fine', 'fine'),
      text(order, 'k', 'too short a key'),
      entry(order, 'count', 'number_integer', 'many'),
    ];
    const answer = await gql(set, {metafields});
    expect(userErrorsOf(answer).map(({field}) => field?.join('.'))).toEqual([
      'metafields.0.value',
      'metafields.2.key',
      'metafields.3.value',
    ]);
    expect(answer.data).toMatchObject({metafieldsSet: {metafields: []}});
    expect(shop.order(order)?.metafields).toEqual({});
  });

  test.each(['gid://shopify/Product/1', 'gid://shopify/Order/1', 'gid://shopify/ProductVariant/1'])(
    'and the unknown owner %s says nothing but that: no other entry is looked at, none is written',
    async (owner) => {
      const {gql, shop, order} = await shopWithOrder();
      const metafields = [
        text(order, 'fine', 'fine'),
        text(owner, 'care', 'x'),
        entry(order, 'count', 'boolean', 'y'),
        text(unknown, 'wash', 'x'),
      ];
      const answer = await gql(set, {metafields});
      const gone = {code: 'INVALID', message: 'Owner does not exist.', elementIndex: null};
      expect(answer.data).toEqual({
        metafieldsSet: {
          metafields: [],
          userErrors: [
            {...gone, field: ['metafields', '1', 'ownerId']},
            {...gone, field: ['metafields', '3', 'ownerId']},
          ],
        },
      });
      expect(shop.order(order)?.metafields).toEqual({});
    },
  );

  test('of more than 25 is refused before any is looked at: there is no list at all', async () => {
    const {gql, order} = await shopWithOrder();
    const metafields = Array.from({length: 26}, (_, n) => text(n === 0 ? unknown : order, `key_${n}`, ''));
    expect((await gql(set, {metafields})).data).toMatchObject({
      metafieldsSet: {metafields: null, userErrors: [{code: 'LESS_THAN_OR_EQUAL_TO', field: ['metafields']}]},
    });
  });
});

describe('metafields asked for by their keys', () => {
  const Read = z.object({order: z.object({metafields: z.object({nodes: z.array(z.object({key: z.string()}))})})});
  const read = (args: string) => `query ($id: ID!) { order(id: $id) { metafields(${args}) { nodes { key } } } }`;

  const asked = [
    ['in their order, with the full key', 'first: 9, keys: ["care.wash", "care.iron"]', ['care.wash', 'care.iron']],
    ['the other way round', 'first: 9, keys: ["care.iron", "care.wash"]', ['care.iron', 'care.wash']],
    ['a page of them', 'first: 1, keys: ["care.wash", "care.iron"]', ['care.wash']],
    ['from the end', 'first: 9, reverse: true, keys: ["care.wash", "care.iron"]', ['care.iron', 'care.wash']],
    [
      'once each, without those that are not there',
      'first: 9, keys: ["care.no", "care.iron", "care.iron"]',
      ['care.iron'],
    ],
    ['never by a part of the key', 'first: 9, keys: ["iron"]', []],
    ['without keys: as they were made, each with its own key', 'first: 9, namespace: "care"', ['iron', 'wash']],
  ] as const;

  test.each(asked)('%s', async (_how, args, keys) => {
    const {done, order} = await shopWithOrder();
    await done(Written, set, {metafields: [text(order, 'iron', 'low'), text(order, 'wash', 'cold')]});
    const {metafields} = (await done(Read, read(args), {id: order})).order;
    expect(metafields.nodes.map(({key}) => key)).toEqual(keys);
  });

  test('of the app’s own namespace', async () => {
    const {done, order} = await shopWithOrder();
    const {namespace: _, ...own} = text(order, 'wash', 'x');
    await done(Written, set, {metafields: [own]});
    const {metafields} = (await done(Read, read('first: 9, keys: ["$app.wash"]'), {id: order})).order;
    expect(metafields.nodes.map(({key}) => key)).toEqual([expect.stringMatching(/^app--\d+\.wash$/)]);
  });
});
