// The webhook route beside the least that could stand in its place: Express, the signature, one insert into Postgres.
import {createHmac, timingSafeEqual} from 'node:crypto';
import {once} from 'node:events';
import express from 'express';
import {Pool} from 'pg';
import {openTestApp, type TestApp} from '../../support/test-app.ts';
import {againstFloor, byItself, type Figure, median} from '../figure.ts';
import {type Sent, sendWebhooks, type Target} from './send-webhooks.ts';

const atOnce = 50;
const rounds = 5;

export async function* measureWebhookRoute(scale: number): AsyncGenerator<Figure> {
  const testApp = await openTestApp('postgres and redis', {workers: false});
  try {
    await testApp.merchant.overview();
    const target = {url: testApp.url, shop: testApp.shop, secret: testApp.shopify.apiSecret};
    yield* measureRate(testApp, target, Math.round(4_000 * scale));
    yield await measureBurst(testApp, target, Math.round(10_000 * scale));
  } finally {
    await testApp.close();
  }
}

async function* measureRate(testApp: TestApp, target: Target, count: number): AsyncGenerator<Figure> {
  const bare = await startBare(testApp.config.databaseUrl ?? '', target.secret);
  try {
    const readings: {route: Sent; floor: Sent}[] = [];
    await sendWebhooks(target, count / 4, atOnce);
    await sendWebhooks({...target, url: bare.url}, count / 4, atOnce);
    for (let round = 0; round < rounds; round += 1) {
      readings.push({
        route: await sendWebhooks(target, count, atOnce),
        floor: await sendWebhooks({...target, url: bare.url}, count, atOnce),
      });
    }
    const middle = (of: (reading: {route: Sent; floor: Sent}) => number) => median(readings.map(of));
    yield againstFloor(
      `webhook route, ${atOnce} at once`,
      {value: middle(({route}) => route.perSecond), floor: middle(({floor}) => floor.perSecond), unit: 'per s'},
      {atLeast: 0.6},
    );
    yield againstFloor(
      'webhook route, p99',
      {value: middle(({route}) => route.p99), floor: middle(({floor}) => floor.p99), unit: 'ms'},
      {atMost: 2},
    );
  } finally {
    await bare.close();
  }
}

/** Acknowledged and written down: none of the burst may be missing afterwards. */
async function measureBurst({deps}: TestApp, target: Target, count: number): Promise<Figure> {
  const before = await countDeliveries(deps);
  const {refused} = await sendWebhooks(target, count, atOnce);
  const stored = (await countDeliveries(deps)) - before;
  return byItself(`burst of ${count} webhooks: lost`, count - stored + refused, 'webhooks', {atMost: 0});
}

async function countDeliveries({db}: TestApp['deps']): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function startBare(databaseUrl: string, secret: string): Promise<{url: string; close: () => Promise<void>}> {
  const pool = new Pool({connectionString: databaseUrl, max: 10});
  await pool.query(
    'create table bare (id text primary key, shop text, topic text, received_at timestamptz default now())',
  );
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.post('/webhooks', express.raw({type: () => true, limit: '2mb'}), async (req, res) => {
    const body: unknown = req.body;
    const given = Buffer.from(req.get('x-shopify-hmac-sha256') ?? '', 'base64');
    const right = createHmac('sha256', secret)
      .update(Buffer.isBuffer(body) ? body : '')
      .digest();
    if (given.length !== right.length || !timingSafeEqual(given, right)) {
      res.status(401).end();
      return;
    }
    await pool.query({
      name: 'insert',
      text: 'insert into bare (id, shop, topic) values ($1, $2, $3) on conflict do nothing',
      values: [req.get('x-shopify-event-id'), req.get('x-shopify-shop-domain'), req.get('x-shopify-topic')],
    });
    res.status(200).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}
