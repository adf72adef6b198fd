// How delivery profiles of the stand-in change: versions, variants that go from one to another, removal, and who is told.
import {expect, test} from 'vitest';
import {z} from 'zod';
import type {ShopifyOptions} from '../sandbox/shopify/start.ts';
import {article, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

const create = `mutation C($profile: DeliveryProfileInput!) { deliveryProfileCreate(profile: $profile) {
  profile { id version } userErrors { field message } } }`;
const update = `mutation U($id: ID!, $profile: DeliveryProfileInput!) { deliveryProfileUpdate(id: $id, profile: $profile) {
  profile { id version } userErrors { field message } } }`;
const remove = `mutation R($id: ID!) { deliveryProfileRemove(id: $id) { job { id done } userErrors { field message } } }`;
const where = `query V($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { id deliveryProfile { id name default } } } }`;

const Created = z.object({deliveryProfileCreate: z.object({profile: z.object({id: z.string(), version: z.number()})})});
const Removed = z.object({deliveryProfileRemove: z.object({job: z.object({id: z.string(), done: z.boolean()})})});
const Where = z.object({
  nodes: z.array(z.object({deliveryProfile: z.object({name: z.string(), default: z.boolean()})})),
});

const zone = (name: string, ...codes: readonly string[]) => ({
  name,
  countries: codes.map((code) => ({code, includeAllProvinces: true})),
  methodDefinitionsToCreate: [
    {name: 'Standard', active: true, rateDefinition: {price: {amount: '7.90', currencyCode: 'EUR'}}},
  ],
});

async function shopWithTwoVariants(options: ShopifyOptions = {}) {
  const open = await openShop(options);
  const {shop, done} = open;
  shop.setScopes([...shop.scopes(), 'write_shipping']);
  await done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const variants = shop.products().flatMap((product) => product.variants.map(({id}) => id));
  return {
    ...open,
    variants,
    make: async (profile: object) => (await done(Created, create, {profile})).deliveryProfileCreate.profile.id,
    /** The names of the profiles of the two variants. */
    where: async () =>
      (await done(Where, where, {ids: variants})).nodes.map(({deliveryProfile}) => deliveryProfile.name),
    versions: () => Object.fromEntries(shop.profiles.all().map(({name, version}) => [name, version])),
  };
}

test('a variant names its profile to an app that may read shipping, and to no other', async () => {
  const {shop, gql, variants, make, where: names} = await shopWithTwoVariants();
  await make({name: 'Ours', variantsToAssociate: variants.slice(0, 1)});
  expect(await names()).toEqual(['Ours', 'General profile']);
  shop.setScopes(shop.scopes().filter((scope) => scope !== 'write_shipping'));
  const denied = await gql(where, {ids: variants.slice(0, 1)});
  expect(denied.errors?.[0]).toMatchObject({
    path: ['nodes', 0, 'deliveryProfile'],
    extensions: {code: 'ACCESS_DENIED'},
  });
  expect(denied.data?.['nodes']).toEqual([{id: variants[0], deliveryProfile: null}]);
});

test('a version rises with each change, and that of the profile that loses or gets back variants too', async () => {
  const {shop, done, variants, make, where: names, versions} = await shopWithTwoVariants();
  const ours = await make({name: 'Ours', variantsToAssociate: variants});
  expect(versions()).toEqual({'General profile': 2, Ours: 1});
  await done(z.unknown(), update, {id: ours, profile: {variantsToAssociate: variants}});
  expect(versions(), 'a variant that it has already changes no other profile').toEqual({'General profile': 2, Ours: 2});
  shop.profiles.create({name: 'Theirs', owner: 'other app', variantIds: variants.slice(0, 1)});
  expect(await names()).toEqual(['Theirs', 'Ours']);
  expect(versions()).toEqual({'General profile': 2, Ours: 3, Theirs: 1});
  await done(z.unknown(), update, {id: ours, profile: {variantsToDissociate: variants}});
  expect(await names()).toEqual(['Theirs', 'General profile']);
  expect(versions()).toEqual({'General profile': 3, Ours: 4, Theirs: 1});
  shop.profiles.moveVariants(variants, ours);
  expect(await names()).toEqual(['Ours', 'Ours']);
  shop.profiles.moveVariants(variants, null);
  expect(await names()).toEqual(['General profile', 'General profile']);
  expect(versions()).toEqual({'General profile': 5, Ours: 6, Theirs: 2});
});

test('a removed profile goes by a job: it is there for a little, then its variants are in the general one', async () => {
  const {done, gql, turn, variants, make, where: names, versions} = await shopWithTwoVariants();
  const id = await make({name: 'Ours', variantsToAssociate: variants});
  const {job} = (await done(Removed, remove, {id})).deliveryProfileRemove;
  expect(job.done).toBe(false);
  const isDone = async () => (await gql('query J($id: ID!) { job(id: $id) { done } }', {id: job.id})).data?.['job'];
  const isThere = async () => (await gql('query P($id: ID!) { deliveryProfile(id: $id) { id } }', {id})).data;
  turn(1_999);
  expect([await isDone(), await names()]).toEqual([{done: false}, ['Ours', 'Ours']]);
  turn(1);
  expect([await isDone(), await isThere()]).toEqual([{done: true}, {deliveryProfile: null}]);
  expect(await names()).toEqual(['General profile', 'General profile']);
  expect(versions()).toEqual({'General profile': 3});
  expect(userErrorsOf(await gql(update, {id, profile: {name: 'X'}}))).toMatchObject([
    {message: 'Profile could not be updated.'},
  ]);
});

test('a merchant edits rates and zones of an app’s profile, renames and deletes it', async () => {
  const {shop, make, variants, where: names} = await shopWithTwoVariants();
  shop.setShippingRates([{name: 'Home', countries: ['DE'], rates: [{price: '4.90'}]}]);
  const id = await make({name: 'Ours', locationGroupsToCreate: [{zonesToCreate: [zone('One', 'DE')]}]});
  shop.profiles.editRate(id, {zone: 'One'}, {price: '9.00', name: 'Parcel'});
  shop.profiles.editZone(id, 'One', {name: 'Centre', countries: ['AT', 'DE']});
  shop.profiles.addZone(id, {name: 'World', countries: [null], rates: [{price: '30.00'}]});
  shop.profiles.rename(id, 'Supplier');
  const [, edited] = shop.profiles.all();
  expect(edited).toMatchObject({
    name: 'Supplier',
    owner: 'app',
    version: 5,
    zones: [
      {name: 'Centre', countries: ['AT', 'DE'], rates: [{name: 'Parcel', price: '9.00'}]},
      {name: 'World', countries: [null]},
    ],
  });
  shop.profiles.removeZone(id, 'World');
  expect(shop.profiles.all()[1]?.zones).toHaveLength(1);
  shop.profiles.moveVariants(variants, id);
  shop.profiles.remove(id);
  expect(await names()).toEqual(['General profile', 'General profile']);
  expect(() => shop.profiles.remove(shop.profiles.all()[0]?.id ?? '')).toThrow('cannot be removed');
});

test('250 variants and eleven zones a call are taken, 251 variants are refused', async () => {
  const {shop, gql, variants, make} = await shopWithTwoVariants();
  const ids = (count: number) => Array.from({length: count}, () => variants[0]);
  const zones = ['DE', 'AT', 'FR', 'GB', 'US', 'JP', 'SG', 'AE', 'AU', 'CA', 'KR'].map((code) => zone(code, code));
  const id = await make({
    name: 'Ours',
    locationGroupsToCreate: [{zonesToCreate: zones}],
    variantsToAssociate: ids(250),
  });
  expect(shop.profiles.all()[1]?.zones).toHaveLength(11);
  const tooMany = await gql(update, {id, profile: {name: 'X', variantsToAssociate: ids(251)}});
  expect(tooMany.errors).toMatchObject([
    {
      message: 'The input array size of 251 is greater than the maximum allowed of 250.',
      path: ['deliveryProfileUpdate', 'profile', 'variantsToAssociate'],
      extensions: {code: 'MAX_INPUT_SIZE_EXCEEDED'},
    },
  ]);
  expect(shop.profiles.all()[1]).toMatchObject({name: 'Ours', version: 1});
});

test('only the merchant’s own profiles are listed where they alone are asked for', async () => {
  const {shop, gql, make} = await shopWithTwoVariants();
  await make({name: 'Ours'});
  shop.profiles.create({name: 'Heavy'});
  shop.profiles.create({name: 'Theirs', owner: 'other app'});
  const names = async (own: boolean) =>
    (await gql(`{ deliveryProfiles(first: 9, merchantOwnedOnly: ${own}) { nodes { name } } }`)).data?.[
      'deliveryProfiles'
    ];
  expect(await names(false)).toMatchObject({nodes: [{}, {name: 'Ours'}, {name: 'Heavy'}, {name: 'Theirs'}]});
  expect(await names(true)).toEqual({nodes: [{name: 'General profile'}, {name: 'Heavy'}]});
});

/** A closed port: each delivery is tried, and kept. */
const listening = {
  webhookTopics: ['profiles/create', 'profiles/update', 'profiles/delete'],
  appUrl: 'http://127.0.0.1:9',
};

test('each change of a profile is told, that of the one that loses variants too, and a removal when it is done', async () => {
  const {sandbox, shop, done, turn, variants, make} = await shopWithTwoVariants(listening);
  const told = async () => {
    await sandbox.webhooks.flush();
    const sent = sandbox.webhooks.deliveries().filter(({attempts}) => attempts.length > 0);
    return sent.map(({topic, body}) => [topic, z.looseObject({}).parse(JSON.parse(body))]).slice(seen);
  };
  let seen = 0;
  const next = async () => {
    const news = await told();
    seen += news.length;
    return news;
  };
  const gid = await make({name: 'Ours', variantsToAssociate: variants});
  const id = Number(gid.split('/').at(-1));
  const general = {id: expect.any(Number), name: 'General profile', default: true, profile_type: 'shipping'};
  expect(await next()).toEqual([
    ['profiles/create', {id}],
    ['profiles/update', {...general, version: '2'}],
  ]);
  shop.profiles.rename(gid, 'Supplier');
  const ours = {id, name: 'Supplier', default: false, profile_type: 'shipping'};
  expect(await next()).toEqual([['profiles/update', {...ours, version: '2'}]]);
  shop.profiles.create({name: 'Theirs', owner: 'other app', variantIds: variants.slice(0, 1)});
  expect(await next()).toMatchObject([
    ['profiles/create', {}],
    ['profiles/update', {...ours, version: '3'}],
  ]);
  shop.setShippingRates([{name: 'Home', countries: ['DE'], rates: [{price: '4.90'}]}]);
  expect(await next()).toEqual([['profiles/update', {...general, version: '3'}]]);
  await done(Removed, remove, {id: gid});
  expect(await next()).toEqual([]);
  turn(2_000);
  expect(await next()).toEqual([
    ['profiles/delete', {id}],
    ['profiles/update', {...general, version: '4'}],
  ]);
});

test('an app without the scope gets none of these webhooks', async () => {
  const {sandbox, shop} = await openShop(listening);
  shop.profiles.create({name: 'Heavy'});
  expect(sandbox.webhooks.deliveries()).toEqual([]);
  shop.setScopes([...shop.scopes(), 'read_shipping']);
  shop.profiles.create({name: 'Light'});
  expect(sandbox.webhooks.deliveries().map(({topic}) => topic)).toEqual(['profiles/create']);
});
