// What a shopper pays for shipping in the stand-in of Shopify, and where no order can be placed because nothing is delivered.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {openShop} from './open-shop.ts';

const refused = 'Shipping isn’t available for this address.';
const notSoldThere = 'This store doesn’t sell to this country.';

/** A store with a product of its own and one of an app's profile, each with one variant of 20.00. */
async function openBothKinds(options: {readonly currency?: string} = {}) {
  const open = await openShop();
  const {shop} = open;
  shop.setSettings({vatPercent: 0, ...options});
  for (const title of ['Own', 'Theirs']) shop.createProduct({title, status: 'ACTIVE'}, {price: '20.00'});
  const [own = '', theirs = ''] = shop.products().flatMap(({variants}) => variants.map(({id}) => id));
  shop.setShippingRates([
    {name: 'Home', countries: ['DE'], rates: [{price: '4.90'}, {name: 'Express', price: '9.90'}]},
    {name: 'World', countries: [null], rates: [{price: '25.00'}]},
  ]);
  const supplier = shop.profiles.create({
    name: 'Supplier',
    owner: 'other app',
    zones: [{name: 'EU', countries: ['DE', 'AT'], rates: [{price: '6.00'}]}],
    variantIds: [theirs],
  });
  const priceOf = (country: string, ...ids: readonly string[]) => {
    const offer = shop.shippingFor({country, lines: ids.map((variantId) => ({variantId}))});
    return offer.kind === 'rate' ? `${offer.title} ${offer.price}` : offer.kind;
  };
  return {...open, own, theirs, supplier, priceOf};
}

test('a shopper pays the cheapest active rate of the zone that names the country, else of the rest of the world', async () => {
  const {shop, own, priceOf} = await openBothKinds();
  expect([priceOf('DE', own), priceOf('JP', own)]).toEqual(['Standard 4.90', 'Standard 25.00']);
  const {id} = shop.profiles.all()[0] ?? {id: ''};
  shop.profiles.editRate(id, {zone: 'Home', rate: 'Standard'}, {active: false});
  expect(priceOf('DE', own)).toBe('Express 9.90');
  shop.profiles.removeRate(id, {zone: 'Home', rate: 'Standard'});
  shop.profiles.removeRate(id, {zone: 'Home', rate: 'Express'});
  expect(priceOf('DE', own), 'a zone that names the country is not passed over for the rest of the world').toBe(
    'refused',
  );
  const order = shop.checkOut({country: 'JP', lines: [{variantId: own}]});
  expect(order).toMatchObject({countryCode: 'JP', total: '45.00'});
});

test('the cheapest rates of all profiles in the basket are added up', async () => {
  const {shop, own, theirs, priceOf} = await openBothKinds();
  expect(priceOf('DE', theirs)).toBe('Standard 6.00');
  expect(priceOf('DE', own, theirs)).toBe('Standard 10.90');
  expect(priceOf('DE', own, theirs, theirs), 'a rate is for all lines of its profile').toBe('Standard 10.90');
  shop.profiles.editRate(shop.profiles.all()[1]?.id ?? '', {zone: 'EU'}, {name: 'Parcel'});
  expect(priceOf('DE', own, theirs)).toBe('Shipping 10.90');
});

test('an address that one profile of the basket does not deliver to gets no order', async () => {
  const {shop, own, theirs, priceOf} = await openBothKinds();
  expect([priceOf('JP', own), priceOf('JP', theirs), priceOf('JP', own, theirs)]).toEqual([
    'Standard 25.00',
    'refused',
    'refused',
  ]);
  const lines = [{variantId: own}, {variantId: theirs}];
  expect(() => shop.checkOut({country: 'JP', lines})).toThrow(refused);
  expect(shop.orders()).toEqual([]);
  shop.checkOut({country: 'JP', lines, shippingPrice: '3.00'});
  shop.placeOrder({country: 'JP', lines});
  expect(shop.orders(), 'an order with a price of its own, and one that is not a checkout’s').toHaveLength(2);
});

test('conditions on the price look at the whole basket, those on the weight at the lines of the profile', async () => {
  const {shop, own, theirs, supplier, priceOf} = await openBothKinds();
  for (const id of [own, theirs]) {
    shop.editVariant(id, {inventoryItem: {measurement: {weight: {value: 3, unit: 'KILOGRAMS'}}}});
  }
  shop.profiles.addZone(supplier, {
    name: 'France',
    countries: ['FR'],
    rates: [
      {name: 'Tiny', price: '2.00', to: '19.99'},
      {name: 'Light', price: '8.00', to: '39.99'},
      {name: 'Dear', price: '5.00', from: '40.00'},
      {name: 'Heavy', price: '1.00', fromWeight: 6},
    ],
  });
  shop.setShippingRates([{name: 'France', countries: ['FR'], rates: [{name: 'Free', price: '0.00'}]}]);
  expect([priceOf('FR', theirs), priceOf('FR', own, theirs), priceOf('FR', theirs, theirs)]).toEqual([
    'Light 8.00',
    'Shipping 5.00',
    'Heavy 1.00',
  ]);
});

test('a rate in another currency is converted to the store’s, and a carrier’s rate is not offered', async () => {
  const {shop, theirs, supplier, priceOf} = await openBothKinds({currency: 'CHF'});
  shop.profiles.editRate(supplier, {zone: 'EU'}, {price: '20.00', currency: 'EUR'});
  expect(priceOf('DE', theirs)).toBe('Standard 19.00');
  shop.profiles.editRate(supplier, {zone: 'EU'}, {price: '2000', currency: 'HUF'});
  expect(() => priceOf('DE', theirs)).toThrow('no exchange rate of HUF');
  shop.profiles.addZone(supplier, {name: 'US', countries: ['US'], rates: [{price: null}]});
  expect(priceOf('US', theirs)).toBe('refused');
});

test('a store whose general profile has no rates takes 6.90 for what is in it', async () => {
  const {shop, own, theirs, priceOf} = await openBothKinds();
  shop.setShippingRates([]);
  expect([priceOf('NO', own), priceOf('DE', own, theirs), priceOf('NO', own, theirs)]).toEqual([
    'Standard 6.90',
    'Standard 12.90',
    'refused',
  ]);
});

test('a product that went off sale is not sold any more, also to a shopper who saw it before', async () => {
  const {shop, own, theirs} = await openBothKinds();
  const [product] = shop.products();
  shop.archive(product?.id ?? '');
  const lines = [{variantId: theirs}, {variantId: own}];
  expect(() => shop.checkOut({country: 'DE', lines})).toThrow('Some items are no longer available.');
  expect(shop.orders()).toEqual([]);
});

test('a shopper can order only from a country of an active market, whatever rates there are for it', async () => {
  const {shop, own, theirs, priceOf} = await openBothKinds();
  const lines = [{variantId: own}];
  const refusal = {kind: 'refused', message: notSoldThere};
  const outside = ['AT', 'AU', 'CA', 'CH', 'RU'];
  for (const country of outside) {
    expect(shop.shippingFor({country, lines})).toEqual(refusal);
    expect(() => shop.checkOut({country, lines})).toThrow(notSoldThere);
  }
  expect(priceOf('AT', theirs), 'also where a zone names it').toBe('refused');
  expect(priceOf('NO', own)).toBe('Standard 25.00');
  shop.setShipsTo(shop.shipsTo().filter((country) => country !== 'NO'));
  expect(() => shop.checkOut({country: 'NO', lines})).toThrow(notSoldThere);
  shop.setShipsTo([...shop.shipsTo(), 'AT']);
  expect([priceOf('AT', theirs), priceOf('AT', own)]).toEqual(['Standard 6.00', 'Standard 25.00']);
  expect(shop.orders()).toEqual([]);
  for (const country of outside) shop.placeOrder({country, lines});
  expect(shop.orders(), 'draft orders and apps go past the checkout').toHaveLength(outside.length);
});

test('what is not shipped asks for no rate', async () => {
  const {shop, theirs} = await openBothKinds();
  const lines = [{variantId: theirs, requiresShipping: false}];
  expect(shop.shippingFor({country: 'JP', lines})).toEqual({kind: 'none needed'});
  expect(shop.checkOut({country: 'JP', lines})).toMatchObject({total: '20.00'});
});

test('the shop window is told the price of shipping, or that nothing is delivered, and its orders are checkouts', async () => {
  const {shop, sandbox, own, theirs} = await openBothKinds();
  const post = async (path: string, body: object) => {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(sandbox.origin + path, {method: 'POST', headers, body: JSON.stringify(body)});
    return {status: answer.status, body: z.looseObject({}).parse(await answer.json())};
  };
  const price = async (country: string, variantId: string) =>
    (await post('/sandbox/api/shipping-price', {country, lines: [{variantId, quantity: 1}]})).body;
  expect(await price('DE', own)).toEqual({kind: 'rate', title: 'Standard', price: '4.90', currency: 'EUR'});
  expect(await price('JP', theirs)).toEqual({kind: 'refused', message: refused});
  expect(await price('CH', own)).toEqual({kind: 'refused', message: notSoldThere});
  expect(await price('JP', 'gid://shopify/ProductVariant/1')).toEqual({error: expect.stringContaining('no variant')});
  const order = (variantId: string) => post('/sandbox/api/orders', {country: 'JP', lines: [{variantId}]});
  expect(await order(theirs)).toEqual({status: 400, body: {error: refused}});
  expect(await post('/sandbox/api/orders', {country: 'CH', lines: [{variantId: own}]})).toEqual({
    status: 400,
    body: {error: notSoldThere},
  });
  expect(await order(own)).toMatchObject({status: 201, body: {total: '45.00'}});
  expect(shop.orders()).toHaveLength(1);
});
