// POST /admin/oauth/access_token: token exchange and refresh.
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/token-exchange
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens

import {z} from 'zod';
import {type AppKeys, readSessionToken} from './session-token.ts';
import type {ShopStore} from './store/shop-store.ts';
import type {TokenPair, TokenStore} from './tokens.ts';

export type TokenAnswer = {readonly status: number; readonly body: Readonly<Record<string, unknown>>};

export type TokenParts = {
  readonly store: ShopStore;
  readonly keys: AppKeys;
  readonly tokens: TokenStore;
  readonly now: () => number;
};

const Body = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  refresh_token: z.string().optional(),
  expiring: z.union([z.string(), z.number()]).optional(),
});

type Body = z.infer<typeof Body>;

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const offlineTokenType = 'urn:shopify:params:oauth:token-type:offline-access-token';

/** Errors have OAuth's form, https://datatracker.ietf.org/doc/html/rfc6749#section-5.2 */
export function answerTokenRequest(parts: TokenParts, given: unknown): TokenAnswer {
  const body = Body.safeParse(given);
  if (!body.success) return refused(400, 'invalid_request', 'The request is missing a required parameter.');
  const {client_id, client_secret, grant_type} = body.data;
  if (client_id !== parts.keys.apiKey) return refused(400, 'application_cannot_be_found', 'No app has this API key.');
  if (client_secret !== parts.keys.apiSecret) return refused(401, 'invalid_client', 'The client secret is wrong.');
  if (!parts.store.installed) return refused(400, 'app_not_installed', 'The app is not installed in this shop.');
  if (grant_type === exchangeGrant) return exchange(parts, body.data);
  if (grant_type === 'refresh_token') return refresh(parts, body.data);
  return refused(400, 'unsupported_grant_type', `The sandbox does not implement the grant ${grant_type}.`);
}

function exchange({store, keys, tokens, now}: TokenParts, body: Body): TokenAnswer {
  if (body.subject_token_type !== idTokenType || body.requested_token_type !== offlineTokenType) {
    return refused(400, 'invalid_request', 'The sandbox exchanges id tokens for offline access tokens only.');
  }
  if (readSessionToken(keys, store.domain, now(), body.subject_token ?? '') === null) {
    return refused(400, 'invalid_subject_token', 'The session token is expired or otherwise invalid.');
  }
  return granted(store, tokens.exchange(store.domain, String(body.expiring) === '1'));
}

function refresh({store, tokens}: TokenParts, body: Body): TokenAnswer {
  const pair = tokens.refresh(store.domain, body.refresh_token ?? '');
  return pair === null
    ? refused(400, 'invalid_grant', 'The refresh token is expired, was revoked, or its replacement is in use.')
    : granted(store, pair);
}

function granted(store: ShopStore, pair: TokenPair): TokenAnswer {
  const expiry =
    pair.refreshToken === null
      ? {}
      : {
          expires_in: pair.expiresIn,
          refresh_token: pair.refreshToken,
          refresh_token_expires_in: pair.refreshTokenExpiresIn,
        };
  return {status: 200, body: {access_token: pair.accessToken, scope: store.scopes.join(','), ...expiry}};
}

function refused(status: number, error: string, error_description: string): TokenAnswer {
  return {status, body: {error, error_description}};
}
