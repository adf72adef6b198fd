// A stand-in store and the app before it, in turned time: the clock stands still while a request is under way.

import diagnostics from 'node:diagnostics_channel';
import {ShopDomain} from '#domain/ids.ts';
import {apiVersion, createShopifyApp, type ShopifyApp} from '../../server/shopify/app.ts';
import {createTokens, type Tokens} from '../../server/shopify/auth/token.ts';
import {type Admin, createAdmin} from '../../server/shopify/client/admin.ts';
import {
  type Misbehaviour,
  type ShopControl,
  type ShopifySandbox,
  type ShopOptions,
  startShopify,
} from '../sandbox/shopify/start.ts';
import {memoryTokenStore} from './memory-token-store.ts';
import {noSessions, quiet} from './support.ts';
import {type TurnedTime, turnedTime} from './turned-time.ts';

export type OpenStore = {
  readonly app: ShopifyApp;
  readonly shop: ShopDomain;
  readonly time: TurnedTime;
  readonly sandbox: ShopifySandbox;
  readonly control: ShopControl;
  readonly sessionToken: (forgery?: Parameters<ShopifySandbox['sessionToken']>[1]) => string;
  /** Offline tokens handed out so far. */
  readonly issued: () => number;
  readonly misbehave: (rule: Misbehaviour) => () => void;
  /** All tokens of the shop die, the app stays installed. */
  readonly revokeAll: () => void;
  /** Whether the Admin API takes this token. */
  readonly accepts: (token: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

export async function openStore(options: Omit<ShopOptions, 'domain'> = {}): Promise<OpenStore> {
  const traffic = watchTraffic();
  const time = turnedTime(Date.now(), traffic.busy);
  const shop = ShopDomain.parse('demo.myshopify.com');
  const sandbox = await startShopify({
    now: () => time.now().getTime(),
    shops: [{domain: shop, ...options}],
    assessesAfterMs: 0,
  });
  const {apiKey, apiSecret, origin} = sandbox;
  const app = createShopifyApp({apiKey, apiSecret, host: 'https://app.example.com', origin}, noSessions);
  const control = sandbox.shop(shop);
  return {
    app,
    shop,
    time,
    sandbox,
    control,
    sessionToken: (forgery) => sandbox.sessionToken(shop, forgery),
    issued: control.tokensIssued,
    misbehave: sandbox.misbehave,
    revokeAll() {
      sandbox.uninstall(shop);
      sandbox.install(shop);
    },
    async accepts(token) {
      const response = await app.fetch(`https://${shop}/admin/api/${apiVersion}/graphql.json`, {
        method: 'POST',
        headers: {'content-type': 'application/json', 'x-shopify-access-token': token},
        body: JSON.stringify({query: 'query Any { shop { id } }'}),
      });
      await response.text();
      return response.status === 200;
    },
    async close() {
      traffic.stop();
      await sandbox.close();
    },
  };
}

export type ConnectedStore = OpenStore & {readonly admin: Admin; readonly tokens: Tokens};

/** The same with a token in place, ready for Admin calls. */
export async function connectStore(options: Omit<ShopOptions, 'domain'> = {}): Promise<ConnectedStore> {
  const store = await openStore(options);
  const needs = {now: store.time.now, wait: store.time.wait, log: quiet};
  const tokens = createTokens(store.app, memoryTokenStore(store.time.now), needs);
  await store.time.during(tokens.get(store.shop, store.sessionToken()));
  return {
    ...store,
    tokens,
    admin: createAdmin({app: store.app, tokens, onAccepted: async () => {}, apiVersion, ...needs}),
  };
}

/** Requests of this process that have left and are not answered yet. */
function watchTraffic() {
  const open = new Set<unknown>();
  const listeners = {
    'undici:request:create': (message: unknown) => void open.add(requestOf(message)),
    'undici:request:trailers': (message: unknown) => void open.delete(requestOf(message)),
    'undici:request:error': (message: unknown) => void open.delete(requestOf(message)),
  };
  for (const [name, listener] of Object.entries(listeners)) diagnostics.subscribe(name, listener);
  return {
    busy: () => open.size > 0,
    stop() {
      for (const [name, listener] of Object.entries(listeners)) diagnostics.unsubscribe(name, listener);
    },
  };
}

function requestOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'request' in message ? message.request : message;
}
