// Orders as the API shows them. What is not here is not modelled.

import {connection, pageArgs} from '../connection.ts';
import {type View, withArgs} from '../field.ts';
import {closedAt, fulfillmentStatusOf} from '../store/fulfilment.ts';
import {gid} from '../store/gid.ts';
import {presentedStore} from '../store/payments.ts';
import type {FulfillmentRecord, OrderRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {addressView} from './address.ts';
import {toDateTime, toDateTimeOrNull} from './date-time.ts';
import {fulfillmentView} from './fulfillment.ts';
import {fulfillmentOrderView, isShown} from './fulfillment-order.ts';
import {metafieldFields} from './metafield.ts';
import {lineView} from './order-line.ts';
import {orderTotals, shippingLineView} from './order-totals.ts';
import {refundView, suggestedRefund} from './refund.ts';

export function orderView(shop: ShopStore, order: OrderRecord): View {
  const store = presentedStore(shop, order);
  return {
    ...orderOwnFields(order, store.now()),
    risk: riskView(store, order),
    ...orderPeople(order),
    ...orderLists(store, order),
    ...orderTotals(store, order),
    ...metafieldFields(order.metafields, 'ORDER'),
  };
}

function orderOwnFields(order: OrderRecord, now: number): View {
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: order.name,
    number: order.number,
    test: order.test,
    createdAt: toDateTime(order.createdAt),
    processedAt: toDateTime(order.processedAt),
    updatedAt: toDateTime(order.updatedAt),
    cancelledAt: toDateTimeOrNull(order.cancelledAt),
    cancelReason: order.cancelReason,
    closed: closedAt(order, now) !== null,
    closedAt: toDateTimeOrNull(closedAt(order, now)),
    confirmed: true,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: fulfillmentStatusOf(order),
    currentSubtotalLineItemsQuantity: order.lines.reduce((sum, line) => sum + line.currentQuantity, 0),
    edited: order.edited,
    note: order.note,
    tags: order.tags,
    customAttributes: order.customAttributes,
    canNotifyCustomer: order.email !== null,
    requiresShipping: order.lines.some((line) => line.requiresShipping),
  };
}

/** Shopify's assessment has no provider, and comes after the order. */
function riskView({now}: ShopStore, {risk}: OrderRecord): View {
  const isAssessed = risk.assessedAt <= now();
  return {
    recommendation: isAssessed ? risk.recommendation : 'NONE',
    assessments: isAssessed ? [{riskLevel: risk.level, facts: [], provider: null}] : [],
  };
}

function orderPeople(order: OrderRecord): View {
  const {customer} = order;
  return {
    email: order.email,
    phone: order.phone,
    shippingAddress: addressView(order.shippingAddress, order.id),
    billingAddress: addressView(order.billingAddress, order.id),
    customer:
      customer === null
        ? null
        : {
            __typename: 'Customer',
            id: gid('Customer', customer.id),
            legacyResourceId: String(customer.id),
            firstName: customer.firstName,
            lastName: customer.lastName,
            displayName: [customer.firstName, customer.lastName].filter(Boolean).join(' ') || customer.email || '',
            email: customer.email,
            phone: customer.phone,
            defaultEmailAddress: customer.email === null ? null : {emailAddress: customer.email},
            createdAt: toDateTime(customer.createdAt),
          },
  };
}

function orderLists(store: ShopStore, order: OrderRecord): View {
  return {
    lineItems: withArgs(pageArgs, (args) =>
      connection(
        {items: order.lines, position: ({id}, index) => [index, id], view: (line) => lineView(store, line)},
        args,
      ),
    ),
    fulfillmentOrders: withArgs([...pageArgs, 'displayable'], (args) =>
      connection(
        {
          items: order.fulfillmentOrders.filter((fulfillmentOrder) => isShown(store, order, fulfillmentOrder)),
          position: ({id}) => [id, id],
          view: (fulfillmentOrder) => fulfillmentOrderView(store, order, fulfillmentOrder),
        },
        args,
      ),
    ),
    // Recorded: the newest comes first.
    fulfillments: withArgs(['first'], ({first}) =>
      order.fulfillments
        .toReversed()
        .slice(0, typeof first === 'number' ? first : undefined)
        .map((fulfillment) => orderFulfillmentView(store, order, fulfillment)),
    ),
    shippingLines: withArgs(pageArgs, (args) =>
      connection(
        {
          items: order.shippingLine === null ? [] : [order.shippingLine],
          position: ({id}) => [id, id],
          view: (line) => shippingLineView(store, line),
        },
        args,
      ),
    ),
    refunds: withArgs(['first'], ({first}) =>
      order.refunds
        .slice(0, typeof first === 'number' ? first : undefined)
        .map((refund) => refundView(store, order, refund)),
    ),
    suggestedRefund: suggestedRefund(store, order),
  };
}

export function orderFulfillmentView(store: ShopStore, order: OrderRecord, fulfillment: FulfillmentRecord): View {
  return fulfillmentView(fulfillment, {
    order: () => orderView(store, order),
    line(lineId) {
      const line = order.lines.find(({id}) => id === lineId);
      return line === undefined ? null : lineView(store, line);
    },
  });
}
