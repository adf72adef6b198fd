// Reads the ids in a webhook's body; the resource itself is read from Shopify.

import {z} from 'zod';

/**
 * The gid of what a delivery is about, null if it names nothing; of an uninstall the store's name. A refund and an order edit name the
 * order beside their own id: the order is the one to read. Topics about fulfilment orders do not name the order.
 * https://shopify.dev/docs/api/webhooks
 */
export function readResource(topic: string, given: Readonly<Record<string, unknown>>): string | null {
  const body = BodyIds.parse(given);
  if (topic === 'app/uninstalled') return body.myshopify_domain ?? null;
  const [subject] = topic.split('/');
  if (subject === 'refunds') return toGid('Order', body.order_id);
  if (topic === 'orders/edited') return toGid('Order', body.order_edit?.order_id);
  if (topic === 'orders/risk_assessment_changed') return assessedOrderGid(body);
  if (subject === 'orders') return gidOfBody(body, 'Order');
  if (subject === 'fulfillment_orders') return fulfilmentOrderGid(body);
  if (subject === 'products') return gidOfBody(body, 'Product');
  if (topic === 'customers/redact') return privacyResource(body.orders_to_redact, body);
  if (topic === 'customers/data_request') return privacyResource(body.orders_requested, body);
  return null;
}

/** A positive id, as a number or as digits. */
const NumericId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]);
/** Topics about fulfilment orders write their id as a gid, with no other field for it. */
const FulfilmentOrderRef = z
  .object({id: z.union([NumericId, z.string()])})
  .nullish()
  .catch(undefined);
/** The ids in a webhook's body; one that cannot be read counts as missing. */
const BodyIds = z
  .object({
    id: NumericId.optional().catch(undefined),
    admin_graphql_api_id: z.string().optional().catch(undefined),
    myshopify_domain: z.string().nullish().catch(undefined),
    order_id: NumericId.nullish().catch(undefined),
    admin_graphql_api_order_id: z.string().nullish().catch(undefined),
    order_edit: z.object({order_id: NumericId}).optional().catch(undefined),
    fulfillment_order: FulfilmentOrderRef,
    original_fulfillment_order: FulfilmentOrderRef,
    moved_fulfillment_order: FulfilmentOrderRef,
    customer: z.object({id: NumericId}).nullish().catch(undefined),
    orders_to_redact: z.array(NumericId).max(10_000).optional().catch(undefined),
    orders_requested: z.array(NumericId).max(10_000).optional().catch(undefined),
  })
  .catch({});

/**
 * The gids of the orders that a privacy request is about, or of the customer where it names no orders. Null where its list is missing or
 * only partly readable: such a list proves nothing, not even that there are no orders.
 */
function privacyResource(
  orders: readonly (number | string)[] | undefined,
  {customer}: z.infer<typeof BodyIds>,
): string | null {
  if (orders === undefined) return null;
  return orders.length > 0
    ? orders.map((id) => `gid://shopify/Order/${id}`).join(' ')
    : toGid('Customer', customer?.id);
}

/** A Shopify gid, with its resource type and number as groups. */
const gidPattern = /^gid:\/\/shopify\/([A-Z][A-Za-z]{1,40})\/(\d{1,20})$/;

/** The gid that the body names, if it is of type `resource`; null otherwise. */
function gidOfBody(body: z.infer<typeof BodyIds>, resource: string): string | null {
  const [, kind, number] = gidPattern.exec(body.admin_graphql_api_id ?? '') ?? [];
  if (kind !== undefined) return kind === resource ? toGid(resource, number) : null;
  return toGid(resource, body.id);
}

/** The gid of the order whose risk was assessed. The body's own `id`, if any, is the assessment's, so it is not used. */
function assessedOrderGid({admin_graphql_api_order_id: gid, order_id: id}: z.infer<typeof BodyIds>): string | null {
  return gidOfBody(gid == null ? {id: id ?? undefined} : {admin_graphql_api_id: gid}, 'Order');
}

/**
 * The gid of the fulfilment order that the body names; null: none. Of the two that the topic `moved` names, the original comes first: the
 * app can read it even if a fulfilment service has the moved one.
 */
function fulfilmentOrderGid(body: z.infer<typeof BodyIds>): string | null {
  const named = body.fulfillment_order ?? body.original_fulfillment_order ?? body.moved_fulfillment_order;
  const given = String(named?.id ?? '');
  const [, kind, number = /^\d{1,20}$/.exec(given)?.[0]] = gidPattern.exec(given) ?? [];
  return kind === undefined || kind === 'FulfillmentOrder' ? toGid('FulfillmentOrder', number) : null;
}

/** The gid of a resource with this number; null without a number. */
function toGid(resource: string, id: number | string | null | undefined): string | null {
  return id == null ? null : `gid://shopify/${resource}/${id}`;
}
