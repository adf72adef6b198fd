import {createHmac} from 'node:crypto';
import {describe, expect, test} from 'vitest';
import {createShopifyApp} from '../../server/shopify/app.ts';
import {checkSessionToken} from '../../server/shopify/auth/session-token.ts';
import {noSessions} from './support.ts';

const keys = {apiKey: 'the-app', apiSecret: 'current secret', host: 'https://app.example.com', origin: null};
const app = createShopifyApp({...keys, previousApiSecret: 'previous secret'}, noSessions);
const seconds = Math.floor(Date.now() / 1000);
const claims = {
  iss: 'https://demo.myshopify.com/admin',
  dest: 'https://demo.myshopify.com',
  aud: 'the-app',
  sub: '42',
  exp: seconds + 60,
  nbf: seconds - 1,
  iat: seconds - 1,
  jti: 'j',
  sid: 's',
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(changes: Record<string, unknown> = {}, secret = keys.apiSecret, alg = 'HS256', hash = 'sha256') {
  const body = `${encode({alg, typ: 'JWT'})}.${encode({...claims, ...changes})}`;
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`;
}

describe('a session token', () => {
  test('of the app names shop and user', async () => {
    expect(await checkSessionToken(app, sign())).toEqual({
      kind: 'valid',
      shop: 'demo.myshopify.com',
      userId: '42',
      sessionId: expect.any(String),
    });
  });

  test('signed with the secret before the rotation is accepted only where there was one', async () => {
    const token = sign({}, 'previous secret');
    expect((await checkSessionToken(app, token)).kind).toBe('valid');
    expect((await checkSessionToken(createShopifyApp(keys, noSessions), token)).kind).toBe('invalid');
  });

  test.each([
    ['of another app', sign({aud: 'another-app'})],
    ['signed with another secret', sign({}, 'guessed')],
    ['that expired', sign({exp: seconds - 60, nbf: seconds - 120})],
    ['of the future', sign({nbf: seconds + 600, exp: seconds + 660})],
    ['without an end', sign({exp: undefined})],
    ['without a beginning', sign({nbf: undefined})],
    ['whose issuer is another store', sign({iss: 'https://other.myshopify.com/admin'})],
    ['whose destination is another store', sign({dest: 'https://other.myshopify.com'})],
    ['for a host that is no store', sign({iss: 'https://evil.com/admin', dest: 'https://evil.com'})],
    ['for a store by http', sign({iss: 'http://demo.myshopify.com/admin', dest: 'http://demo.myshopify.com'})],
    ['without a user', sign({sub: ''})],
    ['without signature', `${encode({alg: 'none', typ: 'JWT'})}.${encode(claims)}.`],
    ['that says "none" but is signed', sign({}, keys.apiSecret, 'none')],
    ['signed by another algorithm', sign({}, keys.apiSecret, 'HS512', 'sha512')],
    ['with changed claims', sign().replace(/\.[^.]+\./, `.${encode({...claims, sub: '1'})}.`)],
    ['that is no token', 'hello'],
    ['that is empty', ''],
    ['of unlikely length', `${sign()}${'A'.repeat(10_000)}`],
  ])('%s is invalid, and the reason does not quote it', async (_, token) => {
    const check = await checkSessionToken(app, token);
    expect(check.kind).toBe('invalid');
    if (token !== '') expect(JSON.stringify(check)).not.toContain(token.slice(0, 40));
  });
});
