// Shopify as a stand-in: one HTTP server for any number of shops and one app. Point the app at it with SHOPIFY_ORIGIN;
// what would go to https://{shop}/… goes to {origin}/… with `x-forwarded-host: {shop}`.

import {createHash} from 'node:crypto';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import express, {type Express} from 'express';
import {readProjectConfig, type Subscription} from './app-config.ts';
import {createFaults, type Misbehaviour} from './misbehave.ts';
import {createRequestLog, type LoggedRequest} from './request-log.ts';
import {addAdminRoutes} from './routes.ts';
import {addSandboxRoutes} from './sandbox-routes.ts';
import {type Forgery, signSessionToken} from './session-token.ts';
import type {ShopControl} from './shop-control.ts';
import {createShops, type FormerName, type ShopOptions} from './shops.ts';
import type {ShopStore} from './store/shop-store.ts';
import {createTokenStore} from './tokens.ts';
import {createWebhookDeliveries, type WebhookDeliveries} from './webhooks/deliveries.ts';
import type {DomainNaming} from './webhooks/payloads.ts';
import {complianceTopics, publishRaw, publishShopRedact} from './webhooks/publish-event.ts';

export type {Misbehaviour} from './misbehave.ts';
export type {ShopControl} from './shop-control.ts';
export type {ShopOptions} from './shops.ts';

export type ShopifyOptions = {
  readonly port?: number;
  /** The clock, in ms; all pacing, expiry, media processing and webhook retries go by it. */
  readonly now?: () => number;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** Default: one, piecewise-demo.myshopify.com, EUR, plus, prices include taxes. */
  readonly shops?: readonly ShopOptions[];
  /** Where webhooks go; may be set later by setAppUrl. */
  readonly appUrl?: string;
  /** Default: the subscriptions of the project's shopify.app.toml; what it does not name is not delivered. */
  readonly webhookTopics?: readonly string[];
  /** Default 'named', as apps read it in deliveries of app/uninstalled and shop/update; in Shopify's samples it is null. */
  readonly domainNaming?: DomainNaming;
  /**
   * How long after an order its fraud analysis is there; default 20 s. Until then the order has no assessment. 0: at once, as part of
   * the order. How long Shopify takes is not documented; that it comes later is: orders/risk_assessment_changed tells of it.
   */
  readonly assessesAfterMs?: number;
  /** Further routes on the same server, e.g. the admin frame; called before any request is taken. */
  readonly mount?: (app: Express, sandbox: ShopifySandbox) => void;
};

export type ShopifySandbox = {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The first shop where no domain is given. */
  readonly shop: (domain?: string) => ShopControl;
  readonly shopDomains: () => readonly string[];
  readonly setAppUrl: (url: string) => void;
  readonly appUrl: () => string | null;
  /** As App Bridge issues it: about a minute; `forgery` overrides claims or the signing secret. */
  readonly sessionToken: (shop: string, forgery?: Forgery) => string;
  /** A further store; it may have a name that another had before. */
  readonly openShop: (options: ShopOptions) => void;
  /** The merchant gives the store another `myshopify.com` name. Later webhooks come under that one, what is on its way under the former. */
  readonly renameShop: (shop: string, to: string, former: FormerName) => void;
  readonly install: (shop: string) => void;
  /** Revokes every token and tells app/uninstalled; shop/redact follows 48 hours later by the clock. */
  readonly uninstall: (shop: string) => void;
  readonly webhooks: Omit<WebhookDeliveries, 'close' | 'post'> & {
    /** A delivery nothing caused, e.g. a compliance topic or one with a wrong signature. */
    readonly deliver: (
      topic: string,
      shop: string,
      payload: unknown,
      overrides?: {readonly headers?: Readonly<Record<string, string>>},
    ) => void;
  };
  /** Makes something go wrong; the function takes it back. */
  readonly misbehave: (rule: Misbehaviour) => () => void;
  readonly requests: () => readonly LoggedRequest[];
  readonly close: () => Promise<void>;
};

export async function startShopify(options: ShopifyOptions = {}): Promise<ShopifySandbox> {
  const now = options.now ?? Date.now;
  const keys = {apiKey: options.apiKey ?? 'sandbox-api-key', apiSecret: options.apiSecret ?? 'sandbox-api-secret'};
  const project = readProjectConfig();
  let appUrl = options.appUrl ?? null;
  const webhooks = createWebhookDeliveries(now, keys.apiSecret);
  const subscriptions = options.webhookTopics?.map(toSubscription) ?? project?.subscriptions ?? [];
  const publishing = {webhooks, subscriptions, appUrl: () => appUrl, domainNaming: options.domainNaming ?? 'named'};
  const tokens = createTokenStore(now);
  const {assessesAfterMs = 20_000} = options;
  const shops = createShops({given: options.shops, now, project, publishing, tokens, assessesAfterMs});
  const faults = createFaults();
  const log = createRequestLog(now);

  const app = express();
  app.disable('x-powered-by');
  addAdminRoutes(app, {shopOf: shops.store, keys, tokens, faults, log, now});
  const server = app.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;

  const sandbox: ShopifySandbox = {
    origin: `http://127.0.0.1:${port}`,
    ...keys,
    shop: shops.control,
    shopDomains: shops.domains,
    setAppUrl: (url) => {
      appUrl = url;
    },
    appUrl: () => appUrl,
    sessionToken: (shop, forgery) =>
      signSessionToken(keys, shop, now(), {...sessionOf(shops.store(shop), forgery), ...forgery}),
    openShop: shops.open,
    renameShop: shops.rename,
    install: shops.install,
    uninstall(shop) {
      shops.uninstall(shop);
      const store = shops.store(shop);
      if (store !== undefined) publishShopRedact(publishing, store);
    },
    webhooks: {
      ...webhooks,
      deliver: (topic, shop, payload, overrides = {}) => publishRaw(publishing, shop, topic, payload, overrides),
    },
    misbehave: faults.add,
    requests: log.all,
    async close() {
      await webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  addSandboxRoutes(app, sandbox);
  options.mount?.(app, sandbox);
  return sandbox;
}

/** One for each user and app, on all of the user's tokens, whatever the store's name. */
function sessionOf(store: ShopStore | undefined, {sub = '42'}: Forgery = {}): Pick<Forgery, 'sid'> {
  return store === undefined ? {} : {sid: createHash('sha256').update(`${store.id} ${sub}`).digest('hex')};
}

function toSubscription(topic: string): Subscription {
  const compliance = complianceTopics.has(topic);
  const uri = compliance ? '/webhooks/compliance' : '/webhooks';
  return {topic, uri, includeFields: null, name: null, compliance};
}
