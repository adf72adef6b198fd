// The headers of a webhook, checked before a byte of the body is read. None of them is signed.
// https://shopify.dev/docs/apps/build/webhooks/delivery-structure

import type {IncomingHttpHeaders} from 'node:http';
import {ShopDomain} from '#domain/ids.ts';
import {addressOfTopic, type WebhookAddress} from './webhook-topics.ts';

/** The checked headers of a webhook. */
export type WebhookHeaders = {
  readonly kind: 'valid';
  readonly shop: ShopDomain;
  /** For example `orders/create`. */
  readonly topic: string;
  /** Base64 of an HMAC-SHA256, not yet verified. */
  readonly signature: string;
  /** The webhook's id: the same on every repetition of a delivery, and on no other delivery; null if the header is missing. */
  readonly webhookId: string | null;
  /**
   * The event's id: the same on every repetition, and on all deliveries that one action of the merchant caused; null if the header is
   * missing.
   */
  readonly eventId: string | null;
  /** When the event happened, as Shopify states it; null: not stated, or not readable. */
  readonly triggeredAt: Date | null;
};

/** Why a webhook is refused. */
export type InvalidWebhook = {readonly kind: 'invalid'; readonly reason: string};

/** An HMAC-SHA256 in base64 is 44 characters, the last one padding. */
const signaturePattern = /^[A-Za-z0-9+/]{43}=$/;
/** Shopify's ids are UUIDs; a missing header counts as empty. */
const idPattern = /^[\x21-\x7e]{0,100}$/;

/**
 * Reads and checks the headers, or tells what is wrong with them. @param address the path of the request; each topic belongs to one path.
 */
export function readWebhookHeaders(
  headers: IncomingHttpHeaders,
  address: WebhookAddress,
): WebhookHeaders | InvalidWebhook {
  const signature = readHeader(headers, 'x-shopify-hmac-sha256');
  if (!signaturePattern.test(signature)) return toInvalid('The signature has not the form of one.');
  const shop = ShopDomain.safeParse(readHeader(headers, 'x-shopify-shop-domain'));
  if (!shop.success) return toInvalid('The delivery names no store.');
  const topic = readHeader(headers, 'x-shopify-topic').toLowerCase();
  if (addressOfTopic(topic) !== address) return toInvalid('The delivery is of no topic of this address.');
  const [eventId, webhookId] = [readHeader(headers, 'x-shopify-event-id'), readHeader(headers, 'x-shopify-webhook-id')];
  if (`${webhookId}${eventId}` === '' || !idPattern.test(eventId) || !idPattern.test(webhookId))
    return toInvalid('The delivery carries no id.');
  return {
    kind: 'valid',
    shop: shop.data,
    topic,
    signature,
    webhookId: webhookId || null,
    eventId: eventId || null,
    triggeredAt: toDate(readHeader(headers, 'x-shopify-triggered-at')),
  };
}

const toInvalid = (reason: string): InvalidWebhook => ({kind: 'invalid', reason});

/** The header's value; empty if it is missing or was sent several times. */
function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * The time that the text states. Null unless it is ISO 8601 of this millennium: the header is not signed, and a database does not accept
 * every year.
 */
function toDate(text: string): Date | null {
  const time = /^2\d{3}-\d\d-\d\dT/.test(text) ? new Date(text) : null;
  return time !== null && time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 3000 ? time : null;
}
