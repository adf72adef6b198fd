// What the clock calls: asserted at every start, one night per shop, one catch-up for a night that was missed.
import {afterEach, describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {forgetShop} from '../../jobs/forget-shop.ts';
import {runJob} from '../../jobs/run-job.ts';
import {assertSchedules, assertShopSchedule, catchUp} from '../../jobs/schedule.ts';
import {syncCatalogue} from '../../jobs/sync-catalogue.ts';
import {takeRunLease} from '../../server/db/leases.ts';
import {loadRuns} from '../../server/db/runs.ts';
import {saveGoodNight, saveShopFacts} from '../../server/db/shops.ts';
import type {RunningWorker} from '../../server/queue/queues.ts';
import {until} from '../sandbox/demo/merchant.ts';
import {onEachStage, type Shop} from './sync-stage.ts';

const hourMs = 3_600_000;
const shops = 8;

onEachStage('what the clock calls', {articles: 60, shops}, (stage) => {
  const schedules = async () => stage().deps.queues.listSchedules();
  const schedulesOf = async (shop: Shop) => (await schedules()).filter(({id}) => id.endsWith(shop.domain));
  const runsOf = (shop: Shop) => loadRuns(stage().deps.db, shop.domain, 50);

  it('stands once after two starts, also of several processes at once', async () => {
    const {deps} = stage();
    await Promise.all([assertSchedules(deps), assertSchedules(deps)]);
    const first = await schedules();
    await assertSchedules(deps);
    expect(await schedules()).toEqual(first);
    const ids = first.map(({id}) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('upkeep-')).toSorted()).toEqual([
      'upkeep-assert-schedules',
      'upkeep-catch-up',
      'upkeep-keep-tokens-alive',
      'upkeep-purge-deliveries',
      'upkeep-purge-history',
      'upkeep-read-edits',
      'upkeep-read-images',
      'upkeep-recheck-open',
      'upkeep-reconcile-orders',
      'upkeep-reconcile-week',
      'upkeep-retention',
      'upkeep-sweep-aftercare',
      'upkeep-sweep-deliveries',
      'upkeep-sweep-placing',
    ]);
    expect(ids.filter((id) => id.startsWith('night-'))).toHaveLength(shops);
    expect(ids.filter((id) => id.startsWith('day-'))).toHaveLength(shops);
  });

  it("follows the shop's own time zone and the hour its merchant set", async () => {
    const {deps} = stage();
    const shop = await stage().openShop({nightlyAt: '05:30'});
    for (const timeZone of ['Asia/Tokyo', 'America/St_Johns']) {
      await saveShopFacts(deps.db, shop.domain, {timeZone}, deps.now());
      await assertShopSchedule(deps, shop.domain);
      const night = (await schedulesOf(shop)).find(({id}) => id.startsWith('night-'));
      expect(night).toMatchObject({cron: '30 5 * * *', timeZone, payload: {shop: shop.domain, kind: 'full'}});
      const local = new Intl.DateTimeFormat('en-GB', {timeZone, hour: '2-digit', minute: '2-digit'});
      expect(local.format(night?.next ?? undefined)).toBe('05:30');
    }
    expect(await schedulesOf(shop)).toHaveLength(2);
  });

  it('is gone when the app is removed, and does not come back by itself', async () => {
    const {deps} = stage();
    const shop = await stage().openShop();
    await assertSchedules(deps);
    expect(await schedulesOf(shop)).toHaveLength(2);
    await forgetShop(deps, shop.domain, deps.now());
    expect(await schedulesOf(shop)).toEqual([]);
    await assertSchedules(deps);
    expect(await schedulesOf(shop)).toEqual([]);
  });

  it('is cleared away where the queue was not there when the shop left', async () => {
    const {deps} = stage();
    const shop = await stage().openShop();
    await assertSchedules(deps);
    const away = {...deps, queues: {...deps.queues, removeSchedule: () => Promise.reject(new Error('away'))}};
    await expect(forgetShop(away, shop.domain, deps.now())).rejects.toThrow('away');
    expect(await schedulesOf(shop)).toHaveLength(2);
    expect(await shop.tryRun({trigger: 'schedule'})).toBeNull();
    await assertSchedules(deps);
    expect(await schedulesOf(shop)).toEqual([]);
  });

  describe('a night that was missed', () => {
    let worker: RunningWorker | null = null;
    afterEach(async () => {
      await worker?.close();
      worker = null;
    });
    const startWorker = async () => {
      const {deps} = stage();
      worker = await deps.queues.startWorker(
        'sync',
        runJob('sync', (message, signal) => syncCatalogue(deps, message, signal), deps),
      );
    };
    const ended = (shop: Shop) =>
      until(25_000, async () => {
        const runs = await runsOf(shop);
        return runs.length > 0 && runs.every(({finished_at}) => finished_at !== null) ? runs : null;
      });
    const idle = () =>
      until(25_000, async () => {
        const {active = 0, waiting = 0} = (await stage().deps.queues.counts()).sync;
        return active + waiting === 0 ? true : null;
      });

    it('is made up for once, however many workers start and look', async () => {
      const {deps} = stage();
      const shop = await stage().openShop({brands: ['Nordhaag']});
      await saveGoodNight(deps.db, shop.domain, new Date(deps.now().getTime() - 27 * hourMs));
      await Promise.all([catchUp(deps), catchUp(deps)]);
      await startWorker();
      await catchUp(deps);
      expect(await ended(shop)).toMatchObject([{kind: 'full', trigger: 'catch_up', state: 'done'}]);
      await catchUp(deps);
      await idle();
      expect(await runsOf(shop)).toHaveLength(1);
    });

    it('is not made up for again by a job that comes late', async () => {
      const {deps} = stage();
      const shop = await stage().openShop({brands: ['Nordhaag']});
      await saveGoodNight(deps.db, shop.domain, new Date(deps.now().getTime() - 27 * hourMs));
      expect((await shop.run({trigger: 'schedule'})).state).toBe('done');
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      expect(await runsOf(shop)).toHaveLength(1);
    });

    it('is none while the last one is less than a night ago, or was tried and failed today', async () => {
      const {clock, deps, supplier} = stage();
      const shop = await stage().openShop();
      await saveGoodNight(deps.db, shop.domain, new Date(deps.now().getTime() - 20 * hourMs));
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      clock.turn(7 * hourMs);
      const end = supplier.misbehave({a: 'list', does: {kind: 'answer', as: 'html'}});
      expect((await shop.run({trigger: 'catch_up'})).state).toBe('failed');
      end();
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      clock.turn(25 * hourMs);
      expect((await shop.run({trigger: 'catch_up'})).state).toBe('done');
    });

    it('a run whose worker died is taken up again under its own id, once', async () => {
      const {clock, deps} = stage();
      const shop = await stage().openShop({brands: ['Nordhaag', 'Sablefen']});
      const runId = RunId.parse(deps.newId());
      stage().onCheckpoint = (name) => {
        if (name === 'outcome-saved') throw new Error('killed');
      };
      await shop.run({runId});
      stage().onCheckpoint = () => {};
      // As SIGKILL leaves it: still running, the lease still held.
      await deps.db.updateTable('runs').set({state: 'running', finished_at: null}).where('id', '=', runId).execute();
      await takeRunLease(deps.db, shop.domain, runId, deps.now(), 90_000);
      await startWorker();
      await catchUp(deps);
      await idle();
      expect(await runsOf(shop)).toMatchObject([{id: runId, state: 'running'}]);
      clock.turn(121_000);
      await Promise.all([catchUp(deps), catchUp(deps)]);
      expect(await ended(shop)).toMatchObject([{id: runId, state: 'done', reason: null}]);
      expect(shop.products().size).toBe(4);
      expect(shop.store.products()).toHaveLength(4);
    });
  });
});
