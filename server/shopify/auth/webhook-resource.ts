// Reads the ids in a webhook's body; the resource itself is read from Shopify.

import {z} from 'zod';

/**
 * A refund and an order edit carry their own id and the order's id: the order is the one to read. A fulfilment order's topics do not
 * name the order. https://shopify.dev/docs/api/webhooks
 */
export function resourceOf(topic: string, given: Readonly<Record<string, unknown>>): string | null {
  const body = BodyIds.parse(given);
  if (topic === 'app/uninstalled') return body.myshopify_domain ?? null;
  const [subject] = topic.split('/');
  if (subject === 'refunds') return toGid('Order', body.order_id);
  if (topic === 'orders/edited') return toGid('Order', body.order_edit?.order_id);
  if (topic === 'orders/risk_assessment_changed') return assessedOrder(body);
  if (subject === 'orders') return ownGid(body, 'Order');
  if (subject === 'fulfillment_orders') return fulfilmentOrderGid(body);
  if (subject === 'products') return ownGid(body, 'Product');
  if (topic === 'customers/redact') return privacyResource(body.orders_to_redact, body);
  if (topic === 'customers/data_request') return privacyResource(body.orders_requested, body);
  return null;
}

const Id = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]);
/** Topics about fulfilment orders write their id as a gid, with no other field for it. */
const Named = z
  .object({id: z.union([Id, z.string()])})
  .nullish()
  .catch(undefined);
const BodyIds = z
  .object({
    id: Id.optional().catch(undefined),
    admin_graphql_api_id: z.string().optional().catch(undefined),
    myshopify_domain: z.string().nullish().catch(undefined),
    order_id: Id.nullish().catch(undefined),
    admin_graphql_api_order_id: z.string().nullish().catch(undefined),
    order_edit: z.object({order_id: Id}).optional().catch(undefined),
    fulfillment_order: Named,
    original_fulfillment_order: Named,
    moved_fulfillment_order: Named,
    customer: z.object({id: Id}).nullish().catch(undefined),
    orders_to_redact: z.array(Id).max(10_000).optional().catch(undefined),
    orders_requested: z.array(Id).max(10_000).optional().catch(undefined),
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

const gidForm = /^gid:\/\/shopify\/([A-Z][A-Za-z]{1,40})\/(\d{1,20})$/;

function ownGid(body: z.infer<typeof BodyIds>, resource: string): string | null {
  const [, kind, number] = gidForm.exec(body.admin_graphql_api_id ?? '') ?? [];
  if (kind !== undefined) return kind === resource ? toGid(resource, number) : null;
  return toGid(resource, body.id);
}

/** The body's own `id`, if it has one, is the assessment's, so it is not used. */
function assessedOrder({admin_graphql_api_order_id: gid, order_id: id}: z.infer<typeof BodyIds>): string | null {
  return ownGid(gid == null ? {id: id ?? undefined} : {admin_graphql_api_id: gid}, 'Order');
}

/** The topic `moved` names two. The original comes first: the app can read it even if a fulfilment service has the moved one. */
function fulfilmentOrderGid(body: z.infer<typeof BodyIds>): string | null {
  const named = body.fulfillment_order ?? body.original_fulfillment_order ?? body.moved_fulfillment_order;
  const given = String(named?.id ?? '');
  const [, kind, number = /^\d{1,20}$/.exec(given)?.[0]] = gidForm.exec(given) ?? [];
  return kind === undefined || kind === 'FulfillmentOrder' ? toGid('FulfillmentOrder', number) : null;
}

function toGid(resource: string, id: number | string | null | undefined): string | null {
  return id == null ? null : `gid://shopify/${resource}/${id}`;
}
