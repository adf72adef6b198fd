// One delivery on the wire: signed headers, five seconds for an answer, anything but 2xx is a failure.
// https://shopify.dev/docs/apps/build/webhooks/delivery-structure
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https

import {createHmac, randomUUID} from 'node:crypto';
import {apiVersion} from '../schema.ts';

export type Attempt = {readonly at: number; readonly outcome: number | 'no answer'};

export type Delivery = {
  readonly webhookId: string;
  readonly eventId: string;
  readonly topic: string;
  readonly shop: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly triggeredAt: number;
  readonly attempts: readonly Attempt[];
  readonly state: 'delivered' | 'dropped' | 'failed' | 'pending';
};

export type NewDelivery = {
  readonly topic: string;
  readonly shop: string;
  readonly url: string;
  readonly payload: unknown;
  readonly name?: string | null;
  /** Replaces headers, e.g. a wrong signature; an empty text leaves a header out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Deliveries of one action of the merchant may share it. */
  readonly eventId?: string;
  readonly notBefore?: number;
  /** Asked when the delivery is due: true loses it. */
  readonly unless?: () => boolean;
  /** Without another attempt where it does not arrive. */
  readonly isOnce?: boolean;
};

const answerWithinMs = 5000;

export async function attempt(delivery: Delivery): Promise<Attempt['outcome']> {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: {...delivery.headers},
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'no answer';
  }
}

export function toDelivery(given: NewDelivery, secret: string, at: number): Delivery {
  const body = JSON.stringify(given.payload);
  const webhookId = randomUUID();
  const eventId = given.eventId ?? randomUUID();
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Shopify-Captain-Hook',
    'X-Shopify-Topic': given.topic,
    'X-Shopify-Shop-Domain': given.shop,
    'X-Shopify-API-Version': apiVersion,
    'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'X-Shopify-Webhook-Id': webhookId,
    'X-Shopify-Event-Id': eventId,
    'X-Shopify-Triggered-At': new Date(at).toISOString(),
    'X-Shopify-Name': given.name ?? '',
    ...given.headers,
  };
  return {
    webhookId,
    eventId,
    topic: given.topic,
    shop: given.shop,
    url: given.url,
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')),
    triggeredAt: at,
    attempts: [],
    state: 'pending',
  };
}
