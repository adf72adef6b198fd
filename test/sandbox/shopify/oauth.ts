// POST /admin/oauth/access_token: token exchange, offline and online, and refresh.
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/token-exchange
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/online-access-tokens

import {z} from 'zod';
import {type AppKeys, readSessionToken, type SessionClaims} from './session-token.ts';
import type {ShopStore} from './store/shop-store.ts';
import {onlineLifetimeSeconds, type TokenPair, type TokenStore} from './tokens.ts';

export type TokenAnswer = {readonly status: number; readonly body: Readonly<Record<string, unknown>>};

export type TokenParts = {
  readonly store: ShopStore;
  /** The name that the request is addressed to. */
  readonly domain: string;
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
const onlineTokenType = 'urn:shopify:params:oauth:token-type:online-access-token';
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

function exchange({store, domain, keys, tokens, now}: TokenParts, body: Body): TokenAnswer {
  const {requested_token_type: requested} = body;
  if (body.subject_token_type !== idTokenType || (requested !== offlineTokenType && requested !== onlineTokenType)) {
    return refused(
      400,
      'invalid_request',
      'The sandbox exchanges id tokens for online and offline access tokens only.',
    );
  }
  const claims = readSessionToken(keys, domain, now(), body.subject_token ?? '');
  if (claims === null) {
    return refused(400, 'invalid_subject_token', 'The session token is expired or otherwise invalid.');
  }
  if (requested === onlineTokenType) return grantedOnline(store, claims, tokens.online(store.id, claims.sub));
  return granted(store, tokens.exchange(store.id, String(body.expiring) === '1'));
}

/** `scope` is what the app may do, `associated_user_scope` what of it this user may. */
function grantedOnline(
  store: ShopStore,
  {sub, sid}: Pick<SessionClaims, 'sub' | 'sid'>,
  accessToken: string,
): TokenAnswer {
  const limits = store.staff.get(sub);
  return {
    status: 200,
    body: {
      access_token: accessToken,
      scope: store.scopes.join(','),
      expires_in: onlineLifetimeSeconds,
      associated_user_scope: store.scopes.filter((scope) => limits === undefined || limits.includes(scope)).join(','),
      session: sid,
      account_number: 0,
      associated_user: {
        id: Number(sub),
        first_name: limits === undefined ? 'Owner' : 'Staff',
        last_name: 'Sandbox',
        email: `user-${sub}@${store.domain}`,
        email_verified: true,
        account_owner: limits === undefined,
        locale: 'en',
        collaborator: false,
      },
    },
  };
}

function refresh({store, tokens}: TokenParts, body: Body): TokenAnswer {
  const pair = tokens.refresh(store.id, body.refresh_token ?? '');
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
