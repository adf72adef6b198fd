// Sending webhooks: signed, after the change, not awaited by anyone; retried by the sandbox's clock; duplicated, held
// back, shuffled or dropped on demand. https://shopify.dev/docs/apps/build/webhooks/delivery-structure
//
// Five seconds for an answer, anything but 2xx is a failure (https://shopify.dev/docs/apps/build/webhooks/subscribe/https);
// eight retries within four hours, exponentially, with the payload of the first time
// (https://shopify.dev/changelog/updates-to-webhook-retry-mechanism).

import {createHmac, randomUUID} from 'node:crypto';
import {apiVersion} from '../schema.ts';
import {shuffled} from './shuffle.ts';

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
  /** Replaces headers, e.g. a wrong signature or a missing event id (an empty text leaves a header out). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly notBefore?: number;
  readonly unless?: () => boolean;
};

export type DeliveryDesk = {
  readonly post: (delivery: NewDelivery) => void;
  readonly deliveries: () => readonly Delivery[];
  readonly pause: () => void;
  readonly resume: () => void;
  readonly duplicateNext: (count: number) => void;
  readonly shuffle: (seed: number | null) => void;
  /** What the predicate names is lost: recorded as dropped, never sent. Null takes the predicate back. */
  readonly drop: (predicate: ((delivery: Delivery) => boolean) | null) => void;
  /** Sends what is due until nothing is, and waits for the answers. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Entry = {
  delivery: Delivery;
  dueAt: number;
  readonly unless: () => boolean;
};

const answerWithinMs = 5000;
const retries = 8;
const retrySpanMs = 4 * 3600 * 1000;
const keptDeliveries = 5000;

export function createDeliveryDesk(now: () => number, secret: string): DeliveryDesk {
  const entries: Entry[] = [];
  const inFlight = new Set<Promise<void>>();
  let waiting: Entry[] = [];
  let paused = false;
  let closed = false;
  let duplicates = 0;
  let seed: number | null = null;
  let dropped: ((delivery: Delivery) => boolean) | null = null;
  let scheduled = false;

  function post(given: NewDelivery): void {
    if (closed) return;
    const delivery = toDelivery(given, secret, now());
    const isLost = dropped?.(delivery) === true;
    const copies = isLost || duplicates === 0 ? 1 : 2;
    if (copies === 2) duplicates -= 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const entry: Entry = {
        delivery: isLost ? {...delivery, state: 'dropped'} : delivery,
        dueAt: given.notBefore ?? now(),
        unless: given.unless ?? (() => false),
      };
      entries.push(entry);
      if (!isLost) waiting.push(entry);
    }
    if (entries.length > keptDeliveries) entries.splice(0, entries.length - keptDeliveries);
    schedule();
  }

  /** Soon, but never within the call that changed the store. */
  function schedule(): void {
    if (scheduled || paused || closed) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      sendDue();
    });
  }

  function sendDue(): void {
    if (paused || closed) return;
    const due = waiting.filter((entry) => entry.dueAt <= now());
    waiting = waiting.filter((entry) => entry.dueAt > now());
    const sending = seed === null ? sendAll(due) : sendOneByOne(shuffled(due, seed));
    inFlight.add(sending);
    void sending.finally(() => inFlight.delete(sending));
  }

  async function sendAll(due: readonly Entry[]): Promise<void> {
    await Promise.all(due.map(send));
  }

  async function sendOneByOne(due: readonly Entry[]): Promise<void> {
    for (const entry of due) await send(entry);
  }

  async function send(entry: Entry): Promise<void> {
    if (entry.unless()) {
      entry.delivery = {...entry.delivery, state: 'dropped'};
      return;
    }
    const at = now();
    const outcome = await attempt(entry.delivery);
    const attempts = [...entry.delivery.attempts, {at, outcome}];
    const arrived = outcome !== 'no answer' && outcome >= 200 && outcome < 300;
    const isLast = attempts.length > retries;
    entry.delivery = {...entry.delivery, attempts, state: arrived ? 'delivered' : isLast ? 'failed' : 'pending'};
    if (arrived || isLast) return;
    entry.dueAt = at + retryDelay(attempts.length);
    waiting.push(entry);
  }

  const ticking = setInterval(sendDue, 1000);
  ticking.unref();

  return {
    post,
    deliveries: () => entries.map(({delivery}) => delivery),
    pause: () => {
      paused = true;
    },
    resume() {
      paused = false;
      schedule();
    },
    duplicateNext: (count) => {
      duplicates = count;
    },
    shuffle: (given) => {
      seed = given;
    },
    drop: (predicate) => {
      dropped = predicate;
    },
    async flush() {
      do {
        sendDue();
        await Promise.all(inFlight);
      } while (!paused && !closed && waiting.some((entry) => entry.dueAt <= now()));
    },
    async close() {
      closed = true;
      clearInterval(ticking);
      await Promise.all(inFlight);
    },
  };
}

/** 56 s, 113 s, … doubling, so that the eighth retry is four hours after the first attempt. */
function retryDelay(attempts: number): number {
  return Math.round((retrySpanMs / (2 ** retries - 1)) * 2 ** (attempts - 1));
}

async function attempt(delivery: Delivery): Promise<Attempt['outcome']> {
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

function toDelivery(given: NewDelivery, secret: string, at: number): Delivery {
  const body = JSON.stringify(given.payload);
  const webhookId = randomUUID();
  const eventId = randomUUID();
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Shopify-Captain-Hook',
    'X-Shopify-Topic': given.topic,
    'X-Shopify-Shop-Domain': given.shop,
    'X-Shopify-API-Version': apiVersion,
    'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'X-Shopify-Webhook-Id': webhookId,
    'X-Shopify-Event-Id': eventId,
    'X-Shopify-Triggered-At': new Date(at).toISOString(),
    ...(given.name == null ? {} : {'X-Shopify-Name': given.name}),
    ...given.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === '') delete headers[name];
  return {
    webhookId,
    eventId,
    topic: given.topic,
    shop: given.shop,
    url: given.url,
    body,
    headers,
    triggeredAt: at,
    attempts: [],
    state: 'pending',
  };
}
