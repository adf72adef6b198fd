// Signed webhooks as Shopify sends them, each its own event, over keep-alive connections.
import {createHmac, randomUUID} from 'node:crypto';
import pMap from 'p-map';
import {Pool} from 'undici';

export type Target = {
  readonly url: string;
  readonly shop: string;
  readonly secret: string;
};

export type Sent = {
  readonly perSecond: number;
  readonly p99: number;
  /** Answers other than 2xx. */
  readonly refused: number;
};

/** `count` order webhooks of 6 kB, `atOnce` of them under way. */
export async function sendWebhooks({url, shop, secret}: Target, count: number, atOnce: number): Promise<Sent> {
  const pool = new Pool(url, {connections: atOnce, pipelining: 1});
  const body = orderBody();
  const hmac = createHmac('sha256', secret).update(body).digest('base64');
  const times: number[] = [];
  let refused = 0;
  const begun = performance.now();
  await pMap(
    Array.from({length: count}, () => randomUUID()),
    async (id) => {
      const sentAt = performance.now();
      const answer = await pool.request({
        method: 'POST',
        path: '/webhooks',
        body,
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': 'orders/updated',
          'x-shopify-shop-domain': shop,
          'x-shopify-hmac-sha256': hmac,
          'x-shopify-webhook-id': id,
          'x-shopify-event-id': id,
          'x-shopify-triggered-at': new Date().toISOString(),
          'x-shopify-api-version': '2026-10',
        },
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) refused += 1;
      times.push(performance.now() - sentAt);
    },
    {concurrency: atOnce},
  );
  const seconds = (performance.now() - begun) / 1_000;
  await pool.close();
  return {perSecond: count / seconds, p99: percentile(times, 0.99), refused};
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** As large as an order with many lines; ids first, as Shopify sends them. */
function orderBody(): string {
  const lines = Array.from({length: 40}, (_, index) => ({
    id: index,
    title: 'Knitted jacket',
    quantity: 1,
    price: '123.45',
  }));
  const head = {
    id: 820_982_911_946_154_508n.toString(),
    admin_graphql_api_id: 'gid://shopify/Order/1',
    updated_at: '2026-11-21T10:00:00Z',
  };
  return JSON.stringify({...head, line_items: lines, note: 'x'.repeat(3_000)});
}
