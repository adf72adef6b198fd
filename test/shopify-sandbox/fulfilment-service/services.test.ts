// Fulfilment services of the stand-in: names, addresses, ids, their location, and what becomes of everything when one is deleted.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {userErrorsOf} from '../open-shop.ts';
import {
  Created,
  create,
  editLocation,
  openService,
  orderFromService,
  remove,
  services,
  stateOf,
  stockAtService,
  update,
} from './open-service.ts';

const Listed = z.object({
  shop: z.object({fulfillmentServices: z.array(z.looseObject({id: z.string(), serviceName: z.string()}))}),
});
const Updated = z.object({fulfillmentServiceUpdate: z.object({fulfillmentService: z.looseObject({})})});
const Deleted = z.object({fulfillmentServiceDelete: z.object({deletedId: z.string()})});

test('a service gets a location of its name with the address of the shop, and is listed after what the merchant ships', async () => {
  const {done, service, location} = await openService();
  expect((await done(Listed, services)).shop.fulfillmentServices).toMatchObject([
    {id: 'gid://shopify/FulfillmentService/manual', handle: 'manual', type: 'MANUAL'},
    {id: service, handle: 'piecewise', location: {id: location, address: {countryCode: 'DE'}}},
  ]);
  expect(service).toMatch(/\?id=true$/);
});

test('a service of another app is listed too, but cannot be changed', async () => {
  const {shop, done, gql} = await openService();
  const other = shop.services.createOther('Snow City');
  const {fulfillmentServices} = (await done(Listed, services)).shop;
  expect(fulfillmentServices.map(({serviceName}) => serviceName)).toEqual(['Manual', 'Piecewise', 'Snow City']);
  const notFound = [{field: ['id'], message: 'Fulfillment service could not be found.'}];
  expect(userErrorsOf(await gql(update, {id: other, name: 'Mine'}))).toEqual(notFound);
  expect(userErrorsOf(await gql(remove, {id: other}))).toEqual(notFound);
});

const nameIs = (message: string) => [{field: ['name'], message: `Name ${message}`}];
const addressIs = (message: string) => [{field: ['callbackUrl'], message: `Callback url ${message}`}];
test.each([
  [{name: 'Piecewise'}, nameIs('has already been taken')],
  [{name: 'PIECEWISE!'}, nameIs('has already been taken')],
  [{name: 'Snow-City'}, nameIs('has already been taken')],
  [{name: 'Manual'}, nameIs('is reserved')],
  [{name: 'shopify'}, nameIs('is reserved')],
  [{name: 'Amazon'}, nameIs('is reserved')],
  [{name: 'Gift_Card'}, nameIs('is reserved')],
  [{name: ''}, nameIs("can't be blank")],
  [
    {name: ' Other '},
    [...nameIs('cannot begin with a whitespace character'), ...nameIs('cannot end with a whitespace character')],
  ],
  [{name: 'Other', callbackUrl: 'https://example.com/fulfilment'}, addressIs('is not allowed')],
  [{name: 'Other', callbackUrl: 'https://shopify.com/fulfilment'}, addressIs('is not allowed')],
  [{name: 'Other', callbackUrl: 'ftp://mock.shop/fulfilment'}, addressIs('protocol ftp:// is not supported')],
  [{name: '', callbackUrl: 'https://example.com/'}, [...nameIs("can't be blank"), ...addressIs('is not allowed')]],
  [{name: 'Other', callbackUrl: 'http://mock.shop/fulfilment'}, []],
])('a new service with %j is refused in the recorded words', async (variables, expected) => {
  const {shop, gql} = await openService();
  shop.services.createOther('Snow City');
  expect(userErrorsOf(await gql(create, variables))).toEqual(expected);
});

test('a change keeps the handle and what is left out, but for requiresShippingMethod, which becomes true', async () => {
  const {done, gql, service} = await openService({}, 'https://mock.shop/fulfilment');
  const off = `mutation U($id: ID!) { fulfillmentServiceUpdate(id: $id, requiresShippingMethod: false) {
    fulfillmentService { requiresShippingMethod } userErrors { message } } }`;
  expect((await done(Updated, off, {id: service})).fulfillmentServiceUpdate.fulfillmentService).toEqual({
    requiresShippingMethod: false,
  });
  const changed = await done(Updated, update, {id: service.replace('?id=true', ''), name: 'Supplier'});
  expect(changed.fulfillmentServiceUpdate.fulfillmentService).toMatchObject({
    handle: 'piecewise',
    serviceName: 'Supplier',
    callbackUrl: 'https://mock.shop/fulfilment',
    requiresShippingMethod: true,
    location: {name: 'Supplier'},
  });
  expect(userErrorsOf(await gql(update, {id: service, name: 'Manual'}))).toEqual(nameIs('is reserved'));
  expect(userErrorsOf(await gql(update, {id: service, callbackUrl: 'https://example.com/'}))).toEqual(
    addressIs('is not allowed'),
  );
});

test('the app may change the address of its own location, and no other without a scope for locations', async () => {
  const {shop, gql, location, own} = await openService();
  const input = {address: {countryCode: 'IT'}};
  await gql(editLocation, {id: location, input});
  expect(shop.services.locations().map(({countryCode}) => countryCode)).toEqual(['DE', 'IT']);
  shop.services.createOther('Snow City');
  const foreign = shop.services.locations().at(-1)?.id;
  for (const id of [own, foreign]) {
    expect((await gql(editLocation, {id, input})).errors?.[0]?.extensions).toMatchObject({code: 'ACCESS_DENIED'});
  }
  const online = {id: location, input: {fulfillsOnlineOrders: false}};
  expect(userErrorsOf(await gql(editLocation, online))).toMatchObject([
    {code: 'CANNOT_MODIFY_ONLINE_ORDER_FULFILLMENT_FOR_FS_LOCATION'},
  ]);
});

const noDestination =
  'Inventory action Destination location id should not be present when deleting/keeping the inventory of the fulfillment service.';
test.each([
  ['KEEP', true, [{field: ['inventoryAction'], message: noDestination}]],
  ['DELETE', true, [{field: ['inventoryAction'], message: noDestination}]],
  ['TRANSFER', 'gid://shopify/Location/9', [{field: null, message: 'Invalid destination location.'}]],
])('a deletion with %s to %s is refused, and nothing changes', async (action, to, expected) => {
  const open = await openService();
  stockAtService(open, open.small);
  const before = open.shop.services.stock();
  const destination = to === true ? open.own : to;
  expect(userErrorsOf(await open.gql(remove, {id: open.service, action, to: destination}))).toEqual(expected);
  expect(open.shop.services.stock()).toEqual(before);
  expect(open.shop.services.all()).toHaveLength(1);
});

test('a deletion that transfers takes stock and open fulfilment orders to the other location, and answers the id without its ending', async () => {
  const open = await openService();
  const {order, id} = orderFromService(open);
  open.shop.services.request(id);
  const to = open.shop.services.addLocation('Rome');
  const gone = await open.done(Deleted, remove, {id: open.service, action: 'TRANSFER', to});
  expect(gone.fulfillmentServiceDelete.deletedId).toBe(open.service.replace('?id=true', ''));
  expect(open.shop.services.stock()[open.small.id]).toEqual([to]);
  expect(stateOf(open, order, id)).toMatchObject({status: 'OPEN', requestStatus: 'UNSUBMITTED', locationId: to});
  expect(open.shop.services.locations().map(({name}) => name)).toEqual(['Shop location', 'Rome']);
});

test.each([
  ['without a destination, to the shop’s own location', undefined, (open: {own: string}) => [open.own]],
  [
    'that keeps the stock, at what is the merchant’s location from then on',
    'KEEP',
    (open: {location: string}) => [open.location],
  ],
  ['that deletes the stock, nowhere', 'DELETE', () => []],
] as const)('a deletion %s', async (_words, action, expected) => {
  const open = await openService();
  stockAtService(open, open.small);
  await open.done(Deleted, remove, {id: open.service, ...(action && {action})});
  expect(open.shop.services.stock()[open.small.id]).toEqual(expected(open));
  expect(open.shop.services.locations().every(({manager}) => manager === 'merchant')).toBe(true);
});

test('a name is free again after a deletion, and taken after the app was removed and installed again', async () => {
  const open = await openService();
  open.sandbox.uninstall(open.shop.domain);
  open.sandbox.install(open.shop.domain);
  const {body} = await open.exchange();
  const token = z.object({access_token: z.string()}).parse(body).access_token;
  expect(userErrorsOf(await open.gql(create, {name: 'Piecewise'}, token))).toEqual(nameIs('has already been taken'));
  open.shop.services.remove(open.service);
  const again = Created.parse((await open.gql(create, {name: 'Piecewise'}, token)).data);
  expect(again.fulfillmentServiceCreate.fulfillmentService.handle).toBe('piecewise');
});

test.each([
  ['stays with its location switched off', 'inactive', 1],
  ['is gone with its location', 'gone', 0],
] as const)(
  'after the app is removed its service %s, and what only it stocked cannot be bought',
  async (_words, left, count) => {
    const open = await openService();
    open.shop.setSettings({servicesAfterUninstall: left});
    stockAtService(open, open.small);
    open.sandbox.uninstall(open.shop.domain);
    expect(open.shop.services.all()).toHaveLength(count);
    expect(open.shop.services.stock()[open.small.id]).toEqual([]);
    expect(open.shop.services.stock()[open.medium.id]).toEqual([open.own]);
    const basket = (variant: string) => ({country: 'DE', lines: [{variantId: variant}]});
    expect(open.shop.shippingFor(basket(open.small.id))).toMatchObject({kind: 'refused'});
    expect(open.shop.shippingFor(basket(open.medium.id))).toMatchObject({kind: 'rate'});
  },
);
