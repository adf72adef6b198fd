import {gzipSync} from 'node:zlib';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {foundTopic} from '../../server/db/deliveries/deliveries.ts';
import type {WebhookTopic} from '../../server/shopify/auth/webhook-topics.ts';
import {engines, openTestDatabase, type TestDatabase} from '../support/database.ts';
import {emptyEmbedded} from '../support/embedded-dump.ts';
import {aDelivery, ask, type Question, signatureOf} from './asking.ts';
import {type BareApp, keys, openBareApp, shop} from './bare-app.ts';

const genuine = (changes: Partial<Parameters<typeof aDelivery>[0]> = {}) =>
  aDelivery({shop, secret: keys.apiSecret, ...changes});

describe.each(engines.databases)('the webhook route, on %s', (engine) => {
  let database: TestDatabase | undefined;
  let app: BareApp;
  beforeAll(async () => {
    if (engine === 'postgres') database = await openTestDatabase('postgres');
    app = await openBareApp(
      database?.databaseUrl === undefined ? {DATA_FOLDER: await emptyEmbedded()} : {DATABASE_URL: database.databaseUrl},
    );
  });
  afterEach(() => app.deps.db.deleteFrom('deliveries').execute());
  afterAll(async () => {
    await app.close();
    await database?.dispose();
  });

  const post = (question: Question, path = '/webhooks') => ask(`${app.url}${path}`, {method: 'POST', ...question});
  const rows = () => app.deps.db.selectFrom('deliveries').selectAll().execute();

  it('writes down who, what and when before it says 200, and nothing of the body', async () => {
    const payload = {id: 7, admin_graphql_api_id: 'gid://shopify/Order/7', email: 'eve@example.com'};
    const answer = await post(genuine({topic: 'orders/create', webhookId: 'event-7', payload}));
    expect(answer).toMatchObject({status: 200, text: ''});
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      shop,
      topic: 'orders/create',
      event_key: 'event-7',
      resource: 'gid://shopify/Order/7',
      state: 'pending',
      attempts: 0,
    });
    expect(JSON.stringify(row)).not.toContain('eve@');
  });

  it('answers the same webhook fifty times over with 200 and keeps one row', async () => {
    const again = genuine({webhookId: 'again'});
    const same = Array.from({length: 50}, () => post(again));
    expect(new Set((await Promise.all(same)).map(({status}) => status))).toEqual(new Set([200]));
    expect(await rows()).toHaveLength(1);
  });

  it('keeps one row of a body that is sent three thousand times with new ids, and says 200 to each', async () => {
    const {headers, body} = genuine({
      topic: 'orders/updated',
      payload: {id: 7, admin_graphql_api_id: 'gid://shopify/Order/7'},
    });
    let sent = 0;
    const replay = async () => {
      while (sent < 3_000) {
        sent += 1;
        const id = `replay-${sent}`;
        const own = {...headers, 'x-shopify-webhook-id': id, 'x-shopify-event-id': id};
        const answer = await fetch(`${app.url}/webhooks`, {method: 'POST', headers: own, body});
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
    };
    await Promise.all(Array.from({length: 40}, replay));
    expect(await rows()).toMatchObject([{state: 'pending', arrivals: 3_000}]);
  }, 60_000);

  it('takes a captured signature in another spelling of base64 for the same one', async () => {
    const {headers, body} = genuine({payload: {id: 8, admin_graphql_api_id: 'gid://shopify/Order/8'}});
    const signature = headers['x-shopify-hmac-sha256'];
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = alphabet.indexOf(signature.at(-2) ?? '');
    for (const spare of [0, 1, 2, 3]) {
      const spelt = `${signature.slice(0, -2)}${alphabet[(last & ~3) + spare]}=`;
      const own = {'x-shopify-hmac-sha256': spelt, 'x-shopify-webhook-id': `spelt-${spare}`};
      expect((await post({headers: {...headers, ...own}, body})).status).toBe(200);
    }
    expect(await rows()).toHaveLength(1);
  });

  it('keeps each order of a bulk action, whose webhooks share one event id', async () => {
    for (const id of [1, 2, 3]) {
      const webhook = genuine({
        topic: 'orders/cancelled',
        payload: {id, admin_graphql_api_id: `gid://shopify/Order/${id}`},
      });
      const headers = {...webhook.headers, 'x-shopify-event-id': 'one-bulk-action'};
      expect(await post({...webhook, headers})).toMatchObject({status: 200});
    }
    const kept = new Set((await rows()).map(({resource}) => resource));
    expect(kept).toEqual(new Set([1, 2, 3].map((id) => `gid://shopify/Order/${id}`)));
  });

  it.each([
    ['forged', () => signatureOf('another body', keys.apiSecret)],
    ['over other bytes', (body: string) => signatureOf(body.replace(':', ': '), keys.apiSecret)],
    ['made with a guessed secret', (body: string) => signatureOf(body, 'guessed')],
    ['too short', () => 'c2hvcnQ='],
    ['too long', () => Buffer.alloc(64).toString('base64')],
    ['not base64', () => '!'.repeat(44)],
    ['empty', () => ''],
    ['missing', () => undefined],
  ])('refuses a signature that is %s with 401, on both addresses, and keeps nothing', async (_title, sign) => {
    for (const path of ['/webhooks', '/webhooks/compliance']) {
      const topic = path === '/webhooks/compliance' ? 'customers/redact' : 'orders/updated';
      const {headers, body} = genuine({topic});
      const {'x-shopify-hmac-sha256': _right, ...rest} = headers;
      const signature = sign(body);
      const forged = signature === undefined ? rest : {...rest, 'x-shopify-hmac-sha256': signature};
      expect(await post({headers: forged, body}, path)).toMatchObject({status: 401, text: ''});
    }
    expect(await rows()).toEqual([]);
  });

  it('refuses a signature sent twice: it is not clear which one counts', async () => {
    const {headers, body} = genuine();
    const right = headers['x-shopify-hmac-sha256'];
    const answer = await post({headers: {...headers, 'x-shopify-hmac-sha256': [right, right]}, body});
    expect(answer.status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('accepts the secret before the rotation beside the current one', async () => {
    expect((await post(genuine({secret: keys.previous}))).status).toBe(200);
    expect((await post(genuine({secret: keys.apiSecret}))).status).toBe(200);
    expect(await rows()).toHaveLength(2);
  });

  it('takes bodies without a content type, of another one, and in pieces', async () => {
    const {headers, body} = genuine();
    const {'content-type': _json, ...untyped} = headers;
    expect((await post({headers: untyped, body})).status).toBe(200);
    const plain = genuine();
    const ofText = {...plain.headers, 'content-type': 'text/plain'};
    expect((await post({...plain, headers: ofText})).status).toBe(200);
    const chunked = genuine();
    expect(
      (await post({headers: chunked.headers, body: [chunked.body.slice(0, 5), chunked.body.slice(5)]})).status,
    ).toBe(200);
    expect(await rows()).toHaveLength(3);
  });

  it('refuses what is compressed, too large or empty in so many words, and lives', async () => {
    const {headers, body} = genuine();
    expect((await post({headers: {...headers, 'content-encoding': 'gzip'}, body: gzipSync(body)})).status).toBe(415);
    const sized = (bytes: number) => {
      const padded = Buffer.from(body.replace('}', `,"x":"${'x'.repeat(bytes - body.length - 7)}"}`));
      return {body: padded, headers: {...headers, 'x-shopify-hmac-sha256': signatureOf(padded, keys.apiSecret)}};
    };
    expect((await post(sized(262_144))).status).toBe(200);
    const large = sized(262_145);
    expect((await post(large)).status).toBe(413);
    expect((await post({...large, body: [large.body.subarray(0, 200_000), large.body.subarray(200_000)]})).status).toBe(
      413,
    );
    expect((await post({headers, body: ''})).status).toBe(400);
    expect((await post({headers})).status).toBe(400);
    expect(await rows()).toHaveLength(1);
    expect((await post(genuine())).status).toBe(200);
  });

  it('drops what is meant for a store it does not know, with 200: a refusal would only be repeated', async () => {
    expect((await post(genuine({shop: 'stranger.myshopify.com'}))).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['a store of another form', {'x-shopify-shop-domain': 'evil.example.com'}],
    ['no topic', {'x-shopify-topic': ''}],
    ['a topic that is none', {'x-shopify-topic': "orders/create'; drop table"}],
  ])('refuses a signed delivery that names %s', async (_title, wrong) => {
    const {headers, body} = genuine();
    expect((await post({headers: {...headers, ...wrong}, body})).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('takes compliance topics on their own address, for a store that left as well', async () => {
    const {db} = app.deps;
    await db.updateTable('shops').set({state: 'uninstalled'}).where('shop', '=', shop).execute();
    for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact'] as const) {
      expect((await post(genuine({topic}), '/webhooks/compliance')).status).toBe(200);
    }
    await db.updateTable('shops').set({state: 'installed'}).where('shop', '=', shop).execute();
    expect((await rows()).map(({topic}) => topic).toSorted()).toEqual([
      'customers/data_request',
      'customers/redact',
      'shop/redact',
    ]);
  });

  it('takes each topic on its own address alone', async () => {
    const compliance = genuine({topic: 'shop/redact'});
    expect((await post(compliance, '/webhooks')).status).toBe(401);
    expect((await post(genuine(), '/webhooks/compliance')).status).toBe(401);
    expect((await post(genuine({topic: foundTopic}))).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('acts on nothing of an order or product delivery that says it is older than 48 hours, but compares with the store', async () => {
    const old = (topic: WebhookTopic, hours: number) => {
      const {headers, ...rest} = genuine({topic});
      const at = new Date(Date.now() - hours * 3_600_000).toISOString();
      return {...rest, headers: {...headers, 'x-shopify-triggered-at': at}};
    };
    const begun = async () => {
      const {waiting = 0, prioritized = 0} = (await app.deps.queues.countJobs()).chores;
      return waiting + prioritized;
    };
    for (const topic of ['orders/paid', 'refunds/create', 'products/delete', 'products/update'] as const) {
      expect(await post(old(topic, 48.1))).toMatchObject({status: 200, text: ''});
    }
    expect(await rows()).toEqual([]);
    await expect.poll(begun, {timeout: 10_000}).toBe(2);
    expect((await post(old('orders/paid', 47.9))).status).toBe(200);
    expect((await post(old('app/uninstalled', 1_000))).status).toBe(200);
    expect((await post(old('shop/redact', 1_000), '/webhooks/compliance')).status).toBe(200);
    const kept = (await rows()).map(({topic}) => topic).toSorted();
    expect(kept).toEqual(['app/uninstalled', 'orders/paid', 'shop/redact']);
  });

  it('keeps no time from the future: it would pass for newer than every later change of the order', async () => {
    const {headers, body} = genuine();
    await post({headers: {...headers, 'x-shopify-triggered-at': '2900-01-01T00:00:00Z'}, body});
    const [row] = await rows();
    expect(row?.triggered_at).toEqual(row?.received_at);
  });

  it('is no page: other methods find nothing there', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await ask(`${app.url}/webhooks`, {method})).status).toBe(404);
    }
  });

  it('counts what became of each delivery, without naming a store', async () => {
    const text = (await ask(`${app.url}/metrics`)).text;
    for (const outcome of ['stored', 'repeated', 'dropped', 'refused']) {
      expect(text).toMatch(new RegExp(`piecewise_webhooks_total\\{outcome="${outcome}"\\} [1-9]`));
    }
    expect(text).not.toContain('myshopify');
  });
});
