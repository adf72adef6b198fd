// Fulfilment services, locations and stock, as the merchant and other apps change them outside the app, and as they are at a moment.

import {move} from '../mutations/fulfilment-requests.ts';
import {actionsOn} from '../store/fulfilment-actions.ts';
import {
  cancelFulfillmentOrder,
  requestCancellation,
  requestFulfilment,
  type Work,
} from '../store/fulfilment-requests.ts';
import {gid, idOf} from '../store/gid.ts';
import {levelsOf, stock, stockedAt, unstock} from '../store/inventory.ts';
import {addLocation, locationById, locationOf} from '../store/locations.ts';
import type {LocationRecord, OrderRecord, VariantRecord} from '../store/records.ts';
import type {CallbackFaults} from '../store/service-records.ts';
import {createService, type DeletionOf, removeService} from '../store/services.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from '../views/date-time.ts';
import {serviceGid} from '../views/location.ts';

export type ServiceSnapshot = ReturnType<typeof serviceSnapshot>;
export type LocationSnapshot = ReturnType<typeof locationSnapshot>;
export type FulfilmentOrderSnapshot = ReturnType<typeof fulfilmentOrderSnapshot>;

/** A line of a fulfilment order by its gid. */
export type Pieces = readonly {readonly id: string; readonly quantity: number}[];

/** What Shopify refuses throws, in its words. */
export type ServiceControl = {
  readonly all: () => readonly ServiceSnapshot[];
  readonly locations: () => readonly LocationSnapshot[];
  /** The gids of the open locations that stock each variant, by its gid: what a store looks like before and after. */
  readonly stock: () => Readonly<Record<string, readonly string[]>>;
  readonly fulfilmentOrders: (order: string) => readonly FulfilmentOrderSnapshot[];
  /** Of another app; its gid. */
  readonly createOther: (name: string) => string;
  /** Of the merchant; its gid. */
  readonly addLocation: (name: string) => string;
  /** Any variant, at any location, the app's included. */
  readonly stockAt: (variant: string, location: string) => void;
  readonly unstockFrom: (variant: string, location: string) => void;
  /** The merchant asks the service to fulfil, with the gids of the fulfilment order and of its lines. */
  readonly request: (
    fulfilmentOrder: string,
    request?: {readonly pieces?: Pieces; readonly message?: string; readonly notifyCustomer?: boolean},
  ) => {readonly submitted: string; readonly unsubmitted: string | null};
  readonly requestCancellation: (fulfilmentOrder: string, message?: string) => void;
  /** Without asking the service; the gid of the fulfilment order that takes its place. */
  readonly cancel: (fulfilmentOrder: string) => string;
  /** The gid of the fulfilment order with the moved pieces. */
  readonly move: (fulfilmentOrder: string, location: string, pieces?: Pieces) => string;
  /** Moves one whose request was accepted too, which the documentation says Shopify refuses: the app must notice it all the same. */
  readonly moveAnyway: (fulfilmentOrder: string, location: string) => string;
  readonly hold: (fulfilmentOrder: string, isHeld: boolean) => void;
  /** `to`: the location that gets the stock of a transfer; the shop's own where left out. */
  readonly remove: (service: string, stock?: DeletionOf['stock'], to?: string) => void;
  /** Whether the store asks for fulfilment by itself once an order is paid. */
  readonly setAutomatic: (isOn: boolean) => void;
  readonly isAutomatic: () => boolean;
  /** What becomes of callbacks from now on. */
  readonly setCallbacks: (faults: CallbackFaults) => void;
};

export function createServiceControl(store: ShopStore): ServiceControl {
  return {
    all: () => [...store.services.values()].map(serviceSnapshot),
    locations: () => store.locations.map((location) => locationSnapshot(store, location)),
    stock: () =>
      Object.fromEntries(
        [...store.variants.values()].map(({variant}) => [
          gid('ProductVariant', variant.id),
          stockedAt(store, variant).map(({id}) => gid('Location', id)),
        ]),
      ),
    createOther: (name) => serviceGid(createService(store, {name, owner: 'other app', callbackUrl: null})),
    addLocation: (name) => gid('Location', addLocation(store, name, 'merchant').id),
    stockAt: (variant, location) => void stock(store, variantOf(store, variant), placeOf(store, location)),
    unstockFrom: (id, location) => {
      const variant = variantOf(store, id);
      const place = placeOf(store, location);
      if (!levelsOf(store, variant).some((level) => level.isActive && level.location !== place)) {
        throw new Error(`${id} is stocked nowhere else than at ${place.name}.`);
      }
      unstock(store, variant, place);
    },
    remove(id, kind = 'TRANSFER', to) {
      const service = [...store.services.values()].find((one) => serviceGid(one) === id);
      if (service === undefined) throw new Error(`${store.domain} has no fulfilment service ${id}.`);
      const destination = to === undefined ? locationOf(store) : placeOf(store, to);
      removeService(store, service, kind === 'TRANSFER' ? {stock: kind, to: destination} : {stock: kind});
    },
    setAutomatic(isOn) {
      store.settings.automaticFulfilment = isOn;
    },
    isAutomatic: () => store.settings.automaticFulfilment,
    setCallbacks(faults) {
      store.callbackFaults = faults;
    },
    ...requestControl(store),
  };
}

type RequestControl = Pick<
  ServiceControl,
  'cancel' | 'fulfilmentOrders' | 'hold' | 'move' | 'moveAnyway' | 'request' | 'requestCancellation'
>;

function requestControl(store: ShopStore): RequestControl {
  return {
    fulfilmentOrders(id) {
      const order = store.orders.get(idOf('Order', id) ?? -1);
      if (order === undefined) throw new Error(`${store.domain} has no order ${id}.`);
      return order.fulfillmentOrders.map((fulfillmentOrder) => fulfilmentOrderSnapshot({order, fulfillmentOrder}));
    },
    request(id, {pieces, ...given} = {}) {
      const request = {...given, pieces: piecesOf(pieces)};
      const {submitted, unsubmitted} = requestFulfilment(store, workOf(store, id), request);
      return {
        submitted: gid('FulfillmentOrder', submitted.id),
        unsubmitted: unsubmitted === null ? null : gid('FulfillmentOrder', unsubmitted.id),
      };
    },
    requestCancellation: (id, message) => requestCancellation(store, workOf(store, id), message ?? null),
    cancel: (id) => gid('FulfillmentOrder', cancelFulfillmentOrder(store, workOf(store, id)).id),
    move: (id, location, pieces) =>
      gid('FulfillmentOrder', move(store, workOf(store, id), placeOf(store, location), piecesOf(pieces)).id),
    moveAnyway: (id, location) =>
      gid('FulfillmentOrder', move(store, workOf(store, id), placeOf(store, location), undefined, true).id),
    hold(id, isHeld) {
      const {order, fulfillmentOrder} = workOf(store, id);
      const action = isHeld ? 'HOLD' : 'RELEASE_HOLD';
      if (!actionsOn(order, fulfillmentOrder).includes(action)) throw new Error(`${id} does not support ${action}.`);
      fulfillmentOrder.status = isHeld ? 'ON_HOLD' : 'OPEN';
      fulfillmentOrder.updatedAt = store.now();
      const kind = isHeld ? 'fulfillment_orders/placed_on_hold' : 'fulfillment_orders/hold_released';
      store.emit({kind, fulfillmentOrder});
    },
  };
}

function workOf(store: ShopStore, id: string): Work {
  const number = idOf('FulfillmentOrder', id);
  for (const order of store.orders.values()) {
    const fulfillmentOrder = order.fulfillmentOrders.find((one) => one.id === number);
    if (fulfillmentOrder !== undefined) return {order, fulfillmentOrder};
  }
  throw new Error(`${store.domain} has no fulfilment order ${id}.`);
}

function variantOf(store: ShopStore, id: string): VariantRecord {
  const found = store.variants.get(idOf('ProductVariant', id) ?? -1);
  if (found === undefined) throw new Error(`${store.domain} has no variant ${id}.`);
  return found.variant;
}

function placeOf(store: ShopStore, id: string): LocationRecord {
  const location = locationById(store, id);
  if (location === undefined) throw new Error(`${store.domain} has no location ${id}.`);
  return location;
}

const piecesOf = (pieces: Pieces | undefined): ReadonlyMap<number, number> | undefined =>
  pieces && new Map(pieces.map(({id, quantity}) => [idOf('FulfillmentOrderLineItem', id) ?? -1, quantity]));

const serviceSnapshot = (service: Parameters<typeof serviceGid>[0]) => ({
  id: serviceGid(service),
  name: service.name,
  handle: service.handle,
  owner: service.owner,
  callbackUrl: service.callbackUrl,
  requiresShippingMethod: service.requiresShippingMethod,
  locationId: gid('Location', service.location.id),
});

const locationSnapshot = ({settings}: ShopStore, {id, name, manager, isActive, address}: LocationRecord) => ({
  id: gid('Location', id),
  name,
  manager,
  isActive,
  countryCode: address?.countryCode ?? settings.countryCode,
});

const fulfilmentOrderSnapshot = ({order, fulfillmentOrder}: Work) => ({
  id: gid('FulfillmentOrder', fulfillmentOrder.id),
  status: fulfillmentOrder.status,
  requestStatus: fulfillmentOrder.requestStatus,
  locationId: gid('Location', fulfillmentOrder.location.id),
  locationName: fulfillmentOrder.location.name,
  supportedActions: actionsOn(order, fulfillmentOrder),
  lines: fulfillmentOrder.lines.map(({id, lineId, total, remaining}) => ({
    id: gid('FulfillmentOrderLineItem', id),
    lineId: gid('LineItem', lineId),
    variantId: variantIdOf(order, lineId),
    total,
    remaining,
  })),
  requests: fulfillmentOrder.requests.map(({kind, message, notifyCustomer, sentAt}) => ({
    kind,
    message,
    notifyCustomer,
    sentAt: toDateTime(sentAt),
  })),
  answers: [...fulfillmentOrder.answers],
});

function variantIdOf({lines}: OrderRecord, lineId: number): string | null {
  const variantId = lines.find(({id}) => id === lineId)?.variantId ?? null;
  return variantId === null ? null : gid('ProductVariant', variantId);
}
