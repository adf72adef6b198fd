import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {runTask} from '../../jobs/schedule/tasks.ts';
import {testEngines} from '../support/test-app.ts';
import {type AppBehindProxy, openAppBehindProxy} from './redis-behind-proxy.ts';

describe.runIf(testEngines.includes('postgres and redis'))('a Redis that is away for web and workers', () => {
  let opened: AppBehindProxy;
  beforeAll(async () => {
    opened = await openAppBehindProxy();
  });
  afterAll(async () => {
    await opened.close();
  });

  it('costs no order: what came meanwhile is placed, once each, within 30 seconds of its coming back', async () => {
    const {redis, app} = opened;
    const {store, shopify, supplier, deps} = app;
    const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
    const variantId = product?.variants[0]?.id ?? '';
    const before = supplier.orderRequests();
    await redis.refuse();
    const bought = Array.from({length: 5}, () => store.placeOrder({country: 'DE', lines: [{variantId}]}).id);
    await shopify.webhooks.flush();
    const told = shopify.webhooks.deliveries().filter(({body}) => bought.some((id) => body.includes(id)));
    expect(told.length).toBeGreaterThanOrEqual(bought.length);
    expect(told.filter(({state}) => state !== 'delivered')).toEqual([]);
    // Long enough for every connection to find out.
    await sleep(2_000);
    expect(supplier.orderRequests()).toBe(before);
    await redis.accept();
    const back = performance.now();
    // What the clock does every minute with what is older than half a minute.
    const later = {...deps, now: () => new Date(Date.now() + 31_000)};
    const states = async () => {
      await runTask(later, {task: 'sweep-deliveries'}).catch(() => {});
      const rows = await deps.db
        .selectFrom('dropship_orders')
        .select('state')
        .where(
          'order_gid',
          'in',
          bought.map((id) => OrderGid.parse(id)),
        )
        .execute();
      return rows.map(({state}) => state);
    };
    await expect.poll(states, {timeout: 30_000, interval: 250}).toEqual(bought.map(() => 'awaiting_payment'));
    expect(performance.now() - back).toBeLessThan(30_000);
    expect(supplier.orderRequests() - before).toBe(bought.length);
  }, 60_000);
});
