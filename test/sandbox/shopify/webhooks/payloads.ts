// What a delivery's body holds: the REST form of the resource, reduced by `include_fields`.
// https://shopify.dev/docs/apps/build/webhooks/delivery-structure

import {gid} from '../store/gid.ts';
import {toMoney} from '../store/money.ts';
import type {Address, OrderRecord, RefundRecord} from '../store/records.ts';
import type {ShopEvent} from '../store/shop-event.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime, toDateTimeOrNull} from '../views/date-time.ts';
import {fulfillmentOrderPayload} from './fulfillment-order-payload.ts';
import {productPayload} from './product-payload.ts';
import {profilePayload} from './profile-payload.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** How the bodies of app/uninstalled and shop/update name the store's permanent domain. */
export type DomainNaming = 'null' | 'absent' | 'named';

export function payloadOf(store: ShopStore, event: ShopEvent, naming: DomainNaming): Payload {
  switch (event.kind) {
    case 'products/create':
      return productPayload(store, event.product);
    case 'products/update':
      return productPayload(store, event.product, event.at);
    case 'products/delete':
      return {id: event.product.id};
    case 'orders/edited':
      return editPayload(store, event);
    case 'refunds/create':
      return refundPayload(store, event.order, event.refund);
    case 'fulfillments/create':
    case 'fulfillments/update':
      return {
        id: event.fulfillment.id,
        order_id: event.order.id,
        status: 'success',
        tracking_number: event.fulfillment.tracking[0]?.number ?? null,
        created_at: toDateTime(event.fulfillment.createdAt),
        updated_at: toDateTime(event.fulfillment.updatedAt),
        admin_graphql_api_id: gid('Fulfillment', event.fulfillment.id),
      };
    case 'fulfillment_orders/placed_on_hold':
    case 'fulfillment_orders/hold_released':
    case 'fulfillment_orders/scheduled_fulfillment_order_ready':
    case 'fulfillment_orders/cancelled':
    case 'fulfillment_orders/moved':
    case 'fulfillment_orders/order_routing_complete':
    case 'fulfillment_orders/fulfillment_request_submitted':
    case 'fulfillment_orders/cancellation_request_submitted':
      return fulfillmentOrderPayload(event);
    case 'callback':
      return {kind: event.callback};
    case 'orders/risk_assessment_changed':
      return riskPayload(event);
    case 'orders/delete':
      return {id: event.order.id};
    case 'profiles/create':
    case 'profiles/delete':
    case 'profiles/update':
      return profilePayload(event);
    case 'app/uninstalled':
    case 'shop/update':
      return shopPayload(store, naming);
    case 'app/scopes_update':
      return {id: store.id, previous: event.previous, current: event.current, updated_at: toDateTime(store.now())};
    case 'orders/cancelled':
    case 'orders/create':
    case 'orders/fulfilled':
    case 'orders/paid':
    case 'orders/partially_fulfilled':
    case 'orders/updated':
      return orderPayload(store, event.order);
  }
}

/** Keeps the named fields; a dot reaches into lists and objects. https://shopify.dev/docs/apps/build/webhooks/customize/modify-payloads */
export function reduce(payload: Payload, includeFields: readonly string[] | null): Payload {
  if (includeFields === null) return payload;
  const kept: Record<string, unknown> = {};
  const heads = new Set(includeFields.map((field) => field.split('.')[0] ?? field));
  for (const head of heads) {
    if (!(head in payload)) continue;
    const deeper = includeFields
      .filter((field) => field.startsWith(`${head}.`))
      .map((field) => field.slice(head.length + 1));
    kept[head] = includeFields.includes(head) ? payload[head] : reduceValue(payload[head], deeper);
  }
  return kept;
}

function reduceValue(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => reduceValue(item, fields));
  return isPayload(value) ? reduce(value, fields) : value;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function orderPayload(store: ShopStore, order: OrderRecord): Payload {
  const money = (minor: number) => toMoney(minor, store.settings.currency);
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: order.name,
    order_number: order.number,
    test: order.test,
    created_at: toDateTime(order.createdAt),
    processed_at: toDateTime(order.processedAt),
    updated_at: toDateTime(order.updatedAt),
    cancelled_at: toDateTimeOrNull(order.cancelledAt),
    cancel_reason: order.cancelReason,
    financial_status: order.financialStatus?.toLowerCase() ?? null,
    currency: store.settings.currency,
    email: order.email,
    phone: order.phone,
    note: order.note,
    note_attributes: order.customAttributes.map(({key, value}) => ({name: key, value})),
    tags: order.tags.join(', '),
    shipping_address: addressPayload(order.shippingAddress),
    billing_address: addressPayload(order.billingAddress),
    shipping_lines:
      order.shippingLine === null ? [] : [{...order.shippingLine, price: money(order.shippingLine.price)}],
    line_items: order.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: gid('LineItem', line.id),
      product_id: line.productId,
      variant_id: line.variantId,
      sku: line.sku,
      vendor: line.vendor,
      title: line.title,
      variant_title: line.variantTitle,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      fulfillable_quantity: line.currentQuantity - line.fulfilled,
      requires_shipping: line.requiresShipping,
      price: money(line.price),
      properties: line.customAttributes.map(({key, value}) => ({name: key, value})),
    })),
  };
}

function addressPayload(address: Address | null): Payload | null {
  if (address === null) return null;
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    name: [address.firstName, address.lastName].filter((part) => part !== null).join(' '),
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    zip: address.zip,
    country_code: address.countryCode,
    province_code: address.provinceCode,
    phone: address.phone,
  };
}

/** https://shopify.dev/docs/api/webhooks, topic orders/edited: the edit stands beside the order's id. */
function editPayload(store: ShopStore, event: Extract<ShopEvent, {kind: 'orders/edited'}>): Payload {
  const side = (sign: 1 | -1) =>
    event.changed
      .filter(({delta}) => Math.sign(delta) === sign)
      .map(({lineId, delta}) => ({id: lineId, delta: Math.abs(delta)}));
  return {
    order_edit: {
      id: event.editId,
      order_id: event.order.id,
      app_id: null,
      notify_customer: false,
      staff_note: '',
      created_at: toDateTime(store.now()),
      committed_at: toDateTime(store.now()),
      line_items: {additions: side(1), removals: side(-1)},
    },
  };
}

/**
 * It names no assessment of its own, only the order, twice. `provider_…` is null for Shopify. Shopify publishes no sample;
 * the fields are those of its list of topics (https://shopify.dev/docs/api/webhooks) and of deliveries that others recorded.
 */
function riskPayload({order, risk}: Extract<ShopEvent, {kind: 'orders/risk_assessment_changed'}>): Payload {
  return {
    provider_id: null,
    provider_title: null,
    risk_level: risk.level.toLowerCase(),
    created_at: toDateTime(risk.assessedAt),
    order_id: order.id,
    admin_graphql_api_order_id: gid('Order', order.id),
  };
}

function refundPayload(store: ShopStore, order: OrderRecord, refund: RefundRecord): Payload {
  return {
    id: refund.id,
    admin_graphql_api_id: gid('Refund', refund.id),
    order_id: order.id,
    note: refund.note,
    created_at: toDateTime(refund.createdAt),
    processed_at: toDateTime(refund.createdAt),
    total_refunded: toMoney(refund.amount, store.settings.currency),
  };
}

/** https://shopify.dev/docs/api/webhooks: in the samples of both topics `myshopify_domain` and `domain` are null. */
function shopPayload(store: ShopStore, naming: DomainNaming): Payload {
  const {settings} = store;
  const domain = naming === 'named' ? store.domain : null;
  const domains = naming === 'absent' ? {} : {myshopify_domain: domain, domain};
  return {
    id: store.id,
    name: settings.name,
    email: settings.email,
    ...domains,
    currency: settings.currency,
    iana_timezone: settings.timezone,
    taxes_included: settings.taxesIncluded,
    plan_name: settings.plan,
    country_code: settings.countryCode,
    updated_at: toDateTime(store.now()),
  };
}
