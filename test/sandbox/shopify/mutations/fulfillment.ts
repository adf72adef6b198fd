// fulfillmentCreate and fulfillmentTrackingInfoUpdate.
// https://shopify.dev/docs/apps/build/orders-fulfillment/order-management-apps/build-fulfillment-solutions

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {cancelFulfillment, fulfillmentStatusOf, settle} from '../store/fulfilment.ts';
import {isFulfillable} from '../store/fulfilment-actions.ts';
import {idOf} from '../store/gid.ts';
import {mayWrite} from '../store/locations.ts';
import type {FulfillmentOrderRecord, FulfillmentRecord, OrderRecord, TrackingRecord} from '../store/records.ts';
import {type ShopStore, touchOrder} from '../store/shop-store.ts';
import {orderFulfillmentView} from '../views/order.ts';
import {asUserErrors, refuse} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const Tracking = z.strictObject({
  company: z.string().nullish(),
  number: z.string().nullish(),
  numbers: z.array(z.string()).nullish(),
  url: z.string().nullish(),
  urls: z.array(z.string()).nullish(),
});
const Input = z.strictObject({
  lineItemsByFulfillmentOrder: z.array(
    z.strictObject({
      fulfillmentOrderId: z.string(),
      fulfillmentOrderLineItems: z.array(z.strictObject({id: z.string(), quantity: z.number().int()})).nullish(),
    }),
  ),
  notifyCustomer: z.boolean().nullish(),
  trackingInfo: Tracking.nullish(),
});

type Part = {readonly line: FulfillmentOrderRecord['lines'][number]; readonly quantity: number};

export function fulfillmentCreate(store: ShopStore, args: Args): View {
  const input = parseInput('FulfillmentInput', Input, args['fulfillment']);
  return asUserErrors<View>(
    () => {
      checkQuantities(input.lineItemsByFulfillmentOrder);
      const chosen = input.lineItemsByFulfillmentOrder.map((entry) => choose(store, entry));
      const [first] = chosen;
      if (first === undefined) throw refuse(null, ['fulfillment'], 'No fulfillment orders were given.');
      checkIsOneOrder(chosen.map(({order}) => order.id));
      // "assigned to the same location" (schema description of the mutation).
      if (chosen.some(({fulfillmentOrder}) => fulfillmentOrder.location !== first.fulfillmentOrder.location)) {
        throw refuse(null, ['fulfillment'], 'All fulfillment orders must be assigned to a single location.');
      }
      const fulfillment = fulfil(store, first.order, chosen, toTracking(input.trackingInfo ?? {}));
      // "Whether the customer is notified. If true, then a notification is sent when the fulfillment is created. The default value
      // is false" (schema description of the input).
      if (input.notifyCustomer === true) notify(store, fulfillment);
      return {fulfillment: orderFulfillmentView(store, first.order, fulfillment), userErrors: []};
    },
    (userErrors) => ({fulfillment: null, userErrors}),
  );
}

/** The words are reported, by the REST endpoint: https://community.shopify.com/t/fulfilling-multiple-orders-for-the-same-customer-using-api/242284 */
function checkIsOneOrder(orders: readonly number[]): void {
  const different = [...new Set(orders)];
  if (different.length === 1) return;
  const found = `Multiple orders with ids [${different.join(', ')}] were found.`;
  throw refuse(null, ['fulfillment'], `All fulfillment orders must belong to the same order. ${found}`);
}

type Entries = z.infer<typeof Input>['lineItemsByFulfillmentOrder'];

function checkQuantities(entries: Entries): void {
  entries.forEach(({fulfillmentOrderLineItems}, index) => {
    (fulfillmentOrderLineItems ?? []).forEach(({quantity}, line) => {
      if (quantity > 0) return;
      const at = ['lineItemsByFulfillmentOrder', String(index), 'fulfillmentOrderLineItems', String(line), 'quantity'];
      throw refuse(null, ['fulfillment', ...at], 'Quantity must be greater than 0');
    });
  });
}

type Chosen = {
  readonly order: OrderRecord;
  readonly fulfillmentOrder: FulfillmentOrderRecord;
  readonly parts: readonly Part[];
};

/** "If you don't specify line items, then the mutation fulfills all items in the fulfillment order" (schema description). */
function choose(store: ShopStore, entry: Entries[number]): Chosen {
  const id = idOf('FulfillmentOrder', entry.fulfillmentOrderId);
  if (id === 0) throw new GraphQLError('invalid id', {extensions: {code: 'RESOURCE_NOT_FOUND'}});
  for (const order of store.orders.values()) {
    const fulfillmentOrder = order.fulfillmentOrders.find((candidate) => candidate.id === id);
    if (fulfillmentOrder === undefined || !mayWrite(store, fulfillmentOrder.location)) continue;
    checkIsAnswered(fulfillmentOrder);
    if (!isFulfillable(fulfillmentOrder)) {
      throw refuse(
        null,
        ['fulfillment'],
        `Fulfillment order ${id} has an unfulfillable status= ${fulfillmentOrder.status.toLowerCase()}.`,
      );
    }
    const named = entry.fulfillmentOrderLineItems;
    const parts = fulfillmentOrder.lines.flatMap((line) => {
      const part = named?.find((candidate) => idOf('FulfillmentOrderLineItem', candidate.id) === line.id);
      const quantity = named == null ? line.remaining : (part?.quantity ?? 0);
      return quantity === 0 ? [] : [{line, quantity}];
    });
    if (parts.some(({line, quantity}) => quantity < 0 || quantity > line.remaining)) {
      throw refuse(null, ['fulfillment'], 'Invalid fulfillment order line item quantity requested.');
    }
    if (parts.length === 0) throw refuse(null, ['fulfillment'], 'Nothing to fulfill.');
    return {order, fulfillmentOrder, parts};
  }
  throw refuse(null, ['fulfillment'], 'Fulfillment order does not exist.');
}

/** Its supported actions do not name CREATE_FULFILLMENT; the words are invented. */
function checkIsAnswered({id, requestStatus}: FulfillmentOrderRecord): void {
  if (requestStatus !== 'SUBMITTED') return;
  throw refuse(null, ['fulfillment'], `Fulfillment order ${id} has an unfulfillable request_status= submitted.`);
}

/** Also what a merchant does by hand in the admin. */
export function fulfil(
  store: ShopStore,
  order: OrderRecord,
  chosen: readonly Pick<Chosen, 'fulfillmentOrder' | 'parts'>[],
  tracking: TrackingRecord[],
): FulfillmentRecord {
  const lines: FulfillmentRecord['lines'][number][] = [];
  for (const {fulfillmentOrder, parts} of chosen) {
    for (const {line, quantity} of parts) {
      line.remaining -= quantity;
      lines.push({id: store.newId(), from: line.id, lineId: line.lineId, quantity});
      const orderLine = order.lines.find(({id}) => id === line.lineId);
      if (orderLine !== undefined) orderLine.fulfilled += quantity;
    }
    settle(store, fulfillmentOrder);
  }
  const now = store.now();
  const fulfillment: FulfillmentRecord = {
    id: store.newId(),
    createdAt: now,
    updatedAt: now,
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    status: 'SUCCESS',
    totalQuantity: lines.reduce((sum, {quantity}) => sum + quantity, 0),
    lines,
    fulfillmentOrderIds: chosen.map(({fulfillmentOrder}) => fulfillmentOrder.id),
    tracking,
    notifications: [],
  };
  order.fulfillments.push(fulfillment);
  const kind = fulfillmentStatusOf(order) === 'FULFILLED' ? 'orders/fulfilled' : 'orders/partially_fulfilled';
  touchOrder(store, order, [
    {kind: 'fulfillments/create', order, fulfillment},
    {kind, order},
  ]);
  return fulfillment;
}

/** The shipping e-mail to the buyer, with the tracking as it is at this moment. */
function notify(store: ShopStore, {notifications, tracking}: FulfillmentRecord): void {
  notifications.push({at: store.now(), tracking: tracking.map((entry) => ({...entry}))});
}

export function trackingInfoUpdate(store: ShopStore, args: Args): View {
  const input = parseInput('FulfillmentTrackingInput', Tracking, args['trackingInfoInput']);
  const id = idOf('Fulfillment', String(args['fulfillmentId']));
  for (const order of store.orders.values()) {
    const fulfillment = order.fulfillments.find((candidate) => candidate.id === id);
    if (fulfillment === undefined) continue;
    fulfillment.tracking = toTracking(input);
    fulfillment.updatedAt = store.now();
    if (args['notifyCustomer'] === true) notify(store, fulfillment);
    touchOrder(store, order, [{kind: 'fulfillments/update', order, fulfillment}]);
    return {fulfillment: orderFulfillmentView(store, order, fulfillment), userErrors: []};
  }
  return {fulfillment: null, userErrors: [{field: ['fulfillmentId'], message: 'Fulfillment does not exist.'}]};
}

/** Also what a merchant does by hand in the admin. Recorded: whatever became of the parcel, and twice without a user error. */
export function cancel(store: ShopStore, order: OrderRecord, fulfillment: FulfillmentRecord): void {
  cancelFulfillment(store, order, fulfillment);
  touchOrder(store, order, [{kind: 'fulfillments/update', order, fulfillment}]);
}

export function fulfillmentCancel(store: ShopStore, args: Args): View {
  const id = idOf('Fulfillment', String(args['id']));
  for (const order of store.orders.values()) {
    const fulfillment = order.fulfillments.find((candidate) => candidate.id === id);
    if (fulfillment === undefined) continue;
    cancel(store, order, fulfillment);
    return {fulfillment: orderFulfillmentView(store, order, fulfillment), userErrors: []};
  }
  return {fulfillment: null, userErrors: [{field: ['id'], message: 'Fulfillment not found.'}]};
}

function toTracking(input: z.infer<typeof Tracking>): TrackingRecord[] {
  const numbers = input.numbers ?? (input.number == null ? [] : [input.number]);
  const urls = input.urls ?? (input.url == null ? [] : [input.url]);
  const count = Math.max(numbers.length, urls.length, input.company == null ? 0 : 1);
  return Array.from({length: count}, (_, index) => ({
    company: input.company ?? null,
    number: numbers[index] ?? null,
    url: urls[index] ?? null,
  }));
}
