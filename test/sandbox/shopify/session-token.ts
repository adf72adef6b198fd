// Session tokens as App Bridge issues them: a JWT signed with the app's secret (HS256) that lives about a minute.
// https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens

import {createHash, createHmac, randomUUID, timingSafeEqual} from 'node:crypto';
import {z} from 'zod';

const Claims = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  sub: z.string(),
  exp: z.number(),
  nbf: z.number(),
  iat: z.number(),
  jti: z.string(),
  sid: z.string(),
});

export type SessionClaims = z.infer<typeof Claims>;

export type AppKeys = {readonly apiKey: string; readonly apiSecret: string};

/** `forge.secret` signs with another key; claims may be overridden to make a token that must be refused. */
export type Forgery = Partial<SessionClaims> & {readonly secret?: string};

const lifetimeSeconds = 60;

export function signSessionToken(keys: AppKeys, shop: string, now: number, forgery: Forgery = {}): string {
  const {secret = keys.apiSecret, ...overrides} = forgery;
  const seconds = Math.floor(now / 1000);
  const user = overrides.sub ?? '42';
  const claims: SessionClaims = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: keys.apiKey,
    sub: user,
    exp: seconds + lifetimeSeconds,
    nbf: seconds,
    iat: seconds,
    jti: randomUUID(),
    // One for each user and app, on all of the user's tokens.
    sid: createHash('sha256').update(`${shop} ${user}`).digest('hex'),
    ...overrides,
  };
  const body = `${encode({alg: 'HS256', typ: 'JWT'})}.${encode(claims)}`;
  return `${body}.${signature(body, secret)}`;
}

/** The claims of a genuine, unexpired token for this app and shop; null for any other. */
export function readSessionToken(keys: AppKeys, shop: string, now: number, token: string): SessionClaims | null {
  const [head, payload, given, ...rest] = token.split('.');
  if (head === undefined || payload === undefined || given === undefined || rest.length > 0) return null;
  const expected = Buffer.from(signature(`${head}.${payload}`, keys.apiSecret));
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  const claims = Claims.safeParse(decode(payload));
  if (!claims.success) return null;
  const {aud, dest, exp, nbf} = claims.data;
  const seconds = now / 1000;
  return aud === keys.apiKey && dest === `https://${shop}` && exp > seconds && nbf <= seconds ? claims.data : null;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function signature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url');
}
