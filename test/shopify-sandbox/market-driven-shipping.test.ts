// A store with market-driven shipping in the stand-in of Shopify: an app's profile stands beside the merchant's rates.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {openShop} from './open-shop.ts';

const features = '{ shop { features { marketDrivenShipping } } }';
const domain = 'test-store.myshopify.com';
const home = (price: string) => ({name: 'Home', countries: ['DE'], rates: [{price}]});

const Group = z.object({locationGroup: z.object({id: z.string()})});
const Groups = z.object({
  deliveryProfiles: z.object({nodes: z.array(z.object({profileLocationGroups: z.array(Group)}))}),
});

/** A merchant's rate for Germany and for the rest of the world, and an app's profile for Germany with one of two variants. */
async function openBoth() {
  const open = await openShop();
  const {shop} = open;
  shop.setScopes([...shop.scopes(), 'write_shipping']);
  for (const title of ['Own', 'Theirs']) shop.createProduct({title, status: 'ACTIVE'}, {price: '20.00'});
  const [own = '', theirs = ''] = shop.products().flatMap(({variants}) => variants.map(({id}) => id));
  shop.setShippingRates([home('4.90'), {name: 'World', countries: [null], rates: [{price: '25.00'}]}]);
  const profile = shop.profiles.create({
    name: 'Supplier',
    owner: 'other app',
    zones: [{name: 'DE', countries: ['DE'], rates: [{price: '7.00'}]}],
    variantIds: [theirs],
  });
  const price = (country: string, ...ids: readonly string[]) => {
    const offer = shop.shippingFor({country, lines: ids.map((variantId) => ({variantId}))});
    return offer.kind === 'rate' ? offer.price : offer.kind;
  };
  return {...open, own, theirs, profile, price};
}

test('the store says so, by an option or once it is moved', async () => {
  const {shop, gql} = await openShop();
  expect((await gql(features)).data).toEqual({shop: {features: {marketDrivenShipping: false}}});
  shop.profiles.toMarketDriven();
  expect((await gql(features)).data).toEqual({shop: {features: {marketDrivenShipping: true}}});
  const born = await openShop({shops: [{domain, marketDrivenShipping: true}]});
  expect((await born.gql(features)).data).toEqual({shop: {features: {marketDrivenShipping: true}}});
});

test('the app’s rate does not replace the merchant’s, and blocks no country', async () => {
  const {shop, own, theirs, profile, price} = await openBoth();
  const prices = () => [price('DE', theirs), price('JP', theirs), price('DE', own, theirs)];
  expect(prices()).toEqual(['7.00', 'refused', '11.90']);
  shop.profiles.toMarketDriven();
  expect(prices()).toEqual(['4.90', '25.00', '4.90']);
  shop.profiles.editRate(profile, {zone: 'DE'}, {price: '3.00'});
  expect(prices(), 'the app’s rate is offered beside it').toEqual(['3.00', '25.00', '4.90']);
  expect(shop.checkOut({country: 'JP', lines: [{variantId: theirs}]})).toMatchObject({countryCode: 'JP'});
});

test('no rate, of the markets or of an app, lets a shopper order from a country that no active market has', async () => {
  const {shop, theirs, price} = await openBoth();
  shop.profiles.toMarketDriven();
  shop.setShipsTo(['JP']);
  expect([price('JP', theirs), price('DE', theirs), price('CH', theirs)]).toEqual(['25.00', 'refused', 'refused']);
  expect(() => shop.checkOut({country: 'DE', lines: [{variantId: theirs}]})).toThrow('doesn’t sell to this country');
});

test('a variant put into the app’s profile leaves the merchant’s configuration as it is', async () => {
  const {shop, own, theirs, profile} = await openBoth();
  shop.profiles.toMarketDriven();
  const general = () => shop.profiles.all()[0];
  const {version} = general() ?? {};
  shop.profiles.moveVariants([own], profile);
  expect(general()).toMatchObject({isDefault: true, version, variantIds: [own, theirs]});
  expect(shop.profiles.all()[1]).toMatchObject({variantIds: [own, theirs]});
});

test('the profiles show what the merchant’s rates were before, and writing to them changes nothing at the checkout', async () => {
  const {shop, own, price, done} = await openBoth();
  shop.profiles.toMarketDriven();
  shop.setShippingRates([home('1.00')]);
  expect([price('DE', own), price('JP', own)]).toEqual(['1.00', 'refused']);
  const general = shop.profiles.all()[0];
  expect(general?.zones.map(({rates}) => rates[0]?.price)).toEqual(['4.90', '25.00']);
  const update = `mutation U($id: ID!, $profile: DeliveryProfileInput!) {
    deliveryProfileUpdate(id: $id, profile: $profile) { profile { id } userErrors { message } } }`;
  const read = '{ deliveryProfiles(first: 1) { nodes { profileLocationGroups { locationGroup { id } } } } }';
  const [shown] = (await done(Groups, read)).deliveryProfiles.nodes;
  const profile = {locationGroupsToDelete: shown?.profileLocationGroups.map(({locationGroup}) => locationGroup.id)};
  await done(z.unknown(), update, {id: general?.id, profile});
  expect(shop.profiles.all()[0]).toMatchObject({zones: [], version: (general?.version ?? 0) + 1});
  expect([price('DE', own), price('JP', own)]).toEqual(['1.00', 'refused']);
});
