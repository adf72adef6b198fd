// Fulfilment orders: what is left to ship of an order, kept in step with edits, refunds and fulfilments.
// https://shopify.dev/docs/apps/build/orders-fulfillment/order-management-apps

import type {DeliveryMethodType, FulfillmentOrderRecord, LocationRecord, OrderRecord} from './records.ts';
import {locationOf, type ShopStore} from './shop-store.ts';

export type FulfillmentStatus = 'FULFILLED' | 'ON_HOLD' | 'PARTIALLY_FULFILLED' | 'UNFULFILLED';

export function fulfillmentStatusOf(order: OrderRecord): FulfillmentStatus {
  const shippable = order.lines.filter((line) => line.currentQuantity > 0 || line.fulfilled > 0);
  const fulfilled = shippable.reduce((sum, line) => sum + line.fulfilled, 0);
  const open = shippable.reduce((sum, line) => sum + Math.max(0, line.currentQuantity - line.fulfilled), 0);
  if (open > 0 && order.fulfillmentOrders.some(({status}) => status === 'ON_HOLD')) return 'ON_HOLD';
  if (fulfilled === 0) return 'UNFULFILLED';
  return open === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

/**
 * One fulfilment order at the shop's location for each delivery method of the lines that are shipped: a fulfilment order has one
 * method, and an order may mix several.
 * @param methodOf how the buyer gets the line, by its place in the order.
 */
export function openFulfillmentOrders(
  store: ShopStore,
  order: OrderRecord,
  methodOf: (index: number) => DeliveryMethodType | null,
): void {
  const shipped = order.lines
    .map((line, index) => ({line, method: methodOf(index)}))
    .filter(({line}) => line.requiresShipping && line.currentQuantity > 0);
  for (const [deliveryMethod, group] of Map.groupBy(shipped, ({method}) => method)) {
    const lines = group.map(({line}) => ({
      id: store.newId(),
      lineId: line.id,
      total: line.currentQuantity,
      remaining: line.currentQuantity,
    }));
    order.fulfillmentOrders.push({
      id: store.newId(),
      createdAt: store.now(),
      updatedAt: store.now(),
      status: 'OPEN',
      deliveryMethod,
      location: locationOf(store),
      lines,
    });
  }
}

/** Pieces of a line are to be shipped from elsewhere: they leave their fulfilment order for one of that location. */
export function moveToLocation(
  store: ShopStore,
  order: OrderRecord,
  {lineId, pieces, location}: {readonly lineId: number; readonly pieces: number; readonly location: LocationRecord},
): void {
  let left = pieces;
  let original: FulfillmentOrderRecord | null = null;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.location === location) continue;
    for (const line of fulfillmentOrder.lines) {
      if (line.lineId !== lineId) continue;
      const moved = Math.min(left, line.remaining);
      line.remaining -= moved;
      line.total -= moved;
      left -= moved;
      if (moved > 0) original = fulfillmentOrder;
    }
    settle(store, fulfillmentOrder);
  }
  if (left > 0) throw new Error(`${order.name} has only ${pieces - left} pieces of that line to move.`);
  const now = store.now();
  const lines = [{id: store.newId(), lineId, total: pieces, remaining: pieces}];
  const made = {
    id: store.newId(),
    createdAt: now,
    updatedAt: now,
    status: 'OPEN' as const,
    deliveryMethod: 'SHIPPING' as const,
  };
  const moved = {...made, location, lines};
  order.fulfillmentOrders.push(moved);
  if (original !== null) {
    store.emit({kind: 'fulfillment_orders/moved', original, moved, from: original.location, pieces});
  }
}

/** Takes a line's removed pieces off what is left to ship, or adds its new ones. */
export function changeRemaining(store: ShopStore, order: OrderRecord, lineId: number, delta: number): void {
  let left = delta;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    for (const line of fulfillmentOrder.lines) {
      if (line.lineId !== lineId || left === 0) continue;
      const applied = Math.max(left, -line.remaining);
      line.remaining += applied;
      line.total += applied;
      left -= applied;
    }
    settle(store, fulfillmentOrder);
  }
}

export function cancelFulfillmentOrders(store: ShopStore, order: OrderRecord): void {
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.status === 'CLOSED') continue;
    for (const line of fulfillmentOrder.lines) line.remaining = 0;
    fulfillmentOrder.status = 'CANCELLED';
    fulfillmentOrder.updatedAt = store.now();
    store.emit({kind: 'fulfillment_orders/cancelled', fulfillmentOrder});
  }
}

export function settle(store: ShopStore, fulfillmentOrder: FulfillmentOrderRecord): void {
  const remaining = fulfillmentOrder.lines.reduce((sum, line) => sum + line.remaining, 0);
  if (fulfillmentOrder.status === 'CANCELLED') return;
  if (remaining === 0) fulfillmentOrder.status = 'CLOSED';
  else if (fulfillmentOrder.status === 'CLOSED') fulfillmentOrder.status = 'OPEN';
  fulfillmentOrder.updatedAt = store.now();
}
