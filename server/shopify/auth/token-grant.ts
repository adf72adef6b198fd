// Gets a token: an offline one by refresh or by token exchange, an online one by exchange. Adds what Shopify's library lacks: retries, typed errors, and a default
// lifetime for answers without an expiry.

import {z} from 'zod';
import {hour, second} from '#domain/durations.ts';
import {Failure, mayPassSoon, retryDelayMs} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {retry} from '../../retry.ts';
import {offlineToken, onlineToken, type SessionLike, type ShopifyApp, tokenCallLimit} from '../app.ts';
import {shopifyFailure, statusFailure} from '../client/transport.ts';

type Needs = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly reportRefusedApp: (failure: Failure) => void;
};

/** Lifetime of an offline token if the answer states none. */
const usualLifetimeMs = hour;
const tries = 3;
/** The shop's lease is held meanwhile. If Shopify asks for a longer pause, the call fails, and its Failure carries the pause. */
const longestPauseMs = 5 * second;

/** Of one refresh or one exchange, 40 s: three calls of at most 10 s with two pauses of at most 5 s. */
export const longestGrantMs = tries * tokenCallLimit + (tries - 1) * longestPauseMs;

/**
 * A new pair of tokens for the session's refresh token. After a lost answer the same refresh token is sent again: it stays valid until
 * its replacement is used. https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens
 */
export async function refresh(app: ShopifyApp, shop: ShopDomain, session: SessionLike, needs: Needs) {
  const refreshToken = session.refreshToken ?? '';
  const answer = await repeated(() => app.api.auth.refreshToken({shop, refreshToken}), needs);
  return settled(answer.session, session, needs.now().getTime());
}

/** A new pair of tokens for a session token; the library checks that token first. */
export async function exchange(app: ShopifyApp, shop: ShopDomain, sessionToken: string, needs: Needs) {
  const kind = {requestedTokenType: offlineToken, expiring: true};
  const answer = await repeated(() => exchangeOnce(app, {shop, sessionToken, ...kind}), needs);
  return settled(answer.session, undefined, needs.now().getTime());
}

/** A user of the store, by the session token of one request. */
export type OnlineUser = {readonly shop: ShopDomain; readonly userId: string; readonly sessionToken: string};

export type OnlineGrant = {
  readonly accessToken: string;
  /** What both the app and this user may do in the store. */
  readonly scopes: ReadonlySet<string>;
};

const OnlineAccess = z.object({
  associated_user_scope: z.string(),
  associated_user: z.object({id: z.coerce.string()}),
});

/**
 * A token that may do what both the app and this user may, for 24 hours. Asked once, since someone waits. Not stored anywhere.
 * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/online-access-tokens
 */
export async function exchangeOnline(app: ShopifyApp, {shop, userId, sessionToken}: OnlineUser): Promise<OnlineGrant> {
  try {
    const {session} = await exchangeOnce(app, {shop, sessionToken, requestedTokenType: onlineToken});
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

type Exchange = Parameters<ShopifyApp['api']['auth']['tokenExchange']>[0];

/** During a rotation the session token may still be signed with the previous secret. */
async function exchangeOnce(app: ShopifyApp, asked: Exchange) {
  try {
    return await app.api.auth.tokenExchange(asked);
  } catch (error) {
    if (app.previousApi === null || !isInvalidJwt(error)) throw error;
    return app.previousApi.auth.tokenExchange(asked);
  }
}

/** Whether a refusal of the token endpoint is final: only the merchant can help, by opening the app again. */
export function isDead(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'unauthorised';
}

function repeated<T>(ask: () => Promise<T>, needs: Needs): Promise<T> {
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
    return mayPassSoon(error) && attempt < tries && pauseMs <= longestPauseMs ? pauseMs : null;
  };
  return retry(askOnce, pauseAfter, needs.wait);
}

const LibraryError = z.object({
  response: z.object({code: z.number(), retryAfter: z.number().optional(), body: z.unknown()}),
});
const OauthError = z.object({error: z.string()});

/**
 * The app's id or secret is wrong. This says nothing about the shop or its token; treated as a refused token, it would remove the token of
 * every shop within the hour. https://datatracker.ietf.org/doc/html/rfc6749#section-5.2; the last code is Shopify's own.
 */
const refusedApp = new Set(['invalid_client', 'unauthorized_client', 'application_cannot_be_found']);

/** Recognises the library's errors by their shape; their messages may quote tokens, so none is passed on. */
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
  if (refusedApp.has(oauth)) {
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

function isInvalidJwt(error: unknown): boolean {
  return error instanceof Error && error.constructor.name === 'InvalidJwtError';
}

/**
 * The session as stored: complete, and with times of our clock. For an answer without `expires_in` the library sets no `expires`
 * (shopify-app-js issue 3400), and the token would be renewed at every call, so `usualLifetimeMs` is assumed. Without a new refresh token
 * the old one is kept.
 */
function settled(fresh: SessionLike, before: SessionLike | undefined, now: number): SessionLike {
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
    expires: shifted(fresh.expires) ?? new Date(now + usualLifetimeMs),
    refreshToken: pair?.refreshToken,
    refreshTokenExpires: pair === fresh ? shifted(fresh.refreshTokenExpires) : pair?.refreshTokenExpires,
  };
}
