// Where an order's pieces are shipped from, and what of it was paid.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {openShop, userErrorsOf} from './open-shop.ts';

const read = `query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id assignedLocation { name }
  lineItems(first: 10) { nodes { remainingQuantity } } } } } }`;
const Read = z.object({
  order: z.object({fulfillmentOrders: z.object({nodes: z.array(z.looseObject({id: z.string()}))})}),
});

test('pieces at two locations are two fulfilments, and those of another app’s service are not visible', async () => {
  const {shop, gql, done} = await openShop();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId: null, quantity: 4}]});
  const line = placed.lines[0]?.id ?? '';
  shop.moveFulfilment(placed.id, line, 1, {location: 'Rome'});
  shop.moveFulfilment(placed.id, line, 1, {location: 'Their warehouse', ofService: true});
  const orders = (await done(Read, read, {id: placed.id})).order.fulfillmentOrders.nodes;
  expect(orders).toMatchObject([
    {assignedLocation: {name: 'Shop location'}, lineItems: {nodes: [{remainingQuantity: 2}]}},
    {assignedLocation: {name: 'Rome'}, lineItems: {nodes: [{remainingQuantity: 1}]}},
  ]);
  const fulfill = `mutation ($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id } userErrors { field message } } }`;
  const all = {lineItemsByFulfillmentOrder: orders.map(({id}) => ({fulfillmentOrderId: id}))};
  expect(userErrorsOf(await gql(fulfill, {fulfillment: all}))).toMatchObject([
    {message: 'All fulfillment orders must be assigned to a single location.'},
  ]);
  shop.fulfil(placed.id);
  expect(shop.order(placed.id)?.fulfillments.map(({totalQuantity}) => totalQuantity)).toEqual([2, 1, 1]);
});

test('what the buyer has paid is told apart from what the order comes to', async () => {
  const {shop, done} = await openShop();
  const Money = z
    .object({shopMoney: z.object({amount: z.string()})})
    .transform(({shopMoney}) => Number(shopMoney.amount));
  const paid = async (financialStatus: 'PAID' | 'PARTIALLY_PAID' | 'PENDING') => {
    const {id, lines} = shop.placeOrder({
      country: 'DE',
      lines: [{variantId: null, quantity: 2, price: '50.00'}],
      shippingPrice: '10.00',
      financialStatus,
    });
    if (financialStatus === 'PAID') shop.refundLine(id, lines[0]?.id ?? '', 1);
    const query = `query ($id: ID!) { order(id: $id) { totalReceivedSet { shopMoney { amount } }
      totalRefundedSet { shopMoney { amount } } netPaymentSet { shopMoney { amount } } } }`;
    const Answer = z.object({
      order: z.object({totalReceivedSet: Money, totalRefundedSet: Money, netPaymentSet: Money}),
    });
    return Object.values((await done(Answer, query, {id})).order);
  };
  expect([await paid('PAID'), await paid('PARTIALLY_PAID'), await paid('PENDING')]).toEqual([
    [110, 50, 60],
    [55, 0, 55],
    [0, 0, 0],
  ]);
});
