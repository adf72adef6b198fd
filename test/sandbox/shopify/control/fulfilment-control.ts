// What happens to the fulfilment orders of an order outside the app: holds, schedules, other locations. Each tells the topics Shopify
// tells.

import {cancel} from '../mutations/fulfillment.ts';
import {moveToLocation} from '../store/fulfilment.ts';
import {actionsOn} from '../store/fulfilment-actions.ts';
import {idOf} from '../store/gid.ts';
import {locationOf} from '../store/locations.ts';
import type {FulfillmentOrderRecord, LineRecord, OrderRecord} from '../store/records.ts';
import {type ShopStore, touchOrder} from '../store/shop-store.ts';

export type FulfilmentControl = {
  /** All fulfilments of the order, or the newest alone. */
  readonly cancelFulfilments: (id: string, which?: 'newest') => void;
  /** A fulfilment service closes what it was asked to ship: it is incomplete, and stays at the service's location (schema, recorded). */
  readonly leaveIncomplete: (id: string) => void;
  /**
   * Tells the fulfilment order's own topics. Whether orders/updated comes too is not documented, so it does not.
   * @param location only what is assigned there; everything where left out.
   */
  readonly hold: (id: string, isHeld: boolean, location?: string) => void;
  /** Fulfilment is to begin later, as for a subscription or pre-order; or its time has come, of all of it or of the next delivery alone. */
  readonly schedule: (id: string, isLater: boolean, which?: 'next') => void;
  /** Pieces of a line are to be shipped from another location, or by another app's fulfilment service. */
  readonly move: (
    id: string,
    lineId: string,
    pieces: number,
    to: {readonly location: string; readonly ofService?: boolean},
  ) => void;
};

export function createFulfilmentControl(store: ShopStore, find: (id: string) => OrderRecord): FulfilmentControl {
  return {
    cancelFulfilments(id, which) {
      const order = find(id);
      const chosen = which === 'newest' ? order.fulfillments.slice(-1) : order.fulfillments;
      for (const fulfillment of chosen) cancel(store, order, fulfillment);
    },
    leaveIncomplete(id) {
      const order = find(id);
      for (const fulfillmentOrder of order.fulfillmentOrders) {
        if (fulfillmentOrder.status !== 'OPEN') continue;
        fulfillmentOrder.status = 'INCOMPLETE';
        fulfillmentOrder.requestStatus = 'CLOSED';
        fulfillmentOrder.location = locationOf(store, 'Their warehouse', true);
      }
      touchOrder(store, order);
    },
    hold(id, isHeld, location) {
      const order = find(id);
      for (const fulfillmentOrder of order.fulfillmentOrders) {
        if (location !== undefined && fulfillmentOrder.location.name !== location) continue;
        if (fulfillmentOrder.status !== (isHeld ? 'OPEN' : 'ON_HOLD')) continue;
        if (isHeld && !actionsOn(order, fulfillmentOrder).includes('HOLD')) continue;
        setStatus(store, fulfillmentOrder, isHeld ? 'ON_HOLD' : 'OPEN');
        const kind = isHeld ? 'fulfillment_orders/placed_on_hold' : 'fulfillment_orders/hold_released';
        store.emit({kind, fulfillmentOrder});
      }
    },
    schedule(id, isLater, which) {
      const all = find(id).fulfillmentOrders.filter(({status}) => status === (isLater ? 'OPEN' : 'SCHEDULED'));
      for (const fulfillmentOrder of which === 'next' ? all.slice(0, 1) : all) {
        setStatus(store, fulfillmentOrder, isLater ? 'SCHEDULED' : 'OPEN');
        // The other way causes fulfillment_orders/rescheduled, which the app does not ask for.
        if (!isLater) store.emit({kind: 'fulfillment_orders/scheduled_fulfillment_order_ready', fulfillmentOrder});
      }
    },
    move(id, lineId, pieces, {location, ofService = false}) {
      const order = find(id);
      const to = locationOf(store, location, ofService);
      moveToLocation(store, order, {lineId: lineOf(order, lineId).id, pieces, location: to});
    },
  };
}

function setStatus(
  store: ShopStore,
  fulfillmentOrder: FulfillmentOrderRecord,
  status: 'ON_HOLD' | 'OPEN' | 'SCHEDULED',
) {
  fulfillmentOrder.status = status;
  fulfillmentOrder.updatedAt = store.now();
}

export function lineOf(order: OrderRecord, lineId: string): LineRecord {
  const line = order.lines.find(({id}) => id === idOf('LineItem', lineId));
  if (line === undefined) throw new Error(`${order.name} has no line ${lineId}.`);
  return line;
}
