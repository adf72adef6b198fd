// Facts about the store that the sync and the settings need.

import {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import {CurrencyCode} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import {connectionPoints} from '../client/cost-bucket.ts';
import type {NoVariables, Operation} from '../client/operation.ts';

/** What Shopify states about the store and about the app in it. */
export type ShopFacts = {
  /** The store's currency, as an ISO 4217 code. */
  readonly currency: string;
  /** Whether the store's prices contain tax. */
  readonly taxesIncluded: boolean;
  /** IANA name of the store's time zone. */
  readonly timeZone: string;
  /** Shopify's public name of the plan; a development store has `(development)` appended. */
  readonly plan: string;
  /** Granted access scopes, separated by commas. */
  readonly scopes: string;
  /** The scopes a merchant must grant, as of the app's last deployment; separated by commas. */
  readonly wantedScopes: string;
  /** Whether the app has custom distribution. */
  readonly isCustomApp: boolean;
  /** The country of the store's address, as a code like those in `shipsToCountries`; null: the address names none. */
  readonly country: string | null;
  /** Shopify's country codes: ISO 3166-1 alpha-2 and a few more, such as XK. */
  readonly shipsToCountries: readonly string[];
  /** Whether the store's shipping rates are those of its markets: delivery profiles then say nothing about them. */
  readonly isMarketDriven: boolean;
};

const Scopes = z.array(z.object({handle: z.string()}));

const ShopFactsAnswer = z.object({
  shop: z.object({
    currencyCode: CurrencyCode,
    taxesIncluded: z.boolean(),
    ianaTimezone: z.string(),
    shipsToCountries: z.array(z.string()),
    features: z.object({marketDrivenShipping: z.boolean()}),
    shopAddress: z.object({countryCodeV2: z.string().nullable()}),
    plan: z.object({publicDisplayName: z.string(), partnerDevelopment: z.boolean()}),
  }),
  currentAppInstallation: z.object({
    accessScopes: Scopes,
    app: z.object({publicCategory: z.string(), requestedAccessScopes: Scopes}),
  }),
});

/** Reads all facts of `ShopFacts`. */
export const shopFacts: Operation<NoVariables, typeof ShopFactsAnswer> = {
  document: `query ShopFacts {
    shop {
      currencyCode taxesIncluded ianaTimezone shipsToCountries
      features { marketDrivenShipping }
      shopAddress { countryCodeV2 }
      plan { publicDisplayName partnerDevelopment }
    }
    currentAppInstallation {
      accessScopes { handle }
      app { publicCategory requestedAccessScopes { handle } }
    }
  }`,
  cost: 9,
  answer: ShopFactsAnswer,
  isWrite: false,
};

/** Reads the facts; throws a Failure where Shopify does not answer. */
export async function fetchShopFacts(admin: Admin, shop: ShopDomain, signal?: AbortSignal): Promise<ShopFacts> {
  const answer = await admin.call(shop, shopFacts, {}, signal);
  const {plan} = answer.shop;
  const {accessScopes, app} = answer.currentAppInstallation;
  return {
    currency: answer.shop.currencyCode,
    taxesIncluded: answer.shop.taxesIncluded,
    timeZone: answer.shop.ianaTimezone,
    plan: plan.partnerDevelopment ? `${plan.publicDisplayName} (development)` : plan.publicDisplayName,
    scopes: joinHandles(accessScopes),
    wantedScopes: joinHandles(app.requestedAccessScopes),
    isCustomApp: app.publicCategory === 'CUSTOM',
    country: answer.shop.shopAddress.countryCodeV2,
    shipsToCountries: answer.shop.shipsToCountries,
    isMarketDriven: answer.shop.features.marketDrivenShipping,
  };
}

const PriceFactsAnswer = z.object({shop: z.object({currencyCode: CurrencyCode, taxesIncluded: z.boolean()})});

/** Reads only the facts that every price depends on. */
export const priceFacts: Operation<NoVariables, typeof PriceFactsAnswer> = {
  document: 'query PriceFacts { shop { currencyCode taxesIncluded } }',
  cost: 1,
  answer: PriceFactsAnswer,
  isWrite: false,
};

/** The facts that every price depends on. */
export async function fetchPriceFacts(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): Promise<Pick<ShopFacts, 'currency' | 'taxesIncluded'>> {
  const {currencyCode, taxesIncluded} = (await admin.call(shop, priceFacts, {}, signal)).shop;
  return {currency: currencyCode, taxesIncluded};
}

/** The scopes' names, separated by commas. */
const joinHandles = (scopes: z.infer<typeof Scopes>): string => scopes.map(({handle}) => handle).join(',');

const InstallationAnswer = z.object({
  currentAppInstallation: z.object({accessScopes: z.array(z.object({handle: z.string()}))}),
});

/**
 * Asks whether the app is installed; needs no scope. Not retried after a temporary failure: the caller has its own schedule for asking
 * again.
 */
export const appInstallation: Operation<NoVariables, typeof InstallationAnswer> = {
  document: `query AppInstallation {
    currentAppInstallation { accessScopes { handle } }
  }`,
  cost: 2,
  answer: InstallationAnswer,
  isWrite: false,
  maxAttempts: 1,
};

/** Returns if Shopify accepts the stored token; otherwise, or without an answer, throws a Failure or the signal's reason. */
export async function assertInstalled(admin: Admin, shop: ShopDomain, signal?: AbortSignal): Promise<void> {
  await admin.call(shop, appInstallation, {}, signal);
}

const PublicationsAnswer = z.object({
  publications: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        catalog: z
          .object({apps: z.object({nodes: z.array(z.object({handle: z.string().nullable()}))}).optional()})
          .nullable(),
      }),
    ),
  }),
});

/** Reads the publications of the store's sales channels. */
export const publications: Operation<NoVariables, typeof PublicationsAnswer> = {
  document: `query Publications {
    publications(first: 50, catalogType: APP) {
      nodes { id catalog { ... on AppCatalog { apps(first: 1) { nodes { handle } } } } }
    }
  }`,
  cost: connectionPoints(50, 2 + connectionPoints(1, 1)),
  answer: PublicationsAnswer,
  isWrite: false,
};

/** The gid of the Online Store's publication, found by its app's handle: titles are generated and translated. Null: there is none. */
export async function fetchOnlineStorePublication(
  admin: Admin,
  shop: ShopDomain,
  signal?: AbortSignal,
): Promise<string | null> {
  const answer = await admin.call(shop, publications, {}, signal);
  const found = answer.publications.nodes.find(({catalog}) =>
    catalog?.apps?.nodes.some(({handle}) => handle === 'online_store'),
  );
  return found?.id ?? null;
}
