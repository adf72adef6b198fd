// Token exchange, expiry and rotation.

import {expect, test} from 'vitest';
import {exchangeGrant, openShop, Pair} from './open-shop.ts';

const name = 'query { shop { name } }';
const hour = 3_600_000;
const day = 24 * hour;

async function holds(gql: Awaited<ReturnType<typeof openShop>>['gql'], token: string): Promise<boolean> {
  const {data} = await gql(name, {}, token).catch(() => ({data: null}));
  return data != null;
}

test('a session token is exchanged for an hour’s access and ninety days’ refresh', async () => {
  const {exchange, gql} = await openShop();
  const {status, body} = await exchange();
  expect(status).toBe(200);
  const pair = Pair.parse(body);
  expect(pair).toMatchObject({expires_in: 3600, refresh_token_expires_in: 7_776_000});
  expect(await holds(gql, pair.access_token)).toBe(true);
});

test('a dead token is answered 401 in Shopify’s words', async () => {
  const {post} = await openShop();
  const reply = await post('/admin/api/2026-10/graphql.json', {query: name}, {'x-shopify-access-token': 'shpat_0'});
  expect(reply).toEqual({
    status: 401,
    body: {errors: '[API] Invalid API key or access token (unrecognized login or wrong password)'},
  });
});

test('access ends after an hour, by the clock', async () => {
  const {exchange, gql, turn} = await openShop();
  const {access_token} = Pair.parse((await exchange()).body);
  turn(hour - 1);
  expect(await holds(gql, access_token)).toBe(true);
  turn(1);
  expect(await holds(gql, access_token)).toBe(false);
});

test('a new token kills the one before, whether exchanged or refreshed', async () => {
  const {exchange, refresh, gql} = await openShop();
  const first = Pair.parse((await exchange()).body);
  const second = Pair.parse((await exchange()).body);
  expect(await holds(gql, first.access_token)).toBe(false);
  const third = Pair.parse((await refresh(second.refresh_token)).body);
  expect(await holds(gql, second.access_token)).toBe(false);
  expect(await holds(gql, third.access_token)).toBe(true);
});

test('a used refresh token may be used again until its replacement is used', async () => {
  const {exchange, refresh, gql} = await openShop();
  const first = Pair.parse((await exchange()).body);
  const lost = Pair.parse((await refresh(first.refresh_token)).body);
  const again = Pair.parse((await refresh(first.refresh_token)).body);
  expect(await holds(gql, lost.access_token)).toBe(false);
  expect(await holds(gql, again.access_token)).toBe(true);
  expect(await refresh(first.refresh_token)).toMatchObject({status: 400, body: {error: 'invalid_grant'}});
});

test('a used refresh token is spent for good after thirty days', async () => {
  const {exchange, refresh, turn} = await openShop();
  const {refresh_token} = Pair.parse((await exchange()).body);
  expect((await refresh(refresh_token)).status).toBe(200);
  turn(30 * day);
  expect((await refresh(refresh_token)).status).toBe(400);
});

test('a refresh token lapses after ninety days', async () => {
  const {exchange, refresh, turn} = await openShop();
  const {refresh_token} = Pair.parse((await exchange()).body);
  turn(90 * day);
  expect((await refresh(refresh_token)).status).toBe(400);
});

test.each([
  ['signed by someone else', {secret: 'another secret'}],
  ['for another app', {aud: 'another-app'}],
  ['from another shop', {dest: 'https://other.myshopify.com'}],
  ['expired', {exp: 1}],
])('a session token %s is refused', async (_why, forgery) => {
  const {exchange, sandbox, shop} = await openShop();
  const reply = await exchange({subject_token: sandbox.sessionToken(shop.domain, forgery)});
  expect(reply).toMatchObject({status: 400, body: {error: 'invalid_subject_token'}});
});

test('a session token lives a minute', async () => {
  const {exchange, sandbox, shop, turn} = await openShop();
  const subject_token = sandbox.sessionToken(shop.domain);
  turn(60_000);
  expect((await exchange({subject_token})).status).toBe(400);
});

test('a wrong client secret and an unknown shop are refused', async () => {
  const {exchange, post, sandbox} = await openShop();
  expect((await exchange({client_secret: 'guessed'})).status).toBe(401);
  expect((await exchange({client_id: 'no-app'})).status).toBe(400);
  const elsewhere = {client_id: sandbox.apiKey, client_secret: sandbox.apiSecret, grant_type: exchangeGrant};
  const headers = {'x-forwarded-host': 'nobody.myshopify.com'};
  expect((await post('/admin/oauth/access_token', elsewhere, headers)).status).toBe(404);
});

test('a token that does not expire is handed out and then refused with 403', async () => {
  const {exchange, post} = await openShop();
  const {body} = await exchange({expiring: '0'});
  expect(body).toEqual({access_token: expect.any(String), scope: expect.any(String)});
  const token = Pair.pick({access_token: true}).parse(body).access_token;
  const reply = await post('/admin/api/2026-10/graphql.json', {query: name}, {'x-shopify-access-token': token});
  expect(reply.status).toBe(403);
});

test('uninstalling kills every token, and only a new installation gives one again', async () => {
  const {exchange, refresh, gql, sandbox, shop} = await openShop();
  const pair = Pair.parse((await exchange()).body);
  sandbox.uninstall(shop.domain);
  expect(await holds(gql, pair.access_token)).toBe(false);
  expect((await refresh(pair.refresh_token)).status).toBe(400);
  expect(await exchange()).toMatchObject({status: 400, body: {error: 'app_not_installed'}});
  sandbox.install(shop.domain);
  expect((await exchange()).status).toBe(200);
  expect(shop.tokensIssued()).toBe(2);
});

test('a scope the merchant did not grant is denied by name, and a write scope includes its read scope', async () => {
  const {gql, shop} = await openShop();
  shop.setScopes(['write_products']);
  const denied = await gql('query { orders(first: 1) { nodes { id } } }');
  expect(denied.errors?.[0]?.extensions?.code).toBe('ACCESS_DENIED');
  expect(denied.errors?.[0]?.message).toContain('read_orders');
  expect((await gql('query { products(first: 1) { nodes { id } } }')).errors).toBeUndefined();
});
