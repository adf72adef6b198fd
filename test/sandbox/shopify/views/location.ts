// Locations and fulfilment services as the API shows them.

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import {levelsOf} from '../store/inventory.ts';
import {locationOf} from '../store/locations.ts';
import type {LocationRecord} from '../store/records.ts';
import type {ServiceRecord} from '../store/service-records.ts';
import type {ShopStore} from '../store/shop-store.ts';

export function locationView(store: ShopStore, location: LocationRecord): View {
  const {countryCode} = store.settings;
  const {id, name, manager, isActive, address} = location;
  const none = {address1: null, address2: null, city: null, zip: null, provinceCode: null, phone: null};
  return {
    __typename: 'Location',
    id: gid('Location', id),
    legacyResourceId: String(id),
    name,
    isActive,
    isFulfillmentService: manager !== 'merchant',
    isPrimary: location === locationOf(store),
    fulfillsOnlineOrders: true,
    // Recorded.
    shipsInventory: manager === 'merchant',
    address: {...none, ...(address ?? {countryCode})},
    get hasActiveInventory() {
      return [...store.variants.values()].some(({variant}) =>
        levelsOf(store, variant).some((level) => level.isActive && level.location === location),
      );
    },
    get hasUnfulfilledOrders() {
      return [...store.orders.values()].some(({fulfillmentOrders}) =>
        fulfillmentOrders.some((one) => one.location === location && one.status !== 'CLOSED'),
      );
    },
    get fulfillmentService() {
      const service = [...store.services.values()].find((one) => one.location === location);
      return service === undefined ? null : serviceView(store, service);
    },
  };
}

/** Recorded: ids have this ending, but for that of a service that was deleted. */
export const serviceGid = ({id}: ServiceRecord): string => `${gid('FulfillmentService', id)}?id=true`;

export function serviceView(store: ShopStore, service: ServiceRecord): View {
  return {
    __typename: 'FulfillmentService',
    id: serviceGid(service),
    handle: service.handle,
    serviceName: service.name,
    callbackUrl: service.callbackUrl,
    inventoryManagement: service.inventoryManagement,
    trackingSupport: service.trackingSupport,
    requiresShippingMethod: service.requiresShippingMethod,
    type: 'THIRD_PARTY',
    get location() {
      return locationView(store, service.location);
    },
  };
}

/** Recorded: what the merchant ships has a service of its own, which comes first. */
export const manualServiceView = (store: ShopStore): View => ({
  __typename: 'FulfillmentService',
  id: 'gid://shopify/FulfillmentService/manual',
  handle: 'manual',
  serviceName: 'Manual',
  callbackUrl: null,
  inventoryManagement: false,
  trackingSupport: false,
  requiresShippingMethod: true,
  type: 'MANUAL',
  get location() {
    return locationView(store, locationOf(store));
  },
});
