// Redis away for twenty seconds while webhooks come in at an even pace: acknowledging them needs the database alone, and what
// was told meanwhile is worked off once it is back.
import {setTimeout as wait} from 'node:timers/promises';
import {testRedisUrl} from '../../support/database.ts';
import {startFaultProxy} from '../../support/fault-proxy.ts';
import {openTestApp, type TestApp} from '../../support/test-app.ts';
import {againstFloor, byItself, type Figure} from '../figure.ts';
import {sendWebhooksPaced} from './send-webhooks.ts';

const perSecond = 100;

export async function* measureRedisOutage(scale: number): AsyncGenerator<Figure> {
  const seconds = Math.max(3, Math.round(20 * scale));
  const way = await startFaultProxy(testRedisUrl);
  const app = await openTestApp('postgres and redis', {redisUrl: way.url.replace('http:', 'redis:')});
  try {
    await app.merchant.overview();
    const {id: order} = app.store.placeOrder({
      country: 'DE',
      lines: [{variantId: null, title: 'Gift', quantity: 1, price: '4.00'}],
    });
    const target = {url: app.url, shop: app.shop, secret: app.shopify.apiSecret, order};
    await app.shopify.webhooks.flush();
    const before = await countBy(app, null);
    await sendWebhooksPaced(target, perSecond, 3);
    const normal = await sendWebhooksPaced(target, perSecond, seconds);
    await way.refuse();
    const away = await sendWebhooksPaced(target, perSecond, seconds);
    await way.accept();
    const begun = performance.now();
    const sent = (3 + 2 * seconds) * perSecond;
    yield againstFloor(
      `webhook acknowledged while Redis is away for ${seconds} s, p99 (floor: with Redis, ${perSecond} a second)`,
      {value: away.p99, floor: normal.p99, unit: 'ms'},
      {atMost: 2},
    );
    const stored = (await countBy(app, null)) - before;
    yield byItself('the same: lost', sent - stored + normal.refused + away.refused, 'webhooks', {atMost: 0});
    while ((await countBy(app, 'pending')) > 0 && performance.now() - begun < 120_000) await wait(50);
    yield byItself('the same: worked off after Redis is back', (performance.now() - begun) / 1_000, 's', {atMost: 30});
  } finally {
    await app.close();
    await way.close();
  }
}

async function countBy({deps: {db}}: TestApp, state: 'pending' | null): Promise<number> {
  const all = db.selectFrom('deliveries').select((eb) => eb.fn.countAll<number>().as('count'));
  const row = await (state === null ? all : all.where('state', '=', state)).executeTakeFirstOrThrow();
  return row.count;
}
