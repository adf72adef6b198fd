import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startWorkers, type Workers} from '../../jobs/workers.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {testRedisUrl} from '../support/database.ts';
import {testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const minute = 60_000;
const emptied = `local keys = redis.call('keys', ARGV[1])
for _, key in ipairs(keys) do redis.call('unlink', key) end
return #keys`;

describe.runIf(testEngines.includes('postgres and redis'))('a Redis that forgets everything', () => {
  let app: OrderTestApp;
  let redis: Redis;
  let workers: Workers | null = null;
  beforeAll(async () => {
    app = await openOrderTestApp('postgres and redis', {byHand: true});
    redis = new Redis(testRedisUrl);
  });
  afterAll(async () => {
    await workers?.close();
    redis.disconnect();
    await app.close();
  });

  const scheduleIds = async () => (await app.worker.queues.listSchedules()).map(({id}) => id).toSorted();
  /** All at once, as FLUSHALL does it; other tests' keys stay. How many there were. */
  const forget = async () => Number(await redis.eval(emptied, 0, `${app.config.queuePrefix}:*`));

  it('is told its schedules again by the workers themselves, and what it had lost is done within two minutes', async () => {
    // With the queues of the app itself: those of the test's worker take no schedules of upkeep.
    workers = await startWorkers({...app.worker, queues: app.deps.queues}, 500);
    const before = await scheduleIds();
    expect(before).toContain('upkeep-sweep-deliveries');
    expect(before).toContain(`night-${toOpaqueId(app.shop)}`);
    const sent = app.buy();
    await app.quiet();
    const lost = await app.row(sent.id);
    // As a worker leaves it that died while sending.
    await app.worker.db
      .updateTable('dropship_orders')
      .set({state: 'placing', lease_owner: 'gone', lease_until: new Date(app.clock.now().getTime() + 90_000)})
      .where('id', '=', lost.id)
      .execute();
    app.shopify.webhooks.pause();
    const bought = app.buy();
    expect(await forget()).toBeGreaterThan(10);
    app.shopify.webhooks.resume();
    await app.shopify.webhooks.flush();
    await forget();
    expect(await scheduleIds()).not.toEqual(before);
    app.clock.turn(2 * minute);
    await expect.poll(() => scheduleIds(), {timeout: 20_000}).toEqual(before);
    await expect
      .poll(async () => (await app.rows(bought.id)).map(({state}) => state), {timeout: 20_000})
      .toEqual(['awaiting_payment']);
    await expect
      .poll(() => app.row(sent.id), {timeout: 20_000})
      .toMatchObject({state: 'unconfirmed', reason_code: 'worker_lost'});
    expect(app.taken(await app.row(bought.id))).toHaveLength(1);
  });
});
