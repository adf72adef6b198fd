// What is asked about the store itself.

import type {Operation} from './admin.ts';
import {connection} from './cost.ts';

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

export const publications: Operation = {
  document: `query Publications {
    publications(first: 25, catalogType: APP) { nodes { id autoPublish catalog { title } } }
  }`,
  cost: connection(25, 2),
  write: false,
};
