// Fulfilment services: each has a location of its own. https://shopify.dev/docs/api/admin-graphql/2026-10/objects/FulfillmentService

import {newFulfillmentOrder} from './fulfilment.ts';
import {clearLocation} from './inventory.ts';
import {addLocation, locationOf} from './locations.ts';
import type {FulfillmentOrderRecord, LocationRecord, OrderRecord} from './records.ts';
import type {CallbackKind, ServiceRecord} from './service-records.ts';
import type {ShopStore} from './shop-store.ts';

export type NewService = Pick<ServiceRecord, 'callbackUrl' | 'name' | 'owner'> &
  Partial<Pick<ServiceRecord, 'inventoryManagement' | 'requiresShippingMethod' | 'trackingSupport'>>;

/** https://shopify.dev/docs/api/admin-graphql/2026-10/enums/FulfillmentServiceDeleteInventoryAction */
export type DeletionOf =
  | {readonly stock: 'DELETE' | 'KEEP'}
  | {readonly stock: 'TRANSFER'; readonly to: LocationRecord};

export function createService(store: ShopStore, given: NewService): ServiceRecord {
  const service: ServiceRecord = {
    id: store.newId(),
    handle: toHandle(given.name),
    inventoryManagement: false,
    trackingSupport: false,
    requiresShippingMethod: true,
    ...given,
    location: addLocation(store, given.name, given.owner),
    callbacks: new Map(),
  };
  store.services.set(service.id, service);
  return service;
}

/** Recorded: accents and punctuation go, underscores stay. */
export const toHandle = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

export const serviceAt = (store: ShopStore, location: LocationRecord): ServiceRecord | undefined =>
  [...store.services.values()].find((service) => service.location === location);

/**
 * What happens to open fulfilment orders is not documented: here they go where the stock goes, or else to the shop's own location, as if
 * they had never been requested.
 */
export function removeService(store: ShopStore, service: ServiceRecord, deletion: DeletionOf): void {
  const {location} = service;
  store.services.delete(service.id);
  if (deletion.stock === 'KEEP') {
    location.manager = 'merchant';
    moveOpenOrders(store, location, location);
    return;
  }
  const to = deletion.stock === 'TRANSFER' ? deletion.to : null;
  clearLocation(store, location, to);
  store.locations.splice(store.locations.indexOf(location), 1);
  forgetInProfiles(store, location);
  moveOpenOrders(store, location, to ?? locationOf(store));
}

function moveOpenOrders(store: ShopStore, from: LocationRecord, to: LocationRecord): void {
  for (const order of store.orders.values()) {
    const open = order.fulfillmentOrders.filter(({location, status}) => location === from && status !== 'CLOSED');
    for (const fulfillmentOrder of open) {
      fulfillmentOrder.requestStatus = 'UNSUBMITTED';
      if (fulfillmentOrder.status !== 'ON_HOLD' && fulfillmentOrder.status !== 'SCHEDULED')
        fulfillmentOrder.status = 'OPEN';
      if (from !== to) assign(store, fulfillmentOrder, to);
    }
  }
}

function forgetInProfiles(store: ShopStore, {id}: LocationRecord): void {
  const profiles = new Set([...store.deliveryProfiles.values(), ...(store.marketShipping?.values() ?? [])]);
  for (const profile of profiles) {
    const groups = profile.groups.filter(({locationIds}) => locationIds.includes(id));
    if (groups.length > 0) profile.version += 1;
    for (const group of groups) group.locationIds = group.locationIds.filter((one) => one !== id);
  }
}

/** Recorded: a fulfilment order that is moved as a whole keeps its id. */
export function assign(store: ShopStore, fulfillmentOrder: FulfillmentOrderRecord, to: LocationRecord): void {
  const from = fulfillmentOrder.location;
  fulfillmentOrder.location = to;
  fulfillmentOrder.updatedAt = store.now();
  const pieces = fulfillmentOrder.lines.reduce((sum, {remaining}) => sum + remaining, 0);
  store.emit({kind: 'fulfillment_orders/moved', original: fulfillmentOrder, moved: fulfillmentOrder, from, pieces});
}

/** Pieces that leave a fulfilment order for a new one at the same place, by the ids of its lines. */
export function splitOff(
  store: ShopStore,
  order: OrderRecord,
  from: FulfillmentOrderRecord,
  pieces: ReadonlyMap<number, number>,
): FulfillmentOrderRecord {
  const lines = from.lines.flatMap((line) => {
    const quantity = pieces.get(line.id) ?? 0;
    line.total -= quantity;
    line.remaining -= quantity;
    return quantity === 0 ? [] : [{id: store.newId(), lineId: line.lineId, total: quantity, remaining: quantity}];
  });
  from.lines = from.lines.filter(({total}) => total > 0);
  from.updatedAt = store.now();
  const split = newFulfillmentOrder(store, from.location, lines, from.deliveryMethod);
  order.fulfillmentOrders.push(split);
  return split;
}

/** Reported: at most one callback a minute; those in between are one, when the minute is over. */
const callbackEveryMs = 60_000;

/** It names no order. https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services */
export function callBack(store: ShopStore, location: LocationRecord, callback: CallbackKind, since: number): void {
  const service = serviceAt(store, location);
  if (service === undefined || service.owner !== 'app' || service.callbackUrl === null) return;
  const last = service.callbacks.get(callback) ?? Number.NEGATIVE_INFINITY;
  if (last > store.now()) return;
  const {lateMs = 0, copies = 1, isLost = false} = store.callbackFaults;
  const at = Math.max(since + lateMs, last + callbackEveryMs);
  service.callbacks.set(callback, at);
  for (let copy = 0; copy < copies; copy += 1) store.emit({kind: 'callback', service, callback, at, isLost});
}
