// One article's trouble is one article's: it neither ends a run nor stays unseen, this night or any other.
import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {syncCatalogue} from '../../../jobs/sync-catalogue.ts';
import {loadRunChanges} from '../../../server/db/runs/run-changes.ts';
import {loadRuns, saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {createSealer} from '../../../server/sealing.ts';
import type {Misbehaviour} from '../../sandbox/supplier/start.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from './sync-test-app.ts';

// On one engine: `quarantine` and `journeys/feed-to-store-list` send its statements on both.
onEachSyncTestApp('trouble with one article', {articles: 60, shops: 13, engines: oneEngine}, (app) => {
  const everyBrand = () => [
    ...new Set(
      app()
        .supplier.catalogue.all()
        .map(({brand}) => brand),
    ),
  ];
  const during = async <T>(rules: readonly Misbehaviour[], work: () => Promise<T>): Promise<T> => {
    const ends = rules.map((rule) => app().supplier.misbehave(rule));
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  };
  const silent = (id: string): Misbehaviour => ({a: 'stock', id, does: {kind: 'status', status: 500}});
  const listedIds = () =>
    app()
      .supplier.catalogue.listed()
      .map(({id}) => id);
  const quarantined = async (shop: Shop) => {
    const rows = await app()
      .deps.db.selectFrom('quarantine')
      .select(['article_id', 'reason'])
      .where('shop', '=', shop.domain)
      .execute();
    return new Map(rows.map((row) => [row.article_id, row.reason]));
  };
  const runsOf = (shop: Shop) => loadRuns(app().deps.db, shop.domain, 50);
  const told = async (shop: Shop) => {
    const [run] = await runsOf(shop);
    return (await loadRunChanges(app().deps.db, shop.domain, RunId.parse(run?.id ?? ''), {limit: 1_000})).changes;
  };

  it('several that never answer stop no run: the others are imported, priced and retired, night after night', async () => {
    const {catalogue} = app().supplier;
    const shop = await app().openShop({brands: everyBrand()});
    const mute = listedIds().slice(0, 4);
    const leaving = listedIds().at(-1) ?? '';
    await during(mute.map(silent), async () => {
      const first = await shop.run();
      expect(first).toMatchObject({state: 'done', counts: {quarantined: 4}});
      expect(first.counts.created).toBeGreaterThan(40);
      catalogue.withdraw(leaving);
      // From now on they are nearly all that is asked for.
      expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1, quarantined: 4}});
      catalogue.restore(leaving);
      expect(await shop.run()).toMatchObject({state: 'done', counts: {restored: 1, quarantined: 4}});
      expect([...(await quarantined(shop)).keys()].toSorted()).toEqual(mute.toSorted());
    });
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 4, quarantined: 0}});
  });

  it('all that were chosen may be mute at first: they are known for it after, and do not stop the runs that follow', async () => {
    const shop = await app().openShop({brands: ['Tarn & Tweed']});
    const mute = app()
      .supplier.catalogue.all()
      .filter(({id, brand}) => brand === 'Tarn & Tweed' && listedIds().includes(id))
      .map(({id}) => id);
    expect(mute.length).toBeGreaterThan(4);
    await during(mute.map(silent), async () => {
      expect((await shop.run()).state).toBe('failed');
      // Those that were set aside before the one too many are written down, though that one ended the run.
      expect((await quarantined(shop)).size).toBe(3);
      await shop.run();
      expect((await quarantined(shop)).size).toBe(6);
      await shop.set({brands: ['Tarn & Tweed', 'Nordhaag']});
      expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 2, quarantined: mute.length}});
    });
  });

  it('a supplier that goes quiet in the middle of the details ends the run soon', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: everyBrand()});
    const before = supplier.requestCount('dropship', 'stock');
    const gone: Misbehaviour = {
      a: 'stock',
      nth: Array.from({length: 1_000}, (_, index) => index + 11),
      does: {kind: 'status', status: 503},
    };
    expect(await during([gone], shop.run)).toMatchObject({state: 'failed', counts: {writes: 0, retired: 0}});
    // Ten answers, and three tries of less than the fifty others.
    expect(supplier.requestCount('dropship', 'stock') - before).toBeLessThan(10 + 3 * 45);
  });

  it('while products are taken up again after the app was away, one without an answer is taken up all the same', async () => {
    const {db} = app().deps;
    const shop = await app().openShop({brands: ['Nordhaag', 'Tarn & Tweed']});
    await shop.run();
    for (const table of ['run_changes', 'listing_media', 'listing_variants', 'listings', 'articles'] as const)
      await db.deleteFrom(table).where('shop', '=', shop.domain).execute();
    await db.updateTable('shops').set({adopted_at: null}).where('shop', '=', shop.domain).execute();
    const others = () =>
      [...shop.products()].flatMap(([id, {status, variants}]) => (id === '100016' ? [] : [{id, status, variants}]));
    const before = others();
    const mute = shop.product('100016');
    await during([silent('100016')], async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, held: 0, writes: 0}});
    });
    // Every product is as it was, also the one the supplier says nothing about.
    expect(others()).toEqual(before);
    expect(shop.product('100016')).toMatchObject({status: 'ACTIVE', variants: mute.variants});
    const listing = await shop.listing('100016');
    expect(listing.productGid).toBe(mute.id);
    // The database returns the rows in any order.
    expect(listing.variants.map(({gid, state}) => `${gid} ${state}`).toSorted()).toEqual(
      mute.variants.map(({id}) => `${id} live`).toSorted(),
    );
    expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 0, quarantined: 0}});
    expect(shop.product('100016')).toMatchObject({status: 'ACTIVE', variants: mute.variants});
  });

  it('is told in the history the first time, whether it is an entry of a page or an answer of its own', async () => {
    const shop = await app().openShop({brands: ['Tarn & Tweed', 'Nordhaag']});
    const spoilt = {kind: 'entries', fault: 'text-price', at: 0} as const;
    const rules: Misbehaviour[] = [
      {a: 'products', does: spoilt},
      {a: 'product', id: '100000', does: spoilt},
      silent('100016'),
    ];
    const set = (id: string) => expect.objectContaining({articleId: id, kind: 'quarantine', applied: true});
    const setAside = async () => (await told(shop)).filter(({kind}) => kind === 'quarantine');
    await during(rules, async () => {
      await shop.run();
      const changes = await setAside();
      expect(changes).toHaveLength(2);
      expect(changes).toEqual(expect.arrayContaining([set('100000'), set('100016')]));
      await shop.run();
      expect(await setAside()).toEqual([]);
    });
  });

  it('listed but unknown to the catalogue, it is shown with that reason', async () => {
    const shop = await app().openShop({brands: ['Nordhaag']});
    const list = {kind: 'say', type: 'application/json'} as const;
    const text = JSON.stringify({ok: true, items: [...listedIds(), 'ghost'].map((id) => ({id, price: 10}))});
    await during([{a: 'list', does: {...list, text}}], async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {created: 2, quarantined: 1}});
      expect((await quarantined(shop)).get(ArticleId.parse('ghost'))).toContain('does not know');
    });
    expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 0}});
    expect((await quarantined(shop)).size).toBe(0);
  });

  it('of articles that are not chosen is not shown', async () => {
    const shop = await app().openShop({brands: ['Nordhaag']});
    await shop.run();
    const at = app()
      .supplier.catalogue.all()
      .flatMap(({brand}, index) => (brand === 'Nordhaag' ? [] : [index]))
      .slice(0, 3);
    await during([{a: 'products', does: {kind: 'entries', fault: 'null-name', at}}], async () => {
      expect(await shop.run()).toMatchObject({state: 'done', counts: {quarantined: 0}});
    });
    expect((await quarantined(shop)).size).toBe(0);
  });

  it('a catalogue of which more cannot be read than can be chance is said to be so, and is no good night', async () => {
    const {deps, clock} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    await shop.run();
    const good = (await loadShop(deps.db, shop.domain))?.lastGoodNightAt;
    expect(good).not.toBeNull();
    clock.turn(3_600_000);
    const every: Misbehaviour = {a: 'products', does: {kind: 'entries', fault: 'null-name', at: 'all'}};
    const run = await during([every], shop.run);
    expect(run).toMatchObject({state: 'partial', reason: expect.stringContaining('60 of 60'), counts: {writes: 0}});
    expect(run.counts.quarantined).toBe(2);
    expect((await loadShop(deps.db, shop.domain))?.lastGoodNightAt).toEqual(good);
  });

  it('with keys that cannot be unsealed the run ends with the reason, and nothing stays held', async () => {
    const {deps, clock} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    const runId = RunId.parse(deps.newId());
    const run = {shop: shop.domain, kind: 'full', trigger: 'merchant'} as const;
    await saveQueuedRun(deps.db, {id: runId, ...run}, deps.now());
    const broken = {...deps, sealer: createSealer([{kid: 'other', key: randomBytes(32)}])};
    expect(await syncCatalogue(broken, {...run, runId})).toBeNull();
    clock.turn(1_000);
    expect(await syncCatalogue(broken, {...run, trigger: 'schedule'})).toBeNull();
    const failed = {state: 'failed', reason: expect.stringContaining('not among ENCRYPTION_KEYS')};
    expect(await runsOf(shop)).toMatchObject([failed, {id: runId, ...failed}]);
    const lease = () =>
      deps.db.selectFrom('shops').select('run_lease_owner').where('shop', '=', shop.domain).executeTakeFirst();
    expect(await lease()).toEqual({run_lease_owner: null});
    expect((await shop.run()).state).toBe('done');
  });

  it('a dropship key that cannot be sent ends the run as rejected, and the catalogue key stays accepted', async () => {
    const {deps} = app();
    const shop = await app().openShop({brands: ['Nordhaag']});
    await saveDropshipKey(deps.db, deps.sealer, shop.domain, {key: 'two\nlines'}, deps.now());
    const {state, reason} = await shop.run();
    expect(state).toBe('failed');
    expect(reason).toContain('dropship key');
    expect(await loadShop(deps.db, shop.domain)).toMatchObject({
      catalogueKeyState: 'accepted',
      dropshipKeyState: 'rejected',
    });
  });
});
