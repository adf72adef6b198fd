// Fulfilment orders: what is left to ship of an order, kept in step with edits, refunds and fulfilments.
// https://shopify.dev/docs/apps/build/orders-fulfillment/order-management-apps

import type {
  DeliveryMethodType,
  FulfillmentOrderRecord,
  FulfillmentRecord,
  LineRecord,
  LocationRecord,
  OrderRecord,
} from './records.ts';
import {locationFor} from './routing.ts';
import type {ShopStore} from './shop-store.ts';

export type FulfillmentStatus = 'FULFILLED' | 'ON_HOLD' | 'PARTIALLY_FULFILLED' | 'SCHEDULED' | 'UNFULFILLED';

export function fulfillmentStatusOf(order: OrderRecord): FulfillmentStatus {
  const shippable = order.lines.filter((line) => line.currentQuantity > 0 || line.fulfilled > 0);
  const fulfilled = shippable.reduce((sum, line) => sum + line.fulfilled, 0);
  const open = shippable.reduce((sum, line) => sum + Math.max(0, line.currentQuantity - line.fulfilled), 0);
  if (open > 0 && order.fulfillmentOrders.some(({status}) => status === 'ON_HOLD')) return 'ON_HOLD';
  // "All of the unfulfilled items in this order are scheduled" (schema description).
  const left = order.fulfillmentOrders.filter(
    ({status, lines}) => status !== 'CLOSED' && status !== 'CANCELLED' && lines.some(({remaining}) => remaining > 0),
  );
  if (open > 0 && left.length > 0 && left.every(({status}) => status === 'SCHEDULED')) return 'SCHEDULED';
  if (fulfilled === 0) return 'UNFULFILLED';
  return open === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

/**
 * One fulfilment order for each location and delivery method of the lines that are shipped: a fulfilment order has one of each, and
 * an order may mix several.
 * @param methodOf how the buyer gets the line, by its place in the order.
 */
export function openFulfillmentOrders(
  store: ShopStore,
  order: OrderRecord,
  methodOf: (index: number) => DeliveryMethodType | null,
): void {
  const shipped = order.lines
    .map((line, index) => ({line, method: methodOf(index), location: locationFor(store, line)}))
    .filter(({line}) => line.requiresShipping && line.currentQuantity > 0);
  for (const group of Map.groupBy(shipped, ({location, method}) => `${location.id} ${method}`).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const lines = group.map(({line}) => ({
      id: store.newId(),
      lineId: line.id,
      total: line.currentQuantity,
      remaining: line.currentQuantity,
    }));
    order.fulfillmentOrders.push(newFulfillmentOrder(store, first.location, lines, first.method));
  }
}

export function newFulfillmentOrder(
  store: ShopStore,
  location: LocationRecord,
  lines: FulfillmentOrderRecord['lines'],
  deliveryMethod: DeliveryMethodType | null = 'SHIPPING',
): FulfillmentOrderRecord {
  const now = store.now();
  const state = {status: 'OPEN', requestStatus: 'UNSUBMITTED', deliveryMethod} as const;
  return {id: store.newId(), createdAt: now, updatedAt: now, ...state, requests: [], answers: [], location, lines};
}

/** The line's pieces leave in that many equal parts; all but the first later, each by a fulfilment order of its own. */
export function scheduleDeliveries(store: ShopStore, order: OrderRecord, line: LineRecord, deliveries: number): void {
  const part = line.currentQuantity / deliveries;
  if (!Number.isInteger(part))
    throw new Error(`${line.currentQuantity} pieces are not ${deliveries} equal deliveries.`);
  const first = order.fulfillmentOrders.flatMap(({lines}) => lines).find(({lineId}) => lineId === line.id);
  if (first === undefined) throw new Error(`${order.name} ships nothing of that line.`);
  first.total = part;
  first.remaining = part;
  for (let later = 1; later < deliveries; later += 1) {
    const lines = [{id: store.newId(), lineId: line.id, total: part, remaining: part}];
    const fulfillmentOrder = newFulfillmentOrder(store, locationFor(store, line), lines);
    fulfillmentOrder.status = 'SCHEDULED';
    order.fulfillmentOrders.push(fulfillmentOrder);
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
    if (fulfillmentOrder.location === location || fulfillmentOrder.status === 'CLOSED') continue;
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
  const lines = [{id: store.newId(), lineId, total: pieces, remaining: pieces}];
  const moved = newFulfillmentOrder(store, location, lines);
  order.fulfillmentOrders.push(moved);
  if (original !== null) {
    store.emit({kind: 'fulfillment_orders/moved', original, moved, from: original.location, pieces});
  }
}

/**
 * Takes a line's removed pieces off what is left to ship, or adds its new ones, if need be in a new fulfilment order: what a fulfilment
 * service was asked for does not grow (invented).
 */
export function changeRemaining(store: ShopStore, order: OrderRecord, lineId: number, delta: number): void {
  let left = delta;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.status === 'CLOSED' || (delta > 0 && !isUnasked(fulfillmentOrder))) continue;
    for (const line of fulfillmentOrder.lines) {
      if (line.lineId !== lineId || left === 0) continue;
      const applied = Math.max(left, -line.remaining);
      line.remaining += applied;
      line.total += applied;
      left -= applied;
    }
    settle(store, fulfillmentOrder);
  }
  if (left <= 0) return;
  const lines = [{id: store.newId(), lineId, total: left, remaining: left}];
  const variantId = order.lines.find(({id}) => id === lineId)?.variantId ?? null;
  order.fulfillmentOrders.push(newFulfillmentOrder(store, locationFor(store, {variantId}), lines));
}

/** Recorded: what was left to ship stays in the fulfilment order, which is closed and can do nothing more. */
export function closeFulfillmentOrders(store: ShopStore, order: OrderRecord): void {
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.status === 'CLOSED') continue;
    fulfillmentOrder.status = 'CLOSED';
    fulfillmentOrder.updatedAt = store.now();
    store.emit({kind: 'fulfillment_orders/cancelled', fulfillmentOrder});
  }
}

/**
 * Recorded: a fulfilment order that the fulfilment had closed stays closed and shows its pieces as remaining again, and a new one
 * is opened for them; one that still had pieces takes them back. Cancelling twice changes nothing more.
 */
export function cancelFulfillment(store: ShopStore, order: OrderRecord, fulfillment: FulfillmentRecord): void {
  if (fulfillment.status === 'CANCELLED') return;
  fulfillment.status = 'CANCELLED';
  fulfillment.updatedAt = store.now();
  for (const {lineId, quantity} of fulfillment.lines) {
    const line = order.lines.find(({id}) => id === lineId);
    if (line !== undefined) line.fulfilled -= quantity;
  }
  for (const fulfillmentOrder of order.fulfillmentOrders) takeBack(store, order, fulfillmentOrder, fulfillment);
}

function takeBack(
  store: ShopStore,
  order: OrderRecord,
  fulfillmentOrder: FulfillmentOrderRecord,
  {lines}: FulfillmentRecord,
): void {
  const parts = fulfillmentOrder.lines.flatMap((line) => {
    const quantity = lines.filter(({from}) => from === line.id).reduce((sum, part) => sum + part.quantity, 0);
    return quantity === 0 ? [] : [{line, quantity}];
  });
  if (parts.length === 0) return;
  for (const {line, quantity} of parts) line.remaining += quantity;
  fulfillmentOrder.updatedAt = store.now();
  if (fulfillmentOrder.status === 'CLOSED') {
    const again = parts.map(({line: {lineId}, quantity}) => ({
      id: store.newId(),
      lineId,
      total: quantity,
      remaining: quantity,
    }));
    order.fulfillmentOrders.push(
      newFulfillmentOrder(store, fulfillmentOrder.location, again, fulfillmentOrder.deliveryMethod),
    );
  } else if (isUnasked(fulfillmentOrder) && fulfillmentOrder.lines.every(({total, remaining}) => total === remaining)) {
    fulfillmentOrder.status = 'OPEN';
  }
}

/** What a service accepted stays in progress. */
const isUnasked = ({requestStatus}: FulfillmentOrderRecord): boolean => requestStatus === 'UNSUBMITTED';

/** Recorded: what is fulfilled in part is in progress. */
export function settle(store: ShopStore, fulfillmentOrder: FulfillmentOrderRecord): void {
  const {status, lines} = fulfillmentOrder;
  if (status === 'CLOSED') return;
  const remaining = lines.reduce((sum, line) => sum + line.remaining, 0);
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  if (remaining === 0) fulfillmentOrder.status = 'CLOSED';
  else if (remaining < total && status === 'OPEN') fulfillmentOrder.status = 'IN_PROGRESS';
  fulfillmentOrder.updatedAt = store.now();
}

/** Recorded: not in the first read after the last fulfilment, but in the second. The delay itself is invented. */
const closedAfterMs = 500;

/**
 * When the order left the open ones, or null: Shopify closes one that is fulfilled and paid, and one that was cancelled with no
 * money of the buyer's left. Both were recorded; a fulfilment that is cancelled opens it again.
 */
export function closedAt(order: OrderRecord, now: number): number | null {
  const kept = order.received - order.refunds.reduce((sum, {amount}) => sum + amount, 0);
  if (order.cancelledAt !== null) return kept <= 0 ? order.cancelledAt : null;
  if (order.financialStatus !== 'PAID' || fulfillmentStatusOf(order) !== 'FULFILLED') return null;
  const times = order.fulfillments.filter(({status}) => status === 'SUCCESS').map(({createdAt}) => createdAt);
  const at = Math.max(...times) + closedAfterMs;
  return at <= now ? at : null;
}
