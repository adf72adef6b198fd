import {setTimeout as moment} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {doUpkeep} from '../../jobs/upkeep.ts';
import {testRedisUrl} from '../support/database.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {type House, houseEngines, importEverything, openHouse} from '../support/house.ts';

describe.runIf(houseEngines.includes('postgres and redis'))('a Redis that is away for web and workers', () => {
  let redis: FaultProxy;
  let house: House;
  beforeAll(async () => {
    redis = await startFaultProxy(testRedisUrl.replace(/^redis:/, 'http:'));
    house = await openHouse('postgres and redis', {
      redisUrl: redis.url.replace('http:', 'redis:'),
      supplier: {articles: 10},
    });
    await importEverything(house);
  });
  afterAll(async () => {
    await house.close();
    await redis.close();
  });

  it('costs no order: what came meanwhile is placed, once each, within 30 seconds of its coming back', async () => {
    const {store, shopify, supplier, deps} = house;
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
    await moment(2_000);
    expect(supplier.orderRequests()).toBe(before);
    await redis.accept();
    const back = performance.now();
    // What the clock does every minute with what is older than half a minute.
    const later = {...deps, now: () => new Date(Date.now() + 31_000)};
    const states = async () => {
      await doUpkeep(later, {task: 'sweep-deliveries'}).catch(() => {});
      const rows = await deps.db
        .selectFrom('dropship_orders')
        .select('state')
        .where('order_gid', 'in', bought)
        .execute();
      return rows.map(({state}) => state);
    };
    await expect.poll(states, {timeout: 30_000, interval: 250}).toEqual(bought.map(() => 'awaiting_payment'));
    expect(performance.now() - back).toBeLessThan(30_000);
    expect(supplier.orderRequests() - before).toBe(bought.length);
  }, 60_000);
});
