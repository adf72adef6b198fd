// Where the stand-in sends what is ordered, and whether a checkout finds a rate for it, by the locations that stock it.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {openService, orderFromService, read, type Service, ship, stockAtService, submit} from './open-service.ts';

const places = ({shop}: Service, order: string) =>
  shop.services
    .fulfilmentOrders(order)
    .map(({locationId, lines}) => [locationId, lines.map(({variantId}) => variantId)]);

test('an order is split by location: each line goes to where its variant is stocked', async () => {
  const open = await openService();
  stockAtService(open, open.small);
  const order = open.shop.placeOrder({
    country: 'DE',
    lines: [{variantId: open.small.id}, {variantId: open.medium.id}, {variantId: open.small.id}, {variantId: null}],
  });
  expect(places(open, order.id)).toEqual([
    [open.location, [open.small.id, open.small.id]],
    [open.own, [open.medium.id, null]],
  ]);
});

test.each([
  ['merchant', 'own'],
  ['service', 'location'],
] as const)('what merchant and service both stock goes to the %s, as the store is set', async (routesTo, expected) => {
  const open = await openService();
  open.shop.setSettings({routesTo});
  open.shop.services.stockAt(open.small.id, open.location);
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: open.small.id}]});
  expect(places(open, order.id)).toEqual([[open[expected], [open.small.id]]]);
});

test('a store without a service sends everything to its own location', async () => {
  const open = await openService();
  open.shop.services.remove(open.service);
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: open.small.id}, {variantId: open.medium.id}]});
  expect(places(open, order.id)).toEqual([[open.own, [open.small.id, open.medium.id]]]);
});

test('the merchant may stock any product at the service, which is asked for it then', async () => {
  const open = await openService();
  const id = open.shop.createProduct({title: 'Their own'}, {inventoryItem: {tracked: false}});
  const [foreign] = open.shop.product(id)?.variants ?? [];
  stockAtService(open, {id: foreign?.id ?? ''});
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: foreign?.id ?? ''}]});
  const [work] = open.shop.services.fulfilmentOrders(order.id);
  open.shop.services.request(work?.id ?? '');
  expect(places(open, order.id)).toEqual([[open.location, [foreign?.id]]]);
});

const createProfile = `mutation C($profile: DeliveryProfileInput!) { deliveryProfileCreate(profile: $profile) {
  profile { id profileLocationGroups { locationGroup { id } } } userErrors { field message } } }`;
const Profile = z.object({
  deliveryProfileCreate: z.object({
    profile: z.object({
      id: z.string(),
      profileLocationGroups: z.array(z.object({locationGroup: z.object({id: z.string()})})),
    }),
  }),
});

const profileAt = (locations: readonly string[], variants: readonly string[], price = '7.90') => ({
  name: 'Supplier',
  variantsToAssociate: variants,
  locationGroupsToCreate: [
    {
      locations,
      zonesToCreate: [
        {
          name: 'Germany',
          countries: [{code: 'DE', includeAllProvinces: true}],
          methodDefinitionsToCreate: [
            {name: 'Supplier', active: true, rateDefinition: {price: {amount: price, currencyCode: 'EUR'}}},
          ],
        },
      ],
    },
  ],
});

test('what only the service stocks has no rate where no profile names its location, and one where its profile does', async () => {
  const open = await openService();
  const basket = (...ids: readonly string[]) => ({country: 'DE', lines: ids.map((variantId) => ({variantId}))});
  open.shop.setShippingRates([{name: 'Home', countries: ['DE'], rates: [{price: '4.90'}]}]);
  stockAtService(open, open.small);
  expect(open.shop.shippingFor(basket(open.small.id))).toMatchObject({kind: 'refused'});
  expect(open.shop.shippingFor(basket(open.small.id, open.medium.id))).toMatchObject({kind: 'refused'});
  expect(open.shop.shippingFor(basket(open.medium.id))).toMatchObject({price: '4.90'});
  expect(() => open.shop.checkOut(basket(open.small.id))).toThrow('Shipping isn’t available');
  await open.done(Profile, createProfile, {profile: profileAt([open.location], [open.small.id])});
  expect(open.shop.shippingFor(basket(open.small.id))).toMatchObject({price: '7.90'});
  expect(open.shop.shippingFor(basket(open.small.id, open.medium.id))).toMatchObject({price: '12.80'});
});

test('a profile of the service’s location alone has no rate for what the merchant still stocks: the stock moves last', async () => {
  const open = await openService();
  await open.done(Profile, createProfile, {profile: profileAt([open.location], [open.small.id])});
  const basket = {country: 'DE', lines: [{variantId: open.small.id}]};
  expect(open.shop.shippingFor(basket)).toMatchObject({kind: 'refused'});
  stockAtService(open, open.small);
  expect(open.shop.shippingFor(basket)).toMatchObject({kind: 'rate', price: '7.90'});
});

test('a profile of both locations ships before and after the stock moves', async () => {
  const open = await openService();
  await open.done(Profile, createProfile, {profile: profileAt([open.own, open.location], [open.small.id])});
  const basket = {country: 'DE', lines: [{variantId: open.small.id}]};
  expect(open.shop.shippingFor(basket)).toMatchObject({price: '7.90'});
  stockAtService(open, open.small);
  expect(open.shop.shippingFor(basket)).toMatchObject({price: '7.90'});
});

test('with the service’s location its place in a profile is gone', async () => {
  const open = await openService();
  await open.done(Profile, createProfile, {profile: profileAt([open.location], [open.small.id])});
  stockAtService(open, open.small);
  open.shop.services.remove(open.service);
  expect(open.shop.shippingFor({country: 'DE', lines: [{variantId: open.small.id}]})).toMatchObject({kind: 'refused'});
});

const Seen = z.object({fulfillmentOrder: z.looseObject({}).nullable()});
const ofOrder = 'query O($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id } } } }';
const Order = z.object({order: z.object({fulfillmentOrders: z.object({nodes: z.array(z.object({id: z.string()}))})})});

test('an app sees and ships fulfilment orders of its own location, and those of the merchant, each with its scope alone', async () => {
  const open = await openService();
  const {order, id} = orderFromService(open);
  const theirs = open.shop.placeOrder({country: 'DE', lines: [{variantId: open.medium.id}]});
  const [merchants] = open.shop.services.fulfilmentOrders(theirs.id);
  const all = open.shop.scopes();
  const seen = async (one: string) => (await open.done(Seen, read, {id: one})).fulfillmentOrder !== null;
  open.shop.setScopes(all.filter((scope) => !scope.includes('merchant_managed')));
  expect([await seen(id), await seen(merchants?.id ?? '')]).toEqual([true, false]);
  open.shop.setScopes(all.filter((scope) => !scope.includes('assigned')));
  expect([await seen(id), await seen(merchants?.id ?? '')]).toEqual([false, true]);
  expect((await open.done(Order, ofOrder, {id: order})).order.fulfillmentOrders.nodes).toEqual([]);
  const shipped = await open.gql(ship, {f: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: id}]}});
  expect(shipped.data).toMatchObject({
    fulfillmentCreate: {userErrors: [{message: 'Fulfillment order does not exist.'}]},
  });
  expect((await open.gql(submit, {id})).errors?.[0]).toMatchObject({
    message: `Invalid id: ${id}`,
    extensions: {code: 'RESOURCE_NOT_FOUND'},
  });
});
