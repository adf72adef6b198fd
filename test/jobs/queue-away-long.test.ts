import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {testEngines} from '../support/test-app.ts';
import {type AppBehindProxy, openAppBehindProxy} from './redis-behind-proxy.ts';

describe.runIf(testEngines.includes('postgres and redis'))('a Redis that is away for two minutes', () => {
  let opened: AppBehindProxy;
  beforeAll(async () => {
    opened = await openAppBehindProxy();
  });
  afterAll(async () => {
    await opened.close();
    vi.useRealTimers();
  });

  it('has every webhook acknowledged meanwhile; afterwards each order is placed once without further help', async () => {
    const {redis, app} = opened;
    const {store, shopify, supplier, deps} = app;
    const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
    const variantId = product?.variants[0]?.id ?? '';
    const before = supplier.orderRequests();
    const bought: string[] = [];
    const buy = async (): Promise<void> => {
      bought.push(store.placeOrder({country: 'DE', lines: [{variantId}]}).id);
      await shopify.webhooks.flush();
    };
    const states = async () => {
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
    turnTimers();
    await redis.refuse();
    await buy();
    for (let second = 1; second <= 120; second += 1) {
      await pass(1_000);
      if (second % 30 === 0) await buy();
    }
    const told = shopify.webhooks.deliveries().filter(({body}) => bought.some((id) => body.includes(id)));
    expect(told.length).toBeGreaterThanOrEqual(bought.length);
    expect(told.filter(({state}) => state !== 'delivered')).toEqual([]);
    expect(supplier.orderRequests()).toBe(before);

    await redis.accept();
    await buy();
    for (let second = 1; second <= 180; second += 1) {
      await pass(1_000);
      const now = await states();
      if (now.length === bought.length && now.every((state) => state === 'awaiting_payment')) break;
    }
    expect(await states()).toEqual(bought.map(() => 'awaiting_payment'));
    expect(supplier.orderRequests() - before).toBe(bought.length);
  }, 120_000);
});

/** From now on timers and the clock of this process go at real pace, and as far ahead as `pass` says. Sockets stay real. */
function turnTimers(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
    shouldClearNativeTimers: true,
  });
}

/** Then the sockets have a moment to do what the timers began. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await sleep(50);
}
