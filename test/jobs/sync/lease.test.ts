// One run per shop at a time, and a run that was replaced writes nothing more.
import {expect, it} from 'vitest';
import {ProductGid, RunId} from '#domain/ids.ts';
import {RunUnderWay} from '../../../jobs/webhooks/handle-later.ts';
import {releaseRunLease, takeRunLease} from '../../../server/db/runs/leases.ts';
import {loadRuns} from '../../../server/db/runs/runs.ts';
import {markUninstalled} from '../../../server/db/shops/removed-shops.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

onEachSyncTestApp('one run per shop', {articles: 60, shops: 16}, (app, engine) => {
  const brands = ['Tarn & Tweed', 'Ferro Lino', 'Nordhaag', 'Sablefen'];
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const runsOf = async (shop: Shop) => loadRuns(app().deps.db, shop.domain, 50);
  /** Everything of the shop that a run may write, as text. */
  const stored = async (shop: Shop) => {
    const {db} = app().deps;
    const tables = ['articles', 'listings', 'listing_variants', 'quarantine'] as const;
    const rows = tables.map((table) => db.selectFrom(table).selectAll().where('shop', '=', shop.domain).execute());
    return JSON.stringify((await Promise.all(rows)).map((found) => found.map((row) => JSON.stringify(row)).toSorted()));
  };
  /** As if the run had not been heard of for ten minutes. */
  const seize = async (shop: Shop) => {
    const later = new Date(app().clock.now().getTime() + 600_000);
    const taken = await takeRunLease(app().deps.db, shop.domain, 'another', later, 90_000);
    if (taken === null) throw new Error('The lease could not be taken over.');
  };

  it('of many started at once one runs, and each product is made once', async () => {
    const shop = await app().openShop({brands});
    const runs = await Promise.all(Array.from({length: 6}, () => shop.tryRun()));
    expect(runs.filter((run) => run !== null)).toHaveLength(1);
    expect(shop.products().size).toBe(13);
    expect(shop.store.products()).toHaveLength(13);
    expect((await runsOf(shop)).map(({state}) => state)).toEqual(['done']);
  });

  /** The run of `shop` while another takes its lease at `point`; what was stored and written then, and how it ended. */
  const runSeizedAt = async (shop: Shop, point: string) => {
    const {testApp} = app();
    // Every answer of both remotes takes a moment, so that the other run is there before the next write.
    const slow = [
      testApp.supplier.misbehave({does: {kind: 'slow', ms: 60}}),
      testApp.shopify.misbehave({fault: 'delay', ms: 60, when: ({shop: of}) => of === shop.domain}),
    ];
    const seized: Promise<{writes: number; rows: string}>[] = [];
    app().onCheckpoint = (name) => {
      if (name !== point || seized.length > 0) return;
      seized.push(seize(shop).then(async () => ({writes: shop.store.writes(), rows: await stored(shop)})));
    };
    const run = await shop.run();
    app().onCheckpoint = () => {};
    for (const end of slow) end();
    const [then] = await Promise.all(seized);
    expect(run).toMatchObject({state: 'stopped', reason: expect.stringContaining('Another update took over')});
    expect(await stored(shop)).toBe(then?.rows);
    return {writes: then?.writes ?? 0};
  };
  /** What was on its way to the store when another worker took the lease cannot be stopped; nothing follows it. */
  const underWay = 8;

  const points = ['list-read', 'page-read', 'detail-saved', 'details-read', 'variants-saved', 'outcome-saved'];
  it.each(engine === quickestEngine ? points : ['list-read', 'outcome-saved'])(
    'whose lease is taken over at %s writes nothing more, neither here nor in the store',
    async (point) => {
      const shop = await app().openShop({brands});
      const {writes} = await runSeizedAt(shop, point);
      const late = point === 'outcome-saved' || point === 'variants-saved' ? underWay : 0;
      expect(shop.store.writes()).toBeLessThanOrEqual(writes + late);
    },
  );

  it.each(engine === quickestEngine ? ['off-sale', 'retired'] : ['off-sale'])(
    'whose lease is taken over at %s takes nothing more off sale, and the next run does the rest once',
    async (point) => {
      const {deps} = app();
      const shop = await app().openShop({brands: everyBrand()});
      await shop.run();
      const all = shop.products().size;
      await shop.set({brands: ['Nordhaag']});
      const {writes} = await runSeizedAt(shop, point);
      expect(shop.store.writes()).toBeLessThanOrEqual(writes + underWay);
      const onSale = () => [...shop.products().values()].filter(({status}) => status === 'ACTIVE').length;
      expect(onSale()).toBeGreaterThan(all - 2 * underWay);
      await deps.db
        .updateTable('shops')
        .set({run_lease_owner: null, run_lease_until: null})
        .where('shop', '=', shop.domain)
        .execute();
      expect((await shop.run()).state).toBe('done');
      expect(onSale()).toBe(2);
      await shop.set({brands: everyBrand()});
      expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: all - 2}});
      expect(onSale()).toBe(all);
    },
  );

  it('a run whose worker is told to stop waits, and goes on from there', async () => {
    const shop = await app().openShop({brands});
    const worker = new AbortController();
    app().onCheckpoint = (name) => {
      if (name === 'outcome-saved') worker.abort('The worker is closing.');
    };
    const run = await shop.run({}, worker.signal);
    app().onCheckpoint = () => {};
    expect(run.state).toBe('queued');
    const [row] = await runsOf(shop);
    expect(row).toMatchObject({state: 'queued', finished_at: null});
    const next = await shop.run({runId: RunId.parse(row?.id)});
    expect(next.state).toBe('done');
    expect(shop.products().size).toBe(13);
    expect(await runsOf(shop)).toHaveLength(1);
    expect((await runsOf(shop))[0]?.reason).toBeNull();
  });

  it('what a product looks like while a run begins is not taken for the doing of the merchant', async () => {
    const {deps, testApp} = app();
    const shop = await app().openShop({brands: ['Sablefen']});
    await shop.run();
    const {id, variants} = shop.product('100022');
    shop.store.deleteVariant(variants[0]?.id ?? '');
    const states = async () => {
      const rows = await deps.db
        .selectFrom('listing_variants')
        .select('state')
        .where('shop', '=', shop.domain)
        .where('product_gid', '=', ProductGid.parse(id))
        .execute();
      return new Set(rows.map(({state}) => state));
    };
    // The run takes its lease while the product is being read.
    const leases: ReturnType<typeof takeRunLease>[] = [];
    const slow = testApp.shopify.misbehave({
      fault: 'delay',
      ms: 200,
      when({shop: of}) {
        if (of !== shop.domain) return false;
        if (leases.length === 0) leases.push(takeRunLease(deps.db, shop.domain, 'a run', deps.now(), 90_000));
        return true;
      },
    });
    await expect(shop.notice(id)).rejects.toBeInstanceOf(RunUnderWay);
    const [lease] = await Promise.all(leases);
    slow();
    expect(await states()).toEqual(new Set(['live']));
    await expect(shop.notice(id)).rejects.toBeInstanceOf(RunUnderWay);
    expect(await states()).toEqual(new Set(['live']));
    await releaseRunLease(deps.db, shop.domain, lease?.fence ?? 0);
    await shop.notice(id);
    expect(await states()).toEqual(new Set(['live', 'deleted_in_store']));
  });

  it('without keys a merchant is told what is missing, and a schedule is silent', async () => {
    const {deps} = app();
    const shop = await app().openShop({brands});
    await deps.db.updateTable('shops').set({dropship_key_sealed: null}).where('shop', '=', shop.domain).execute();
    expect(await shop.tryRun({trigger: 'schedule'})).toBeNull();
    expect(await runsOf(shop)).toEqual([]);
    expect(await shop.tryRun({trigger: 'merchant'})).toBeNull();
    expect(await runsOf(shop)).toMatchObject([
      {state: 'failed', reason: expect.stringContaining('Both supplier keys')},
    ]);
    expect(await shop.tryRun({trigger: 'merchant'})).toBeNull();
  });

  // The tests above, and those of other suites, send each statement of those below to the other engine too.
  if (engine !== quickestEngine) return;

  it('keeps its lease however long taking products off sale takes, and asks each product once', async () => {
    const {clock, testApp} = app();
    const shop = await app().openShop({brands: everyBrand()});
    await shop.run();
    const leaving = shop.products().size - 2;
    await shop.set({brands: ['Nordhaag']});
    const asked = testApp.shopify.requests().length;
    const others: Promise<unknown>[] = [];
    let takenOff = 0;
    app().onCheckpoint = (name) => {
      if (name !== 'off-sale') return;
      takenOff += 1;
      clock.turn(5_000);
      if (takenOff % 10 === 0) others.push(shop.tryRun());
    };
    const run = await shop.run();
    app().onCheckpoint = () => {};
    expect(run).toMatchObject({state: 'done', counts: {writes: leaving}});
    expect(takenOff).toBe(leaving);
    // A beat every few seconds: two minutes and more went by, and no other worker got the lease.
    expect(leaving * 5_000).toBeGreaterThan(2 * 90_000);
    expect(await Promise.all(others)).toEqual(others.map(() => null));
    const reads = testApp.shopify
      .requests()
      .slice(asked)
      .filter(({kind, shop: of}) => kind === 'query' && of === shop.domain);
    expect(reads.length).toBeLessThan(leaving + 10);
  });

  it('a merchant who removes the app in the middle of a run ends it', async () => {
    const {deps} = app();
    const shop = await app().openShop({brands});
    const leaving: Promise<unknown>[] = [];
    app().onCheckpoint = (name) => {
      if (name === 'details-read') leaving.push(markUninstalled(deps.db, shop.domain, deps.now()));
    };
    const run = await shop.run();
    app().onCheckpoint = () => {};
    await Promise.all(leaving);
    expect(run.state).toBe('stopped');
    expect(shop.store.products().length).toBeLessThan(13);
    expect((await runsOf(shop)).map(({state}) => state)).toEqual(['stopped']);
  });

  it('a run that its worker left, given to another worker under the same id, goes on at once', async () => {
    const {deps} = app();
    const shop = await app().openShop({brands});
    const runId = RunId.parse(deps.newId());
    // As a killed process leaves it: the lease is held, the row says running.
    let killed = 0;
    app().onCheckpoint = (name) => {
      if (name !== 'outcome-saved') return;
      killed += 1;
      if (killed === 5) throw new Error('killed');
    };
    const first = await shop.run({runId});
    app().onCheckpoint = () => {};
    expect(first.state).toBe('failed');
    await deps.db.updateTable('runs').set({state: 'running', finished_at: null}).where('id', '=', runId).execute();
    await takeRunLease(deps.db, shop.domain, runId, deps.now(), 90_000);
    expect(await shop.tryRun()).toBeNull();
    const second = await shop.run({runId});
    expect(second).toMatchObject({state: 'done'});
    expect(second.counts.created).toBeGreaterThan(0);
    expect(second.counts.unchanged).toBeGreaterThanOrEqual(5);
    expect((await runsOf(shop)).map(({id, state}) => [id, state])).toEqual([[runId, 'done']]);
    expect(shop.products().size).toBe(13);
    expect(await shop.tryRun({runId})).toBeNull();
  });
});
