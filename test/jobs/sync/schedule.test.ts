// What the clock calls: asserted at every start, one night per shop, one catch-up for a night that was missed.
import {getNextMillis} from 'bullmq';
import {afterEach, describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {nightlyStart} from '#domain/nightly-start.ts';
import {earliestNightly} from '#domain/settings/catalogue.ts';
import {runJob} from '../../../jobs/run-job.ts';
import {enqueueMissedRuns, writeShopSchedule} from '../../../jobs/schedule/schedule.ts';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {takeRunLease} from '../../../server/db/runs/leases.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {loadShop, saveCompletedNight, saveShopFacts} from '../../../server/db/shops/shops.ts';
import type {RunningWorker} from '../../../server/queue/queues.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {onEachSyncTestApp, type Shop, schedulesOf} from './sync-test-app.ts';

const hourMs = 3_600_000;
const shops = 16;

onEachSyncTestApp('what the clock calls', {articles: 60, shops}, (app) => {
  const schedules = async () => app().deps.queues.listSchedules();
  const runsOf = (shop: Shop) => loadRuns(app().deps.db, shop.domain, 50);

  it('stands once after two starts, also of several processes at once', async () => {
    const {deps} = app();
    await Promise.all([runTask(deps, {task: 'assert-schedules'}), runTask(deps, {task: 'assert-schedules'})]);
    const first = await schedules();
    await runTask(deps, {task: 'assert-schedules'});
    expect(await schedules()).toEqual(first);
    const task = {task: 'catch-up'} as const;
    await app().deps.queues.upsertSchedule('upkeep-of-an-older-version', '19 * * * *', 'UTC', 'upkeep', task);
    await runTask(app().deps, {task: 'assert-schedules'});
    expect(await schedules()).toEqual(first);
    const ids = first.map(({id}) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('upkeep-')).toSorted()).toEqual([
      'upkeep-answer-requests',
      'upkeep-ask-stopped',
      'upkeep-assert-schedules',
      'upkeep-catch-up',
      'upkeep-check-secrets',
      'upkeep-follow-refunds',
      'upkeep-forget-jobs',
      'upkeep-keep-service',
      'upkeep-keep-shipping',
      'upkeep-keep-tokens-alive',
      'upkeep-purge-deliveries',
      'upkeep-purge-history',
      'upkeep-read-edits',
      'upkeep-read-images',
      'upkeep-read-stayed',
      'upkeep-recheck-open',
      'upkeep-reconcile-orders',
      'upkeep-reconcile-week',
      'upkeep-reseal',
      'upkeep-retention',
      'upkeep-send-mails',
      'upkeep-sweep-deliveries',
      'upkeep-sweep-placing',
      'upkeep-sweep-store-writeback',
    ]);
    expect(ids.filter((id) => id.startsWith('night-'))).toHaveLength(shops);
    expect(ids.filter((id) => id.startsWith('day-'))).toHaveLength(shops);
  });

  it('spreads the runs by day over their hour: not every shop asks the supplier in the same minute', async () => {
    const crons = (await schedules()).filter(({id}) => id.startsWith('day-')).map(({cron}) => cron);
    expect(crons.filter((cron) => /^\d+ 9,13,17,21 \* \* \*$/.test(cron))).toHaveLength(crons.length);
    expect(new Set(crons).size).toBeGreaterThan(shops / 2);
  });

  it("follows the shop's own time zone and the hour its merchant set", async () => {
    const {deps} = app();
    const shop = await app().openShop({nightlyAt: '05:30'});
    for (const timeZone of ['Asia/Tokyo', 'America/St_Johns']) {
      const start = nightlyStart('05:30', shop.domain, timeZone);
      await saveShopFacts(deps.db, shop.domain, {timeZone}, deps.now());
      await writeShopSchedule(deps, shop.domain);
      const night = (await schedulesOf(deps, shop)).find(({id}) => id.startsWith('night-'));
      const [hour, minute] = start.split(':').map(Number);
      expect(night).toMatchObject({
        cron: `${minute} ${hour} * * *`,
        timeZone,
        payload: {shop: shop.domain, kind: 'full'},
      });
      const local = new Intl.DateTimeFormat('en-GB', {timeZone, hour: '2-digit', minute: '2-digit'});
      expect(local.format(night?.next ?? undefined)).toBe(start);
    }
    expect(await schedulesOf(deps, shop)).toHaveLength(2);
  });

  it.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
    'starts once in every local day of %s, at that hour, over both changes of the clock and the end of the year',
    async (timeZone) => {
      const {deps} = app();
      const nightlyAt = timeZone === 'Australia/Lord_Howe' ? '04:00' : earliestNightly;
      const shop = await app().openShop({nightlyAt});
      await saveShopFacts(deps.db, shop.domain, {timeZone}, deps.now());
      await writeShopSchedule(deps, shop.domain);
      const night = (await schedulesOf(deps, shop)).find(({id}) => id.startsWith('night-'));
      const pattern = night?.cron ?? '';
      const local = new Intl.DateTimeFormat('en-CA', {timeZone, dateStyle: 'short', timeStyle: 'short', hour12: false});
      const starts: string[] = [];
      const [from, days] = [Date.UTC(2026, 2, 1), 400];
      for (let at = from; starts.length < days; ) {
        // The engine's own reckoning of when it calls next.
        at = getNextMillis(at, {pattern, ...(night === undefined ? {} : {tz: night.timeZone})}) ?? Number.NaN;
        starts.push(local.format(at));
      }
      const first = Date.parse(`${starts[0]?.slice(0, 10)}T00:00Z`);
      const everyDay = Array.from({length: days}, (_, day) => new Date(first + day * 24 * hourMs).toISOString());
      expect(starts).toEqual(
        everyDay.map((day) => `${day.slice(0, 10)}, ${nightlyStart(nightlyAt, shop.domain, timeZone)}`),
      );
    },
  );

  describe('a night that was missed', () => {
    let worker: RunningWorker | null = null;
    afterEach(async () => {
      await worker?.close();
      worker = null;
    });
    const startWorker = async () => {
      const {deps} = app();
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
        const {active = 0, waiting = 0} = (await app().deps.queues.countJobs()).sync;
        return active + waiting === 0 ? true : null;
      });

    it('is made up for once, however many workers start and look', async () => {
      const {deps} = app();
      const shop = await app().openShop({brands: ['Nordhaag']});
      await saveCompletedNight(deps.db, shop.domain, new Date(deps.now().getTime() - 27 * hourMs));
      await Promise.all([enqueueMissedRuns(deps), enqueueMissedRuns(deps)]);
      await startWorker();
      await enqueueMissedRuns(deps);
      expect(await ended(shop)).toMatchObject([{kind: 'full', trigger: 'catch_up', state: 'done'}]);
      await enqueueMissedRuns(deps);
      await idle();
      expect(await runsOf(shop)).toHaveLength(1);
    });

    it('is not made up for again by a job that comes late', async () => {
      const {deps} = app();
      const shop = await app().openShop({brands: ['Nordhaag']});
      await saveCompletedNight(deps.db, shop.domain, new Date(deps.now().getTime() - 27 * hourMs));
      expect((await shop.run({trigger: 'schedule'})).state).toBe('done');
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      expect(await runsOf(shop)).toHaveLength(1);
    });

    it('is none while the last one is less than a night ago, or was tried and failed today', async () => {
      const {clock, deps, supplier} = app();
      const shop = await app().openShop();
      await saveCompletedNight(deps.db, shop.domain, new Date(deps.now().getTime() - 20 * hourMs));
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      clock.turn(7 * hourMs);
      const end = supplier.misbehave({a: 'list', does: {kind: 'answer', as: 'html'}});
      expect((await shop.run({trigger: 'catch_up'})).state).toBe('failed');
      end();
      expect(await shop.tryRun({trigger: 'catch_up'})).toBeNull();
      clock.turn(25 * hourMs);
      expect((await shop.run({trigger: 'catch_up'})).state).toBe('done');
    });

    it('is told apart from a partial one: a list that is never whole does not keep the shop from being made up for', async () => {
      const {clock, deps, supplier} = app();
      const shop = await app().openShop({brands: ['Nordhaag']});
      const end = supplier.misbehave({a: 'list', does: {kind: 'entries', fault: 'no-id', at: 3}});
      expect(await shop.run({trigger: 'schedule'})).toMatchObject({state: 'partial', counts: {articles: 60}});
      const walked = (await loadShop(deps.db, shop.domain))?.lastGoodNightAt;
      expect(walked).toEqual(clock.now());
      // By day only what was added since is walked.
      expect((await shop.run({kind: 'daytime', trigger: 'schedule'})).counts.articles).toBeLessThan(60);
      expect((await loadShop(deps.db, shop.domain))?.lastGoodNightAt).toEqual(walked);
      await app().passDays(2);
      expect(await shop.run({trigger: 'catch_up'})).toMatchObject({state: 'partial'});
      end();
    });

    it('because another run had the shop is made up for as soon as that one ends, once', async () => {
      const {deps} = app();
      const shop = await app().openShop({brands: ['Nordhaag']});
      await shop.run();
      const met: Promise<unknown>[] = [];
      app().onCheckpoint = (name) => {
        if (name !== 'list-read' || met.length > 0) return;
        const night = () => shop.tryRun({trigger: 'schedule'});
        met.push(night(), night(), shop.tryRun({kind: 'daytime', trigger: 'schedule'}), shop.tryRun());
      };
      await shop.run({kind: 'daytime'});
      expect(await Promise.all(met)).toEqual([null, null, null, null]);
      app().onCheckpoint = () => {};
      const waiting = (await runsOf(shop)).filter(({state}) => state === 'queued');
      expect(waiting).toMatchObject([{kind: 'full', trigger: 'schedule'}]);
      await startWorker();
      await enqueueMissedRuns(deps);
      expect(await ended(shop)).toMatchObject([{kind: 'full', trigger: 'schedule', state: 'done'}, {}, {}]);
    });

    it('a run whose worker died is taken up again under its own id, once', async () => {
      const {clock, deps} = app();
      const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
      const runId = RunId.parse(deps.newId());
      app().onCheckpoint = (name) => {
        if (name === 'outcome-saved') throw new Error('killed');
      };
      await shop.run({runId});
      app().onCheckpoint = () => {};
      // As SIGKILL leaves it: still running, the lease still held.
      await deps.db.updateTable('runs').set({state: 'running', finished_at: null}).where('id', '=', runId).execute();
      await takeRunLease(deps.db, shop.domain, runId, deps.now(), 90_000);
      await startWorker();
      await enqueueMissedRuns(deps);
      await idle();
      expect(await runsOf(shop)).toMatchObject([{id: runId, state: 'running'}]);
      clock.turn(121_000);
      await Promise.all([enqueueMissedRuns(deps), enqueueMissedRuns(deps)]);
      expect(await ended(shop)).toMatchObject([{id: runId, state: 'done', reason: null}]);
      expect(shop.products().size).toBe(4);
      expect(shop.store.products()).toHaveLength(4);
    });
  });
});
