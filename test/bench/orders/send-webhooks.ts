// Signed webhooks as Shopify sends them, each its own event, over keep-alive connections.
import {createHmac, randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import pMap from 'p-map';
import {Pool} from 'undici';

export type Target = {
  readonly url: string;
  readonly shop: string;
  readonly secret: string;
  /** The order they are about; one that the store does not have is asked for again and again. */
  readonly order?: string;
};

export type Sent = {
  readonly perSecond: number;
  readonly p99: number;
  /** Answers other than 2xx. */
  readonly refused: number;
};

/** `count` order webhooks of 6 kB, `atOnce` of them under way. */
export async function sendWebhooks(target: Target, count: number, atOnce: number): Promise<Sent> {
  const sender = openSender(target, atOnce);
  const begun = performance.now();
  await pMap(Array.from({length: count}), () => sender.send(), {concurrency: atOnce});
  const seconds = (performance.now() - begun) / 1_000;
  return sender.close(seconds);
}

/** So many a second for so many seconds, each at its moment whether or not those before it are answered. */
export async function sendWebhooksPaced(target: Target, perSecond: number, seconds: number): Promise<Sent> {
  const sender = openSender(target, 50);
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const due = begun + (at * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    sent.push(sender.send());
  }
  await Promise.all(sent);
  return sender.close(seconds);
}

function openSender({url, shop, secret, order = 'gid://shopify/Order/1'}: Target, connections: number) {
  const pool = new Pool(url, {connections, pipelining: 1});
  const [head = '', tail = ''] = orderBody(order).split(differing);
  const times: number[] = [];
  let refused = 0;
  return {
    async send(): Promise<void> {
      const id = randomUUID();
      // Each says something new: the same body twice is one event told twice.
      const body = `${head}${id}${tail}`;
      const hmac = createHmac('sha256', secret).update(body).digest('base64');
      const sentAt = performance.now();
      const headers = {...headersOf(shop, id), 'x-shopify-hmac-sha256': hmac};
      const answer = await pool.request({method: 'POST', path: '/webhooks', body, headers});
      await answer.body.dump();
      if (answer.statusCode >= 300) refused += 1;
      times.push(performance.now() - sentAt);
    },
    async close(seconds: number): Promise<Sent> {
      await pool.close();
      return {perSecond: times.length / seconds, p99: percentile(times, 0.99), refused};
    },
  };
}

const headersOf = (shop: string, id: string) => ({
  'content-type': 'application/json',
  'x-shopify-topic': 'orders/updated',
  'x-shopify-shop-domain': shop,
  'x-shopify-webhook-id': id,
  'x-shopify-event-id': id,
  'x-shopify-triggered-at': new Date().toISOString(),
  'x-shopify-api-version': '2026-10',
});

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Stands for what differs from one webhook to the next. */
const differing = 'differs';

/** As large as an order with many lines; ids first, as Shopify sends them. */
function orderBody(gid: string): string {
  const lines = Array.from({length: 40}, (_, index) => ({
    id: index,
    title: 'Knitted jacket',
    quantity: 1,
    price: '123.45',
  }));
  const head = {
    id: 820_982_911_946_154_508n.toString(),
    admin_graphql_api_id: gid,
    updated_at: '2026-11-21T10:00:00Z',
    token: differing,
  };
  return JSON.stringify({...head, line_items: lines, note: 'x'.repeat(3_000)});
}
