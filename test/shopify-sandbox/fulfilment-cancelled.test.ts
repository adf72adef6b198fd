// A fulfilment that is cancelled, as recorded: where its pieces are afterwards, and what the API still takes for it.
import {expect, test} from 'vitest';
import {z} from 'zod';
import {type OpenShop, openShop} from './open-shop.ts';

const read = `query ($id: ID!) { order(id: $id) { closed displayFulfillmentStatus
  fulfillments(first: 5) { id status displayStatus trackingInfo { number } fulfillmentLineItems(first: 5) { nodes { quantity } } }
  fulfillmentOrders(first: 5) { nodes { id status supportedActions { action }
    lineItems(first: 5) { nodes { totalQuantity remainingQuantity } } } } } }`;
const Order = z.object({
  order: z.looseObject({
    fulfillments: z.array(z.looseObject({id: z.string()})),
    fulfillmentOrders: z.object({nodes: z.array(z.looseObject({id: z.string()}))}),
  }),
});
const cancel = `mutation ($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { status } userErrors { field message } } }`;
const track = `mutation ($id: ID!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: {number: "2"}) {
  fulfillment { status trackingInfo { number } } userErrors { field message } } }`;

const orderOf = async ({done}: OpenShop, id: string) => (await done(Order, read, {id})).order;
const left = (totalQuantity: number, remainingQuantity: number) => ({nodes: [{totalQuantity, remainingQuantity}]});

async function shopWithOrder(quantity: number) {
  const open = await openShop();
  const {id} = open.shop.placeOrder({country: 'DE', lines: [{variantId: null, title: 'Shirt', quantity}]});
  return {...open, id};
}

test('leaves the fulfilment order it closed closed, and opens another one', async () => {
  const open = await shopWithOrder(1);
  open.shop.fulfil(open.id, {number: '1'});
  expect(await orderOf(open, open.id)).toMatchObject({closed: false});
  open.turn(1000);
  expect(await orderOf(open, open.id)).toMatchObject({
    closed: true,
    displayFulfillmentStatus: 'FULFILLED',
    fulfillmentOrders: {nodes: [{status: 'CLOSED', supportedActions: [], lineItems: left(1, 0)}]},
  });
  const fulfilment = {id: (await orderOf(open, open.id)).fulfillments[0]?.id};
  for (const _ of ['once', 'twice']) {
    expect((await open.gql(cancel, fulfilment)).data).toEqual({
      fulfillmentCancel: {fulfillment: {status: 'CANCELLED'}, userErrors: []},
    });
  }
  expect(await orderOf(open, open.id)).toMatchObject({
    closed: false,
    displayFulfillmentStatus: 'UNFULFILLED',
    fulfillments: [{status: 'CANCELLED', displayStatus: 'CANCELED', fulfillmentLineItems: {nodes: [{quantity: 1}]}}],
    fulfillmentOrders: {
      nodes: [
        {status: 'CLOSED', lineItems: left(1, 1)},
        {status: 'OPEN', lineItems: left(1, 1)},
      ],
    },
  });
  expect((await open.gql(track, fulfilment)).data).toEqual({
    fulfillmentTrackingInfoUpdate: {fulfillment: {status: 'CANCELLED', trackingInfo: [{number: '2'}]}, userErrors: []},
  });
});

test('gives its pieces back to a fulfilment order that had others left', async () => {
  const open = await shopWithOrder(2);
  open.shop.fulfil(open.id, {number: '1'}, 1);
  expect(await orderOf(open, open.id)).toMatchObject({
    fulfillmentOrders: {nodes: [{status: 'IN_PROGRESS', lineItems: left(2, 1)}]},
  });
  open.shop.cancelFulfilments(open.id);
  expect(await orderOf(open, open.id)).toMatchObject({
    fulfillmentOrders: {nodes: [{status: 'OPEN', lineItems: left(2, 2)}]},
  });
});

test('is nothing for an id that is not there, and writing its tracking costs fifty points', async () => {
  const {gql} = await openShop();
  const missing = {id: 'gid://shopify/Fulfillment/9'};
  expect((await gql(cancel, missing)).data).toEqual({
    fulfillmentCancel: {fulfillment: null, userErrors: [{field: ['id'], message: 'Fulfillment not found.'}]},
  });
  expect((await gql(track, missing)).extensions?.cost.requestedQueryCost).toBe(51);
});
