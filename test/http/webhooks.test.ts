import {gzipSync} from 'node:zlib';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
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
    const answer = await post(genuine({topic: 'orders/create', eventId: 'event-7', payload}));
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
    const same = Array.from({length: 50}, () => post(genuine({eventId: 'again'})));
    expect(new Set((await Promise.all(same)).map(({status}) => status))).toEqual(new Set([200]));
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ['forged', signatureOf('another body', keys.apiSecret)],
    ['made with a guessed secret', signatureOf('{"id":1}', 'guessed')],
    ['too short', 'c2hvcnQ='],
    ['too long', Buffer.alloc(64).toString('base64')],
    ['not base64', '!'.repeat(44)],
    ['empty', ''],
    ['missing', undefined],
  ])('refuses a signature that is %s with 401, on both addresses, and keeps nothing', async (_title, signature) => {
    for (const path of ['/webhooks', '/webhooks/compliance']) {
      const {headers, body} = genuine({payload: {id: 1}});
      const {'x-shopify-hmac-sha256': _right, ...rest} = headers;
      const forged = signature === undefined ? rest : {...rest, 'x-shopify-hmac-sha256': signature};
      expect(await post({headers: forged, body}, path)).toMatchObject({status: 401, text: ''});
    }
    expect(await rows()).toEqual([]);
  });

  it('refuses a signature sent twice: nobody can say which one counts', async () => {
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

  it('takes bodies without a content type, of another one, in pieces, and as the bytes they are', async () => {
    const {headers, body} = genuine();
    const {'content-type': _json, ...untyped} = headers;
    expect((await post({headers: untyped, body})).status).toBe(200);
    expect((await post({...genuine(), headers: {...genuine().headers, 'content-type': 'text/plain'}})).status).toBe(
      200,
    );
    const chunked = genuine();
    expect((await post({headers: chunked.headers, body: [body.slice(0, 5), body.slice(5)]})).status).toBe(200);
    const bytes = Buffer.from([0x7b, 0x7d, 0xff, 0xfe]);
    const signed = {...genuine().headers, 'x-shopify-hmac-sha256': signatureOf(bytes, keys.apiSecret)};
    expect((await post({headers: signed, body: bytes})).status).toBe(200);
    expect(await rows()).toHaveLength(4);
  });

  it('refuses what is compressed, too large or empty in so many words, and lives', async () => {
    const {headers, body} = genuine();
    expect((await post({headers: {...headers, 'content-encoding': 'gzip'}, body: gzipSync(body)})).status).toBe(415);
    const large = Buffer.alloc(2_202_009, ' ');
    const signed = {...headers, 'x-shopify-hmac-sha256': signatureOf(large, keys.apiSecret)};
    expect((await post({headers: signed, body: large})).status).toBe(413);
    expect((await post({headers: signed, body: [large.subarray(0, 1_200_000), large]})).status).toBe(413);
    expect((await post({headers, body: ''})).status).toBe(400);
    expect((await post({headers})).status).toBe(400);
    expect(await rows()).toEqual([]);
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
    for (const topic of ['customers/data_request', 'customers/redact', 'shop/redact']) {
      expect((await post(genuine({topic, payload: {shop_id: 1}}), '/webhooks/compliance')).status).toBe(200);
    }
    await db.updateTable('shops').set({state: 'installed'}).where('shop', '=', shop).execute();
    expect((await rows()).map(({topic}) => topic).toSorted()).toEqual([
      'customers/data_request',
      'customers/redact',
      'shop/redact',
    ]);
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
