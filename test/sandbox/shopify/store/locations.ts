// Locations: where goods are stocked and shipped from. Each fulfilment service has one of its own.

import {idOf} from './gid.ts';
import type {LocationRecord} from './records.ts';
import type {ShopStore} from './shop-store.ts';

/** The shop's own location, or the one of that name, which is there from then on. */
export function locationOf(store: ShopStore, name?: string, ofService = false): LocationRecord {
  const [own] = store.locations;
  const known = name === undefined ? own : store.locations.find((location) => location.name === name);
  return known ?? addLocation(store, name ?? 'Shop location', ofService ? 'other app' : 'merchant');
}

/** With the address of the shop: "inherit the shop's address" (schema description of fulfillmentServiceCreate). */
export function addLocation(store: ShopStore, name: string, manager: LocationRecord['manager']): LocationRecord {
  const location: LocationRecord = {id: store.newId(), name, manager, isActive: true, address: null};
  store.locations.push(location);
  return location;
}

export const locationById = (store: ShopStore, id: string): LocationRecord | undefined =>
  store.locations.find((location) => location.id === idOf('Location', id));

const scopeOf = {merchant: 'merchant_managed', app: 'assigned', 'other app': 'third_party'} as const;

/** Which fulfilment orders an app sees depends on who ships from their location (schema description of FulfillmentOrder). */
export const mayRead = (store: ShopStore, {manager}: LocationRecord): boolean =>
  ['read', 'write'].some((verb) => store.scopes.includes(`${verb}_${scopeOf[manager]}_fulfillment_orders`));

export const mayWrite = (store: ShopStore, {manager}: LocationRecord): boolean =>
  store.scopes.includes(`write_${scopeOf[manager]}_fulfillment_orders`);
