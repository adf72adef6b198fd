// A run whose worker died goes on after its lease, however often, and ends where the merchant asked it to stop.
import {expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {endOrResumeDeadRuns} from '../../jobs/schedule/resume-runs.ts';
import {startWatchdog} from '../../jobs/schedule/watchdog.ts';
import {controlRun} from '../../server/actions/control-run.ts';
import {takeRunLease} from '../../server/db/runs/leases.ts';
import {loadRun, saveQueuedRun, saveRunStart} from '../../server/db/runs/runs.ts';
import {onEachSyncTestApp, type Shop} from './sync/sync-test-app.ts';

const leaseMs = 90_000;

onEachSyncTestApp('a run whose worker died', {articles: 60, shops: 7}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed'];
  const queued = async (shop: Shop): Promise<RunId> => {
    const {db, newId, now} = app().deps;
    const id = RunId.parse(newId());
    await saveQueuedRun(db, {id, shop: shop.domain, kind: 'full', trigger: 'merchant'}, now());
    return id;
  };
  /** As a killed process leaves it: the row says running, the lease lasts, and no job is left. */
  const dead = async (shop: Shop): Promise<RunId> => {
    const {db, now} = app().deps;
    const id = await queued(shop);
    const lease = await takeRunLease(db, shop.domain, id, now(), leaseMs);
    await saveRunStart(db, id, lease?.fence ?? 0, now());
    return id;
  };
  const row = async (shop: Shop, id: RunId) => {
    const found = await loadRun(app().deps.db, shop.domain, id);
    if (found === null) throw new Error('no run');
    return found;
  };
  const stop = (shop: Shop, id: RunId) =>
    controlRun(app().deps.db, {shop: shop.domain, id, wanted: 'stop', actor: 'staff'}, app().deps.now());
  /** The runs for which the queue was asked. */
  const resumed = async (): Promise<readonly unknown[]> => {
    const asked: unknown[] = [];
    const {deps} = app();
    const enqueue: typeof deps.queues.enqueue = async (_name, message) => void asked.push(message);
    await endOrResumeDeadRuns({...deps, queues: {...deps.queues, enqueue}});
    return asked;
  };

  it('is enqueued again when its lease is over, not earlier, and not where a worker has it', async () => {
    const shop = await app().openShop({brands});
    const id = await dead(shop);
    expect(await resumed()).toEqual([]);
    for (const _death of ['first', 'second', 'third']) {
      app().clock.turn(leaseMs);
      expect(await resumed()).toEqual([{shop: shop.domain, runId: id, kind: 'full', trigger: 'merchant'}]);
      const lease = await takeRunLease(app().deps.db, shop.domain, id, app().deps.now(), leaseMs);
      await saveRunStart(app().deps.db, id, lease?.fence ?? 0, app().deps.now());
      expect(await resumed()).toEqual([]);
    }
    app().clock.turn(leaseMs);
    expect(await shop.run({runId: id})).toMatchObject({state: 'done', counts: {created: 13}});
    expect(await resumed()).toEqual([]);
  });

  it('asked to stop ends at once when its lease is over, and the run that waits for it is enqueued', async () => {
    const shop = await app().openShop({brands});
    const id = await dead(shop);
    const next = await queued(shop);
    await stop(shop, id);
    expect(await resumed()).toEqual([]);
    expect((await row(shop, id)).state).toBe('running');
    app().clock.turn(leaseMs);
    expect(await resumed()).toEqual([{shop: shop.domain, runId: next, kind: 'full', trigger: 'merchant'}]);
    expect(await row(shop, id)).toMatchObject({
      state: 'stopped',
      finished_at: app().clock.now(),
      reason: expect.stringContaining('You stopped the '),
    });
    expect(await shop.run({runId: next})).toMatchObject({state: 'done'});
  });

  it('asked to stop after its lease is over ends with the request', async () => {
    const shop = await app().openShop({brands});
    const id = await dead(shop);
    app().clock.turn(leaseMs);
    await stop(shop, id);
    expect((await row(shop, id)).state).toBe('stopped');
    expect(await resumed()).toEqual([]);
  });

  it('is found by every worker, which looks every few seconds', async () => {
    const {deps} = app();
    const shop = await app().openShop({brands});
    const id = await dead(shop);
    await stop(shop, id);
    app().clock.turn(leaseMs);
    const watchdog = startWatchdog(deps, 20);
    await expect.poll(async () => (await row(shop, id)).state).toBe('stopped');
    await watchdog.stop();
  });
});
