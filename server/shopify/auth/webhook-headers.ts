// The headers of a webhook, checked before a byte of the body is read. None of them is signed.
// https://shopify.dev/docs/apps/build/webhooks/delivery-structure

import type {IncomingHttpHeaders} from 'node:http';
import {ShopDomain} from '#domain/ids.ts';
import {addressOf, type WebhookAddress} from './webhook-topics.ts';

export type WebhookHeaders = {
  readonly kind: 'valid';
  readonly shop: ShopDomain;
  /** For example `orders/create`. */
  readonly topic: string;
  /** Base64 of an HMAC-SHA256, not yet verified. */
  readonly signature: string;
  /** The same on every repetition of a delivery, and on no other delivery; null if the header is missing. */
  readonly webhookId: string | null;
  /** The same on every repetition, and on all deliveries that one action of the merchant caused; null if the header is missing. */
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
};

export type Invalid = {readonly kind: 'invalid'; readonly reason: string};

/** An HMAC-SHA256 in base64 is 44 characters, the last one padding. */
const signatureForm = /^[A-Za-z0-9+/]{43}=$/;
/** Shopify's ids are UUIDs; a missing header counts as empty. */
const idForm = /^[\x21-\x7e]{0,100}$/;

/** @param address the path of the request; each topic belongs to one path. */
export function readWebhookHeaders(headers: IncomingHttpHeaders, address: WebhookAddress): WebhookHeaders | Invalid {
  const signature = header(headers, 'x-shopify-hmac-sha256');
  if (!signatureForm.test(signature)) return invalid('The signature has not the form of one.');
  const shop = ShopDomain.safeParse(header(headers, 'x-shopify-shop-domain'));
  if (!shop.success) return invalid('The delivery names no store.');
  const topic = header(headers, 'x-shopify-topic').toLowerCase();
  if (addressOf(topic) !== address) return invalid('The delivery is of no topic of this address.');
  const [eventId, webhookId] = [header(headers, 'x-shopify-event-id'), header(headers, 'x-shopify-webhook-id')];
  if (`${webhookId}${eventId}` === '' || !idForm.test(eventId) || !idForm.test(webhookId))
    return invalid('The delivery carries no id.');
  return {
    kind: 'valid',
    shop: shop.data,
    topic,
    signature,
    webhookId: webhookId || null,
    eventId: eventId || null,
    triggeredAt: toDate(header(headers, 'x-shopify-triggered-at')),
  };
}

const invalid = (reason: string): Invalid => ({kind: 'invalid', reason});

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Null unless it is ISO 8601 of this millennium: the header is not signed, and a database does not accept every year. */
function toDate(text: string): Date | null {
  const time = /^2\d{3}-\d\d-\d\dT/.test(text) ? new Date(text) : null;
  return time !== null && time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 3000 ? time : null;
}
