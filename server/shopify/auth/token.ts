// The only source of a valid offline token for a shop. Shopify keeps one expiring offline token per app and store active: a new one
// revokes the old. So web and workers renew only with the shop's lease, and read the session again before they act.
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens

import {randomUUID} from 'node:crypto';
import {day, minute, second} from '#domain/durations.ts';
import type {Failure, FailureFacts} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {Log} from '../../log.ts';
import type {SessionLike, ShopifyApp} from '../app.ts';
import {shopifyFailure} from '../client/transport.ts';
import {createRefusedAppLog} from './refused-app-log.ts';
import {exchangeOfflineToken, isTokenRefused, longestGrantMs, refreshOfflineToken} from './token-grant.ts';

/**
 * The stored pair of access and refresh token. `storedAt`: when it was stored, which counts as when it was granted; its lifetime runs from
 * then to `expires`.
 */
export type StoredToken = SessionLike & {readonly storedAt: Date};

/** Where tokens are stored, and the lease that decides who may renew one. */
export type TokenStore = {
  /** The stored token pair; undefined: none is stored, or it cannot be read. */
  load(shop: ShopDomain): Promise<StoredToken | undefined>;
  /**
   * Writes the whole pair at once and clears the shop's `needs_reauth`. `exchangedAt`: when the exchange of a session token was
   * requested, before the answer, so that an uninstall in between is the later event; null for a refresh.
   */
  save(session: SessionLike, exchangedAt: Date | null): Promise<void>;
  /**
   * Call with a token that was just exchanged, before it is saved: the shop of this name becomes the store that the token is of. Throws an
   * `unauthorised` Failure where the store has another name now.
   */
  assignToStore(shop: ShopDomain, accessToken: string): Promise<void>;
  /** Deletes the shop's stored token. */
  remove(shop: ShopDomain): Promise<void>;
  /** True if `owner` got the shop's token lease. It lasts `tokenLeaseMs`, and must work for a shop that is not stored yet. */
  takeLease(shop: ShopDomain, owner: string): Promise<boolean>;
  /** Ends the token lease, if `owner` still has it. */
  releaseLease(shop: ShopDomain, owner: string): Promise<void>;
  /** Stores that the shop has no valid token until the merchant opens the app again. */
  markNeedsReauth(shop: ShopDomain): Promise<void>;
};

/** Gives out valid offline tokens. */
export type Tokens = {
  /**
   * A token with more than five minutes or a quarter of its life left; with more than 30 s if a refresh fails without being refused. If a
   * refresh is impossible or refused, `sessionToken` is exchanged; without one, the shop is marked and an `unauthorised` Failure thrown.
   */
  get(shop: ShopDomain, sessionToken?: string): Promise<string>;
  /** Call after Shopify answered 401 to `usedToken`. `changed`: another token is stored now; `gone`: none is, and the shop is marked. */
  replaceRefused(shop: ShopDomain, usedToken: string): Promise<'changed' | 'gone'>;
  /** Nightly: renews a refresh token that was unused for a month, long before its 90 days end, or whose end is unknown. */
  keepAlive(shop: ShopDomain): Promise<void>;
};

export type TokenNeeds = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};

/**
 * A token is renewed that has less left than these milliseconds and less than `minRemainingShare` of its life. So a token that lives four
 * minutes is not renewed at every call.
 */
const minRemainingMs = 5 * minute;
/** A token is renewed that has less left than this share of its life and less than `minRemainingMs`. */
const minRemainingShare = 1 / 4;
/**
 * Two minutes, longer than the longest renewal: a refresh that is refused at last (40 s), then an exchange (40 s), and the time to store
 * the token. With a shorter lease another process could renew at the same time, and its token would revoke this one.
 */
export const tokenLeaseMs = 2 * longestGrantMs + 40 * second;
/** Milliseconds between two attempts to get the lease. */
const leasePollMs = 250;
/** Milliseconds after which a call no longer waits for another process to renew the token. */
const leaseWaitLimitMs = 45_000;
/** With less than this left of its 90 days, the refresh token was unused for a month. */
const idleThresholdMs = 60 * day;

type TokenDeps = {
  readonly app: ShopifyApp;
  readonly store: TokenStore;
  readonly reportRefusedApp: ReturnType<typeof createRefusedAppLog>;
} & TokenNeeds;
/** The stored token pair; undefined: there is none. */
type LoadedToken = StoredToken | undefined;

/** Creates the source of tokens. Calls of one process for the same shop share one renewal. */
export function createTokens(app: ShopifyApp, store: TokenStore, needs: TokenNeeds): Tokens {
  const deps: TokenDeps = {app, store, ...needs, reportRefusedApp: createRefusedAppLog(needs)};
  const underway = new Map<ShopDomain, Promise<string>>();

  async function get(shop: ShopDomain, sessionToken?: string): Promise<string> {
    const others = underway.get(shop);
    if (others) {
      try {
        return await others;
      } catch (error) {
        if (sessionToken === undefined || !isTokenRefused(error)) throw error;
      }
      // The other callers had no session token, or a stale one; this request has its own.
      return get(shop, sessionToken);
    }
    const mine = currentToken(deps, shop, sessionToken).finally(() => underway.delete(shop));
    underway.set(shop, mine);
    return mine;
  }

  return {
    get,
    async replaceRefused(shop, usedToken) {
      const another = (session: LoadedToken) =>
        session?.accessToken !== undefined && session.accessToken !== usedToken ? session.accessToken : null;
      const token = await withTokenLease(deps, shop, another, async (session) => {
        if (session === undefined) return null;
        // The refresh token may still be valid after the access token is not, so try it once.
        const fresh = await tryRefresh(deps, shop, {...session, accessToken: undefined});
        if (fresh === null) await store.remove(shop);
        return fresh;
      });
      if (token !== null) return 'changed';
      needs.log.warn({shop}, 'Shopify refused the offline token and gave no new one');
      await store.markNeedsReauth(shop);
      return 'gone';
    },
    async keepAlive(shop) {
      if (!isRefreshTokenIdle(deps, await store.load(shop))) return;
      const busy = (session: LoadedToken) => (isRefreshTokenIdle(deps, session) ? null : 'in use');
      const token = await withTokenLease(deps, shop, busy, (session) => renewToken(deps, shop, session, undefined));
      if (token === null) await store.markNeedsReauth(shop);
    },
  };
}

/** The stored token if it lasts, else a renewed one; without either the shop is marked and an `unauthorised` Failure thrown. */
async function currentToken(deps: TokenDeps, shop: ShopDomain, sessionToken: string | undefined): Promise<string> {
  const fresh = (session: LoadedToken) => stillFreshToken(deps, session);
  const stored = fresh(await deps.store.load(shop));
  if (stored !== null) return stored;
  const token = await withTokenLease(deps, shop, fresh, (session) => renewToken(deps, shop, session, sessionToken));
  if (token !== null) return token;
  await deps.store.markNeedsReauth(shop);
  throw lostAccessFailure({sent: false});
}

/**
 * The Failure of a shop without a valid token. @param facts `status`: Shopify's answer to the stored token; left out where none could be
 * sent.
 */
export function lostAccessFailure(facts: Pick<FailureFacts, 'sent' | 'status'>): Failure {
  return shopifyFailure('access token', 'the merchant has to open the app again', {kind: 'unauthorised', ...facts});
}

/**
 * Runs `work` with the shop's token lease, on the session as read inside it, unless `settled` has a result for that session. While another
 * process has the lease, waits for its result; after 45 seconds it throws a `timeout` Failure.
 */
async function withTokenLease(
  {store, wait}: TokenDeps,
  shop: ShopDomain,
  settled: (session: LoadedToken) => string | null,
  work: (session: LoadedToken) => Promise<string | null>,
): Promise<string | null> {
  const owner = randomUUID();
  for (let waited = 0; waited <= leaseWaitLimitMs; waited += leasePollMs) {
    if (await store.takeLease(shop, owner)) {
      try {
        const session = await store.load(shop);
        return settled(session) ?? (await work(session));
      } finally {
        await store.releaseLease(shop, owner);
      }
    }
    await wait(leasePollMs);
    const theirs = settled(await store.load(shop));
    if (theirs !== null) return theirs;
  }
  throw shopifyFailure('access token', 'another process is still renewing it', {kind: 'timeout', sent: false});
}

/** Refreshes the token, else exchanges the session token and stores the result; null if neither is possible. */
async function renewToken(deps: TokenDeps, shop: ShopDomain, session: LoadedToken, sessionToken: string | undefined) {
  const refreshedToken = session && (await tryRefresh(deps, shop, session));
  if (refreshedToken) return refreshedToken;
  if (sessionToken === undefined) {
    if (session) await deps.store.remove(shop);
    return null;
  }
  const askedAt = deps.now();
  const fresh = await exchangeOfflineToken(deps.app, shop, sessionToken, deps);
  await deps.store.assignToStore(shop, fresh.accessToken ?? '');
  await deps.store.save(fresh, askedAt);
  deps.log.info({shop}, 'offline token exchanged');
  return fresh.accessToken ?? null;
}

/** Refreshes the token and stores the result. Null when the refresh token is missing, past its 90 days, or refused. */
async function tryRefresh(deps: TokenDeps, shop: ShopDomain, session: SessionLike): Promise<string | null> {
  if (!canRefresh(deps, session)) return null;
  try {
    const fresh = await refreshOfflineToken(deps.app, shop, session, deps);
    await deps.store.save(fresh, null);
    deps.log.info({shop}, 'offline token refreshed');
    return fresh.accessToken ?? null;
  } catch (error) {
    if (isTokenRefused(error)) return null;
    // The refresh failed without being refused, and the current token is still valid for a while.
    const left = (session.expires?.getTime() ?? 0) - deps.now().getTime();
    if (session.accessToken !== undefined && left > 30_000) return session.accessToken;
    throw error;
  }
}

/** The stored access token if it need not be renewed yet; else null. */
function stillFreshToken({now}: TokenDeps, session: LoadedToken): string | null {
  if (session?.accessToken === undefined || session.expires === undefined) return null;
  const ends = session.expires.getTime();
  const lifetimeMs = Math.max(0, ends - session.storedAt.getTime());
  const slack = Math.min(minRemainingMs, minRemainingShare * lifetimeMs);
  return ends - now().getTime() > slack ? session.accessToken : null;
}

/** Whether there is a refresh token whose end has not come. */
function canRefresh({now}: TokenDeps, session: SessionLike): boolean {
  return session.refreshToken !== undefined && (session.refreshTokenExpires?.getTime() ?? Infinity) > now().getTime();
}

/** Whether the refresh token was unused for a month, or its end is not known. */
function isRefreshTokenIdle({now}: TokenDeps, session: LoadedToken): boolean {
  const ends = session?.refreshTokenExpires?.getTime();
  return session?.refreshToken !== undefined && (ends === undefined || ends - now().getTime() < idleThresholdMs);
}
