// The shop, the app's installation in it and its publications as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {gid} from '../store/gid.ts';
import {appId} from '../store/metafields.ts';
import type {PublicationRecord, ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';
import {manualServiceView, serviceView} from './location.ts';

const planNames = {standard: 'Grow', advanced: 'Advanced', plus: 'Shopify Plus', enterprise: 'Shopify for enterprise'};

export function shopView(store: ShopStore): View {
  const {settings} = store;
  return {
    __typename: 'Shop',
    id: gid('Shop', store.id),
    name: settings.name,
    email: settings.email,
    contactEmail: settings.email,
    myshopifyDomain: store.domain,
    url: `https://${store.domain}`,
    primaryDomain: {host: store.domain, url: `https://${store.domain}`},
    currencyCode: settings.currency,
    enabledPresentmentCurrencies: [settings.currency],
    taxesIncluded: settings.taxesIncluded,
    taxShipping: settings.taxesIncluded,
    ianaTimezone: settings.timezone,
    shipsToCountries: settings.shipsTo,
    unitSystem: 'METRIC_SYSTEM',
    weightUnit: 'KILOGRAMS',
    createdAt: toDateTime(store.createdAt),
    shopAddress: {countryCodeV2: settings.countryCode},
    billingAddress: {countryCodeV2: settings.countryCode},
    plan: {
      displayName: settings.planName ?? planNames[settings.plan],
      publicDisplayName: settings.planName ?? planNames[settings.plan],
      partnerDevelopment: settings.partnerDevelopment,
      shopifyPlus: settings.plan === 'plus' || settings.plan === 'enterprise',
    },
    get fulfillmentServices() {
      return [manualServiceView(store), ...[...store.services.values()].map((service) => serviceView(store, service))];
    },
    features: {marketDrivenShipping: store.marketShipping !== null},
    resourceLimits: {maxProductVariants: settings.maxVariants, maxProductOptions: 3},
  };
}

/** https://shopify.dev/docs/api/admin-graphql/latest/queries/currentAppInstallation */
export function installationView(store: ShopStore): View {
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', store.id + 1),
    accessScopes: store.scopes.map(scopeView),
    activeSubscriptions: [],
    app: {
      id: gid('App', appId),
      publicCategory: store.settings.appCategory,
      requestedAccessScopes: store.settings.requestedScopes.map(scopeView),
    },
  };
}

const scopeView = (handle: string): View => ({handle, description: handle.replaceAll('_', ' ')});

export function publicationView(publication: PublicationRecord): View {
  return {
    __typename: 'Publication',
    id: gid('Publication', publication.id),
    name: publication.name,
    autoPublish: publication.autoPublish,
    supportsFuturePublishing: publication.handle === 'online_store',
    catalog: {
      __typename: 'AppCatalog',
      id: gid('AppCatalog', publication.id + 1),
      // Generated, and in the merchant's language: nothing to recognise a channel by.
      title: `Katalog ${publication.id}`,
      status: 'ACTIVE',
      apps: withArgs(pageArgs, (args) =>
        connection(
          {
            items: [publication],
            position: ({id}) => [id, id],
            view: ({id, handle}) => ({__typename: 'App', id: gid('App', id), handle}),
          },
          args,
        ),
      ),
    },
  };
}
