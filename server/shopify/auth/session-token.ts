// Checks the session token that App Bridge adds to every request of the embedded page.
// https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens

import {z} from 'zod';
import {ShopDomain} from '#domain/ids.ts';
import type {ShopifyApp} from '../app.ts';

/** Who a valid session token is of, or why it is refused. */
export type SessionTokenCheck =
  | {readonly kind: 'valid'; readonly shop: ShopDomain; readonly userId: string; readonly sessionId: string}
  | {readonly kind: 'invalid'; readonly reason: string};

/**
 * The claims that the app reads. Both times are required: a token without `exp` or `nbf` has no end or no beginning, and the library checks
 * them only if present.
 */
const SessionTokenClaims = z.object({
  iss: z.string().max(300),
  dest: z.string().max(300),
  sub: z.coerce.string().min(1).max(100),
  sid: z.coerce.string().max(200).default(''),
  exp: z.number(),
  nbf: z.number(),
});

/**
 * The library verifies the signature (HS256 only), audience, `exp` and `nbf`; here `iss` and `dest` must name the same store. A bad
 * token gives a value whose reason never quotes the token. The previous secret is accepted during a rotation.
 */
export async function checkSessionToken(app: ShopifyApp, token: string): Promise<SessionTokenCheck> {
  const payload =
    (await decodeToken(app.api, token)) ?? (app.previousApi && (await decodeToken(app.previousApi, token)));
  if (!payload) return {kind: 'invalid', reason: 'The session token is forged, expired or meant for another app.'};
  const claims = SessionTokenClaims.safeParse(payload);
  if (!claims.success) return {kind: 'invalid', reason: 'The session token lacks a claim.'};
  const dest = shopOfUrl(claims.data.dest);
  if (dest === null || dest !== shopOfUrl(claims.data.iss)) {
    return {kind: 'invalid', reason: 'The session token does not name one store.'};
  }
  return {kind: 'valid', shop: dest, userId: claims.data.sub, sessionId: claims.data.sid};
}

type Decoder = Pick<ShopifyApp['api'], 'session'>;

/** The token's claims if the library accepts it. Null for every error of the library: its messages may quote the whole token. */
async function decodeToken(api: Decoder, token: string): Promise<unknown> {
  if (token.length > 5_000) return null;
  try {
    return await api.session.decodeSessionToken(token);
  } catch {
    return null;
  }
}

/** The shop of an https URL, whatever its path (`iss` ends in `/admin`); null for another protocol or host. */
function shopOfUrl(url: string): ShopDomain | null {
  if (!URL.canParse(url)) return null;
  const {protocol, host} = new URL(url);
  const shop = ShopDomain.safeParse(host);
  return protocol === 'https:' && shop.success ? shop.data : null;
}
