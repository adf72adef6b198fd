// Answers the stand-in never gives: withheld fields, no JSON, floods, redirects, dead ends. A bare server gives them.

import {once} from 'node:events';
import {createServer, type RequestListener, type Server} from 'node:http';
import {afterEach, describe, expect, test} from 'vitest';
import {z} from 'zod';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {createAdmin} from '../../server/shopify/client/admin.ts';
import type {NoVariables, Operation} from '../../server/shopify/client/operation.ts';
import {createShopFetch} from '../../server/shopify/client/transport.ts';
import {fetchStoreOrder} from '../../server/shopify/orders/orders.ts';
import {quiet} from './support.ts';

const shop = ShopDomain.parse('demo.myshopify.com');
const Anything = z.looseObject({});
const write: Operation<NoVariables, typeof Anything> = {
  document: 'mutation Once { once }',
  cost: 10,
  answer: Anything,
  isWrite: true,
};
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function adminOf(listener: RequestListener) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return createAdmin({
    app: {fetch: createShopFetch(`http://127.0.0.1:${port}`)},
    tokens: {get: async () => 'shpat_secret', replaceRefused: async () => 'gone'},
    onAccepted: async () => {},
    now: () => new Date(),
    wait: async () => {},
    log: quiet,
    apiVersion: '2026-10',
  });
}

const answering = (body: unknown) => adminOf((_, response) => response.end(JSON.stringify(body)));
const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

const order = {
  id: 'gid://shopify/Order/1',
  name: '#1001',
  createdAt: '2026-11-20T10:00:00Z',
  processedAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  cancelledAt: null,
  test: false,
  displayFinancialStatus: 'PAID',
  email: null,
  risk: {recommendation: 'NONE', assessments: [{riskLevel: 'PENDING', provider: null}]},
  note: null,
  shippingAddress: {
    name: null,
    countryCodeV2: 'DE',
    provinceCode: null,
    company: null,
    address1: null,
    address2: null,
    zip: null,
    city: 'Hannover',
  },
  billingAddress: null,
  lineItems: {pageInfo: {hasNextPage: false, endCursor: null}, nodes: []},
  fulfillmentOrders: {pageInfo: {hasNextPage: false, endCursor: null}, nodes: []},
  fulfillments: [],
};
const denied = (...path: string[]) => ({message: 'Not approved.', path, extensions: {code: 'ACCESS_DENIED'}});

describe('an answer', () => {
  test('in which name and e-mail are withheld is an order without name and e-mail', async () => {
    const errors = [denied('order', 'email'), denied('order', 'shippingAddress', 'name')];
    const admin = await answering({data: {order}, errors});
    expect(await fetchStoreOrder(admin, shop, OrderGid.parse(order.id))).toMatchObject({
      customer: {name: null, email: null},
      destination: {country: 'DE'},
      risk: {pending: true},
    });
  });

  test.each([
    ['no assessment', [], true],
    ['an assessment of Shopify’s', [{riskLevel: 'LOW', provider: null}], false],
    ['one of Shopify’s that gives no advice', [{riskLevel: 'NONE', provider: null}], false],
    ['one of Shopify’s that is pending', [{riskLevel: 'PENDING', provider: null}], true],
    ['one of another app alone', [{riskLevel: 'LOW', provider: {id: 'gid://shopify/App/1'}}], true],
    [
      'one of each',
      [
        {riskLevel: 'LOW', provider: {id: 'gid://shopify/App/1'}},
        {riskLevel: 'LOW', provider: null},
      ],
      false,
    ],
  ])('with %s says whether Shopify still analyses the order', async (_, assessments, pending) => {
    const admin = await answering({data: {order: {...order, risk: {recommendation: 'NONE', assessments}}}});
    expect(await fetchStoreOrder(admin, shop, OrderGid.parse(order.id))).toMatchObject({risk: {pending}});
  });

  test('in which they are withheld as Shopify’s documentation shows it, without a code, is one as well', async () => {
    const {extensions: _code, ...email} = denied('order', 'email');
    const errors = [
      {...email, message: 'This app is not approved to access the Order object. See https://partners.shopify.com/1.'},
    ];
    const admin = await answering({data: {order}, errors});
    expect(await fetchStoreOrder(admin, shop, OrderGid.parse(order.id))).toMatchObject({customer: {email: null}});
    const others = await answering({data: {order}, errors: [{...email, message: 'Something went wrong.'}]});
    const failure = await failureOf(fetchStoreOrder(others, shop, OrderGid.parse(order.id)));
    expect(failure).toMatchObject({kind: 'refused', isDenied: false});
  });

  test('in which the order itself is withheld is no missing order', async () => {
    const admin = await answering({data: {order: null}, errors: [denied('order')]});
    const failure = await failureOf(fetchStoreOrder(admin, shop, OrderGid.parse(order.id)));
    expect(failure).toMatchObject({kind: 'refused', isDenied: true, remoteMessage: 'ACCESS_DENIED: Not approved.'});
  });

  test.each([
    ['HTML', '<html>502</html>'],
    ['cut JSON', '{"data": {"shop"'],
    ['something else', '[1, 2]'],
    ['nothing', ''],
  ])('that is %s is unreadable, and names the operation', async (_, body) => {
    const admin = await adminOf((_request, response) => response.end(body));
    const failure = await failureOf(admin.call(shop, write, {}));
    expect(failure).toMatchObject({kind: 'malformed', message: expect.stringContaining('Once')});
  });

  test('beyond twenty megabytes is refused while it streams', async () => {
    let sent = 0;
    const admin = await adminOf((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = () => {
        while (!response.destroyed && sent < 200) {
          sent += 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    expect(await failureOf(admin.call(shop, write, {}))).toMatchObject({kind: 'malformed', sent: true});
    expect(sent).toBeLessThan(60);
  });

  test('that sends us elsewhere is not followed: the token stays with the store', async () => {
    const paths: (string | undefined)[] = [];
    const admin = await adminOf((request, response) => {
      paths.push(request.url);
      response.writeHead(307, {location: '/elsewhere'}).end();
    });
    expect(await failureOf(admin.call(shop, write, {}))).toMatchObject({kind: 'refused', status: 307});
    expect(paths).toEqual(['/admin/api/2026-10/graphql.json']);
  });

  test('that never came because the port is closed is known not to have been sent', async () => {
    const admin = await answering({});
    server?.close();
    if (server) await once(server, 'close');
    const failure = await failureOf(admin.call(shop, write, {}));
    expect(failure).toMatchObject({remote: 'shopify', sent: false, kind: 'unreachable'});
    expect(String(failure)).not.toContain('shpat_secret');
  });

  test('lost after the request left is not asked for again where that could do the work twice', async () => {
    let asked = 0;
    const admin = await adminOf((request) => {
      asked += 1;
      request.socket.destroy();
    });
    expect(await failureOf(admin.call(shop, write, {}))).toMatchObject({kind: 'unavailable', sent: true});
    expect(asked).toBe(1);
  });

  test('with a 429 for the day’s variants is the day’s limit, not a pause', async () => {
    let asked = 0;
    const admin = await adminOf((_, response) => {
      asked += 1;
      response
        .writeHead(429)
        .end('{"errors":{"product":["Daily variant creation limit reached, please try again later."]}}');
    });
    const repeatable = {...write, repeatable: true};
    const failure = await failureOf(admin.call(shop, repeatable, {}));
    expect(failure).toMatchObject({kind: 'refused', remoteMessage: 'VARIANT_THROTTLE_EXCEEDED'});
    expect(asked).toBe(1);
  });

  test('is asked of the store’s own path, with its name beside a stand-in’s address', async () => {
    const seen: unknown[] = [];
    const admin = await adminOf((request, response) => {
      seen.push(request.headers['x-forwarded-host'], request.headers['x-shopify-access-token'], request.method);
      response.end('{"data":{}}');
    });
    await admin.call(shop, write, {});
    expect(seen).toEqual(['demo.myshopify.com', 'shpat_secret', 'POST']);
  });
});
