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
import {exchange, isDead, longestGrantMs, refresh} from './token-grant.ts';

/** `storedAt`: when the pair was stored, which counts as when it was granted. Its lifetime runs from then to `expires`. */
export type StoredToken = SessionLike & {readonly storedAt: Date};

export type TokenStore = {
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
  recognise(shop: ShopDomain, accessToken: string): Promise<void>;
  remove(shop: ShopDomain): Promise<void>;
  /** True when taken. The lease lasts `tokenLeaseMs`, and must work for an unknown shop. */
  takeLease(shop: ShopDomain, owner: string): Promise<boolean>;
  releaseLease(shop: ShopDomain, owner: string): Promise<void>;
  markNeedsReauth(shop: ShopDomain): Promise<void>;
};

export type Tokens = {
  /**
   * A token with more than five minutes or a quarter of its life left; with more than 30 s if a refresh fails without being refused. If a
   * refresh is impossible or refused, `sessionToken` is exchanged; without one, the shop is marked and an `unauthorised` Failure thrown.
   */
  get(shop: ShopDomain, sessionToken?: string): Promise<string>;
  /** Call after Shopify answered 401 to `usedToken`. `changed`: another token is stored now; `gone`: none is, and the shop is marked. */
  forget(shop: ShopDomain, usedToken: string): Promise<'changed' | 'gone'>;
  /** Nightly: renews a refresh token that was unused for a month, long before its 90 days end, or whose end is unknown. */
  keepAlive(shop: ShopDomain): Promise<void>;
};

export type TokenNeeds = {
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Log;
};

/** A token with less left than both of these is renewed. So a token that lives four minutes is not renewed at every call. */
const slackMs = 5 * minute;
const slackShare = 1 / 4;
/**
 * Two minutes, longer than the longest renewal: a refresh that is refused at last (40 s), then an exchange (40 s), and the time to store
 * the token. With a shorter lease another process could renew at the same time, and its token would revoke this one.
 */
export const tokenLeaseMs = 2 * longestGrantMs + 40 * second;
const leasePoll = 250;
const leaseLimit = 45_000;
/** With less than this left of its 90 days, the refresh token was unused for a month. */
const idleMonth = 60 * day;

type TokenDeps = {
  readonly app: ShopifyApp;
  readonly store: TokenStore;
  readonly reportRefusedApp: ReturnType<typeof createRefusedAppLog>;
} & TokenNeeds;
type Session = StoredToken | undefined;

export function createTokens(app: ShopifyApp, store: TokenStore, needs: TokenNeeds): Tokens {
  const deps: TokenDeps = {app, store, ...needs, reportRefusedApp: createRefusedAppLog(needs)};
  const underway = new Map<ShopDomain, Promise<string>>();

  async function get(shop: ShopDomain, sessionToken?: string): Promise<string> {
    const others = underway.get(shop);
    if (others) {
      try {
        return await others;
      } catch (error) {
        if (sessionToken === undefined || !isDead(error)) throw error;
      }
      // The other callers had no session token, or a stale one; this request has its own.
      return get(shop, sessionToken);
    }
    const mine = current(deps, shop, sessionToken).finally(() => underway.delete(shop));
    underway.set(shop, mine);
    return mine;
  }

  return {
    get,
    async forget(shop, usedToken) {
      const another = (session: Session) =>
        session?.accessToken !== undefined && session.accessToken !== usedToken ? session.accessToken : null;
      const token = await underLease(deps, shop, another, async (session) => {
        if (session === undefined) return null;
        // The refresh token may still be valid after the access token is not, so try it once.
        const fresh = await refreshed(deps, shop, {...session, accessToken: undefined});
        if (fresh === null) await store.remove(shop);
        return fresh;
      });
      if (token !== null) return 'changed';
      needs.log.warn({shop}, 'Shopify refused the offline token and gave no new one');
      await store.markNeedsReauth(shop);
      return 'gone';
    },
    async keepAlive(shop) {
      if (!isIdle(deps, await store.load(shop))) return;
      const busy = (session: Session) => (isIdle(deps, session) ? null : 'in use');
      const token = await underLease(deps, shop, busy, (session) => renewed(deps, shop, session, undefined));
      if (token === null) await store.markNeedsReauth(shop);
    },
  };
}

async function current(deps: TokenDeps, shop: ShopDomain, sessionToken: string | undefined): Promise<string> {
  const fresh = (session: Session) => freshToken(deps, session);
  const stored = fresh(await deps.store.load(shop));
  if (stored !== null) return stored;
  const token = await underLease(deps, shop, fresh, (session) => renewed(deps, shop, session, sessionToken));
  if (token !== null) return token;
  await deps.store.markNeedsReauth(shop);
  throw lostAccess({sent: false});
}

/** @param facts `status`: Shopify's answer to the stored token; left out where none could be sent. */
export function lostAccess(facts: Pick<FailureFacts, 'sent' | 'status'>): Failure {
  return shopifyFailure('access token', 'the merchant has to open the app again', {kind: 'unauthorised', ...facts});
}

/** Runs `work` on the session as read inside the lease, unless `settled` returns a result for it. */
async function underLease(
  {store, wait}: TokenDeps,
  shop: ShopDomain,
  settled: (session: Session) => string | null,
  work: (session: Session) => Promise<string | null>,
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
    await wait(leasePoll);
    const theirs = settled(await store.load(shop));
    if (theirs !== null) return theirs;
  }
  throw shopifyFailure('access token', 'another process is still renewing it', {kind: 'timeout', sent: false});
}

/** Refreshes, else exchanges; null if neither is possible. */
async function renewed(deps: TokenDeps, shop: ShopDomain, session: Session, sessionToken: string | undefined) {
  const refreshedToken = session && (await refreshed(deps, shop, session));
  if (refreshedToken) return refreshedToken;
  if (sessionToken === undefined) {
    if (session) await deps.store.remove(shop);
    return null;
  }
  const askedAt = deps.now();
  const fresh = await exchange(deps.app, shop, sessionToken, deps);
  await deps.store.recognise(shop, fresh.accessToken ?? '');
  await deps.store.save(fresh, askedAt);
  deps.log.info({shop}, 'offline token exchanged');
  return fresh.accessToken ?? null;
}

/** Null when the refresh token is missing, past its 90 days, or refused. */
async function refreshed(deps: TokenDeps, shop: ShopDomain, session: SessionLike): Promise<string | null> {
  if (!canRefresh(deps, session)) return null;
  try {
    const fresh = await refresh(deps.app, shop, session, deps);
    await deps.store.save(fresh, null);
    deps.log.info({shop}, 'offline token refreshed');
    return fresh.accessToken ?? null;
  } catch (error) {
    if (isDead(error)) return null;
    // The refresh failed without being refused, and the current token is still valid for a while.
    const left = (session.expires?.getTime() ?? 0) - deps.now().getTime();
    if (session.accessToken !== undefined && left > 30_000) return session.accessToken;
    throw error;
  }
}

function freshToken({now}: TokenDeps, session: Session): string | null {
  if (session?.accessToken === undefined || session.expires === undefined) return null;
  const ends = session.expires.getTime();
  const lifetimeMs = Math.max(0, ends - session.storedAt.getTime());
  const slack = Math.min(slackMs, slackShare * lifetimeMs);
  return ends - now().getTime() > slack ? session.accessToken : null;
}

function canRefresh({now}: TokenDeps, session: SessionLike): boolean {
  return session.refreshToken !== undefined && (session.refreshTokenExpires?.getTime() ?? Infinity) > now().getTime();
}

function isIdle({now}: TokenDeps, session: Session): boolean {
  const ends = session?.refreshTokenExpires?.getTime();
  return session?.refreshToken !== undefined && (ends === undefined || ends - now().getTime() < idleMonth);
}
