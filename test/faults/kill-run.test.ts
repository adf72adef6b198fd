// Whatever a worker is doing when it is killed: no product is made twice, and the run comes to its end.
import {randomInt, randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {syncCatalogue} from '../../jobs/sync-catalogue.ts';
import {giveFieldBack} from '../../server/db/listings/ownership.ts';
import {loadRun, loadRuns, saveQueuedRun} from '../../server/db/runs/runs.ts';
import type {Deps} from '../../server/deps.ts';
import {variantsOf} from '../journeys/feed-to-store-figures.ts';
import {openDraw} from '../sandbox/supplier/catalogue/prng.ts';
import {testEngines} from '../support/test-app.ts';
import {type KillRunApp, openKillRunApp} from './kill-run-app.ts';

const seed = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000));
/** The embedded database takes a second to open in each new process. */
const killsOf = {embedded: {first: 2, later: 1}, 'postgres and redis': {first: 20, later: 3}};

describe.each(testEngines)(`a worker killed at random, on %s (KILL_SEED=${seed})`, {timeout: 300_000}, (engine) => {
  const draw = openDraw(seed, 0);
  let app: KillRunApp;
  beforeAll(async () => {
    app = await openKillRunApp(engine);
  });
  afterAll(() => app?.close());

  /** Starts the run again and again, killed so many times; then lets it end. */
  const runWithKills = async (kills: number, furthest: number): Promise<readonly string[]> => {
    const job = {shop: app.shop, runId: randomUUID()};
    const steps: string[] = [];
    for (let dead = 0; dead < kills; dead += 1) {
      const diesAt = draw.between(1, furthest);
      const said = await app.start({job, diesAt, aheadMs: 0}).ended;
      steps.push(said ?? `killed at step ${diesAt}`);
      if (said !== null) return steps;
    }
    steps.push((await app.start({job, diesAt: null, aheadMs: 0}).ended) ?? 'killed');
    return steps;
  };
  const withDeps = <T>(work: (deps: Deps) => Promise<T>): Promise<T> => inProcess(app, work);
  const nextRun = (deps: Deps) => syncCatalogue(deps, {shop: app.shop, kind: 'full', trigger: 'merchant'});

  it('in a first import, makes each product once', async () => {
    const {first} = killsOf[engine];
    const steps = await runWithKills(first, 38);
    expect(steps).toHaveLength(first + 1);
    expect(steps.at(-1)).toContain('done');
    await withDeps(async (deps) => {
      await expectStoreAsListed(app, deps, forSale(app));
      expect((await nextRun(deps))?.counts).toMatchObject({unchanged: forSale(app).length, writes: 0});
    });
  });

  /** What the supplier asks now, changed by less than a brake stops. */
  const moved = (id: string, percent: number): number => {
    const cents = app.supplier.catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
    return Math.round((cents * percent) / 100) / 100;
  };

  it('in a run that reprices, adds, takes away and retires, leaves what an undisturbed run leaves', async () => {
    const {catalogue} = app.supplier;
    const ids = forSale(app);
    for (const id of ids.slice(0, 8)) catalogue.setStock(id, {price: moved(id, draw.between(80, 125))});
    for (const id of ids.slice(8, 16)) catalogue.setStock(id, {colours: ['one', 'two'], price: moved(id, 110)});
    for (const id of ids.slice(16, 22)) catalogue.withdraw(id);
    const steps = await runWithKills(killsOf[engine].later, 60);
    expect(steps.at(-1)).toContain('done');
    await withDeps(async (deps) => {
      await expectStoreAsListed(app, deps, forSale(app));
      expect((await nextRun(deps))?.counts.writes).toBe(0);
      for (const id of ids.slice(16, 22)) catalogue.restore(id);
      expect(await nextRun(deps)).toMatchObject({state: 'done', counts: {restored: 6}});
      await expectStoreAsListed(app, deps, ids);
    });
  });

  it('in an undo, is followed by one that sets the rest back, each product once and none over an edit', async () => {
    const prices = () => new Map(app.store.products().map(({articleId, variants}) => [articleId, variants[0]?.price]));
    const before = prices();
    const changed = forSale(app).slice(0, 12);
    for (const id of changed) app.supplier.catalogue.setStock(id, {price: moved(id, 110)});
    const {run, undo} = await withDeps(async (deps) => {
      await nextRun(deps);
      const [done] = await loadRuns(deps.db, app.shop, 1);
      const id = RunId.parse(randomUUID());
      if (done === undefined) throw new Error('no run');
      await saveQueuedRun(
        deps.db,
        {id, shop: app.shop, kind: 'undo', trigger: 'merchant', undoes: done.id},
        deps.now(),
      );
      return {run: prices(), undo: id};
    });
    const [edited = ''] = changed;
    const product = app.store.products().find(({articleId}) => articleId === edited);
    for (const {id} of product?.variants ?? []) app.store.editVariant(id, {price: '199.00'});
    const written = app.store.writes();
    const steps: string[] = [];
    for (let dead = 0; dead < killsOf[engine].later; dead += 1) {
      const diesAt = draw.between(1, 60);
      steps.push((await app.start({job: {shop: app.shop, runId: undo}, diesAt, aheadMs: 0}).ended) ?? 'killed');
    }
    steps.push((await app.start({job: {shop: app.shop, runId: undo}, diesAt: null, aheadMs: 0}).ended) ?? 'killed');
    expect(
      steps.filter((said) => said.includes('done')),
      steps.join(', '),
    ).toHaveLength(1);
    for (const [id, price] of prices()) {
      const isBack = changed.includes(id ?? '') && id !== edited;
      expect(price, `${id}`).toBe(id === edited ? '199.00' : isBack ? before.get(id) : run.get(id));
    }
    // A request on its way at the kill may arrive and not be known; it is recognised by its value.
    expect(app.store.writes() - written).toBeLessThanOrEqual(changed.length);
    await withDeps(async (deps) => {
      expect(await nextRun(deps)).toMatchObject({state: 'done'});
      for (const id of changed) expect(prices().get(id)).toBe(id === edited ? '199.00' : before.get(id));
      for (const id of changed) {
        for (const field of ['price', 'compareAt', 'cost'] as const) {
          await giveFieldBack(deps.db, app.shop, ArticleId.parse(id), field);
        }
      }
      await nextRun(deps);
    });
  });

  it('in a run from the queue, is followed by another worker that goes on with that run', async () => {
    for (const id of forSale(app)) app.supplier.catalogue.setStock(id, {price: moved(id, 120)});
    const runId = await enqueueRun(app);
    expect(await app.start({job: 'work', diesAt: 150, aheadMs: 0}).ended).toBeNull();
    const before = app.store.writes();
    // Three minutes later no process knows of the run: the next worker finds it when it starts.
    const second = app.start({job: 'work', diesAt: null, aheadMs: 180_000});
    await second.says('run closed');
    second.kill();
    await second.ended;
    expect(app.store.writes()).toBeGreaterThan(before);
    await withDeps(async (deps) => {
      expect(await loadRun(deps.db, app.shop, runId)).toMatchObject({state: 'done'});
      await expectStoreAsListed(app, deps, forSale(app));
      expect((await nextRun(deps))?.counts.writes).toBe(0);
    });
  });
});

describe('an import into a folder of its own, whose worker is killed again and again', {timeout: 120_000}, () => {
  let app: KillRunApp;
  beforeAll(async () => {
    app = await openKillRunApp('embedded');
  });
  afterAll(() => app?.close());

  it('goes on at once after each start', async () => {
    const runId = await enqueueRun(app);
    for (let killed = 0; killed < 3; killed += 1) {
      const begun = performance.now();
      // A worker that waited for a lease or for a job of the dead one would take minutes to get as far.
      expect(await app.start({job: 'work', diesAt: 15, aheadMs: 0}).ended).toBeNull();
      expect(performance.now() - begun).toBeLessThan(25_000);
    }
    const last = app.start({job: 'work', diesAt: null, aheadMs: 0});
    await last.says('run closed');
    last.kill();
    await last.ended;
    await inProcess(app, async (deps) => {
      expect(await loadRun(deps.db, app.shop, runId)).toMatchObject({state: 'done'});
      await expectStoreAsListed(app, deps, forSale(app));
    });
  });
});

async function inProcess<T>(app: KillRunApp, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = await app.open();
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
}

const enqueueRun = (app: KillRunApp): Promise<RunId> =>
  inProcess(app, async (deps) => {
    const run = {id: RunId.parse(randomUUID()), shop: app.shop, kind: 'full', trigger: 'merchant'} as const;
    await saveQueuedRun(deps.db, run, deps.now());
    await deps.queues.enqueue('sync', {shop: run.shop, runId: run.id, kind: run.kind, trigger: run.trigger});
    return run.id;
  });

/** Listed articles whose price is not on request. */
function forSale({supplier: {catalogue}}: KillRunApp): string[] {
  return catalogue
    .listed()
    .map(({id}) => id)
    .filter((id) => catalogue.get(id)?.pricing !== 'on_request');
}

/** The store holds what the supplier lists, once each; what is not listed is in draft; and the tables know just that. */
async function expectStoreAsListed(app: KillRunApp, {db}: Deps, ids: readonly string[]): Promise<void> {
  const products = app.store.products();
  const keys = products.map(({metafields}) => metafields['$app.listing_key']?.value ?? '');
  expect(new Set(keys).size).toBe(keys.length);
  const {catalogue} = app.supplier;
  const costs = new Map(catalogue.listed().map(({id, cents}) => [id, (cents / 100).toFixed(2)]));
  const active = products.filter(({status}) => status === 'ACTIVE');
  expect(active.map(({articleId}) => articleId ?? '').toSorted()).toEqual(ids.toSorted());
  for (const product of active) {
    const id = product.articleId ?? '';
    expect(product.publications, id).toEqual(['Online Store']);
    expect(product.variants.map(({cost}) => cost)).toEqual(variantsOf(catalogue, id).map(() => costs.get(id)));
  }
  const listings = await db.selectFrom('listings').selectAll().where('product_gid', 'is not', null).execute();
  const pairs = (rows: readonly (readonly [string, string | null, string])[]) => rows.map(String).toSorted();
  expect(pairs(listings.map((row) => [row.article_id, row.product_gid, row.state]))).toEqual(
    pairs(products.map(({articleId, id, status}) => [articleId ?? '', id, status === 'ACTIVE' ? 'active' : 'retired'])),
  );
  const live = await db.selectFrom('listing_variants').select('variant_gid').where('state', '=', 'live').execute();
  expect(live.map((row) => row.variant_gid).toSorted()).toEqual(
    products.flatMap(({variants}) => variants.map(({id}) => id)).toSorted(),
  );
}
