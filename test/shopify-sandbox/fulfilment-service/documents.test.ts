// The operations an app needs for a fulfilment service: each runs with the scopes that Shopify names for it, costs what was researched,
// and is denied without the scope.
import {expect, test} from 'vitest';
import {
  accept,
  acceptCancellation,
  assigned,
  close,
  create,
  editLocation,
  levels,
  move,
  openService,
  orderFromService,
  read,
  reject,
  rejectCancellation,
  remove,
  type Service,
  services,
  ship,
  submit,
  toggle,
  update,
} from './open-service.ts';

type Placed = Service & {readonly order: string; readonly id: string};
type Variables = (placed: Placed) => Record<string, unknown>;
const ofOrder: Variables = ({id}) => ({id});
const activate = `mutation Activate($item: ID!, $location: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) { inventoryLevel { id } userErrors { field message } } }`;

const documents: readonly (readonly [string, string, Variables, number, string | null])[] = [
  ['the services of the shop', services, () => ({}), 3, null],
  ['a new service', create, () => ({name: 'Second', callbackUrl: 'https://mock.shop/f'}), 11, 'write_fulfillments'],
  [
    'a changed service',
    update,
    ({service: id}) => ({id, callbackUrl: 'https://mock.shop/f'}),
    11,
    'write_fulfillments',
  ],
  ['a deleted service', remove, ({service: id}) => ({id}), 10, 'write_fulfillments'],
  [
    'an address',
    editLocation,
    ({location: id}) => ({id, input: {address: {countryCode: 'IT'}}}),
    10,
    'write_fulfillments',
  ],
  ['levels', levels, ({small}) => ({ids: [small.inventoryItemId]}), 9, 'write_inventory'],
  [
    'stock',
    toggle,
    ({medium, location: locationId}) => ({item: medium.inventoryItemId, updates: [{locationId, activate: true}]}),
    10,
    'write_inventory',
  ],
  [
    'one location',
    activate,
    ({medium, location}) => ({item: medium.inventoryItemId, location, key: 'k'}),
    10,
    'write_inventory',
  ],
  ['what is assigned', assigned, () => ({first: 50}), 9, 'write_assigned_fulfillment_orders'],
  ['one fulfilment order', read, ofOrder, 24, null],
  ['a request', submit, ofOrder, 10, 'write_third_party_fulfillment_orders'],
  ['an acceptance', accept, ofOrder, 10, 'write_assigned_fulfillment_orders'],
  ['a rejection', reject, ({id}) => ({id, reason: 'OTHER'}), 10, 'write_assigned_fulfillment_orders'],
  ['an accepted cancellation', acceptCancellation, ofOrder, 10, 'write_assigned_fulfillment_orders'],
  ['a rejected cancellation', rejectCancellation, ofOrder, 10, 'write_assigned_fulfillment_orders'],
  ['a closing', close, ofOrder, 10, 'write_assigned_fulfillment_orders'],
  ['a move', move, ({id, own: to}) => ({id, to}), 10, null],
  ['a shipment', ship, ({id}) => ({f: {lineItemsByFulfillmentOrder: [{fulfillmentOrderId: id}]}}), 10, null],
];

test.each(documents)(
  '%s: is performed, costs what it should, and is denied without its scope',
  async (_name, document, variables, cost, scope) => {
    const open = await openService();
    const placed = {...open, ...orderFromService(open)};
    const given = variables(placed);
    if (scope !== null) {
      const all = open.shop.scopes();
      open.shop.setScopes(all.filter((one) => one !== scope));
      expect((await open.gql(document, given)).errors?.[0]?.extensions).toMatchObject({code: 'ACCESS_DENIED'});
      open.shop.setScopes(all);
    }
    const {errors, extensions} = await open.gql(document, given);
    expect(errors).toBeUndefined();
    expect(extensions?.cost.requestedQueryCost).toBe(cost);
  },
);

test('without read_locations a new service is made, but its location shows no name', async () => {
  const open = await openService();
  open.shop.setScopes(open.shop.scopes().filter((scope) => scope !== 'read_locations'));
  const {errors} = await open.gql(create, {name: 'Second'});
  expect(errors?.[0]?.extensions).toMatchObject({code: 'ACCESS_DENIED'});
  expect(open.shop.services.all().map(({name}) => name)).toEqual(['Piecewise', 'Second']);
});
