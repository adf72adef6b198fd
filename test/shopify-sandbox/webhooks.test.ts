// Deliveries to the app: signed, reduced, retried, doubled, disordered, lost.

import {createHmac} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {article, openShop, productSet, SetAnswer} from './open-shop.ts';

type Arrival = {readonly path: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string};

/** An app's webhook routes that keep what arrives and answer as told. */
async function openApp() {
  const arrivals: Arrival[] = [];
  const answer = {status: 200};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrivals.push({path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString()});
      response.writeHead(answer.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const {port} = server.address() as AddressInfo;
  const topics = () => arrivals.map(({headers}) => String(headers['x-shopify-topic']));
  return {url: `http://127.0.0.1:${port}`, arrivals, answer, topics};
}

const orderTopics = [
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/edited',
  'refunds/create',
];
const allTopics = [
  ...orderTopics,
  'products/update',
  'products/delete',
  'shop/update',
  'app/uninstalled',
  'app/scopes_update',
  'shop/redact',
];

async function openBoth(webhookTopics: readonly string[] = allTopics) {
  const app = await openApp();
  const open = await openShop({webhookTopics, appUrl: app.url});
  return {...open, app, flush: () => open.sandbox.webhooks.flush()};
}

const minute = 60_000;
const hour = 60 * minute;

test('an order tells who, what, when, and is signed over its bytes', async () => {
  const {app, shop, sandbox, flush} = await openBoth(['orders/create']);
  const order = shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  await flush();
  const [arrival] = app.arrivals;
  expect(arrival?.path).toBe('/webhooks');
  expect(arrival?.headers).toMatchObject({
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': 'test-store.myshopify.com',
    'x-shopify-api-version': '2026-10',
    'x-shopify-triggered-at': '2026-11-20T09:00:00.000Z',
    'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const expected = createHmac('sha256', sandbox.apiSecret)
    .update(arrival?.body ?? '')
    .digest('base64');
  expect(arrival?.headers['x-shopify-hmac-sha256']).toBe(expected);
  expect(JSON.parse(arrival?.body ?? '')).toMatchObject({admin_graphql_api_id: order.id, financial_status: 'paid'});
});

test('a topic the app did not subscribe to is not delivered', async () => {
  const {app, shop, flush} = await openBoth(['orders/paid']);
  shop.placeOrder({country: 'DE', lines: [{variantId: null}], financialStatus: 'PENDING'});
  await flush();
  expect(app.topics()).toEqual([]);
});

test('everything that happens to an order tells its topic and orders/updated', async () => {
  const {app, shop, flush} = await openBoth();
  const order = shop.placeOrder({country: 'DE', lines: [{variantId: null, quantity: 3}], financialStatus: 'PENDING'});
  const line = order.lines[0]?.id ?? '';
  const heard = async () => {
    await flush();
    const heardNow = app.topics().toSorted();
    app.arrivals.length = 0;
    return heardNow;
  };
  expect(await heard()).toEqual(['orders/create']);
  shop.payOrder(order.id);
  expect(await heard()).toEqual(['orders/paid', 'orders/updated']);
  shop.editOrder(order.id, line, 2);
  expect(await heard()).toEqual(['orders/edited', 'orders/updated']);
  shop.refundLine(order.id, line, 1);
  expect(await heard()).toEqual(['orders/updated', 'refunds/create']);
  shop.cancelOrder(order.id);
  expect(await heard()).toEqual(['orders/cancelled', 'orders/updated']);
});

test('products/update comes after the app’s own writes and the merchant’s alike', async () => {
  const {app, done, shop, flush} = await openBoth(['products/update', 'products/delete']);
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  await done(SetAnswer, productSet, article('A-1', {title: 'Ours'}));
  shop.editProduct(made.product.id, {title: 'The merchant’s'});
  shop.deleteProduct(made.product.id);
  await flush();
  expect(app.topics().toSorted()).toEqual(['products/delete', 'products/update', 'products/update']);
  expect(JSON.parse(app.arrivals.at(-1)?.body ?? '')).toEqual({id: Number(made.product.id.split('/').pop())});
});

test('a failed delivery is tried eight times more within four hours, as it first was', async () => {
  const {app, shop, turn, flush, sandbox} = await openBoth(['orders/create']);
  app.answer.status = 500;
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  for (let passed = 0; passed <= 4 * hour; passed += 30_000) {
    await flush();
    turn(30_000);
  }
  await flush();
  expect(app.arrivals).toHaveLength(9);
  expect(new Set(app.arrivals.map(({headers}) => headers['x-shopify-webhook-id'])).size).toBe(1);
  expect(new Set(app.arrivals.map(({body}) => body)).size).toBe(1);
  expect(sandbox.webhooks.deliveries()[0]).toMatchObject({state: 'failed'});
  turn(24 * hour);
  await flush();
  expect(app.arrivals).toHaveLength(9);
});

test('a delivery that fails once arrives at the next try', async () => {
  const {app, shop, turn, flush, sandbox} = await openBoth(['orders/create']);
  app.answer.status = 303;
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  await flush();
  app.answer.status = 200;
  await flush();
  expect(app.arrivals).toHaveLength(1);
  turn(minute);
  await flush();
  expect(app.arrivals).toHaveLength(2);
  expect(sandbox.webhooks.deliveries()[0]).toMatchObject({
    state: 'delivered',
    attempts: [{outcome: 303}, {outcome: 200}],
  });
});

test('duplicates come with the same ids', async () => {
  const {app, shop, flush, sandbox} = await openBoth(['orders/create']);
  sandbox.webhooks.duplicateNext(1);
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  await flush();
  const ids = app.arrivals.map(({headers}) => headers['x-shopify-webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
});

test('what is held back arrives later, in a disorder that the seed decides', async () => {
  const heard = async (seed: number) => {
    const {app, shop, flush, sandbox} = await openBoth(['orders/create']);
    sandbox.webhooks.pause();
    for (let n = 0; n < 8; n += 1) shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
    await flush();
    expect(app.arrivals).toEqual([]);
    sandbox.webhooks.shuffle(seed);
    sandbox.webhooks.resume();
    await flush();
    return app.arrivals.map(({body}) => String(JSON.parse(body).name));
  };
  const [first, again, other] = [await heard(1), await heard(1), await heard(2)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(first).not.toEqual(first.toSorted());
  expect(first.toSorted()).toEqual(other.toSorted());
});

test('a lost delivery is recorded and never sent', async () => {
  const {app, shop, flush, sandbox} = await openBoth(['orders/create', 'orders/paid']);
  sandbox.webhooks.drop(({topic}) => topic === 'orders/create');
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  await flush();
  expect(app.topics()).toEqual(['orders/paid']);
  expect(sandbox.webhooks.deliveries().map(({state}) => state)).toEqual(['dropped', 'delivered']);
});

test('uninstalling is told at once, shop/redact two days later, unless the app is back by then', async () => {
  const {app, shop, sandbox, turn, flush} = await openBoth();
  sandbox.uninstall(shop.domain);
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  await flush();
  expect(app.topics()).toEqual(['app/uninstalled']);
  turn(48 * hour);
  await flush();
  expect(app.arrivals.at(-1)).toMatchObject({
    path: '/webhooks/compliance',
    headers: {'x-shopify-topic': 'shop/redact'},
  });
  sandbox.install(shop.domain);
  sandbox.uninstall(shop.domain);
  sandbox.install(shop.domain);
  turn(48 * hour);
  await flush();
  expect(app.topics().filter((topic) => topic === 'shop/redact')).toHaveLength(1);
});

test('a shop’s settings and scopes tell when they change', async () => {
  const {app, shop, flush} = await openBoth(['shop/update', 'app/scopes_update']);
  shop.setCurrency('GBP');
  shop.setScopes(['read_products']);
  await flush();
  const bodies = app.arrivals.map(({body}) => JSON.parse(body));
  expect(bodies).toContainEqual(expect.objectContaining({currency: 'GBP'}));
  expect(bodies).toContainEqual(expect.objectContaining({current: ['read_products']}));
});

test('a delivery may be forged: another signature, no event id, any topic', async () => {
  const {app, shop, flush, sandbox} = await openBoth([]);
  const headers = {'X-Shopify-Hmac-Sha256': 'bm9wZQ==', 'X-Shopify-Event-Id': ''};
  sandbox.webhooks.deliver('customers/redact', shop.domain, {customer: {id: 1}}, {headers});
  await flush();
  expect(app.arrivals[0]?.path).toBe('/webhooks/compliance');
  expect(app.arrivals[0]?.headers['x-shopify-hmac-sha256']).toBe('bm9wZQ==');
  expect(app.arrivals[0]?.headers).not.toHaveProperty('x-shopify-event-id');
});

test('nothing is delivered before the app’s address is known', async () => {
  const app = await openApp();
  const {shop, sandbox} = await openShop({webhookTopics: ['orders/create']});
  shop.placeOrder({country: 'DE', lines: [{variantId: null}]});
  sandbox.setAppUrl(app.url);
  shop.placeOrder({country: 'FR', lines: [{variantId: null}]});
  await sandbox.webhooks.flush();
  expect(app.arrivals.map(({body}) => JSON.parse(body).name)).toEqual(['#1002']);
});
