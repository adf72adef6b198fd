// Access tokens of the app, per shop, by the store's id: what becomes of them when the store gets another name is not documented, and a token
// that goes on working is harder for the app.
//
// An expiring offline token lives 60 minutes, its refresh token 90 days; only one is active per app and shop, and
// getting a new one revokes all before it (https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens).
// A refresh token that was used may be used again until the app starts using its replacement, at most 30 days
// (https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens).
// A token that does not expire is still handed out, but refused by the Admin API with 403, as public apps made since
// 2026-04-01 see it (https://github.com/Shopify/shopify-app-js/issues/3234).

import {randomBytes} from 'node:crypto';

export type TokenPair = {
  readonly accessToken: string;
  readonly expiresIn: number | null;
  readonly refreshToken: string | null;
  readonly refreshTokenExpiresIn: number | null;
};

export type AccessCheck = 'accepted' | 'dead' | 'not expiring';

export type TokenStore = {
  readonly exchange: (shop: number, expiring: boolean) => TokenPair;
  /** A new pair, or null when the refresh token is unknown, spent or too old. */
  readonly refresh: (shop: number, refreshToken: string) => TokenPair | null;
  /** A token of one user, beside the shop's offline token. */
  readonly online: (shop: number, user: string) => string;
  /** The user of an online token; null for every other token. */
  readonly userOf: (accessToken: string) => string | null;
  readonly check: (shop: number, accessToken: string) => AccessCheck;
  readonly revokeAll: (shop: number) => void;
  readonly issued: (shop: number) => number;
  /** Seconds the access tokens of the shop live that are issued from now on. */
  readonly setLifetime: (shop: number, seconds: number) => void;
};

type Grant = {
  readonly accessToken: string;
  readonly accessExpires: number;
  readonly refreshToken: string;
  readonly refreshExpires: number;
  used: boolean;
};

type ShopTokens = {
  current: Grant | null;
  /** The refresh token that made `current`, and until when it may be used again. */
  spent: {readonly refreshToken: string; readonly refreshExpires: number; readonly retryUntil: number} | null;
  readonly notExpiring: Set<string>;
  issued: number;
  lifetimeSeconds: number;
};

/** What an answer states as `expires_in`: an app goes by that, not by this number. */
const usualLifetimeSeconds = 3600;
/** An online token lives for 24 hours or until the user logs out, and has no refresh token. */
export const onlineLifetimeSeconds = 24 * 3600 - 1;
const refreshLifetimeSeconds = 90 * 24 * 3600;
const retryWindowMs = 30 * 24 * 3600 * 1000;

export function createTokenStore(now: () => number): TokenStore {
  const shops = new Map<number, ShopTokens>();
  const online = new Map<string, {readonly shop: number; readonly user: string; readonly expires: number}>();
  const of = (shop: number): ShopTokens => {
    const known = shops.get(shop) ?? {
      current: null,
      spent: null,
      notExpiring: new Set(),
      issued: 0,
      lifetimeSeconds: usualLifetimeSeconds,
    };
    shops.set(shop, known);
    return known;
  };
  return {
    exchange(shop, expiring) {
      const tokens = of(shop);
      tokens.spent = null;
      return expiring ? issue(tokens, now()) : issueNotExpiring(tokens);
    },
    online(shop, user) {
      const accessToken = `shpua_${randomBytes(16).toString('hex')}`;
      online.set(accessToken, {shop, user, expires: now() + onlineLifetimeSeconds * 1000});
      return accessToken;
    },
    userOf: (accessToken) => online.get(accessToken)?.user ?? null,
    refresh: (shop, refreshToken) => refresh(of(shop), refreshToken, now()),
    check(shop, accessToken) {
      const personal = online.get(accessToken);
      if (personal !== undefined) return personal.shop === shop && personal.expires > now() ? 'accepted' : 'dead';
      const {current, notExpiring} = of(shop);
      if (notExpiring.has(accessToken)) return 'not expiring';
      if (current === null || current.accessToken !== accessToken || current.accessExpires <= now()) return 'dead';
      current.used = true;
      return 'accepted';
    },
    revokeAll(shop) {
      for (const [token, personal] of online) if (personal.shop === shop) online.delete(token);
      const tokens = of(shop);
      tokens.current = null;
      tokens.spent = null;
      tokens.notExpiring.clear();
    },
    issued: (shop) => of(shop).issued,
    setLifetime(shop, seconds) {
      of(shop).lifetimeSeconds = seconds;
    },
  };
}

function issue(tokens: ShopTokens, now: number): TokenPair {
  const accessToken = `shpat_${randomBytes(16).toString('hex')}`;
  const refreshToken = `shprt_${randomBytes(16).toString('hex')}`;
  tokens.issued += 1;
  tokens.current = {
    accessToken,
    accessExpires: now + tokens.lifetimeSeconds * 1000,
    refreshToken,
    refreshExpires: now + refreshLifetimeSeconds * 1000,
    used: false,
  };
  return {
    accessToken,
    expiresIn: tokens.lifetimeSeconds,
    refreshToken,
    refreshTokenExpiresIn: refreshLifetimeSeconds,
  };
}

function issueNotExpiring(tokens: ShopTokens): TokenPair {
  const accessToken = `shpat_${randomBytes(16).toString('hex')}`;
  tokens.issued += 1;
  tokens.notExpiring.add(accessToken);
  return {accessToken, expiresIn: null, refreshToken: null, refreshTokenExpiresIn: null};
}

function refresh(tokens: ShopTokens, refreshToken: string, now: number): TokenPair | null {
  const {current, spent} = tokens;
  if (current !== null && current.refreshToken === refreshToken && current.refreshExpires > now) {
    tokens.spent = {refreshToken, refreshExpires: current.refreshExpires, retryUntil: now + retryWindowMs};
    return issue(tokens, now);
  }
  const mayRetry =
    spent !== null &&
    spent.refreshToken === refreshToken &&
    Math.min(spent.refreshExpires, spent.retryUntil) > now &&
    current?.used === false;
  return mayRetry ? issue(tokens, now) : null;
}
