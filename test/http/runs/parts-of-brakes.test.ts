// The door through which a brake is released item by item: once, from two tabs, by another shop, and with what it does not know.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {type Brake, saveBrake} from '../../../server/db/runs/brakes.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {Approvals, BrakeArticles, BrakeDecided} from '../../../server/http/contract/approvals.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, type Entry, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

const ids = Array.from({length: 6}, (_, index) => ArticleId.parse(`A-${index}`));

describe.each(engines.databases)('a part of a brake, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const entries = ids.map((id, index): [string, Entry] => [id, {name: `Bag ${id}`, stock: {price: 3_000 + index}}]);
    await stock(app, Object.fromEntries(entries));
  });
  beforeEach(async () => {
    for (const table of ['brakes', 'listings', 'runs', 'audit'] as const) await app.db.deleteFrom(table).execute();
    await onSale(app, ids, {cost: 1_000});
  });
  afterAll(() => app.close());

  const aBrake = async (facts: Partial<Pick<Brake, 'kind' | 'costs'>> = {}) => {
    const [id, run] = [randomUUID(), RunId.parse(randomUUID())];
    await saveQueuedRun(app.db, {id: run, shop, kind: 'full', trigger: 'schedule'}, new Date());
    await app.db.updateTable('runs').set({state: 'done', finished_at: new Date()}).where('id', '=', run).execute();
    const brake = {id, shop, run_id: run, kind: 'retire', reason: 'Many.', article_ids: ids, ...facts} as const;
    await saveBrake(app.db, brake, new Date());
    return id;
  };
  const releasePart = (id: string, articleIds: readonly string[]) =>
    app.merchant.post(`/brakes/${id}/release`, {articleIds}, BrakeDecided);
  const refusal = (id: string, body: unknown) => app.merchant.refusal('POST', `/brakes/${id}/release`, body);
  const released = async () => {
    const rows = app.db.selectFrom('listings').select('article_id').where('absence', '=', 'retire');
    return (await rows.orderBy('article_id').execute()).map(({article_id}) => article_id);
  };

  it('the ticked ones are released, and the others wait under another id', async () => {
    const id = await aBrake();
    expect((await releasePart(id, ['A-1', 'A-3'])).brake).toMatchObject({state: 'released', articles: 2});
    expect(await released()).toEqual(['A-1', 'A-3']);
    const [rest] = (await app.merchant.get('/approvals', Approvals)).brakes;
    expect(rest).toMatchObject({
      kind: 'retire',
      articles: 4,
      state: 'held',
      reason: expect.stringContaining('kept these 4 products back'),
    });
    expect(rest?.id).not.toBe(id);
    expect(await app.db.selectFrom('audit').select('detail').where('action', '=', 'brake_released').execute()).toEqual([
      {detail: 'retire: 2 of 6 articles'},
    ]);
  });

  it('twice the same has one effect; other ticks, or all, from a tab that shows the whole list get a clear answer', async () => {
    const id = await aBrake();
    await releasePart(id, ['A-1', 'A-3']);
    expect((await releasePart(id, ['A-3', 'A-1'])).run).toBeNull();
    for (const body of [{articleIds: ['A-2']}, {articleIds: ['A-1']}, {}]) {
      expect(await refusal(id, body)).toMatchObject({status: 409, code: 'list_changed'});
    }
    expect(await app.merchant.refusal('POST', `/brakes/${id}/discard`)).toMatchObject({status: 409});
    expect(await released()).toEqual(['A-1', 'A-3']);
    expect((await app.merchant.get('/approvals', Approvals)).brakes).toHaveLength(1);
  });

  it('two presses at once release one of the two parts', async () => {
    const id = await aBrake();
    const both = await Promise.allSettled([releasePart(id, ['A-1']), releasePart(id, ['A-2'])]);
    expect(both.map(({status}) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await released()).toHaveLength(1);
    expect((await app.merchant.get('/approvals', Approvals)).brakes).toMatchObject([{articles: 5}]);
  });

  it('all of them ticked is a whole release, after which nothing waits', async () => {
    const id = await aBrake();
    await releasePart(id, ids);
    expect((await app.merchant.get('/approvals', Approvals)).brakes).toEqual([]);
    expect((await app.merchant.post(`/brakes/${id}/release`, {}, BrakeDecided)).run).toBeNull();
  });

  it('where one of them does not wait any more nothing is released', async () => {
    const id = await aBrake();
    expect(await refusal(id, {articleIds: ['A-1', 'B-9']})).toMatchObject({status: 409, code: 'list_changed'});
    expect(await released()).toEqual([]);
  });

  it('another shop, another form and too many are refused', async () => {
    const id = await aBrake();
    expect(await app.stranger.refusal('POST', `/brakes/${id}/release`, {articleIds: ['A-1']})).toMatchObject({
      status: 404,
    });
    const tooMany = Array.from({length: 1_001}, (_, at) => `A-${at}`);
    for (const articleIds of [[], 'A-1', [7], [null], tooMany]) {
      expect((await refusal(id, {articleIds})).status).toBe(422);
    }
    expect((await refusal(id, {articles: ['A-1']})).status).toBe(422);
    expect(await released()).toEqual([]);
  });

  it('costs are approved of the ticked ones only', async () => {
    const id = await aBrake({kind: 'cost', costs: Object.fromEntries(ids.map((one) => [one, 2_500]))});
    const {articles, currency} = await app.merchant.get(`/brakes/${id}/articles`, BrakeArticles);
    expect(currency).toBe('EUR');
    expect(articles[0]).toMatchObject({from: 1_000, to: 2_500, image: 'https://img.example/1.jpg', loses: []});
    await releasePart(id, ['A-4']);
    const rows = await app.db.selectFrom('listings').select('article_id').where('approved_cost', '=', 2_500).execute();
    expect(rows).toEqual([{article_id: 'A-4'}]);
  });

  it('each line of articles that are no longer listed or chosen says why it would go off sale', async () => {
    const id = await aBrake();
    const gone = app.db
      .updateTable('articles')
      .where('shop', '=', shop)
      .where('article_id', '=', ArticleId.parse('A-1'));
    await gone.set({listed: false}).execute();
    try {
      const {articles} = await app.merchant.get(`/brakes/${id}/articles`, BrakeArticles);
      expect(articles.slice(0, 2).map(({offSale}) => offSale)).toEqual([
        'It is no longer among the chosen articles.',
        'The supplier no longer offers it for single-piece purchase.',
      ]);
    } finally {
      await gone.set({listed: true}).execute();
    }
  });
});
