import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {Redis} from 'ioredis';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {runTask} from '../../jobs/schedule/tasks.ts';
import {startWorkers, type Workers} from '../../jobs/workers.ts';
import {createDeps, type Deps} from '../../server/deps.ts';
import {type RunningApp, startApp} from '../../server/main.ts';
import {freePort} from '../sandbox/demo/free-port.ts';
import {silentLog} from '../support/database.ts';
import {testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

/** A server of its own is filled up; in CI there has to be one. */
const hasServer = process.env['CI'] === 'true' || spawnSync('redis-server', ['--version']).status === 0;

describe.runIf(hasServer && testEngines.includes('postgres and redis'))('a Redis whose memory is full', () => {
  let server: ChildProcess;
  let redis: Redis;
  let app: OrderTestApp;
  let deps: Deps;
  let workers: Workers;
  let web: RunningApp;
  beforeAll(async () => {
    const port = await freePort();
    server = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      {
        stdio: 'ignore',
      },
    );
    redis = new Redis(port, '127.0.0.1');
    redis.on('error', () => {}); // until it listens
    await redis.ping();
    app = await openOrderTestApp('postgres and redis', {byHand: true});
    const config = {...app.config, redisUrl: `redis://127.0.0.1:${port}`};
    const makeDeps = () => createDeps(config, {log: silentLog, now: app.clock.now, waitMs: app.clock.wait});
    deps = await makeDeps();
    workers = await startWorkers(deps);
    web = await startApp(config, makeDeps);
    app.shopify.setAppUrl(`http://127.0.0.1:${web.port}`);
  });
  afterAll(async () => {
    await workers.close(5_000);
    await web.close();
    await deps.close();
    await app.close();
    redis.disconnect();
    server.kill();
    await once(server, 'exit');
  });

  /** What is in it is alone more than it may hold: nothing it frees between two calls makes room. */
  const fill = async (): Promise<void> => {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    for (let at = 0; at < 64; at += 1) await redis.set(`filler-${at}`, 'x'.repeat(64 * 1_024));
    await redis.config('SET', 'maxmemory', '4mb');
  };

  it('costs no order: webhooks are kept meanwhile, and done when there is room again', async () => {
    await fill();
    await expect(deps.queues.enqueue('deliveries', {shop: app.shop})).rejects.toThrow('OOM');

    const bought = [app.buy(), app.buy()];
    await app.shopify.webhooks.flush();
    const told = app.shopify.webhooks.deliveries().filter(({body}) => bought.some(({id}) => body.includes(id)));
    const kept = await deps.db
      .selectFrom('deliveries')
      .select(['event_key', 'state'])
      .where(
        'resource',
        'in',
        bought.map(({id}) => id),
      )
      .execute();
    expect(kept.length).toBeGreaterThanOrEqual(bought.length);
    expect(new Set(kept.map(({event_key}) => event_key))).toEqual(
      new Set(told.map(({headers}) => headers['X-Shopify-Webhook-Id'])),
    );
    expect(kept.map(({state}) => state)).toEqual(kept.map(() => 'pending'));

    await redis.config('SET', 'maxmemory', '0');
    app.clock.turn(31_000);
    await runTask(deps, {task: 'sweep-deliveries'});
    for (const {id} of bought) {
      await expect
        .poll(async () => (await app.rows(id)).map(({state}) => state), {timeout: 20_000})
        .toEqual(['awaiting_payment']);
      expect(app.taken(await app.row(id))).toHaveLength(1);
    }
  });
});
