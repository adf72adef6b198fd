// Orders, what happens to them outside the app, and what the app does to them.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, type OpenShop, openShop, productSet, SetAnswer, sizes, userErrorsOf} from './open-shop.ts';

const readDocument = `query ($id: ID!) { order(id: $id) {
  name test email displayFinancialStatus displayFulfillmentStatus cancelledAt edited fullyPaid
  risk { recommendation assessments { riskLevel } }
  customer { firstName lastName email }
  customAttributes { key value }
  shippingAddress { name address1 city zip countryCodeV2 provinceCode }
  shippingLine { title originalPriceSet { shopMoney { amount currencyCode } } }
  totalPriceSet { shopMoney { amount } }
  lineItems(first: 10) { nodes { id title sku quantity currentQuantity unfulfilledQuantity variant { id } product { id } } }
  fulfillmentOrders(first: 5) { nodes { id status requestStatus assignedLocation { name } supportedActions { action }
    lineItems(first: 10) { nodes { id remainingQuantity lineItem { id } } } } }
} }`;
const Line = z.object({
  title: z.string(),
  id: z.string(),
  quantity: z.number(),
  currentQuantity: z.number(),
  unfulfilledQuantity: z.number(),
  variant: z.object({id: z.string()}).nullable(),
  product: z.object({id: z.string()}).nullable(),
});
const Order = z.looseObject({
  displayFinancialStatus: z.string(),
  displayFulfillmentStatus: z.string(),
  edited: z.boolean(),
  cancelledAt: z.string().nullable(),
  lineItems: z.object({nodes: z.array(Line)}),
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.looseObject({
        id: z.string(),
        status: z.string(),
        lineItems: z.object({nodes: z.array(z.object({id: z.string(), remainingQuantity: z.number()}))}),
      }),
    ),
  }),
});

async function shopWithShirt() {
  const open = await openShop();
  await open.done(SetAnswer, productSet, article('A-1', sizes('S', 'M')));
  const variantId = open.shop.products()[0]?.variants[1]?.id ?? '';
  return {...open, variantId, order: (id: string) => readOrder(open, id)};
}

async function readOrder({done}: OpenShop, id: string) {
  return (await done(z.object({order: Order}), readDocument, {id})).order;
}

test('an order is read with its buyer, its destination and what is left to ship', async () => {
  const {shop, variantId, order} = await shopWithShirt();
  const placed = shop.placeOrder({
    country: 'GB',
    lines: [{variantId, quantity: 2}],
    name: 'Edith Sample',
    email: 'edith@example.com',
    shippingPrice: '4.50',
    customAttributes: [{key: 'gift', value: 'yes'}],
  });
  expect(await order(placed.id)).toMatchObject({
    name: '#1001',
    test: false,
    email: 'edith@example.com',
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: 'UNFULFILLED',
    risk: {recommendation: 'ACCEPT', assessments: [{riskLevel: 'LOW'}]},
    customer: {firstName: 'Edith', lastName: 'Sample'},
    customAttributes: [{key: 'gift', value: 'yes'}],
    shippingAddress: {name: 'Edith Sample', countryCodeV2: 'GB', provinceCode: null},
    shippingLine: {originalPriceSet: {shopMoney: {amount: '4.5', currencyCode: 'EUR'}}},
    totalPriceSet: {shopMoney: {amount: '44.3'}},
    lineItems: {nodes: [{quantity: 2, currentQuantity: 2, unfulfilledQuantity: 2, variant: {id: variantId}}]},
    fulfillmentOrders: {
      nodes: [{status: 'OPEN', requestStatus: 'UNSUBMITTED', lineItems: {nodes: [{remainingQuantity: 2}]}}],
    },
  });
});

test('edits, refunds and cancellations leave less to ship', async () => {
  const {shop, variantId, order} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId, quantity: 5}]});
  const line = placed.lines[0]?.id ?? '';
  shop.editOrder(placed.id, line, 4);
  shop.refundLine(placed.id, line, 1);
  const edited = await order(placed.id);
  expect(edited).toMatchObject({edited: true, displayFinancialStatus: 'PARTIALLY_REFUNDED'});
  expect(edited.lineItems.nodes[0]).toMatchObject({quantity: 5, currentQuantity: 3, unfulfilledQuantity: 3});
  expect(edited.fulfillmentOrders.nodes[0]?.lineItems.nodes[0]?.remainingQuantity).toBe(3);
  shop.cancelOrder(placed.id);
  const cancelled = await order(placed.id);
  expect(cancelled.cancelledAt).toBe('2026-11-20T09:00:00Z');
  expect(cancelled.fulfillmentOrders.nodes[0]?.status).toBe('CLOSED');
  expect(cancelled.lineItems.nodes[0]?.currentQuantity).toBe(0);
});

test('a line remembers what was bought when the variant is gone', async () => {
  const {shop, variantId, order} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId}]});
  shop.deleteVariant(variantId);
  const read = await order(placed.id);
  expect(read.lineItems.nodes[0]).toMatchObject({
    title: 'Linen shirt A-1',
    variant: null,
    product: {id: expect.any(String)},
  });
});

test('an order that ships nowhere has no address and no shipping line', async () => {
  const {shop, order} = await shopWithShirt();
  const placed = shop.placeOrder({country: null, lines: [{variantId: null, requiresShipping: false}]});
  expect(await order(placed.id)).toMatchObject({
    shippingAddress: null,
    shippingLine: null,
    fulfillmentOrders: {nodes: []},
  });
});

test('an unpaid order is paid later', async () => {
  const {shop, order} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId: null}], financialStatus: 'PENDING'});
  expect((await order(placed.id)).displayFinancialStatus).toBe('PENDING');
  shop.payOrder(placed.id);
  expect((await order(placed.id)).displayFinancialStatus).toBe('PAID');
});

test('a fulfilment with tracking closes what it ships and cannot ship more than is left', async () => {
  const {shop, variantId, order, done, gql} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId, quantity: 2}]});
  const [fulfilmentOrder] = (await order(placed.id)).fulfillmentOrders.nodes;
  const fulfill = `mutation Fulfill($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status trackingInfo { number company url } } userErrors { field message } } }`;
  const part = (quantity: number) => ({
    fulfillment: {
      lineItemsByFulfillmentOrder: [
        {
          fulfillmentOrderId: fulfilmentOrder?.id,
          fulfillmentOrderLineItems: [{id: fulfilmentOrder?.lineItems.nodes[0]?.id, quantity}],
        },
      ],
      trackingInfo: {company: 'DHL', number: 'T-1', url: 'https://track.example/T-1'},
    },
  });
  expect(userErrorsOf(await gql(fulfill, part(3)))).toHaveLength(1);
  const Made = z.object({
    fulfillmentCreate: z.object({fulfillment: z.object({id: z.string(), trackingInfo: z.unknown()})}),
  });
  const made = await done(Made, fulfill, part(1));
  expect(made.fulfillmentCreate.fulfillment.trackingInfo).toEqual([
    {company: 'DHL', number: 'T-1', url: 'https://track.example/T-1'},
  ]);
  expect((await order(placed.id)).displayFulfillmentStatus).toBe('PARTIALLY_FULFILLED');
  shop.fulfil(placed.id);
  expect(await order(placed.id)).toMatchObject({
    displayFulfillmentStatus: 'FULFILLED',
    fulfillmentOrders: {nodes: [{status: 'CLOSED'}]},
    lineItems: {nodes: [{unfulfilledQuantity: 0}]},
  });
  expect(userErrorsOf(await gql(fulfill, part(1)))).toHaveLength(1);
});

test('orders are walked by what changed since, page by page, even while they change', async () => {
  const {shop, done, turn} = await shopWithShirt();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    turn(60_000);
    ids.push(shop.placeOrder({country: 'DE', lines: [{variantId: null}]}).id);
  }
  const since = `query ($q: String!, $after: String) { orders(first: 2, after: $after, query: $q, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor } nodes { id } } }`;
  const Page = z.object({
    orders: z.object({
      pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.string().nullable()}),
      nodes: z.array(z.object({id: z.string()})),
    }),
  });
  const q = "updated_at:>='2026-11-20T09:02:00Z'";
  const seen: string[] = [];
  let after: string | null = null;
  for (;;) {
    const {orders}: z.infer<typeof Page> = await done(Page, since, {q, after});
    seen.push(...orders.nodes.map(({id}) => id));
    if (!orders.pageInfo.hasNextPage) break;
    after = orders.pageInfo.endCursor;
    turn(1000);
    // The one already seen changes while the walk goes on: it is seen again at its new place, and nothing is skipped.
    if (seen.length === 2) shop.payOrder(seen[0] ?? '');
  }
  expect(seen).toEqual([ids[1], ids[2], ids[3], ids[4], ids[1]]);
});

test('tags and notes are written, and each write shows in updatedAt', async () => {
  const {shop, gql, turn} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  turn(1000);
  const tag =
    'mutation ($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { message } } }';
  const untag =
    'mutation ($id: ID!, $tags: [String!]!) { tagsRemove(id: $id, tags: $tags) { node { id } userErrors { message } } }';
  await gql(tag, {id: placed.id, tags: ['dropship', 'vip']});
  await gql(untag, {id: placed.id, tags: ['VIP']});
  await gql('mutation ($i: OrderInput!) { orderUpdate(input: $i) { order { id } userErrors { message } } }', {
    i: {id: placed.id, note: 'sent'},
  });
  expect(shop.order(placed.id)).toMatchObject({tags: ['dropship'], note: 'sent', updatedAt: '2026-11-20T09:00:01Z'});
});

test('without approval the buyer’s name and e-mail are withheld, the country is not', async () => {
  const {shop, gql} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'GB', lines: [{variantId: null}]});
  shop.setSettings({showsProtectedData: false});
  const query = 'query ($id: ID!) { order(id: $id) { name email shippingAddress { name city countryCodeV2 } } }';
  const answer = await gql(query, {id: placed.id});
  expect(answer.data).toEqual({
    order: {name: '#1001', email: null, shippingAddress: {name: null, city: 'Leeds', countryCodeV2: 'GB'}},
  });
  expect(answer.errors?.map(({extensions}) => extensions?.code)).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED']);
});

test('an id of another type is nothing, an id that is none is an error', async () => {
  const {gql} = await shopWithShirt();
  const query = 'query ($id: ID!) { order(id: $id) { id } }';
  expect((await gql(query, {id: 'gid://shopify/Product/1'})).data).toEqual({order: null});
  expect((await gql(query, {id: '1001'})).errors?.[0]).toMatchObject({
    message: 'Variable $id of type ID! was provided invalid value',
    extensions: {
      code: 'INVALID_VARIABLE',
      value: '1001',
      problems: [{path: [], explanation: "Invalid global id '1001'"}],
    },
  });
});

test('an order is out of sight after sixty days, unless the app may read all', async () => {
  const {shop, gql, turn} = await shopWithShirt();
  const placed = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  const query = 'query ($id: ID!) { order(id: $id) { id } orders(first: 5) { nodes { id } } }';
  turn(60 * 86_400_000);
  expect((await gql(query, {id: placed.id})).data).toMatchObject({order: {id: placed.id}});
  turn(1);
  expect((await gql(query, {id: placed.id})).data).toEqual({order: null, orders: {nodes: []}});
  shop.setScopes([...shop.scopes(), 'read_all_orders']);
  expect((await gql(query, {id: placed.id})).data).toMatchObject({order: {id: placed.id}});
});
