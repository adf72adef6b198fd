// What the stand-in tells a fulfilment service and its app: signed callbacks that name no order, and webhooks.
import {createHmac} from 'node:crypto';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {accept, openCallback, openService, orderFromService, stateOf, stockAtService, update} from './open-service.ts';

const minute = 60_000;
const Any = z.looseObject({});

async function openBoth() {
  const callback = await openCallback();
  const open = await openService({}, callback.url);
  return {...open, calls: callback.calls, flush: () => open.sandbox.webhooks.flush()};
}

test('a request calls the service at its address: without an order, with the shop, signed over its bytes', async () => {
  const open = await openBoth();
  const {id} = orderFromService(open);
  open.shop.services.request(id);
  await open.flush();
  expect(open.calls).toHaveLength(1);
  const [call] = open.calls;
  expect(call).toMatchObject({
    url: '/fulfilment/fulfillment_order_notification',
    body: '{"kind":"FULFILLMENT_REQUEST"}',
    headers: {
      'x-shopify-shop-domain': open.shop.domain,
      'x-shopify-hmac-sha256': createHmac('sha256', open.sandbox.apiSecret)
        .update(call?.body ?? '')
        .digest('base64'),
    },
  });
  expect(Object.keys(call?.headers ?? {})).not.toContain('x-shopify-webhook-id');
});

test('a request to cancel calls it too', async () => {
  const open = await openBoth();
  const {id} = orderFromService(open);
  open.shop.services.request(id);
  await open.done(Any, accept, {id});
  open.shop.services.requestCancellation(id);
  await open.flush();
  expect(open.calls.map(({body}) => body)).toEqual([
    '{"kind":"FULFILLMENT_REQUEST"}',
    '{"kind":"CANCELLATION_REQUEST"}',
  ]);
});

test('requests within a minute after a call are one further call, when the minute is over', async () => {
  const open = await openBoth();
  const request = async () => {
    open.shop.services.request(orderFromService(open).id);
    await open.flush();
    return open.calls.length;
  };
  expect([await request(), await request(), await request()]).toEqual([1, 1, 1]);
  open.turn(minute);
  await open.flush();
  expect(open.calls).toHaveLength(2);
  open.turn(minute);
  expect(await request()).toBe(3);
});

test.each([
  ['late', {lateMs: 5 * minute}, [0, 1]],
  ['doubled', {copies: 2}, [2, 2]],
  ['lost', {isLost: true}, [0, 0]],
] as const)('a callback may be %s; the request is there all the same', async (_how, faults, [atOnce, later]) => {
  const open = await openBoth();
  open.shop.services.setCallbacks(faults);
  const {order, id} = orderFromService(open);
  open.shop.services.request(id);
  await open.flush();
  expect(open.calls).toHaveLength(atOnce);
  open.turn(5 * minute);
  await open.flush();
  expect(open.calls).toHaveLength(later);
  expect(stateOf(open, order, id)?.requestStatus).toBe('SUBMITTED');
});

test('callbacks wait while deliveries are paused, and one that fails is not tried again', async () => {
  const open = await openBoth();
  open.sandbox.webhooks.pause();
  open.shop.services.request(orderFromService(open).id);
  await open.flush();
  expect(open.calls).toEqual([]);
  open.sandbox.webhooks.resume();
  await open.flush();
  expect(open.calls).toHaveLength(1);
  await open.done(Any, update, {id: open.service, callbackUrl: 'http://127.0.0.1:9/gone'});
  open.turn(minute);
  open.shop.services.request(orderFromService(open).id);
  await open.flush();
  expect(open.sandbox.webhooks.deliveries().map(({state}) => state)).toEqual(['delivered', 'failed']);
});

test('a service without an address is not called, nor one whose cancelled fulfilment order it never accepted', async () => {
  const silent = await openService();
  silent.shop.services.request(orderFromService(silent).id);
  expect(silent.sandbox.webhooks.deliveries()).toEqual([]);
  const open = await openBoth();
  const {id} = orderFromService(open);
  open.shop.services.request(id);
  open.shop.services.cancel(id);
  await open.flush();
  expect(open.calls.map(({body}) => body)).toEqual(['{"kind":"FULFILLMENT_REQUEST"}']);
});

const topics = [
  'fulfillment_orders/order_routing_complete',
  'fulfillment_orders/fulfillment_request_submitted',
  'fulfillment_orders/cancellation_request_submitted',
  'fulfillment_orders/moved',
  'fulfillment_orders/cancelled',
];

async function openTold() {
  const open = await openService({webhookTopics: topics, appUrl: 'http://127.0.0.1:9'});
  open.sandbox.webhooks.drop(() => true);
  const told = () =>
    open.sandbox.webhooks
      .deliveries()
      .map(({topic, body}) => [topic.replace('fulfillment_orders/', ''), JSON.parse(body)]);
  return {...open, told};
}

test('webhooks tell of routing, requests, requests to cancel and cancellations, by ids and states', async () => {
  const open = await openTold();
  const {id} = orderFromService(open);
  open.shop.services.request(id, {message: 'Wrap it'});
  await open.done(Any, accept, {id});
  open.shop.services.requestCancellation(id, 'Wrong size');
  const replacement = open.shop.services.cancel(id);
  open.shop.services.move(replacement, open.own);
  const submitted = {id, status: 'open', request_status: 'submitted'};
  const messages = (message: string) => ({message, id: expect.stringContaining('FulfillmentOrderMerchantRequest/')});
  expect(open.told()).toEqual([
    ['order_routing_complete', {fulfillment_order: {id, status: 'open'}}],
    [
      'fulfillment_request_submitted',
      {
        original_fulfillment_order: submitted,
        submitted_fulfillment_order: submitted,
        fulfillment_order_merchant_request: messages('Wrap it'),
      },
    ],
    [
      'cancellation_request_submitted',
      {
        fulfillment_order: {id, status: 'in_progress', request_status: 'cancellation_requested'},
        fulfillment_order_merchant_request: messages('Wrong size'),
      },
    ],
    [
      'cancelled',
      {fulfillment_order: {id, status: 'closed'}, replacement_fulfillment_order: {id: replacement, status: 'open'}},
    ],
    ['moved', expect.objectContaining({destination_location_id: open.own, source_location: {id: open.location}})],
  ]);
});

test('what is routed later is told and asked for by the store only then', async () => {
  const open = await openTold();
  open.shop.services.setAutomatic(true);
  stockAtService(open, open.small);
  const order = open.shop.placeOrder({country: 'DE', lines: [{variantId: open.small.id}], routedAfterMs: minute});
  const due = open.sandbox.webhooks.deliveries().map(({triggeredAt}) => triggeredAt - open.now());
  expect(due).toEqual([minute, minute]);
  expect(open.shop.services.fulfilmentOrders(order.id)).toMatchObject([{requests: [{sentAt: '2026-11-20T09:01:00Z'}]}]);
});

test('without the scope for its own fulfilment orders no webhook of them comes', async () => {
  const open = await openTold();
  open.shop.setScopes(open.shop.scopes().filter((scope) => !scope.includes('assigned')));
  open.shop.services.request(orderFromService(open).id);
  expect(open.told()).toEqual([]);
});
