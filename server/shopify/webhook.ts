// A webhook delivery: genuine or not, from whom, about what. Values only; nothing here throws for a bad request.
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
//
// The library's `webhooks.validate` is not used: it takes the body as text (bytes that are not UTF-8 would be changed
// before they are signed) and knows one secret, where a rotation needs two for about an hour.

import {createHmac, timingSafeEqual} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';
import {z} from 'zod';
import {ShopDomain} from '#domain/ids.ts';
import type {ShopifyApp} from './app.ts';

export type WebhookDelivery = {
  readonly kind: 'valid';
  readonly shop: ShopDomain;
  /** As in `orders/create`. */
  readonly topic: string;
  /** The event id, the same on every repetition of one event; the webhook id where a delivery carries none. */
  readonly eventKey: string;
  readonly webhookId: string;
  readonly triggeredAt: Date | null;
  /** Gid of the product, order or customer the delivery speaks of (of the orders, one after the other, in a privacy request); null where it speaks of the shop, or cannot be read. */
  readonly resource: string | null;
};

export type WebhookReading = WebhookDelivery | {readonly kind: 'invalid'; readonly reason: string};

export type WebhookRequest = {readonly rawBody: Buffer; readonly headers: IncomingHttpHeaders};

export function readWebhook(app: Pick<ShopifyApp, 'secrets'>, {rawBody, headers}: WebhookRequest): WebhookReading {
  const signature = header(headers, 'x-shopify-hmac-sha256');
  if (!app.secrets.some((secret) => isSignedWith(secret, rawBody, signature))) {
    return {kind: 'invalid', reason: 'The signature does not match.'};
  }
  const shop = ShopDomain.safeParse(header(headers, 'x-shopify-shop-domain'));
  const topic = header(headers, 'x-shopify-topic').toLowerCase();
  const webhookId = header(headers, 'x-shopify-webhook-id');
  if (!shop.success) return {kind: 'invalid', reason: 'The delivery names no store.'};
  if (!/^[a-z_]{1,60}(\/[a-z_]{1,60}){1,2}$/.test(topic))
    return {kind: 'invalid', reason: 'The delivery names no topic.'};
  const eventKey = header(headers, 'x-shopify-event-id') || webhookId;
  if (eventKey === '' || eventKey.length > 200) return {kind: 'invalid', reason: 'The delivery carries no id.'};
  const body = readIds(rawBody);
  return {
    kind: 'valid',
    shop: shop.data,
    topic,
    eventKey,
    webhookId: webhookId || eventKey,
    triggeredAt: toDate(header(headers, 'x-shopify-triggered-at')),
    resource: resourceOf(topic, body),
  };
}

/** An HMAC-SHA256 in base64 is 44 characters, the last one padding; anything else would make timingSafeEqual throw. */
const signatureForm = /^[A-Za-z0-9+/]{43}=$/;

function isSignedWith(secret: string, body: Buffer, signature: string): boolean {
  if (!signatureForm.test(signature)) return false;
  const given = Buffer.from(signature, 'base64');
  const expected = createHmac('sha256', secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

const Id = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]);
const Ids = z
  .object({
    id: Id.optional().catch(undefined),
    admin_graphql_api_id: z.string().optional().catch(undefined),
    order_id: Id.optional().catch(undefined),
    order_edit: z.object({order_id: Id}).optional().catch(undefined),
    customer: z.object({id: Id}).nullish().catch(undefined),
    orders_to_redact: z.array(Id).max(10_000).optional().catch(undefined),
    orders_requested: z.array(Id).max(10_000).optional().catch(undefined),
  })
  .catch({});

/** The one parse of the body, for ids alone; a body that cannot be read has none (it was signed, so it is Shopify's). */
function readIds(rawBody: Buffer): z.infer<typeof Ids> {
  try {
    return Ids.parse(JSON.parse(rawBody.toString('utf8')));
  } catch {
    return {};
  }
}

/**
 * A refund and an order edit carry their own id and, beside it, the order's: it is the order that is read again.
 * https://shopify.dev/docs/api/webhooks
 */
function resourceOf(topic: string, body: z.infer<typeof Ids>): string | null {
  const [subject] = topic.split('/');
  if (subject === 'refunds') return toGid('Order', body.order_id);
  if (topic === 'orders/edited') return toGid('Order', body.order_edit?.order_id);
  if (subject === 'orders') return ownGid(body, 'Order');
  if (subject === 'products') return ownGid(body, 'Product');
  if (topic === 'customers/redact') return privacyResource(body.orders_to_redact, body);
  if (topic === 'customers/data_request') return privacyResource(body.orders_requested, body);
  return null;
}

/**
 * The orders a privacy request is about, one after the other; the customer where it names none, a buyer without orders. Null
 * where its list is not there or cannot be read whole: that is no word on any order, and none on there being none.
 */
function privacyResource(
  orders: readonly (number | string)[] | undefined,
  {customer}: z.infer<typeof Ids>,
): string | null {
  if (orders === undefined) return null;
  return orders.length > 0
    ? orders.map((id) => `gid://shopify/Order/${id}`).join(' ')
    : toGid('Customer', customer?.id);
}

const gidForm = /^gid:\/\/shopify\/([A-Z][A-Za-z]{1,40})\/(\d{1,20})$/;

function ownGid(body: z.infer<typeof Ids>, resource: string): string | null {
  const [, kind, number] = gidForm.exec(body.admin_graphql_api_id ?? '') ?? [];
  return toGid(resource, kind === resource ? number : body.id);
}

function toGid(resource: string, id: number | string | undefined): string | null {
  return id === undefined ? null : `gid://shopify/${resource}/${id}`;
}

/** ISO 8601 of this millennium: the signature does not cover it, and not every year is one to a database. */
function toDate(text: string): Date | null {
  const time = /^2\d{3}-\d\d-\d\dT/.test(text) ? new Date(text) : null;
  return time !== null && time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 3000 ? time : null;
}
