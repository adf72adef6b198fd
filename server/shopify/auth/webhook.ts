// Checks whether a webhook delivery is genuine, from which store it is, and what it is about. A bad request gives a value and never throws.
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
//
// The library's `webhooks.validate` is not used: it takes the body as text (bytes that are not UTF-8 would be changed before the
// signature is computed) and knows one secret, while a rotation needs two for about an hour.
//
// Shopify signs session tokens and the query of a launch with the same secret, so a matching signature proves that Shopify signed
// these bytes and not that they are a webhook. So the bytes must also have a webhook's form.

import {createHash, createHmac, timingSafeEqual} from 'node:crypto';
import type {ShopifyApp} from '../app.ts';
import {hasFormOfTopic} from './webhook-forms.ts';
import type {InvalidWebhook, WebhookHeaders} from './webhook-headers.ts';
import {readResource} from './webhook-resource.ts';
import {isComplianceTopic} from './webhook-topics.ts';

/** A genuine delivery, read from headers and body. */
export type WebhookDelivery = Omit<WebhookHeaders, 'signature' | 'webhookId' | 'eventId'> & {
  /** Tells a repetition of this delivery from another delivery of the same store and topic. */
  readonly eventKey: string;
  /** The webhook id header; the event id if that header is missing. */
  readonly webhookId: string;
  /** A digest of the signature: equal for equal bodies, and no one can compute the signature from it. */
  readonly bodyDigest: string;
  /**
   * Gid of the product, order, fulfilment order or customer in the delivery (for a privacy request, all its orders); of an uninstall the
   * store's name, where the body has it. Null for another delivery about the shop, or an unreadable one.
   */
  readonly resource: string | null;
};

/** A genuine delivery, or why it is refused. */
export type WebhookCheck = WebhookDelivery | InvalidWebhook;

/** Checks signature and body, and reads which resource the delivery is about. */
export function readWebhook(
  app: Pick<ShopifyApp, 'secrets'>,
  {signature, webhookId, eventId, ...head}: WebhookHeaders,
  rawBody: Buffer,
): WebhookCheck {
  if (!isSignedByShopify(app, rawBody, signature)) return {kind: 'invalid', reason: 'The signature does not match.'};
  const body = parseJsonObject(rawBody);
  if (body === null) return {kind: 'invalid', reason: 'The body is not a JSON object.'};
  if (!isOfStore(body, head)) return {kind: 'invalid', reason: 'The body is of another store, or of none.'};
  if (!hasFormOfTopic(head.topic, body)) return {kind: 'invalid', reason: 'The body is of another topic.'};
  const resource = readResource(head.topic, body);
  const ids = {webhookId, eventId};
  const given = Buffer.from(signature, 'base64');
  const bodyDigest = createHash('sha256').update(given).digest('hex').slice(0, 32);
  return {...head, eventKey: toEventKey(ids, resource), webhookId: webhookId ?? eventId ?? '', bodyDigest, resource};
}

/** Whether the signature is Shopify's of these bytes. @param signature in base64. */
export function isSignedByShopify(app: Pick<ShopifyApp, 'secrets'>, rawBody: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, 'base64');
  return app.secrets.some((secret) => isSignedWith(secret, rawBody, given));
}

/**
 * What tells repetitions of a delivery from other deliveries: the webhook id, or the event id with a digest of the resource. One action of
 * the merchant may cause deliveries about several resources with one event id, so the event id alone would keep only the first.
 * https://shopify.dev/docs/apps/build/webhooks/verify-deliveries @param resource hashed, since that of a privacy request is too long for an
 * index.
 */
function toEventKey(
  {webhookId, eventId}: Pick<WebhookHeaders, 'webhookId' | 'eventId'>,
  resource: string | null,
): string {
  if (webhookId !== null) return webhookId;
  const about = createHash('sha256')
    .update(resource ?? '')
    .digest('hex')
    .slice(0, 32);
  return `${eventId} ${about}`;
}

/**
 * Whether the signature is the HMAC of the body with this secret. Compares in constant time; the lengths are compared first, because
 * timingSafeEqual throws if they differ.
 */
function isSignedWith(secret: string, body: Buffer, given: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The byte of `{`. */
const openingBrace = 0x7b;

/**
 * The body's JSON object; null if it is none. The first byte must be the brace. The query of a launch is signed with its parameters sorted
 * by name. Its author can add a parameter whose name begins with a blank and a brace, but cannot begin the query with the brace: that sorts
 * after every letter.
 */
function parseJsonObject(rawBody: Buffer): JsonObject | null {
  if (rawBody[0] !== openingBrace) return null;
  try {
    const value: unknown = JSON.parse(rawBody.toString('utf8'));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether the body is of the store in the header. The signature covers the store only where the body names it. The body of a compliance
 * topic must name it. Other bodies need not: those topics only make the app ask Shopify, with the token of the store in the header.
 */
function isOfStore(body: JsonObject, {shop, topic}: Pick<WebhookHeaders, 'shop' | 'topic'>): boolean {
  const {shop_domain: named, myshopify_domain: known} = body;
  const isOther = (value: unknown) => value !== undefined && value !== null && value !== shop;
  if (isOther(named) || isOther(known)) return false;
  return named === shop || !isComplianceTopic(topic);
}
