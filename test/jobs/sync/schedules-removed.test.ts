// A shop that removes the app takes its schedules along, also where the queue was away or a worker was writing them.
import {expect, it} from 'vitest';
import {writeShopSchedule} from '../../../jobs/schedule/schedule.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {forgetShop} from '../../../jobs/webhooks/forget-shop.ts';
import type {Queues} from '../../../server/queue/queues.ts';
import {onEachSyncTestApp, schedulesOf} from './sync-test-app.ts';

onEachSyncTestApp('the schedules of a shop', {articles: 60, shops: 4}, (app) => {
  it('are gone when the app is removed, and do not come back by themselves', async () => {
    const {deps} = app();
    const shop = await app().openShop();
    await runTask(deps, {task: 'assert-schedules'});
    expect(await schedulesOf(deps, shop)).toHaveLength(2);
    await forgetShop(deps, shop.domain, deps.now());
    expect(await schedulesOf(deps, shop)).toEqual([]);
    await runTask(deps, {task: 'assert-schedules'});
    expect(await schedulesOf(deps, shop)).toEqual([]);
  });

  it('are removed with the next look at all schedules where the queue was away when the shop left', async () => {
    const {deps} = app();
    const shop = await app().openShop();
    await runTask(deps, {task: 'assert-schedules'});
    const away = {...deps, queues: {...deps.queues, removeSchedule: () => Promise.reject(new Error('away'))}};
    await expect(forgetShop(away, shop.domain, deps.now())).rejects.toThrow('away');
    expect(await schedulesOf(deps, shop)).toHaveLength(2);
    expect(await shop.tryRun({trigger: 'schedule'})).toBeNull();
    await runTask(deps, {task: 'assert-schedules'});
    expect(await schedulesOf(deps, shop)).toEqual([]);
  });

  it.each([1, 2])('are gone where the app is removed just before schedule %i of two is written', async (which) => {
    const {deps} = app();
    const shop = await app().openShop();
    let writes = 0;
    const upsertSchedule: Queues['upsertSchedule'] = async (...schedule) => {
      writes += 1;
      if (writes === which) await forgetShop(deps, shop.domain, deps.now());
      return deps.queues.upsertSchedule(...schedule);
    };
    await writeShopSchedule({...deps, queues: {...deps.queues, upsertSchedule}}, shop.domain);
    expect(writes).toBe(2);
    expect(await schedulesOf(deps, shop)).toEqual([]);
  });
});
