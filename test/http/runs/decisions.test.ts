// Decisions about several products at once, and everything that a brake holds.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {saveQuarantine} from '../../../server/db/catalogue/quarantine.ts';
import {liftBrake, saveBrake} from '../../../server/db/runs/brakes.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {
  Approvals,
  BrakeArticles,
  BrakeDecided,
  CostsApproved,
  Quarantine,
} from '../../../server/http/contract/approvals.ts';
import {Asked} from '../../../server/http/contract/articles.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, type Entry, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

const ids = Array.from({length: 60}, (_, index) => ArticleId.parse(`A-${index + 10}`));

describe.each(engines.databases)('several decisions at once, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const entries = ids.map((id, index): [string, Entry] => [id, {name: `Bag ${id}`, stock: {price: 3_000 + index}}]);
    await stock(app, Object.fromEntries(entries));
  });
  beforeEach(async () => {
    for (const table of ['brakes', 'quarantine', 'listings', 'runs', 'audit'] as const) {
      await app.db.deleteFrom(table).execute();
    }
    await onSale(app, ids, {state: 'held', reasonCode: 'cost_moved', reason: 'Moved.', cost: 1_000});
  });
  afterAll(() => app.close());

  const aRun = async () => {
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(app.db, {id, shop, kind: 'full', trigger: 'schedule'}, new Date());
    await app.db.updateTable('runs').set({state: 'done', finished_at: new Date()}).where('id', '=', id).execute();
    return id;
  };
  const approved = async () =>
    (await app.db.selectFrom('listings').select('article_id').where('approved_cost', 'is not', null).execute()).length;

  it('every product of a brake is shown, with its costs, page by page', async () => {
    const id = randomUUID();
    const brake = {id, shop, run_id: await aRun(), kind: 'cost', reason: 'Many.', article_ids: ids} as const;
    await saveBrake(app.db, brake, new Date());
    const first = await app.merchant.get(`/brakes/${id}/articles`, BrakeArticles);
    expect(first.articles).toHaveLength(50);
    expect(first.articles[0]).toMatchObject({articleId: 'A-10', name: 'Bag A-10', from: 1_000, to: 3_000});
    const second = await app.merchant.get(`/brakes/${id}/articles?cursor=${first.nextCursor}`, BrakeArticles);
    expect([second.articles.length, second.nextCursor]).toEqual([10, null]);
    expect(await app.stranger.refusal('GET', `/brakes/${id}/articles`)).toMatchObject({status: 404});
    expect(await app.merchant.refusal('GET', `/brakes/nonsense/articles`)).toMatchObject({status: 404});
  });

  it('a brake on costs shows the costs that are decided on, whatever the supplier asks since', async () => {
    const id = randomUUID();
    const [first = ArticleId.parse('none'), second = first] = ids;
    const costs = {[first]: 2_500};
    const held = {kind: 'cost', reason: 'Many.', article_ids: [first, second], costs} as const;
    await saveBrake(app.db, {id, shop, run_id: await aRun(), ...held}, new Date());
    const {articles} = await app.merchant.get(`/brakes/${id}/articles`, BrakeArticles);
    expect(articles.map(({to}) => to)).toEqual([2_500, 3_001]);
    await app.merchant.post(`/brakes/${id}/release`, {}, BrakeDecided);
    const rows = app.db.selectFrom('listings').select('approved_cost').where('approved_cost', 'is not', null);
    expect(await rows.orderBy('article_id').execute()).toEqual([{approved_cost: 2_500}, {approved_cost: 3_001}]);
  });

  it.each(['release', 'discard'])(
    'of a brake that a later run found to be another, %s decides nothing',
    async (word) => {
      const brake = {shop, kind: 'retire', reason: 'Many.'} as const;
      const [seen, later] = [randomUUID(), randomUUID()];
      const decided = () => app.db.selectFrom('listings').select('absence').where('absence', 'is not', null).execute();
      await saveBrake(app.db, {...brake, id: seen, run_id: await aRun(), article_ids: ids.slice(0, 52)}, new Date());
      await saveBrake(app.db, {...brake, id: later, run_id: await aRun(), article_ids: ids}, new Date());
      expect(await app.merchant.refusal('POST', `/brakes/${seen}/${word}`)).toMatchObject({status: 404});
      expect(await decided()).toEqual([]);
      const held = await app.db.selectFrom('brakes').select(['id', 'state']).execute();
      expect(held).toEqual([{id: later, state: 'held'}]);
      // The same products found once more are the same brake; gone from the supplier's list no longer, they are none.
      await saveBrake(
        app.db,
        {...brake, id: randomUUID(), run_id: await aRun(), article_ids: ids.toReversed()},
        new Date(),
      );
      expect(await app.db.selectFrom('brakes').select('id').execute()).toEqual([{id: later}]);
      await liftBrake(app.db, shop, 'retire', new Date());
      const late = word === 'release' ? {status: 409, code: 'decided'} : undefined;
      if (late !== undefined)
        expect(await app.merchant.refusal('POST', `/brakes/${later}/${word}`)).toMatchObject(late);
      else expect(await app.merchant.post(`/brakes/${later}/${word}`, {}, BrakeDecided)).toMatchObject({run: null});
      expect(await decided()).toEqual([]);
      expect(await app.db.selectFrom('runs').select('id').where('kind', '=', 'selected').execute()).toEqual([]);
    },
  );

  it('new costs are used together by one run; one that changed since stays, and says so', async () => {
    const costs = [
      {articleId: 'A-10', cost: 3_000},
      {articleId: 'A-11', cost: 2_999},
      {articleId: 'A-12', cost: 3_002},
      {articleId: 'nowhere', cost: 1},
    ];
    const {results, run} = await app.merchant.post('/approvals/costs', {costs}, CostsApproved);
    expect(results.map(({error}) => error?.slice(0, 24) ?? null)).toEqual([
      null,
      'The supplier asks anothe',
      null,
      'There is no product whos',
    ]);
    expect(run).toMatchObject({kind: 'selected', named: 2});
    expect(await approved()).toBe(2);
    const audit = await app.db.selectFrom('audit').select(['action', 'subject']).execute();
    expect(audit.filter(({action}) => action === 'cost_approved').map(({subject}) => subject)).toEqual([
      'A-10',
      'A-12',
    ]);
  });

  it('moved costs and what was set aside come page by page; a last page that is full has no next one', async () => {
    const setAside = ids.map((articleId) => ({articleId, reason: 'Odd.', input: null}));
    await saveQuarantine(app.db, shop, await aRun(), setAside, new Date());
    const costs = (cursor = '') => app.merchant.get(`/approvals${cursor}`, Approvals);
    const aside = (cursor = '') => app.merchant.get(`/quarantine${cursor}`, Quarantine);
    const [firstCosts, firstAside] = [await costs(), await aside()];
    expect([firstCosts.costs.length, firstAside.entries.length]).toEqual([50, 50]);
    const lastCosts = await costs(`?cursor=${firstCosts.nextCursor}`);
    const lastAside = await aside(`?cursor=${firstAside.nextCursor}`);
    expect([lastCosts.costs.length, lastCosts.nextCursor]).toEqual([10, null]);
    expect([lastAside.entries.length, lastAside.nextCursor]).toEqual([10, null]);

    const gone = ids.slice(50);
    for (const table of ['listings', 'quarantine'] as const) {
      await app.db.deleteFrom(table).where('article_id', 'in', gone).execute();
    }
    const [fullCosts, fullAside] = [await costs(), await aside()];
    expect([fullCosts.costs.length, fullCosts.nextCursor]).toEqual([50, null]);
    expect([fullAside.entries.length, fullAside.nextCursor]).toEqual([50, null]);
  });

  it('after three failures only an article whose product failed waits; one that cannot be read is tried by each run', async () => {
    const settings = {pricing: 'p', onRequest: 'o', rest: 'r'};
    const input = {article: 'one', listPrice: 3_000, stockReadAt: null, settings};
    const entries = ids
      .slice(0, 2)
      .map((articleId, at) => ({articleId, reason: 'Odd.', input: at === 0 ? input : null}));
    for (let run = 0; run < 3; run += 1) await saveQuarantine(app.db, shop, await aRun(), entries, new Date());
    const {entries: shown} = await app.merchant.get('/quarantine', Quarantine);
    expect(shown.map(({failures, resting}) => ({failures, resting}))).toEqual([
      {failures: 3, resting: true},
      {failures: 3, resting: false},
    ]);
  });

  it('another store’s costs are not approved', async () => {
    const costs = [{articleId: 'A-10', cost: 3_000}];
    const {results, run} = await app.stranger.post('/approvals/costs', {costs}, CostsApproved);
    expect([results[0]?.error, run]).toEqual(['There is no product whose cost could be approved.', null]);
    expect(await approved()).toBe(0);
  });

  it('what was set aside is tried again together, by one run; what was not is left out', async () => {
    const entries = ids.slice(0, 3).map((articleId) => ({articleId, reason: 'Odd.', input: null}));
    await saveQuarantine(app.db, shop, await aRun(), entries, new Date());
    const retry = (articleIds: readonly string[]) => app.merchant.post('/quarantine/retry', {articleIds}, Asked);
    expect((await retry(['A-10', 'A-11', 'A-60'])).run).toMatchObject({kind: 'selected', named: 2});
    const left = await app.db.selectFrom('quarantine').select('article_id').execute();
    expect(left).toEqual([{article_id: 'A-12'}]);
    expect((await retry(['A-10'])).run).toBeNull();
  });

  it.each([
    ['/approvals/costs', {costs: []}],
    ['/approvals/costs', {costs: ids.slice(0, 51).map((articleId) => ({articleId, cost: 1}))}],
    ['/approvals/costs', {costs: [{articleId: 'A-10', cost: -1}]}],
    ['/quarantine/retry', {articleIds: []}],
    ['/quarantine/retry', {}],
  ])('%s refuses what names nothing, too much or nonsense', async (path, body) => {
    expect(await app.merchant.refusal('POST', path, body)).toMatchObject({status: 422});
    expect(await approved()).toBe(0);
  });
});
