// Webhooks as the stand-in sends them by shopify.app.toml: each leads to what has to be read again, and none says more.

import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {readWebhook, type WebhookCheck} from '../../server/shopify/auth/webhook.ts';
import {readWebhookHeaders} from '../../server/shopify/auth/webhook-headers.ts';
import {webhookBody} from '../support/webhook-bodies.ts';
import {type OpenStore, openStore} from './open-store.ts';

let store: OpenStore;
let server: Server;
let received: {reading: WebhookCheck; body: string}[];

beforeEach(async () => {
  received = [];
  store = await openStore();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const rawBody = await buffer(request);
    const address = request.url === '/webhooks/compliance' ? request.url : '/webhooks';
    const head = readWebhookHeaders(request.headers, address);
    const reading = head.kind === 'valid' ? readWebhook(store.app, head, rawBody) : head;
    received.push({reading, body: rawBody.toString()});
    response.writeHead(reading.kind === 'valid' ? 200 : 401).end();
  };
  server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address) store.sandbox.setAppUrl(`http://127.0.0.1:${address.port}`);
});
afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
});

const resources = (topic: string) =>
  received.flatMap(({reading}) => (reading.kind === 'valid' && reading.topic === topic ? [reading.resource] : []));

test('every order topic leads to the order, with ids and times and nothing about the buyer', async () => {
  const order = store.control.placeOrder({
    country: 'DE',
    email: 'ann@example.com',
    name: 'Ann Smith',
    lines: [{variantId: null, title: 'Mug', quantity: 3}],
    financialStatus: 'PENDING',
  });
  const line = order.lines[0]?.id ?? '';
  store.control.payOrder(order.id);
  store.control.editOrder(order.id, line, 2);
  store.control.refundLine(order.id, line, 1);
  store.control.cancelOrder(order.id);
  await store.sandbox.webhooks.flush();
  for (const topic of ['create', 'paid', 'updated', 'edited', 'cancelled']) {
    expect(new Set(resources(`orders/${topic}`))).toEqual(new Set([order.id]));
  }
  expect(resources('refunds/create')).toEqual([order.id]);
  expect(JSON.stringify(received)).not.toMatch(/ann@|Smith|DE"/);
});

test('a product changed and one deleted lead to the product; the shop’s own topics lead nowhere', async () => {
  const product = store.control.createProduct({title: 'Mug'});
  store.control.editProduct(product, {title: 'Cup'});
  store.control.deleteProduct(product);
  store.control.setSettings({timezone: 'Europe/Paris'});
  store.control.setScopes(['read_products']);
  await store.sandbox.webhooks.flush();
  expect(resources('products/update')).toContain(product);
  expect(resources('products/delete')).toEqual([product]);
  expect([...resources('shop/update'), ...resources('app/scopes_update')]).toEqual([null, null]);
});

test('the same delivery twice carries the same key, so that it can be told', async () => {
  store.sandbox.webhooks.duplicateNext(1);
  store.control.setSettings({timezone: 'Europe/Paris'});
  await store.sandbox.webhooks.flush();
  const keys = received.map(({reading}) => (reading.kind === 'valid' ? reading.eventKey : null));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a forged delivery is answered 401 and tried again, never read', async () => {
  const headers = {'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64')};
  store.sandbox.webhooks.deliver('orders/create', store.shop, webhookBody('orders/create', store.shop), {headers});
  await store.sandbox.webhooks.flush();
  expect(received.map(({reading}) => reading.kind)).toEqual(['invalid']);
});
