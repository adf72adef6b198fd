// Delivery profiles of the stand-in: rates by zone, the variants they hold for, and the refusals that were recorded.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {deliveryRates} from '../../server/shopify/shop/delivery-rates.ts';
import {article, type OpenShop, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

const shape = `id name default version originLocationCount zoneCountryCount activeMethodDefinitionsCount
  productVariantsCount { count precision }
  profileItems(first: 5) { nodes { product { title } variants(first: 5) { nodes { id } } } }
  profileLocationGroups { locationGroup { id } countriesInAnyZone { zone country { code { countryCode restOfWorld } } }
    locationGroupZones(first: 5) { nodes { zone { id name } methodDefinitions(first: 5) { nodes { id name active
      rateProvider { ... on DeliveryRateDefinition { price { amount currencyCode } } } } } } } }`;
const create = `mutation C($profile: DeliveryProfileInput!) { deliveryProfileCreate(profile: $profile) {
  profile { ${shape} } userErrors { field message } } }`;
const update = `mutation U($id: ID!, $profile: DeliveryProfileInput!) { deliveryProfileUpdate(id: $id, profile: $profile) {
  profile { ${shape} } userErrors { field message } } }`;
const remove = `mutation R($id: ID!) { deliveryProfileRemove(id: $id) { job { done } userErrors { field message } } }`;
const list = `{ deliveryProfiles(first: 10) { nodes { ${shape} unassignedLocations { id } } } }`;

const Zone = z.looseObject({
  zone: z.object({id: z.string(), name: z.string()}),
  methodDefinitions: z.object({nodes: z.array(z.looseObject({id: z.string()}))}),
});
const Profile = z.looseObject({
  id: z.string(),
  profileLocationGroups: z.array(
    z.looseObject({locationGroup: z.object({id: z.string()}), locationGroupZones: z.object({nodes: z.array(Zone)})}),
  ),
  unassignedLocations: z.array(z.object({id: z.string()})).optional(),
});
const Created = z.object({deliveryProfileCreate: z.object({profile: Profile})});
const Updated = z.object({deliveryProfileUpdate: z.object({profile: Profile})});
const Listed = z.object({deliveryProfiles: z.object({nodes: z.array(Profile)})});

async function shopWithShipping() {
  const open = await openShop();
  open.shop.setScopes([...open.shop.scopes(), 'write_shipping']);
  await open.done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const [general] = (await open.done(Listed, list)).deliveryProfiles.nodes;
  const location = general?.unassignedLocations?.[0]?.id ?? '';
  const variants = open.shop.products().flatMap((product) => product.variants.map(({id}) => id));
  return {...open, general, location, variants};
}

const zoneTo = (location: string, ...codes: readonly string[]) => ({
  locations: [location],
  zonesToCreate: [
    {
      name: 'Zone 1',
      countries: codes.map((code) => ({code, includeAllProvinces: true})),
      methodDefinitionsToCreate: [
        {name: 'Standard', active: true, rateDefinition: {price: {amount: '7.90', currencyCode: 'EUR'}}},
      ],
    },
  ],
});
const refusal = async ({gql}: OpenShop, query: string, variables: Record<string, unknown>) =>
  userErrorsOf(await gql(query, variables));

test('a profile has its zones and rates, and takes its variants out of the general one', async () => {
  const {done, general, location, variants} = await shopWithShipping();
  expect(general).toMatchObject({name: 'General profile', default: true, productVariantsCount: {count: 2}});
  const profile = {
    name: 'Supplier',
    locationGroupsToCreate: [zoneTo(location, 'IT', 'DE')],
    variantsToAssociate: [variants[0], 'gid://shopify/ProductVariant/999'],
  };
  const made = (await done(Created, create, {profile})).deliveryProfileCreate.profile;
  expect(made).toMatchObject({
    name: 'Supplier',
    version: 1,
    originLocationCount: 1,
    zoneCountryCount: 2,
    activeMethodDefinitionsCount: 1,
    productVariantsCount: {count: 1, precision: 'EXACT'},
    profileItems: {nodes: [{variants: {nodes: [{id: variants[0]}]}}]},
    profileLocationGroups: [
      {
        countriesInAnyZone: [{country: {code: {countryCode: 'DE'}}}, {country: {code: {countryCode: 'IT'}}}],
        locationGroupZones: {
          nodes: [{methodDefinitions: {nodes: [{rateProvider: {price: {amount: '7.9', currencyCode: 'EUR'}}}]}}],
        },
      },
    ],
  });
  const [first] = (await done(Listed, list)).deliveryProfiles.nodes;
  expect(first).toMatchObject({
    productVariantsCount: {count: 1},
    profileItems: {nodes: [{variants: {nodes: [{id: variants[1]}]}}]},
  });
  const back = {id: made.id, profile: {variantsToDissociate: [variants[0]]}};
  expect((await done(Updated, update, back)).deliveryProfileUpdate.profile).toMatchObject({
    version: 2,
    productVariantsCount: {count: 0},
  });
  expect((await done(Listed, list)).deliveryProfiles.nodes[0]).toMatchObject({productVariantsCount: {count: 2}});
});

test('zones and rates are changed in place, and an update costs a hundred points', async () => {
  const open = await shopWithShipping();
  const input = {name: 'Supplier', locationGroupsToCreate: [zoneTo(open.location, 'DE')]};
  const {profile} = (await open.done(Created, create, {profile: input})).deliveryProfileCreate;
  const [group] = profile.profileLocationGroups;
  const zone = group?.locationGroupZones.nodes[0];
  const method = {
    id: zone?.methodDefinitions.nodes[0]?.id,
    active: false,
    rateDefinition: {price: {amount: '8.50', currencyCode: 'EUR'}},
  };
  const changed = {
    locationGroupsToUpdate: [
      {
        id: group?.locationGroup.id,
        zonesToUpdate: [{id: zone?.zone.id, name: 'Zone A', methodDefinitionsToUpdate: [method]}],
      },
    ],
  };
  const made = await open.done(Updated, update, {id: profile.id, profile: changed});
  expect(made.deliveryProfileUpdate.profile).toMatchObject({
    activeMethodDefinitionsCount: 0,
    profileLocationGroups: [
      {
        locationGroupZones: {
          nodes: [
            {
              zone: {name: 'Zone A'},
              methodDefinitions: {nodes: [{active: false, rateProvider: {price: {amount: '8.5'}}}]},
            },
          ],
        },
      },
    ],
  });
  const bare =
    'mutation U($id: ID!) { deliveryProfileUpdate(id: $id, profile: {name: "X"}) { userErrors { message } } }';
  expect((await open.gql(bare, {id: profile.id})).extensions?.cost.requestedQueryCost).toBe(100);
});

test('is refused as recorded: names, locations, countries, and what is not there', async () => {
  const open = await shopWithShipping();
  const asked = (profile: object) => refusal(open, create, {profile});
  expect(await asked({name: ' '})).toEqual([{field: ['profile', 'name'], message: 'Add a profile name'}]);
  expect(await asked({name: 'x'.repeat(128)})).toEqual([
    {field: ['profile', 'name'], message: 'Profile name must be less than 128 characters long'},
  ]);
  expect(await asked({name: 'x'.repeat(127)})).toEqual([]);
  expect(await asked({name: 'A', locationGroupsToCreate: [zoneTo('gid://shopify/Location/9', 'DE')]})).toEqual([
    {field: null, message: 'The Location could not be found for this shop.'},
  ]);
  expect(await asked({name: 'A', locationGroupsToCreate: [zoneTo(open.location)]})).toEqual([
    {field: null, message: 'Profile is invalid: cannot create LocationGroupZone without countries.'},
  ]);
  const wrong = await open.gql(create, {profile: {name: 'A', variantsToAssociate: ['gid://shopify/Product/1']}});
  expect(wrong.errors?.[0]).toMatchObject({
    message: 'Invalid id: gid://shopify/Product/1',
    extensions: {code: 'RESOURCE_NOT_FOUND'},
  });
  const missing = 'gid://shopify/DeliveryProfile/9';
  expect(await refusal(open, update, {id: missing, profile: {name: 'A'}})).toEqual([
    {field: null, message: 'Profile could not be updated.'},
  ]);
  expect(await refusal(open, remove, {id: missing})).toEqual([
    {field: null, message: 'The Delivery Profile cannot be found for the shop.'},
  ]);
  expect(await refusal(open, remove, {id: open.general?.id})).toEqual([
    {field: null, message: 'Cannot delete the default profile.'},
  ]);
});

const ids = ['gid://shopify/ProductVariant/1'];
test.each([
  [{locationGroupsToUpdate: [{id: 'gid://shopify/DeliveryLocationGroup/1'}]}],
  [{locationGroupsToDelete: ['gid://shopify/DeliveryLocationGroup/1']}],
  [{zonesToDelete: ['gid://shopify/DeliveryZone/1']}],
  [{methodDefinitionsToDelete: ['gid://shopify/DeliveryMethodDefinition/1']}],
  [{conditionsToDelete: ['gid://shopify/DeliveryCondition/1']}],
  [{variantsToDissociate: ids}],
  [{variantsToDissociate: ids, zonesToDelete: []}],
])('a new profile takes nothing that changes an old one: %j', async (more) => {
  const open = await shopWithShipping();
  const profile = {name: 'Supplier', locationGroupsToCreate: [zoneTo(open.location, 'DE')], ...more};
  const refused = await refusal(open, create, {profile});
  const fields = new Set(Object.keys(more).map((key) => `profile.${key}`));
  expect(new Set(refused.map(({field}) => field?.join('.')))).toEqual(fields);
  expect((await open.done(Listed, list)).deliveryProfiles.nodes).toHaveLength(1);
});

test('without the scope for shipping there are none', async () => {
  const {gql} = await openShop();
  expect((await gql(list)).errors?.[0]?.extensions).toMatchObject({code: 'ACCESS_DENIED'});
});

test('a group of locations is read by itself, and the app’s reading of rates costs what it declares', async () => {
  const {gql, general} = await shopWithShipping();
  const {id = ''} = general ?? {};
  const [group] = general?.profileLocationGroups ?? [];
  const asked = {id, group: group?.locationGroup.id ?? 'gid://shopify/DeliveryLocationGroup/1'};
  for (const variables of [{id}, asked]) {
    const {errors, extensions} = await gql(deliveryRates.document, variables);
    expect([errors, extensions?.cost.requestedQueryCost]).toEqual([undefined, deliveryRates.cost]);
  }
});
