// Shopify may refuse the app itself, as with a wrong client secret. That says nothing about a shop: its token is kept.
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createLog} from '../../server/log.ts';
import {createShopifyApp} from '../../server/shopify/app.ts';
import {createTokens, type Tokens} from '../../server/shopify/auth/token.ts';
import {type MemoryTokenStore, memoryTokenStore} from './memory-token-store.ts';
import {type OpenStore, openStore} from './open-store.ts';
import {noSessions} from './support.ts';

const minute = 60_000;
let store: OpenStore;
let kept: MemoryTokenStore;
let tokens: Tokens;
let logged: string[];

beforeEach(async () => {
  store = await openStore();
  kept = memoryTokenStore(store.time.now);
  logged = [];
  const log = createLog('error', {write: (line) => void logged.push(line)});
  tokens = createTokens(store.app, kept, {now: store.time.now, wait: store.time.wait, log});
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);
const opened = () => during(tokens.get(store.shop, store.sessionToken()));
const misconfigured = {kind: 'misconfigured', remote: 'shopify'};

const refusals = [
  {status: 401, error: 'invalid_client'},
  {status: 400, error: 'invalid_client'},
  {status: 400, error: 'application_cannot_be_found'},
  {status: 403, error: 'unauthorized_client'},
];

test.each(refusals)(
  'a renewal refused with $status $error keeps the token and asks nothing of the merchant',
  async (refusal) => {
    await opened();
    store.time.forward(61 * minute);
    const takeBack = store.misbehave({fault: 'oauthError', ...refusal});
    await expect(during(tokens.get(store.shop))).rejects.toMatchObject(misconfigured);
    expect(kept.needsReauth()).toEqual([]);
    takeBack();
    expect(await store.accepts(await during(tokens.get(store.shop)))).toBe(true);
  },
);

test('a renewal refused for the source address (403) keeps the token too', async () => {
  await opened();
  store.time.forward(61 * minute);
  const takeBack = store.misbehave({fault: 'status', status: 403, when: ({kind}) => kind === 'token'});
  const failure = await during(tokens.get(store.shop)).catch((error: unknown) => error);
  expect(failure).toMatchObject({kind: 'refused', status: 403});
  expect(kept.needsReauth()).toEqual([]);
  takeBack();
  expect(await store.accepts(await during(tokens.get(store.shop)))).toBe(true);
});

test('a token that still holds for a while is used on', async () => {
  const token = await opened();
  store.time.forward(57 * minute);
  store.misbehave({fault: 'oauthError', status: 401, error: 'invalid_client'});
  expect(await during(tokens.get(store.shop))).toBe(token);
});

test('a token that Shopify no longer accepts, and one kept alive at night, are not forgotten either', async () => {
  const token = await opened();
  const takeBack = store.misbehave({fault: 'oauthError', status: 401, error: 'invalid_client'});
  await expect(during(tokens.replaceRefused(store.shop, token))).rejects.toMatchObject(misconfigured);
  store.time.forward(40 * 24 * 60 * minute);
  await expect(during(tokens.keepAlive(store.shop))).rejects.toMatchObject(misconfigured);
  takeBack();
  expect(await store.accepts(await during(tokens.get(store.shop)))).toBe(true);
  expect(kept.needsReauth()).toEqual([]);
});

test('the operator reads it in the log, once a minute, with the variables to look at and without the secret', async () => {
  await opened();
  store.time.forward(61 * minute);
  store.misbehave({fault: 'oauthError', status: 401, error: 'invalid_client'});
  for (let times = 0; times < 3; times += 1) await expect(during(tokens.get(store.shop))).rejects.toThrow();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/SHOPIFY_API_KEY.*SHOPIFY_API_SECRET/);
  expect(logged[0]).toContain('invalid_client');
  expect(logged[0]).not.toContain(store.sandbox.apiSecret);
  store.time.forward(minute);
  await expect(during(tokens.get(store.shop))).rejects.toThrow();
  expect(logged).toHaveLength(2);
});

test('a wrong client secret is asked with once per call, not three times', async () => {
  await opened();
  const {apiKey, origin} = store.sandbox;
  const wrong = createShopifyApp({apiKey, apiSecret: 'another', host: 'https://app.example.com', origin}, noSessions);
  const log = createLog('silent');
  const others = createTokens(wrong, kept, {now: store.time.now, wait: store.time.wait, log});
  store.time.forward(61 * minute);
  const asked = () => store.sandbox.requests().filter(({kind}) => kind === 'token').length;
  const before = asked();
  await expect(during(others.get(store.shop))).rejects.toMatchObject(misconfigured);
  expect(asked()).toBe(before + 1);
});
