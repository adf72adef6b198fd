// The only module that loads Shopify's packages.
//
// @shopify/shopify-app-express has no `exports` map, so an ES module gets its CommonJS build and, with it, the CommonJS copy of
// @shopify/shopify-api. An `import` of the latter would load a second, ES copy that shares nothing with the first (neither fetch
// function nor classes). So everything is loaded through one `require`, and errors are recognised by their shape.

import {createRequire} from 'node:module';
import type {Session} from '@shopify/shopify-api';
import {Failure} from '#domain/failure.ts';
import {parseJson} from '#domain/json.ts';
import {createShopFetch, networkFailure, readCapped, type ShopFetch} from './client/transport.ts';

const require = createRequire(import.meta.url);
const {shopifyApp}: typeof import('@shopify/shopify-app-express') = require('@shopify/shopify-app-express');
const library: typeof import('@shopify/shopify-api') = require('@shopify/shopify-api');
const runtime: typeof import('@shopify/shopify-api/runtime') = require('@shopify/shopify-api/runtime');

/** The version of the Admin API that the app calls. */
export const apiVersion = '2026-10';

/** How the app is known to Shopify, and where it is reached. */
export type ShopifyConfig = {
  /** The app's client id at Shopify. */
  readonly apiKey: string;
  /** The app's present secret. */
  readonly apiSecret: string;
  /** The secret before the last rotation: accepted in webhooks and session tokens; sent only to exchange a session token it signed. */
  readonly previousApiSecret?: string;
  /** Public URL of the app, `https://…`. */
  readonly host: string;
  /** Origin that replaces `https://{shop}` in calls to stores; only for stand-ins. */
  readonly origin: string | null;
  /** Called with the status of each answer of Shopify, to the Admin API and for tokens. */
  readonly onAnswer?: (status: number) => void;
};

/** The parts of a session the app keeps; Shopify's own Session has this shape. */
export type SessionLike = {
  readonly id: string;
  readonly shop: string;
  readonly state: string;
  readonly isOnline: boolean;
  readonly scope?: string | undefined;
  readonly expires?: Date | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly refreshTokenExpires?: Date | undefined;
  /** What Shopify states about the user; only on the session of an online token. */
  readonly onlineAccessInfo?: unknown;
};

/** Shopify's interface of a session storage. */
export type SessionStorageLike = {
  storeSession(session: Session): Promise<boolean>;
  loadSession(id: string): Promise<Session | undefined>;
  deleteSession(id: string): Promise<boolean>;
  deleteSessions(ids: string[]): Promise<boolean>;
  findSessionsByShop(shop: string): Promise<Session[]>;
};

/** The app as `createShopifyApp` returns it. */
export type ShopifyApp = ReturnType<typeof createShopifyApp>;

/**
 * Shopify's Express app, embedded, with token exchange and expiring offline tokens. It also has `fetch` (for calls to a store),
 * `secrets` (current first) and `previousApi`, the same library with the secret before the rotation. The library keeps one fetch
 * function per process: the app created last decides where its token calls go.
 */
export function createShopifyApp(config: ShopifyConfig, sessionStorage: SessionStorageLike) {
  const shopFetch = createShopFetch(config.origin, config.onAnswer);
  runtime.setAbstractFetchFunc(toLibraryFetch(shopFetch));
  const host = new URL(config.host);
  const api = (apiSecretKey: string) => ({
    apiKey: config.apiKey,
    apiSecretKey,
    hostName: host.host,
    hostScheme: host.protocol === 'http:' ? ('http' as const) : ('https' as const),
    apiVersion: library.ApiVersion.October26,
    isEmbeddedApp: true,
    // The library's own messages may quote a token, so the callers log instead.
    logger: {level: library.LogSeverity.Error, httpRequests: false, log: () => {}},
  });
  const app = shopifyApp({
    api: api(config.apiSecret),
    // The type requires it; unused with token exchange and our own webhook route.
    auth: {path: '/api/auth', callbackPath: '/api/auth/callback'},
    webhooks: {path: '/webhooks'},
    useOnlineTokens: false,
    future: {tokenExchange: true, expiringOfflineAccessTokens: true},
    sessionStorage,
  });
  const previous = config.previousApiSecret;
  return {
    ...app,
    fetch: shopFetch,
    secrets: previous === undefined ? [config.apiSecret] : [config.apiSecret, previous],
    previousApi: previous === undefined ? null : library.shopifyApi(api(previous)),
  };
}

/** Limit for one call of the token endpoint with its answer, in milliseconds. */
export const tokenCallTimeoutMs = 10_000;

/**
 * The library's fetch: limited in time and size, network errors as a Failure. The library parses error bodies as JSON unchecked; a
 * proxy's HTML page would hide the status behind a SyntaxError, so that body is replaced.
 */
function toLibraryFetch(shopFetch: ShopFetch): typeof fetch {
  return async (input, init) => {
    const what = 'access token';
    try {
      const url = input instanceof Request ? input.url : String(input);
      const response = await shopFetch(url, {...init, signal: AbortSignal.timeout(tokenCallTimeoutMs)});
      const text = await readCapped(response, what, 1024 * 1024);
      const body = response.ok || isJson(text) ? text : '{}';
      const {status, statusText, headers} = response;
      return new Response(body === '' ? null : body, {status, statusText, headers: withoutEncodingHeaders(headers)});
    } catch (error) {
      throw error instanceof Failure ? error : networkFailure(error, what);
    }
  };
}

/** Whether the text is a JSON object or array. */
const isJson = (text: string): boolean => typeof parseJson(text) === 'object';

/** Removes the headers of a compressed body, because the body was already decompressed. */
function withoutEncodingHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}

/** The kind of token for work without a user; it belongs to the store. */
export const offlineTokenType = library.RequestedTokenType.OfflineAccessToken;
/** The kind of token that may only do what one user of the store may. */
export const onlineTokenType = library.RequestedTokenType.OnlineAccessToken;

/** An instance of Shopify's own Session class, which can convert itself to properties. */
export function toSession(session: SessionLike): Session {
  const given = Object.entries(session).filter(([, value]) => value !== undefined);
  return new library.Session({
    id: session.id,
    shop: session.shop,
    state: session.state,
    isOnline: session.isOnline,
    ...Object.fromEntries(given),
  });
}

/** A session as names and values. */
export type SessionProperties = [string, string | number | boolean][];

/** The session as it is stored: dates as milliseconds, with the user data of online sessions. */
export function sessionToProperties(session: SessionLike): SessionProperties {
  return toSession(session).toPropertyArray(true);
}

/** The session that was stored as these properties. */
export function sessionFromProperties(properties: SessionProperties): Session {
  return library.Session.fromPropertyArray(properties, true);
}
