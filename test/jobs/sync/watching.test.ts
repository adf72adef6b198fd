// A run can be watched, paused, resumed and stopped; runs take turns.
import {expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {loadRun, loadRuns, saveQueuedRun, saveRunRequest} from '../../../server/db/runs/runs.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `lease` sends its statements on both.
onEachSyncTestApp('watching a run', {articles: 60, shops: 6, engines: oneEngine}, (app) => {
  const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed'];
  const queued = async (shop: Shop): Promise<RunId> => {
    const {db, newId, now} = app().deps;
    const id = RunId.parse(newId());
    await saveQueuedRun(db, {id, shop: shop.domain, kind: 'full', trigger: 'merchant'}, now());
    return id;
  };
  const want = (shop: Shop, id: RunId, wanted: 'go' | 'pause' | 'stop') =>
    saveRunRequest(app().deps.db, shop.domain, id, wanted, app().clock.now());
  const row = async (shop: Shop, id: RunId) => {
    const found = await loadRun(app().deps.db, shop.domain, id);
    if (found === null) throw new Error('no run');
    return found;
  };

  it('paused it does nothing, keeps its lease, and goes on when resumed', async () => {
    const shop = await app().openShop({brands});
    const id = await queued(shop);
    expect(await want(shop, id, 'pause')).toBe(true);
    const seen: unknown[] = [];
    let looks = 0;
    app().onWait = async () => {
      looks += 1;
      // Longer than a lease lasts without being renewed.
      app().clock.turn(60_000);
      const {state, step} = await row(shop, id);
      seen.push({state, step, products: shop.products().size, another: await shop.tryRun()});
      if (looks === 3) await want(shop, id, 'go');
    };
    const run = await shop.run({runId: id});
    app().onWait = async () => {};
    expect(seen).toEqual(
      Array.from({length: 3}, () => ({state: 'running', step: 'paused', products: 0, another: null})),
    );
    expect(run).toMatchObject({state: 'done', counts: {created: 13}});
  });

  it('stopped while it is paused it ends there', async () => {
    const shop = await app().openShop({brands});
    const id = await queued(shop);
    await want(shop, id, 'pause');
    app().onWait = async () => {
      await want(shop, id, 'stop');
    };
    const run = await shop.run({runId: id});
    app().onWait = async () => {};
    expect(run).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('You stopped the '),
      counts: {created: 0},
    });
  });

  it('stopped in the middle it keeps what was done, and the next run does the rest', async () => {
    const shop = await app().openShop({brands});
    const id = await queued(shop);
    const asked: Promise<unknown>[] = [];
    app().onCheckpoint = (name) => {
      if (name !== 'outcome-saved') return;
      app().clock.turn(5_000);
      if (asked.length === 0) asked.push(want(shop, id, 'stop'));
    };
    const run = await shop.run({runId: id});
    app().onCheckpoint = () => {};
    await Promise.all(asked);
    expect(run.state).toBe('stopped');
    expect(run.counts.created).toBeGreaterThan(0);
    expect(run.counts.created).toBeLessThan(13);
    expect(await shop.run()).toMatchObject({state: 'done'});
    expect(shop.products().size).toBe(13);
  });

  it('stopped before its turn it never begins', async () => {
    const shop = await app().openShop({brands});
    const id = await queued(shop);
    await want(shop, id, 'stop');
    expect((await row(shop, id)).state).toBe('stopped');
    expect(await shop.tryRun({runId: id})).toBeNull();
    expect(await want(shop, id, 'go')).toBe(false);
  });

  it('its step and its counts show while it runs', async () => {
    const shop = await app().openShop({brands});
    const id = await queued(shop);
    const looks: Promise<{step: string | null; created: number}>[] = [];
    app().onCheckpoint = (name) => {
      if (name !== 'operation-answered') return;
      app().clock.turn(5_000);
      looks.push(row(shop, id).then(({step, counts}) => ({step, created: counts.created})));
    };
    await shop.run({runId: id});
    app().onCheckpoint = () => {};
    const seen = await Promise.all(looks);
    expect(seen.every(({step}) => step === 'applying')).toBe(true);
    expect(Math.max(...seen.map(({created}) => created))).toBeGreaterThan(5);
    expect((await row(shop, id)).step).toBeNull();
  });

  it('one asked for while another runs is enqueued when that one ends', async () => {
    const {testApp} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const second = await queued(shop);
    const before = (await testApp.deps.queues.countJobs()).sync['waiting'] ?? 0;
    await shop.run();
    expect((await testApp.deps.queues.countJobs()).sync['waiting']).toBe(before + 1);
    expect(await shop.run({runId: second})).toMatchObject({state: 'done', counts: {unchanged: 2}});
    expect((await loadRuns(app().deps.db, shop.domain, 5)).map(({state}) => state)).toEqual(['done', 'done']);
  });
});
