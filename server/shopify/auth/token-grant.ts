// Gets access tokens: offline ones by refresh or token exchange, online ones by exchange. Adds what Shopify's library lacks: retries, typed
// errors, and a default lifetime for answers without an expiry.

import {z} from 'zod';
import {hour, second} from '#domain/durations.ts';
import {Failure, mayPassWithinSeconds, retryDelayMs} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {retry} from '../../retry.ts';
import {offlineTokenType, onlineTokenType, type SessionLike, type ShopifyApp, tokenCallTimeoutMs} from '../app.ts';
import {shopifyFailure, statusFailure} from '../client/transport.ts';

/** What getting a token needs; `reportRefusedApp` is called when Shopify refuses the app's own credentials. */
type GrantDeps = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly reportRefusedApp: (failure: Failure) => void;
};

/** Lifetime of an offline token if the answer states none. */
const assumedLifetimeMs = hour;
/** How often one refresh or one exchange is sent at most. */
const maxAttempts = 3;
/**
 * Milliseconds: the longest pause before another attempt. Short, because the shop's token lease is held meanwhile. If Shopify asks for a
 * longer pause, the call fails, and its Failure carries it.
 */
const longestPauseMs = 5 * second;

/** Milliseconds that one refresh or one exchange takes at most: three calls of 10 s with two pauses of 5 s. */
export const longestGrantMs = maxAttempts * tokenCallTimeoutMs + (maxAttempts - 1) * longestPauseMs;

/**
 * Gets a new access and refresh token for the session's refresh token. After a lost answer the same refresh token is sent again: it stays
 * valid until its replacement is used. https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens
 */
export async function refreshOfflineToken(app: ShopifyApp, shop: ShopDomain, session: SessionLike, needs: GrantDeps) {
  const refreshToken = session.refreshToken ?? '';
  const answer = await callWithRetries(() => app.api.auth.refreshToken({shop, refreshToken}), needs);
  return toStoredSession(answer.session, session, needs.now().getTime());
}

/** Gets a new access and refresh token for a session token; the library checks the session token first. */
export async function exchangeOfflineToken(app: ShopifyApp, shop: ShopDomain, sessionToken: string, needs: GrantDeps) {
  const kind = {requestedTokenType: offlineTokenType, expiring: true};
  const answer = await callWithRetries(() => exchangeOnce(app, {shop, sessionToken, ...kind}), needs);
  return toStoredSession(answer.session, undefined, needs.now().getTime());
}

/** A user of the store, by the session token of one request. */
export type OnlineUser = {readonly shop: ShopDomain; readonly userId: string; readonly sessionToken: string};

/** A token of one user, and what it may do. */
export type OnlineGrant = {
  readonly accessToken: string;
  /** What both the app and this user may do in the store. */
  readonly scopes: ReadonlySet<string>;
};

/** What an answer states about the user of an online token. */
const OnlineAccess = z.object({
  associated_user_scope: z.string(),
  associated_user: z.object({id: z.coerce.string()}),
});

/**
 * Gets a token that may do what both the app and this user may, for 24 hours. Does not retry, since a person waits. The token is not
 * stored. https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/online-access-tokens
 */
export async function exchangeOnlineToken(
  app: ShopifyApp,
  {shop, userId, sessionToken}: OnlineUser,
): Promise<OnlineGrant> {
  try {
    const {session} = await exchangeOnce(app, {shop, sessionToken, requestedTokenType: onlineTokenType});
    const access = OnlineAccess.safeParse(session.onlineAccessInfo);
    const isTheirs = access.success && access.data.associated_user.id === userId;
    if (!isTheirs || !session.accessToken) {
      throw shopifyFailure('online token', 'the answer is of no user, or of another', {kind: 'malformed', sent: true});
    }
    const scopes = access.data.associated_user_scope.split(',').map((scope) => scope.trim());
    return {accessToken: session.accessToken, scopes: new Set(scopes)};
  } catch (error) {
    throw toFailure(error);
  }
}

type ExchangeParams = Parameters<ShopifyApp['api']['auth']['tokenExchange']>[0];

/**
 * Exchanges a session token; where its signature does not fit, tries again with the app's previous secret, since a session token may still
 * be signed with that one during a rotation.
 */
async function exchangeOnce(app: ShopifyApp, asked: ExchangeParams) {
  try {
    return await app.api.auth.tokenExchange(asked);
  } catch (error) {
    if (app.previousApi === null || !isInvalidJwt(error)) throw error;
    return app.previousApi.auth.tokenExchange(asked);
  }
}

/** Whether a refusal of the token endpoint is final: only the merchant can help, by opening the app again. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'unauthorised';
}

/**
 * Calls `ask`, at most three times: again only after a failure that may pass within seconds. Reports a refusal of the app's own
 * credentials.
 */
function callWithRetries<T>(ask: () => Promise<T>, needs: GrantDeps): Promise<T> {
  const askOnce = async (): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      throw toFailure(error);
    }
  };
  const pauseAfter = (error: unknown, attempt: number): number | null => {
    if (!(error instanceof Failure)) return null;
    if (error.kind === 'misconfigured') needs.reportRefusedApp(error);
    const pauseMs = retryDelayMs(error, attempt);
    return mayPassWithinSeconds(error) && attempt < maxAttempts && pauseMs <= longestPauseMs ? pauseMs : null;
  };
  return retry(askOnce, pauseAfter, needs.wait);
}

/** The form of the library's error about an HTTP answer. */
const LibraryError = z.object({
  response: z.object({code: z.number(), retryAfter: z.number().optional(), body: z.unknown()}),
});
/** The body of a refusal of the token endpoint. */
const OauthError = z.object({error: z.string()});

/**
 * OAuth codes for a wrong id or secret of the app. Treated as refused tokens, they would remove the token of every shop within the hour.
 * https://datatracker.ietf.org/doc/html/rfc6749#section-5.2; the last code is Shopify's own.
 */
const refusedAppCodes = new Set(['invalid_client', 'unauthorized_client', 'application_cannot_be_found']);

/** The library's error as a Failure. Errors are recognised by their shape; their messages may quote tokens, so none is passed on. */
function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const what = 'access token';
  if (isInvalidJwt(error)) {
    return shopifyFailure(what, 'the session token is not valid', {kind: 'unauthorised', sent: false});
  }
  const known = LibraryError.safeParse(error);
  if (!known.success) return shopifyFailure(what, 'the answer cannot be read', {kind: 'malformed', sent: true});
  const {code, retryAfter, body} = known.data.response;
  const oauth = OauthError.safeParse(body).data?.error ?? '';
  if (refusedAppCodes.has(oauth)) {
    const reason = `Shopify refuses the app itself (${oauth})`;
    return shopifyFailure(what, reason, {kind: 'misconfigured', sent: true, status: code});
  }
  // 400 carries invalid_grant or invalid_subject_token, 401 "This request requires an active refresh_token". A 403 refuses the source
  // address and says nothing about the token.
  if (code === 400 || code === 401) {
    return shopifyFailure(what, `refused (${code})`, {kind: 'unauthorised', sent: true, status: code});
  }
  return statusFailure(code, retryAfter === undefined ? null : String(retryAfter), what);
}

/** Whether the library refused the session token itself. */
function isInvalidJwt(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'InvalidJwtError';
}

/**
 * Makes the session that is stored: complete, and with times of our clock. For an answer without `expires_in` the library sets no `expires`
 * (shopify-app-js issue 3400), and the token would be renewed at every call, so `assumedLifetimeMs` is assumed. Without a new refresh token
 * the old one is kept.
 */
function toStoredSession(fresh: SessionLike, before: SessionLike | undefined, now: number): SessionLike {
  if (!fresh.accessToken) {
    throw shopifyFailure('access token', 'the answer holds no token', {kind: 'malformed', sent: true});
  }
  const drift = now - Date.now();
  const shifted = (date: Date | undefined) => date && new Date(date.getTime() + drift);
  const pair = fresh.refreshToken === undefined ? before : fresh;
  return {
    id: fresh.id,
    shop: fresh.shop,
    state: fresh.state,
    isOnline: false,
    scope: fresh.scope,
    accessToken: fresh.accessToken,
    expires: shifted(fresh.expires) ?? new Date(now + assumedLifetimeMs),
    refreshToken: pair?.refreshToken,
    refreshTokenExpires: pair === fresh ? shifted(fresh.refreshTokenExpires) : pair?.refreshTokenExpires,
  };
}
