// Fulfilment orders as the API shows them.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {actionsOn} from '../store/fulfilment-actions.ts';
import {gid} from '../store/gid.ts';
import {mayRead} from '../store/locations.ts';
import type {FulfillmentOrderRecord, LocationRecord, OrderRecord} from '../store/records.ts';
import type {MerchantRequest} from '../store/request-records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';
import {locationView} from './location.ts';
import {lineView} from './order-line.ts';

export function fulfillmentOrderView(
  store: ShopStore,
  order: OrderRecord,
  fulfillmentOrder: FulfillmentOrderRecord,
): View {
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', fulfillmentOrder.id),
    status: fulfillmentOrder.status,
    deliveryMethod:
      fulfillmentOrder.deliveryMethod === null
        ? null
        : {__typename: 'DeliveryMethod', methodType: fulfillmentOrder.deliveryMethod},
    requestStatus: fulfillmentOrder.requestStatus,
    orderId: gid('Order', order.id),
    orderName: order.name,
    createdAt: toDateTime(fulfillmentOrder.createdAt),
    updatedAt: toDateTime(fulfillmentOrder.updatedAt),
    assignedLocation: assignedLocationView(store, fulfillmentOrder.location),
    supportedActions: actionsOn(order, fulfillmentOrder).map((action) => ({action, externalUrl: null})),
    destination:
      order.shippingAddress === null
        ? null
        : {countryCode: order.shippingAddress.countryCode, province: order.shippingAddress.provinceCode},
    merchantRequests: withArgs([...pageArgs, 'kind'], ({kind, ...args}) =>
      connection(
        {
          items: fulfillmentOrder.requests.filter((request) => kind == null || request.kind === kind),
          position: ({id}) => [id, id],
          view: requestView,
        },
        args,
      ),
    ),
    lineItems: withArgs(pageArgs, (args) =>
      connection(
        {
          items: fulfillmentOrder.lines,
          position: ({id}) => [id, id],
          view: (entry) => {
            const line = order.lines.find(({id}) => id === entry.lineId);
            return {
              __typename: 'FulfillmentOrderLineItem',
              id: gid('FulfillmentOrderLineItem', entry.id),
              totalQuantity: entry.total,
              remainingQuantity: entry.remaining,
              sku: line?.sku ?? null,
              requiresShipping: true,
              lineItem: line === undefined ? null : lineView(store, line),
            };
          },
        },
        args,
      ),
    ),
  };
}

export const isShown = (store: ShopStore, {routedAt}: OrderRecord, {location}: FulfillmentOrderRecord): boolean =>
  routedAt <= store.now() && mayRead(store, location);

function assignedLocationView(store: ShopStore, location: LocationRecord): View {
  return {
    name: location.name,
    countryCode: location.address?.countryCode ?? store.settings.countryCode,
    location: store.locations.includes(location) ? locationView(store, location) : null,
  };
}

/** What a service's answer leaves in `responseData` is not known: recorded was only that it is null before. */
const requestView = ({id, kind, message, notifyCustomer, sentAt, isAnswered}: MerchantRequest): View => ({
  __typename: 'FulfillmentOrderMerchantRequest',
  id: gid('FulfillmentOrderMerchantRequest', id),
  kind,
  message,
  sentAt: toDateTime(sentAt),
  requestOptions: kind === 'FULFILLMENT_REQUEST' ? {notify_customer: notifyCustomer} : {},
  ...(isAnswered ? {} : {responseData: null}),
});
