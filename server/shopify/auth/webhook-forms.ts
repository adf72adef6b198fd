// Checks that a webhook's body fits its topic. The topic is an unsigned header: whoever holds a signed body may send it under any other.
// https://shopify.dev/docs/api/webhooks; which fields arrive, shopify.app.toml states (`include_fields`).
//
// Only fields that distinguish topics are asked for, so that a genuine delivery with fewer or more of the others still counts.

import type {WebhookTopic} from './webhook-topics.ts';

type WebhookBody = Readonly<Record<string, unknown>>;

/** Our name for the form of each topic's body; topics with equal bodies share a name. */
const formOfTopic: Readonly<Record<WebhookTopic, string>> = {
  'app/uninstalled': 'shop',
  'app/scopes_update': 'scopes',
  'shop/update': 'shop',
  'products/update': 'product',
  'products/delete': 'id alone',
  'orders/create': 'order',
  'orders/paid': 'order',
  'orders/updated': 'order',
  'orders/cancelled': 'order',
  'orders/edited': 'order edit',
  'orders/risk_assessment_changed': 'risk',
  'orders/delete': 'id alone',
  'fulfillment_orders/placed_on_hold': 'fulfilment order',
  'fulfillment_orders/hold_released': 'fulfilment order',
  'fulfillment_orders/scheduled_fulfillment_order_ready': 'fulfilment order',
  'fulfillment_orders/moved': 'fulfilment order',
  'fulfillment_orders/cancelled': 'fulfilment order',
  'refunds/create': 'refund',
  'customers/data_request': 'data of a buyer',
  'customers/redact': 'erasure of a buyer',
  'shop/redact': 'erasure of the store',
};

/** Whether the body has the topic's form. Topics of one form lead to the same request to Shopify, so one may stand for the other. */
export function hasFormOfTopic(topic: string, body: WebhookBody): boolean {
  const form = formOfBody(body);
  return form !== null && Object.entries(formOfTopic).some(([name, expected]) => name === topic && expected === form);
}

/** Our name for the form of this body; null: of no known form. */
function formOfBody(body: WebhookBody): string | null {
  const has = (...fields: readonly string[]) => fields.some((field) => field in body);
  if (has('shop_domain')) return complianceForm(has);
  if (has('order_edit')) return 'order edit';
  if (has('fulfillment_order', 'original_fulfillment_order', 'moved_fulfillment_order')) return 'fulfilment order';
  if (has('myshopify_domain', 'iana_timezone', 'shop_owner', 'plan_name')) return 'shop';
  if (has('previous') && has('current')) return 'scopes';
  if (has('admin_graphql_api_order_id')) return 'risk';
  if (has('admin_graphql_api_id')) return formOfGid.get(resourceTypeOf(body['admin_graphql_api_id'])) ?? null;
  if (has('order_id')) return has('id') ? 'refund' : 'risk';
  return has('id') ? 'id alone' : null;
}

/** The form of a privacy request's body; null: of no known form. https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance */
function complianceForm(has: (...fields: readonly string[]) => boolean): string | null {
  if (has('orders_requested', 'data_request')) return has('orders_to_redact') ? null : 'data of a buyer';
  if (has('customer', 'orders_to_redact')) return 'erasure of a buyer';
  return has('shop_id') ? 'erasure of the store' : null;
}

/** The form of a body by the type of resource that its gid names. */
const formOfGid: ReadonlyMap<string, string> = new Map([
  ['Order', 'order'],
  ['Product', 'product'],
  ['Refund', 'refund'],
]);

/** The type of resource in a gid; empty if it is none. */
const resourceTypeOf = (gid: unknown): string =>
  typeof gid === 'string' ? (/^gid:\/\/shopify\/([A-Za-z]{1,40})\//.exec(gid)?.[1] ?? '') : '';
