// The one place that hands out a valid offline token for a shop.
// Shopify keeps one expiring offline token per app and store active: getting a new one revokes the old. Web and workers
// therefore never renew on their own; whoever renews holds the shop's lease and looks again before acting.
// https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens

import {randomUUID} from 'node:crypto';
import type {ShopDomain} from '#domain/ids.ts';
import type {Log} from '../log.ts';
import type {SessionLike, ShopifyApp} from './app.ts';
import {exchange, isDead, refresh} from './token-grant.ts';
import {shopifyFailure} from './transport.ts';

export type TokenStore = {
  load(shop: ShopDomain): Promise<SessionLike | undefined>;
  /** Writes the whole pair at once and clears the shop's "needs to be opened again". */
  save(session: SessionLike): Promise<void>;
  remove(shop: ShopDomain): Promise<void>;
  /** True when taken. Must outlive a renewal (a minute), and must work for a shop seen for the first time. */
  takeLease(shop: ShopDomain, owner: string): Promise<boolean>;
  releaseLease(shop: ShopDomain, owner: string): Promise<void>;
  markNeedsReauth(shop: ShopDomain): Promise<void>;
};

export type Tokens = {
  /**
   * A token with more than five minutes left, renewed when it has to be. `sessionToken` allows a token exchange where
   * there is nothing to refresh. Without either: the shop is marked and an `unauthorised` Failure is thrown.
   */
  get(shop: ShopDomain, sessionToken?: string): Promise<string>;
  /** After Shopify answered 401 to `usedToken`: `changed` when another token is there now, `gone` when none can be had. */
  forget(shop: ShopDomain, usedToken: string): Promise<'changed' | 'gone'>;
  /** For the night: renews a refresh token that nobody used for a month, long before its 90 days end. */
  keepAlive(shop: ShopDomain): Promise<void>;
};

export type TokenNeeds = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};

const slack = 5 * 60_000;
const leasePoll = 250;
const leaseLimit = 45_000;
const idleMonth = 60 * 24 * 3_600_000;

export function createTokens(app: ShopifyApp, store: TokenStore, needs: TokenNeeds): Tokens {
  const underway = new Map<ShopDomain, Promise<string>>();

  async function get(shop: ShopDomain, sessionToken?: string): Promise<string> {
    const others = underway.get(shop);
    if (others) {
      try {
        return await others;
      } catch (error) {
        if (sessionToken === undefined || !isDead(error)) throw error;
      }
      // They had no session token, or a stale one; this request brings its own.
      return get(shop, sessionToken);
    }
    const mine = current(shop, sessionToken).finally(() => underway.delete(shop));
    underway.set(shop, mine);
    return mine;
  }

  async function current(shop: ShopDomain, sessionToken: string | undefined): Promise<string> {
    const stored = freshToken(await store.load(shop));
    if (stored !== null) return stored;
    const token = await underLease(shop, freshToken, (session) => renewed(shop, session, sessionToken));
    if (token !== null) return token;
    await store.markNeedsReauth(shop);
    throw shopifyFailure('access token', 'the merchant has to open the app again', {kind: 'unauthorised', sent: false});
  }

  /** Refreshed, else exchanged; null where there is nothing (left) to do it with. */
  async function renewed(shop: ShopDomain, session: SessionLike | undefined, sessionToken: string | undefined) {
    const refreshedToken = session && (await refreshed(shop, session));
    if (refreshedToken) return refreshedToken;
    if (sessionToken === undefined) {
      if (session) await store.remove(shop);
      return null;
    }
    const fresh = await exchange(app, shop, sessionToken, needs);
    await store.save(fresh);
    needs.log.info({shop}, 'offline token exchanged');
    return fresh.accessToken ?? null;
  }

  /** Null when the refresh token is missing, past its 90 days or refused. */
  async function refreshed(shop: ShopDomain, session: SessionLike): Promise<string | null> {
    if (!canRefresh(session, needs.now().getTime())) return null;
    try {
      const fresh = await refresh(app, shop, session, needs);
      await store.save(fresh);
      needs.log.info({shop}, 'offline token refreshed');
      return fresh.accessToken ?? null;
    } catch (error) {
      if (isDead(error)) return null;
      // Shopify does not answer, but the token in hand still holds for a while.
      const left = (session.expires?.getTime() ?? 0) - needs.now().getTime();
      if (session.accessToken !== undefined && left > 30_000) return session.accessToken;
      throw error;
    }
  }

  /** Runs `work` on the session as it is inside the lease, unless `settled` finds there what was wanted. */
  async function underLease(
    shop: ShopDomain,
    settled: (session: SessionLike | undefined) => string | null,
    work: (session: SessionLike | undefined) => Promise<string | null>,
  ): Promise<string | null> {
    const owner = randomUUID();
    for (let waited = 0; waited <= leaseLimit; waited += leasePoll) {
      if (await store.takeLease(shop, owner)) {
        try {
          const session = await store.load(shop);
          return settled(session) ?? (await work(session));
        } finally {
          await store.releaseLease(shop, owner);
        }
      }
      await needs.wait(leasePoll);
      const theirs = settled(await store.load(shop));
      if (theirs !== null) return theirs;
    }
    throw shopifyFailure('access token', 'another process is still renewing it', {kind: 'timeout', sent: false});
  }

  async function forget(shop: ShopDomain, usedToken: string): Promise<'changed' | 'gone'> {
    const another = (session: SessionLike | undefined) =>
      session?.accessToken !== undefined && session.accessToken !== usedToken ? session.accessToken : null;
    const token = await underLease(shop, another, async (session) => {
      if (session === undefined) return null;
      // The refresh token may have outlived the access token; one try tells.
      const fresh = await refreshed(shop, {...session, accessToken: undefined});
      if (fresh === null) await store.remove(shop);
      return fresh;
    });
    if (token === null) needs.log.warn({shop}, 'offline token is dead');
    return token === null ? 'gone' : 'changed';
  }

  async function keepAlive(shop: ShopDomain): Promise<void> {
    if (!isIdle(await store.load(shop))) return;
    const busy = (session: SessionLike | undefined) => (isIdle(session) ? null : 'in use');
    const token = await underLease(shop, busy, (session) => renewed(shop, session, undefined));
    if (token === null) await store.markNeedsReauth(shop);
  }

  function isIdle(session: SessionLike | undefined): boolean {
    const ends = session?.refreshTokenExpires?.getTime();
    return session?.refreshToken !== undefined && (ends === undefined || ends - needs.now().getTime() < idleMonth);
  }

  function freshToken(session: SessionLike | undefined): string | null {
    if (session?.accessToken === undefined || session.expires === undefined) return null;
    return session.expires.getTime() - needs.now().getTime() > slack ? session.accessToken : null;
  }

  return {get, forget, keepAlive};
}

function canRefresh(session: SessionLike, now: number): boolean {
  return session.refreshToken !== undefined && (session.refreshTokenExpires?.getTime() ?? Infinity) > now;
}
