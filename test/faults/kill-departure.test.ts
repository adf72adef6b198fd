// A merchant leaves, and the worker is killed again and again on the way: in the end nothing is on sale, and each product was counted once.
import {randomInt, randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {DepartureChoice} from '#domain/departure/plan-departure.ts';
import {RunId} from '#domain/ids.ts';
import {askDeparture} from '../../server/actions/departure/ask-departure.ts';
import {loadDeparture} from '../../server/db/departures/departures.ts';
import {loadRun} from '../../server/db/runs/runs.ts';
import type {Deps} from '../../server/deps.ts';
import {openDraw} from '../sandbox/supplier/catalogue/prng.ts';
import {testEngines} from '../support/test-app.ts';
import {type KillRunApp, openKillRunApp} from './kill-run-app.ts';

const seed = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000));
/** The embedded database takes a second to open in each new process. */
const killsOf = {embedded: 3, 'postgres and redis': 10};

describe.each(testEngines)(`a departure killed at random, on %s (KILL_SEED=${seed})`, {timeout: 300_000}, (engine) => {
  const draw = openDraw(seed, 1);
  const kills = killsOf[engine];
  let app: KillRunApp;
  beforeAll(async () => {
    app = await openKillRunApp(engine);
    await runOnce({shop: app.shop, runId: randomUUID()}, null);
  }, 120_000);
  afterAll(() => app?.close());

  /** What the worker says at its end; null: it was killed at that step. */
  const runOnce = (job: {readonly shop: KillRunApp['shop']; readonly runId: string}, diesAt: number | null) =>
    app.start({job, diesAt, aheadMs: 0}).ended;
  const inProcess = async <T>(work: (deps: Deps) => Promise<T>): Promise<T> => {
    const deps = await app.open();
    try {
      return await work(deps);
    } finally {
      await deps.close();
    }
  };
  /** Asks for it, has its run killed so many times and at last let end. Returns how often it was killed. */
  const leaveWithKills = async (products: DepartureChoice, furthest: number): Promise<number> => {
    const runId = RunId.parse(randomUUID());
    await inProcess(({db, now}) => askDeparture(db, {shop: app.shop, actor: 'user:1', now: now()}, {products, runId}));
    const job = {shop: app.shop, runId};
    let killed = 0;
    for (let attempt = 0; attempt < kills; attempt += 1) {
      if ((await runOnce(job, draw.between(1, furthest))) === null) killed += 1;
    }
    await runOnce(job, null);
    await inProcess(async ({db}) => expect(await loadRun(db, app.shop, runId)).toMatchObject({state: 'done'}));
    return killed;
  };
  const onSale = () => app.store.products().filter(({status}) => status === 'ACTIVE' || status === 'UNLISTED');
  const expectDeparted = (counts: object) =>
    inProcess(async ({db}) => {
      const departure = await loadDeparture(db, app.shop);
      expect(departure).toMatchObject({on_sale: 0, failed: 0, ...counts});
      expect(departure?.compared_at).not.toBeNull();
    });

  it('that archives has archived each product once', async () => {
    const made = onSale().length;
    expect(made).toBeGreaterThan(40);
    expect(await leaveWithKills('archive', 120)).toBe(kills);
    expect(app.store.products().map(({status}) => status)).toEqual(Array.from({length: made}, () => 'ARCHIVED'));
    await expectDeparted({archived: made, drafted: 0, deleted: 0});
  });

  it('that deletes has deleted each product once, also one that someone put back on sale meanwhile', async () => {
    const products = app.store.products();
    for (const {id} of products.slice(0, 5)) app.store.editProduct(id, {status: 'ACTIVE'});
    expect(await leaveWithKills('delete', 20)).toBe(kills);
    expect(app.store.products()).toEqual([]);
    await expectDeparted({deleted: products.length, archived: 0, drafted: 0});
    await inProcess(async ({db}) => {
      const listings = await db.selectFrom('listings').select('state').where('product_gid', 'is not', null).execute();
      expect(new Set(listings.map(({state}) => state))).toEqual(new Set(['deleted_in_store']));
    });
  });
});
