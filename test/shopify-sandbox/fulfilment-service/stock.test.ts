// Where the stand-in stocks variants: at first, by productSet, and as an app switches locations on and off.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, oneVariant, productSet, SetAnswer, sizes, userErrorsOf} from '../open-shop.ts';
import {levels, openService, orderFromService, type Service, stockAtService, toggle} from './open-service.ts';

const Levels = z.object({
  nodes: z.array(
    z.object({
      tracked: z.boolean(),
      inventoryLevels: z.object({
        nodes: z.array(z.object({id: z.string(), isActive: z.boolean(), location: z.object({id: z.string()})})),
      }),
    }),
  ),
});
const Any = z.looseObject({});

const on = (locationId: string) => ({locationId, activate: true});
const off = (locationId: string) => ({locationId, activate: false});
const switchIn = ({done, small}: Service, ...updates: readonly object[]) =>
  done(Any, toggle, {item: small.inventoryItemId, updates});
const refusedIn = async ({gql, small}: Service, ...updates: readonly object[]) =>
  userErrorsOf(await gql(toggle, {item: small.inventoryItemId, updates}));

test('a new variant is stocked at the shop’s own location, tracked or not, and at the service once it is switched on there', async () => {
  const open = await openService();
  const ids = [open.small.inventoryItemId];
  const atFirst = (await open.done(Levels, levels, {ids})).nodes;
  expect(atFirst).toMatchObject([
    {tracked: false, inventoryLevels: {nodes: [{isActive: true, location: {id: open.own}}]}},
  ]);
  expect(atFirst[0]?.inventoryLevels.nodes[0]?.id).toMatch(
    /^gid:\/\/shopify\/InventoryLevel\/\d+\?inventory_item_id=\d+$/,
  );
  await switchIn(open, on(open.location));
  expect(open.shop.services.stock()[open.small.id]).toEqual([open.own, open.location]);
  await switchIn(open, off(open.own));
  expect((await open.done(Levels, levels, {ids})).nodes[0]?.inventoryLevels.nodes).toMatchObject([
    {isActive: true, location: {id: open.location}},
  ]);
  expect(open.shop.services.stock()[open.medium.id]).toEqual([open.own]);
});

test('switching is ten points a call, and to read levels nine', async () => {
  const open = await openService();
  const {extensions} = await open.gql(toggle, {item: open.small.inventoryItemId, updates: [on(open.location)]});
  expect(extensions?.cost.requestedQueryCost).toBe(10);
  const asked = await open.gql(levels, {ids: [open.small.inventoryItemId]});
  expect(asked.extensions?.cost.requestedQueryCost).toBe(9);
});

const at = (index: number) => ['inventoryItemUpdates', String(index), 'locationId'];
const unstocked = (index: number) => ({
  code: 'CANNOT_DEACTIVATE_FROM_ONLY_LOCATION',
  field: at(index),
  message:
    "The variant couldn't be unstocked from Shop location because products need to be stocked at a minimum of 1 location.",
});
test.each([
  ['off at its only location', ({own}: Service) => [off(own)], [unstocked(0)]],
  ['on and off in one list', ({own, location}: Service) => [on(location), off(own)], [unstocked(1)]],
  [
    'on at a location that is not there',
    () => [on('gid://shopify/Location/9')],
    [
      {
        code: 'LOCATION_NOT_FOUND',
        field: at(0),
        message: "The quantity couldn't be updated because the location was not found.",
      },
    ],
  ],
])('a variant that is switched %s is refused, and stays where it is', async (_words, updates, expected) => {
  const open = await openService();
  expect(await refusedIn(open, ...updates(open))).toEqual(expected);
  expect(open.shop.services.stock()[open.small.id]).toEqual([open.own]);
});

test('on and off in one list is done where the store is set so', async () => {
  const open = await openService();
  open.shop.setSettings({togglesTogether: 'done'});
  expect(await refusedIn(open, on(open.location), off(open.own))).toEqual([]);
  expect(open.shop.services.stock()[open.small.id]).toEqual([open.location]);
});

test('a service stocks no variant without a SKU, a location of the merchant does', async () => {
  const open = await openService();
  const [bare] = (await open.done(SetAnswer, productSet, article('B-1', sizes('L')))).productSet.product.variants.nodes;
  const variant = open.shop
    .products()
    .flatMap(({variants}) => variants)
    .find(({id}) => id === bare?.id);
  const rome = open.shop.services.addLocation('Rome');
  const refused = (location: string) =>
    open.gql(toggle, {item: variant?.inventoryItemId, updates: [on(location)]}).then(userErrorsOf);
  expect(await refused(rome)).toEqual([]);
  expect(await refused(open.location)).toMatchObject([{code: 'MISSING_SKU', field: at(0)}]);
});

test('what is tracked stays where open orders need it; what is not tracked does not', async () => {
  const open = await openService();
  const {order} = orderFromService(open);
  open.shop.services.stockAt(open.small.id, open.own);
  expect(await refusedIn(open, off(open.location))).toEqual([]);
  await switchIn(open, on(open.location));
  open.shop.editVariant(open.small.id, {inventoryItem: {tracked: true}});
  expect(await refusedIn(open, off(open.location))).toMatchObject([{code: 'COMMITTED_INVENTORY_AT_LOCATION'}]);
  open.shop.cancelOrder(order);
  expect(await refusedIn(open, off(open.location))).toEqual([]);
});

const activate = (directive: string) => `mutation Activate($item: ID!, $location: ID!) {
  inventoryActivate(inventoryItemId: $item, locationId: $location) ${directive} { inventoryLevel { id } userErrors { field message } } }`;
const Activated = z.object({inventoryActivate: z.object({inventoryLevel: z.object({id: z.string()})})});
const deactivate =
  'mutation D($level: ID!) { inventoryDeactivate(inventoryLevelId: $level) { userErrors { field message } } }';

test('one location at a time is switched on with an idempotency key, and off without one', async () => {
  const open = await openService();
  const keyed = activate('@idempotent(key: "a")');
  const variables = {item: open.small.inventoryItemId, location: open.location};
  expect((await open.gql(activate(''), variables)).errors?.[0]?.extensions).toMatchObject({code: 'BAD_REQUEST'});
  const first = await open.done(Activated, keyed, variables);
  expect(await open.done(Activated, keyed, variables)).toEqual(first);
  const reused = await open.gql(keyed, {...variables, item: open.medium.inventoryItemId});
  expect(reused.errors?.[0]?.extensions).toMatchObject({code: 'BAD_REQUEST'});
  const {id} = first.inventoryActivate.inventoryLevel;
  await open.done(Any, deactivate, {level: id});
  expect(open.shop.services.stock()[open.small.id]).toEqual([open.own]);
  const [own] = (await open.done(Levels, levels, {ids: [open.small.inventoryItemId]})).nodes;
  const last = own?.inventoryLevels.nodes[0]?.id;
  expect(userErrorsOf(await open.gql(deactivate, {level: last}))).toEqual([
    {
      field: null,
      message:
        "The product couldn't be unstocked from Shop location because products need to be stocked at a minimum of 1 location.",
    },
  ]);
});

/** productSet of a new product with one variant and quantities at one location; where it is stocked then. */
async function setAt(open: Service, locationId: string, tracked: boolean) {
  const [variant] = oneVariant.variants;
  const quantities = [{locationId, name: 'available', quantity: 0}];
  const variants = [{...variant, inventoryItem: {tracked}, inventoryQuantities: quantities}];
  const {product} = (await open.done(SetAnswer, productSet, article('C-1', {...oneVariant, variants}))).productSet;
  return open.shop.services.stock()[product.variants.nodes[0]?.id ?? ''];
}

test.each([
  ['the merchant’s location, untracked', false, true, 'at the shop location instead', 'named'],
  ['the service’s, tracked', true, false, 'at the shop location instead', 'named'],
  ['the service’s, untracked', false, false, 'at the shop location instead', 'own'],
  ['the service’s, untracked', false, false, 'at the shop location too', 'both'],
  ['the service’s, untracked', false, false, 'as named', 'named'],
] as const)(
  'a new variant with a quantity at %s, is stocked (%#)',
  async (_words, tracked, isMerchants, setting, expected) => {
    const open = await openService();
    open.shop.setSettings({untrackedAtService: setting});
    const named = isMerchants ? open.shop.services.addLocation('Rome') : open.location;
    const {own} = open;
    expect(await setAt(open, named, tracked)).toEqual({named: [named], own: [own], both: [own, named]}[expected]);
  },
);

test('a variant that is there already takes quantities only where it is stocked', async () => {
  const open = await openService();
  await setAt(open, open.own, true);
  const [variant] = oneVariant.variants;
  const withQuantity = (locationId: string) => {
    const variants = [{...variant, inventoryQuantities: [{locationId, name: 'available', quantity: 4}]}];
    return article('C-1', {...oneVariant, variants});
  };
  expect(userErrorsOf(await open.gql(productSet, withQuantity(open.location)))).toMatchObject([
    {code: 'INVALID_VARIANT', field: ['input', 'variants', '0', 'inventoryQuantities', '0', 'locationId']},
  ]);
  await open.done(SetAnswer, productSet, withQuantity(open.own));
  const [product] = open.shop.products().slice(-1);
  expect(open.shop.services.stock()[product?.variants[0]?.id ?? '']).toEqual([open.own]);
});

test('with a deleted product its stock is gone, and the rest of the store is as before', async () => {
  const open = await openService();
  const before = open.shop.services.stock();
  const id = open.shop.createProduct({title: 'Their own'}, {inventoryItem: {tracked: false}});
  const [variant] = open.shop.product(id)?.variants ?? [];
  open.shop.services.stockAt(variant?.id ?? '', open.location);
  open.shop.deleteProduct(id);
  expect(open.shop.services.stock()).toEqual(before);
  expect(
    (await open.done(z.object({nodes: z.array(z.null())}), levels, {ids: [variant?.inventoryItemId]})).nodes,
  ).toEqual([null]);
});

test('a store that stocked everything at the service and took it back is as before', async () => {
  const open = await openService();
  const before = open.shop.services.stock();
  stockAtService(open, open.small);
  expect(open.shop.services.stock()).not.toEqual(before);
  await switchIn(open, on(open.own));
  await switchIn(open, off(open.location));
  expect(open.shop.services.stock()).toEqual(before);
});
