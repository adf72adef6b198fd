// The shops of a sandbox and the app's installation in them.

import type {AppConfig} from './app-config.ts';
import type {Plan} from './bucket.ts';
import {createShopControl, type ShopControl} from './shop-control.ts';
import {toNamespace} from './store/metafields.ts';
import {serviceDefaults} from './store/service-records.ts';
import {removeService} from './store/services.ts';
import {createShopStore, type ShopSettings, type ShopStore} from './store/shop-store.ts';
import {usualVatPercent} from './store/tax.ts';
import type {TokenStore} from './tokens.ts';
import {type Publishing, publishEvent} from './webhooks/publish-event.ts';

export type ShopOptions = {
  readonly domain: string;
  readonly name?: string;
  readonly currency?: string;
  readonly taxesIncluded?: boolean;
  /** Default: 19 for a shop in the EU, otherwise 0. */
  readonly vatPercent?: number;
  readonly timezone?: string;
  readonly plan?: Plan;
  readonly countryCode?: string;
  readonly shipsTo?: readonly string[];
  /** Default: those of shopify.app.toml, else what the app is known to ask for. */
  readonly scopes?: readonly string[];
  /** Default true: the merchant has already installed the app (Shopify-managed installation). */
  readonly installed?: boolean;
  /** Default: 1,000 a day past 50,000 variants; none on plus and enterprise. */
  readonly variantLimit?: {readonly threshold: number; readonly perDay: number} | null;
  /** Whether the merchant's shipping rates are part of the markets. Default false. */
  readonly marketDrivenShipping?: boolean;
};

export type Shops = {
  readonly store: (domain: string) => ShopStore | undefined;
  readonly control: (domain?: string) => ShopControl;
  readonly domains: () => readonly string[];
  readonly install: (domain: string) => void;
  readonly uninstall: (domain: string) => void;
  readonly open: (options: ShopOptions) => void;
  readonly rename: (domain: string, to: string, former: FormerName) => void;
};

/**
 * What the former name is after a store got another one, which is not documented. `answers`: as before, with the same tokens, as merchants
 * report of the storefront (both addresses lead to it). `gone`: there is no store of that name; another may get it.
 */
export type FormerName = 'answers' | 'gone';

export type ShopParts = {
  readonly given: readonly ShopOptions[] | undefined;
  readonly now: () => number;
  readonly project: AppConfig | null;
  readonly publishing: Publishing;
  readonly tokens: TokenStore;
  readonly assessesAfterMs: number;
};

const demoShop: ShopOptions = {domain: 'piecewise-demo.myshopify.com', name: 'Piecewise Demo', plan: 'plus'};

/** Until shopify.app.toml says otherwise. */
const fallbackScopes = [
  'read_products',
  'write_products',
  'read_publications',
  'write_publications',
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

export function createShops(parts: ShopParts): Shops {
  const {now, project, publishing, tokens, assessesAfterMs} = parts;
  let lastId = 8_100_000_000_000;
  const newId = () => {
    lastId += 7;
    return lastId;
  };
  const shops = new Map<string, {readonly store: ShopStore; readonly control: ShopControl}>();
  const open = (options: ShopOptions): void => {
    const scopes = options.scopes ?? project?.scopes ?? fallbackScopes;
    const store: ShopStore = createShopStore({
      domain: options.domain,
      settings: settingsOf(options, scopes, project?.optionalScopes ?? []),
      scopes,
      installed: options.installed ?? true,
      assessesAfterMs,
      marketDrivenShipping: options.marketDrivenShipping ?? false,
      now,
      newId,
      emit: (event) => publishEvent(publishing, store, event),
    });
    if (store.installed) declareMetafields(store, project);
    const {domain} = options;
    const control = createShopControl(store, {
      tokensIssued: () => tokens.issued(store.id),
      setTokenLifetime: (seconds) => tokens.setLifetime(store.id, seconds),
      revokeTokens: () => tokens.revokeAll(store.id),
    });
    shops.set(domain, {store, control});
  };
  for (const options of parts.given ?? [demoShop]) open(options);
  const known = (domain: string) => {
    const shop = shops.get(domain);
    if (shop === undefined) throw new Error(`The sandbox has no shop ${domain}.`);
    return shop;
  };
  return {
    store: (domain) => shops.get(domain)?.store,
    control: (domain) => known(domain ?? [...shops.keys()][0] ?? '').control,
    domains: () => [...shops.keys()],
    install: (domain) => installIn(known(domain).store, project),
    uninstall(domain) {
      const {store} = known(domain);
      store.installed = false;
      tokens.revokeAll(store.id);
      store.emit({kind: 'app/uninstalled'});
      leaveServices(store);
    },
    open,
    rename(domain, to, former) {
      const shop = known(domain);
      shop.store.domain = to;
      shops.set(to, shop);
      if (former === 'gone') shops.delete(domain);
    },
  };
}

/** What becomes of an app's services when it is removed is not documented in full: see `servicesAfterUninstall`. */
function leaveServices(store: ShopStore): void {
  for (const service of [...store.services.values()].filter(({owner}) => owner === 'app')) {
    if (store.settings.servicesAfterUninstall === 'gone') removeService(store, service, {stock: 'DELETE'});
    else service.location.isActive = false;
  }
}

/** A service that it left before is its own again (invented). */
function installIn(store: ShopStore, project: AppConfig | null): void {
  store.installed = true;
  for (const {owner, location} of store.services.values()) if (owner === 'app') location.isActive = true;
  declareMetafields(store, project);
}

/** Definitions of shopify.app.toml exist in every shop the app is installed in. */
function declareMetafields(store: ShopStore, project: AppConfig | null): void {
  for (const {ownerType, key, name, type, adminAccess, adminFilterable} of project?.definitions ?? []) {
    const namespace = toNamespace('$app');
    if (
      store.definitions.some(
        (known) => known.namespace === namespace && known.key === key && known.ownerType === ownerType,
      )
    )
      continue;
    const definition = {id: store.newId(), name, ownerType, namespace, key, description: null, type};
    store.definitions.push({...definition, adminAccess, adminFilterable});
  }
}

function settingsOf(options: ShopOptions, scopes: readonly string[], optionalScopes: readonly string[]): ShopSettings {
  const plan = options.plan ?? 'plus';
  const isFreeOfLimit = plan === 'plus' || plan === 'enterprise';
  return {
    ...serviceDefaults,
    name: options.name ?? options.domain.replace('.myshopify.com', ''),
    currency: options.currency ?? 'EUR',
    taxesIncluded: options.taxesIncluded ?? true,
    vatPercent: options.vatPercent ?? usualVatPercent(options.countryCode ?? 'DE'),
    timezone: options.timezone ?? 'Europe/Berlin',
    plan,
    countryCode: options.countryCode ?? 'DE',
    email: `owner@${options.domain}`,
    shipsTo: options.shipsTo ?? ['DE', 'FR', 'GB', 'US', 'JP', 'NO'],
    partnerDevelopment: false,
    maxVariants: 2048,
    priceDecimals: null,
    showsProtectedData: true,
    withholdsAddresses: false,
    planName: null,
    appCategory: 'PUBLIC',
    requestedScopes: scopes,
    optionalScopes,
    variantLimit:
      options.variantLimit === undefined
        ? isFreeOfLimit
          ? null
          : {threshold: 50_000, perDay: 1000}
        : options.variantLimit,
    searchLagMs: 0,
    profileRemovalMs: 2000,
  };
}
