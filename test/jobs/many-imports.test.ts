// Runs that hold their place for long, paused by their merchants as if they waited for points of their stores: another shop's run starts.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {RunId, ShopDomain} from '#domain/ids.ts';
import {saveQueuedRun} from '../../server/db/runs/runs.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {openTestApp, type TestApp, testEngines} from '../support/test-app.ts';

const others = Array.from({length: 7}, (_, at) => ShopDomain.parse(`long-${at + 1}.myshopify.com`));

describe.each(testEngines)('seven shops whose runs take long, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    const shops = ['short.myshopify.com', ...others].map((domain) => ({domain}));
    app = await openTestApp(engine, {supplier: {articles: 12}, shopify: {shops}});
  });
  afterAll(() => app?.close());

  const connect = async (merchant: Merchant): Promise<void> => {
    await merchant.connect('catalogue', app.supplier.issueKey('catalogue'));
    await merchant.connect('dropship', app.supplier.issueKey('dropship'));
    await merchant.lastRun();
  };

  const pausedRun = async (shop: ShopDomain): Promise<RunId> => {
    const {db, queues, newId, now} = app.deps;
    const run = {id: RunId.parse(newId()), shop, kind: 'full', trigger: 'merchant'} as const;
    await saveQueuedRun(db, run, now());
    await db.updateTable('runs').set({wanted: 'pause'}).where('id', '=', run.id).execute();
    await queues.enqueue('sync', {shop, runId: run.id, kind: run.kind, trigger: run.trigger});
    return run.id;
  };

  it('do not keep another shop from its run', async () => {
    await connect(app.merchant);
    const ids: RunId[] = [];
    for (const shop of others) {
      await connect(createMerchant(app.url, () => app.shopify.sessionToken(shop)));
      ids.push(await pausedRun(shop));
    }
    const steps = async () => {
      const rows = await app.deps.db.selectFrom('runs').select('step').where('id', 'in', ids).execute();
      return rows.map(({step}) => step);
    };
    await expect.poll(steps, {timeout: 30_000}).toEqual(others.map(() => 'paused'));
    const {id} = await app.merchant.startRun();
    expect(await app.merchant.lastRun(30_000)).toMatchObject({id, state: 'done'});
    expect(await steps()).toEqual(others.map(() => 'paused'));
  });
});
