// What is asked about the store itself.

import type {Operation} from '../client/admin.ts';
import {connection} from '../client/cost-bucket.ts';

export const shopFacts: Operation = {
  document: `query ShopFacts {
    shop {
      currencyCode taxesIncluded ianaTimezone shipsToCountries
      plan { publicDisplayName partnerDevelopment }
    }
    currentAppInstallation { accessScopes { handle } }
  }`,
  cost: 5,
  write: false,
};

/** Needs no scope. Sent once: the caller has its own schedule for asking again. */
export const installation: Operation = {
  document: `query AppInstallation {
    currentAppInstallation { accessScopes { handle } }
  }`,
  cost: 2,
  write: false,
  tries: 1,
};

export const publications: Operation = {
  document: `query Publications {
    publications(first: 25, catalogType: APP) { nodes { id autoPublish catalog { title } } }
  }`,
  cost: connection(25, 2),
  write: false,
};
