import {createHmac} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {markUninstalled} from '../../server/db/shops/removed-shops.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {ApiError} from '../../server/http/contract/error.ts';
import {createClock} from '../support/clock.ts';
import {openTestApp, quickestEngine, type TestApp} from '../support/test-app.ts';
import {ask} from './asking.ts';

const routes = [
  ['GET', '/api/overview'],
  ['GET', '/api/connection'],
  ['PUT', '/api/connection/catalogue-key'],
  ['DELETE', '/api/connection/dropship-key'],
  ['GET', '/api/settings/general'],
  ['PUT', '/api/settings/general'],
  ['GET', '/api/choices'],
  ['GET', '/api/runs'],
  ['POST', '/api/runs'],
  ['GET', '/api/dropship-orders'],
  ['GET', '/api/nothing-here'],
] as const;

describe('who may ask', () => {
  let app: TestApp;
  beforeAll(async () => {
    // From now on: tokens are checked in real time, waiting for Shopify takes none.
    const clock = createClock(new Date());
    app = await openTestApp(quickestEngine, {
      workers: false,
      clock,
      shopify: {shops: [{domain: 'asked.myshopify.com'}]},
    });
  });
  afterAll(() => app.close());

  const seconds = () => Math.floor(Date.now() / 1_000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const genuine = () => app.shopify.sessionToken(app.shop);
  const forged = (forgery: Parameters<typeof app.shopify.sessionToken>[1]) =>
    app.shopify.sessionToken(app.shop, forgery);
  /** The genuine claims under another header, signed or not. */
  const under = (head: object, sign: (text: string) => string) => {
    const text = `${encode(head)}.${encode(decode(genuine().split('.')[1]))}`;
    return `${text}.${sign(text)}`;
  };
  const hmac = (hash: string) => (text: string) =>
    createHmac(hash, app.shopify.apiSecret).update(text).digest('base64url');

  async function expectUnasked(authorization: string | undefined, method: string, path: string): Promise<void> {
    const answer = await ask(`${app.url}${path}`, {
      method,
      headers: authorization === undefined ? {} : {authorization},
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['x-shopify-retry-invalid-session-request']).toBe('1');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(ApiError.parse(answer.json).error.code).toBe('session_expired');
  }

  it.each(routes)('%s %s refuses a request without a session token', async (method, path) => {
    await expectUnasked(undefined, method, path);
    await expectUnasked('Bearer', method, path);
    await expectUnasked(`Basic ${Buffer.from('shop:password').toString('base64')}`, method, path);
  });

  it.each([
    ['with the algorithm "none"', () => under({alg: 'none', typ: 'JWT'}, () => '')],
    ['that says "none" and is signed', () => under({alg: 'none', typ: 'JWT'}, hmac('sha256'))],
    ['of another algorithm', () => under({alg: 'HS512', typ: 'JWT'}, hmac('sha512'))],
    ['for another app', () => forged({aud: 'another-app'})],
    ['that has expired', () => forged({exp: seconds() - 60, nbf: seconds() - 120})],
    ['that is not valid yet', () => forged({nbf: seconds() + 600, exp: seconds() + 660})],
    ['whose issuer is another store', () => forged({iss: 'https://other.myshopify.com/admin'})],
    ['whose destination is another store', () => forged({dest: 'https://other.myshopify.com'})],
    ['of a domain that is no store', () => forged({iss: 'https://evil.example/admin', dest: 'https://evil.example'})],
    ['signed with another secret', () => forged({secret: 'guessed'})],
    ['with its signature cut off', () => genuine().slice(0, -10)],
    ['that is no token', () => 'hello'],
    ['of unlikely length', () => `${genuine()}${'A'.repeat(9_000)}`],
  ])('a session token %s opens nothing', async (_title, token) => {
    await expectUnasked(`Bearer ${token()}`, 'GET', '/api/overview');
  });

  it('a genuine token of a store that never installed the app opens nothing and counts as not installed', async () => {
    const stranger = app.shopify.sessionToken('stranger.myshopify.com');
    const answer = await ask(`${app.url}/api/overview`, {headers: {authorization: `Bearer ${stranger}`}});
    expect(answer.status).toBe(401);
    expect(answer.headers['x-shopify-retry-invalid-session-request']).toBe('1');
    expect(ApiError.parse(answer.json).error.code).toBe('session_expired');
    expect(await app.deps.db.selectFrom('shops').select('state').execute()).toEqual([{state: 'uninstalled'}]);
    expect(await app.deps.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('a first request that Shopify is away for is told so, and the next one goes on', async () => {
    const question = {headers: {authorization: `Bearer ${genuine()}`}};
    const mend = app.shopify.misbehave({fault: 'status', status: 503});
    const answer = await ask(`${app.url}/api/overview`, question);
    expect(answer.status).toBe(503);
    expect(ApiError.parse(answer.json).error).toMatchObject({
      code: 'shopify_unavailable',
      message: 'Shopify cannot be reached at the moment. Try again in a minute.',
    });
    mend();
    expect((await ask(`${app.url}/api/overview`, question)).status).toBe(200);
  });

  it('a page that is still open after the app was removed says so, and how it is installed again', async () => {
    const removed = ShopDomain.parse('removed.myshopify.com');
    const question = () => ({headers: {authorization: `Bearer ${app.shopify.sessionToken(removed)}`}});
    await saveInstalledShop(app.deps.db, removed, {scopes: '', currency: 'EUR', timeZone: 'UTC'}, new Date());
    await markUninstalled(app.deps.db, removed, new Date());
    const answer = await ask(`${app.url}/api/overview`, question());
    expect(answer.status).toBe(401);
    const {code, message} = ApiError.parse(answer.json).error;
    expect(code).toBe('app_removed');
    expect(message).toMatch(/^Piecewise was removed from this store.*install it with the link/);
  });

  it('a store that Shopify has locked is told Shopify’s reason', async () => {
    await app.deps.db
      .updateTable('shops')
      .set({currency: null})
      .where('shop', '=', ShopDomain.parse(app.shop))
      .execute();
    const mend = app.shopify.misbehave({fault: 'status', status: 423});
    const answer = await ask(`${app.url}/api/overview`, {headers: {authorization: `Bearer ${genuine()}`}});
    mend();
    expect(answer.status).toBe(403);
    expect(ApiError.parse(answer.json).error.message).toContain('the store is locked');
  });

  it('the store is the token’s, whatever the address or the body say', async () => {
    const answer = await ask(`${app.url}/api/overview?shop=other.myshopify.com`, {
      headers: {authorization: `bearer ${genuine()}`, 'x-shopify-shop-domain': 'other.myshopify.com'},
    });
    expect(answer).toMatchObject({status: 200, json: {shop: app.shop}});
  });
});
