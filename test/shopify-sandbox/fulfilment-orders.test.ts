// What a fulfilment order allows, by its status and by who fulfils it, and what one fulfilment may hold.

import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {type OpenShop, openShop, userErrorsOf} from './open-shop.ts';

const read = `query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id status requestStatus
  assignedLocation { location { isFulfillmentService } } supportedActions { action } } } } }`;
const Read = z.object({
  order: z.object({
    fulfillmentOrders: z.object({
      nodes: z.array(
        z.looseObject({id: z.string(), status: z.string(), supportedActions: z.array(z.object({action: z.string()}))}),
      ),
    }),
  }),
});
const fulfill = `mutation ($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
  fulfillment { id } userErrors { field message } } }`;

type Placed = {readonly shop: OpenShop['shop']; readonly id: string; readonly line: string};

const toService = {location: 'Their warehouse', ofService: true};
const byMerchant = ['CREATE_FULFILLMENT', 'REPORT_PROGRESS', 'MOVE', 'HOLD'];
const byService = ['REQUEST_FULFILLMENT', 'CREATE_FULFILLMENT', 'HOLD', 'MOVE'];
const onHold = ['RELEASE_HOLD', 'HOLD', 'MOVE'];

/** What was done to an order of three pieces, and each of its fulfilment orders then. */
type State = readonly [string, (placed: Placed) => void, readonly (readonly [string, ...(readonly string[])])[]];
const merchants: readonly State[] = [
  ['as placed', () => undefined, [['OPEN', ...byMerchant, 'SPLIT']]],
  [
    'a piece at another location',
    ({shop, id, line}) => shop.moveFulfilment(id, line, 1, {location: 'Rome'}),
    [
      ['OPEN', ...byMerchant, 'SPLIT'],
      ['OPEN', ...byMerchant],
    ],
  ],
  ['on hold', ({shop, id}) => shop.holdFulfilment(id, true), [['ON_HOLD', ...onHold]]],
  ['for later', ({shop, id}) => shop.scheduleFulfilment(id, true), [['SCHEDULED', 'MARK_AS_OPEN']]],
  ['fulfilled', ({shop, id}) => shop.fulfil(id), [['CLOSED']]],
  ['cancelled', ({shop, id}) => shop.cancelOrder(id), [['CLOSED']]],
];
const services: readonly State[] = [
  [
    'a piece moved there',
    ({shop, id, line}) => shop.moveFulfilment(id, line, 1, toService),
    [
      ['OPEN', ...byMerchant, 'SPLIT'],
      ['OPEN', ...byService],
    ],
  ],
  [
    'a piece moved there, on hold',
    ({shop, id, line}) => {
      shop.moveFulfilment(id, line, 1, toService);
      shop.holdFulfilment(id, true, toService.location);
    },
    [
      ['OPEN', ...byMerchant, 'SPLIT'],
      ['ON_HOLD', ...onHold],
    ],
  ],
  ['closed without shipping', ({shop, id}) => shop.leaveIncomplete(id), [['INCOMPLETE', ...byService]]],
];

describe.each([
  ['the merchant fulfils', merchants],
  ['a fulfilment service fulfils', services],
] as const)('what %s', (_who, states) => {
  test.each(states)('%s, allows what Shopify allows', async (_state, change, expected) => {
    const open = await openShop();
    open.shop.setScopes([...open.shop.scopes(), 'read_third_party_fulfillment_orders']);
    const {id, lines} = open.shop.placeOrder({country: 'DE', lines: [{variantId: null, quantity: 3}]});
    change({shop: open.shop, id, line: lines[0]?.id ?? ''});
    const {nodes} = (await open.done(Read, read, {id})).order.fulfillmentOrders;
    expect(nodes.map(({status, supportedActions}) => [status, ...supportedActions.map(({action}) => action)])).toEqual(
      expected,
    );
  });
});

test('only what a fulfilment service has to do with is closed by it, and without the scope for that it is out of sight', async () => {
  const open = await openShop();
  const {id} = open.shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  open.shop.leaveIncomplete(id);
  expect((await open.done(Read, read, {id})).order.fulfillmentOrders.nodes).toEqual([]);
  open.shop.setScopes([...open.shop.scopes(), 'read_third_party_fulfillment_orders']);
  expect((await open.done(Read, read, {id})).order.fulfillmentOrders.nodes).toMatchObject([
    {requestStatus: 'CLOSED', assignedLocation: {location: {isFulfillmentService: true}}},
  ]);
});

test('one fulfilment is of one order: the answer names the orders it was asked for', async () => {
  const {shop, done, gql} = await openShop();
  const placed = [1, 2].map(() => shop.placeOrder({country: 'DE', lines: [{variantId: null}]}).id);
  const orders = await Promise.all(placed.map(async (id) => (await done(Read, read, {id})).order.fulfillmentOrders));
  const both = orders.flatMap(({nodes}) => nodes.map(({id}) => ({fulfillmentOrderId: id})));
  const numbers = placed.map((id) => id.split('/').at(-1)).join(', ');
  expect(userErrorsOf(await gql(fulfill, {fulfillment: {lineItemsByFulfillmentOrder: both}}))).toEqual([
    {
      field: ['fulfillment'],
      message: `All fulfillment orders must belong to the same order. Multiple orders with ids [${numbers}] were found.`,
    },
  ]);
  expect(placed.map((id) => shop.order(id)?.fulfillments)).toEqual([[], []]);
});
