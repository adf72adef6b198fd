// A webhook delivery: genuine or not, from whom, about what. Values only; nothing here throws for a bad request.
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
//
// The library's `webhooks.validate` is not used: it takes the body as text (bytes that are not UTF-8 would be changed
// before they are signed) and knows one secret, where a rotation needs two for about an hour.
//
// Shopify signs session tokens and the query of a launch with the same secret, so a matching signature proves that Shopify
// signed these bytes and not that they are a webhook. Only bytes of a webhook's form count as one.

import {createHmac, timingSafeEqual} from 'node:crypto';
import type {ShopifyApp} from '../app.ts';
import type {Invalid, WebhookHeaders} from './webhook-headers.ts';
import {resourceOf} from './webhook-resource.ts';
import {isCompliance} from './webhook-topics.ts';

export type WebhookDelivery = Omit<WebhookHeaders, 'signature'> & {
  /** Gid of the product, order or customer the delivery speaks of (of the orders, one after the other, in a privacy request); null where it speaks of the shop, or cannot be read. */
  readonly resource: string | null;
};

export type WebhookReading = WebhookDelivery | Invalid;

export function readWebhook(
  app: Pick<ShopifyApp, 'secrets'>,
  {signature, ...head}: WebhookHeaders,
  rawBody: Buffer,
): WebhookReading {
  const given = Buffer.from(signature, 'base64');
  if (!app.secrets.some((secret) => isSignedWith(secret, rawBody, given))) {
    return {kind: 'invalid', reason: 'The signature does not match.'};
  }
  const body = readObject(rawBody);
  if (body === null) return {kind: 'invalid', reason: 'The body is not a JSON object.'};
  if (!isOfStore(body, head)) return {kind: 'invalid', reason: 'The body is of another store, or of none.'};
  if (!isOfTopic(body, head)) return {kind: 'invalid', reason: 'The body is of another topic.'};
  return {...head, resource: resourceOf(head.topic, body)};
}

/** timingSafeEqual throws for values of different lengths. */
function isSignedWith(secret: string, body: Buffer, given: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type JsonObject = Readonly<Record<string, unknown>>;

const openingBrace = 0x7b;

/**
 * The first byte is the brace. The query of a launch is signed with its parameters in the order of their names, so its author
 * can begin it with a blank and a brace by a parameter of that name, but not with the brace: that sorts after every letter.
 */
function readObject(rawBody: Buffer): JsonObject | null {
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
 * The store is signed only where the body names it. Compliance topics always do. `app/uninstalled` and `shop/update` do not
 * have to (Shopify's samples say null): both only ask Shopify, with the token of the store in the header.
 */
function isOfStore(body: JsonObject, {shop, topic}: Pick<WebhookHeaders, 'shop' | 'topic'>): boolean {
  const {shop_domain: named, myshopify_domain: known} = body;
  const isOther = (value: unknown) => value !== undefined && value !== null && value !== shop;
  if (isOther(named) || isOther(known)) return false;
  return named === shop || !isCompliance(topic);
}

/** A request about one buyer does not erase the store, whatever topic stands beside it. */
function isOfTopic(body: JsonObject, {topic}: Pick<WebhookHeaders, 'topic'>): boolean {
  const ofBuyer = ['customer', 'orders_to_redact', 'orders_requested', 'data_request'];
  return topic !== 'shop/redact' || ofBuyer.every((field) => body[field] === undefined);
}
