import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startWorkers, type Workers} from '../../jobs/workers.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {testRedisUrl} from '../support/database.ts';
import {testEngines} from '../support/house.ts';
import {openStage, type Stage} from './orders/stage.ts';

const minute = 60_000;
const emptied = `local keys = redis.call('keys', ARGV[1])
for _, key in ipairs(keys) do redis.call('unlink', key) end
return #keys`;

describe.runIf(testEngines.includes('postgres and redis'))('a Redis that forgets everything', () => {
  let stage: Stage;
  let redis: Redis;
  let workers: Workers | null = null;
  beforeAll(async () => {
    stage = await openStage('postgres and redis', {byHand: true});
    redis = new Redis(testRedisUrl);
  });
  afterAll(async () => {
    await workers?.close();
    redis.disconnect();
    await stage.close();
  });

  const scheduleIds = async () => (await stage.worker.queues.listSchedules()).map(({id}) => id).toSorted();
  /** All at once, as FLUSHALL does it; other tests' keys stay. How many there were. */
  const forget = async () => Number(await redis.eval(emptied, 0, `${stage.config.queuePrefix}:*`));

  it('is told its schedules again by the workers themselves, and what it had lost is done within two minutes', async () => {
    workers = await startWorkers(stage.worker, 500);
    const before = await scheduleIds();
    expect(before).toContain('upkeep-sweep-deliveries');
    expect(before).toContain(`night-${toOpaqueId(stage.shop)}`);
    const sent = stage.buy();
    await stage.quiet();
    const lost = await stage.row(sent.id);
    // As a worker leaves it that died while sending.
    await stage.worker.db
      .updateTable('dropship_orders')
      .set({state: 'placing', lease_owner: 'gone', lease_until: new Date(stage.clock.now().getTime() + 90_000)})
      .where('id', '=', lost.id)
      .execute();
    stage.shopify.webhooks.pause();
    const bought = stage.buy();
    expect(await forget()).toBeGreaterThan(10);
    stage.shopify.webhooks.resume();
    await stage.shopify.webhooks.flush();
    await forget();
    expect(await scheduleIds()).not.toEqual(before);
    stage.clock.turn(2 * minute);
    await expect.poll(() => scheduleIds(), {timeout: 20_000}).toEqual(before);
    await expect
      .poll(async () => (await stage.rows(bought.id)).map(({state}) => state), {timeout: 20_000})
      .toEqual(['awaiting_payment']);
    expect(await stage.row(sent.id)).toMatchObject({state: 'unconfirmed', reason_code: 'worker_lost'});
    expect(stage.taken(await stage.row(bought.id))).toHaveLength(1);
  });
});
