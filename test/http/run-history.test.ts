import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveBrake} from '../../server/db/runs/brakes.ts';
import {type RunChange, saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {saveQueuedRun} from '../../server/db/runs/runs.ts';
import {Approvals, BrakeDecided, FailedImages, Quarantine} from '../../server/http/contract/approvals.ts';
import {Changes, Run, Runs} from '../../server/http/contract/runs.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from './catalogue-test-app.ts';

const change = (facts: Partial<RunChange> = {}): RunChange => ({
  articleId: ArticleId.parse('A-1'),
  kind: 'update',
  field: 'price',
  before: '10.00',
  after: '12.00',
  why: 'The supplier’s price moved.',
  ...facts,
});

describe.each(engines.databases)('runs and what waits for a word, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'A-1': {name: 'Linen shirt', stock: {price: 3_000}}, 'A-2': {name: 'Wool coat'}});
  });
  beforeEach(async () => {
    for (const table of ['brakes', 'run_changes', 'quarantine', 'listing_media', 'listings', 'runs'] as const) {
      await app.db.deleteFrom(table).execute();
    }
  });
  afterAll(() => app.close());

  const aRun = async (facts: {readonly shop?: typeof shop; readonly ended?: boolean; readonly at?: Date} = {}) => {
    const {shop: of = shop, ended = true, at = new Date()} = facts;
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(app.db, {id, shop: of, kind: 'full', trigger: 'schedule'}, at);
    if (ended) await app.db.updateTable('runs').set({state: 'done', finished_at: at}).where('id', '=', id).execute();
    return id;
  };
  const start = (body?: object) => app.merchant.post('/runs', body, Run);

  it('however often one clicks, one run of a kind is open', async () => {
    const clicks = await Promise.all([1, 2, 3, 4].map(() => start()));
    expect(new Set(clicks.map(({id}) => id)).size).toBe(1);
    expect(clicks[0]).toMatchObject({kind: 'full', trigger: 'merchant', state: 'queued', wanted: 'go', named: null});
    const previews = await Promise.all([1, 2].map(() => start({kind: 'preview'})));
    expect(new Set(previews.map(({id}) => id)).size).toBe(1);
    expect(previews[0]?.kind).toBe('preview');
    expect(await app.merchant.refusal('POST', '/runs', {kind: 'delete'})).toMatchObject({status: 422, field: 'kind'});
  });

  it('nothing starts before both keys are in place', async () => {
    await app.db.updateTable('shops').set({dropship_key_state: 'rejected'}).where('shop', '=', shop).execute();
    expect(await app.merchant.refusal('POST', '/runs')).toMatchObject({status: 409, code: 'not_connected'});
    await app.db.updateTable('shops').set({dropship_key_state: 'accepted'}).where('shop', '=', shop).execute();
  });

  it('past runs come newest first, page by page, each once', async () => {
    const base = Date.now() - 200_000;
    for (let index = 0; index < 60; index += 1) await aRun({at: new Date(base + Math.floor(index / 2) * 1_000)});
    await aRun({shop: otherShop});
    const first = await app.merchant.get('/runs', Runs);
    const second = await app.merchant.get(`/runs?cursor=${first.nextCursor}`, Runs);
    expect(first.runs).toHaveLength(50);
    expect(second).toMatchObject({nextCursor: null});
    const all = [...first.runs, ...second.runs];
    expect(new Set(all.map(({id}) => id)).size).toBe(60);
    const times = all.map(({startedAt}) => Date.parse(startedAt));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(await app.merchant.refusal('GET', '/runs?cursor=x')).toMatchObject({status: 422, field: 'cursor'});
  });

  it('a run is paused, goes on and is stopped; one that waits for its turn ends at once', async () => {
    const {id} = await start();
    const say = (word: string) => app.merchant.post(`/runs/${id}/${word}`, undefined, Run);
    expect(await say('pause')).toMatchObject({wanted: 'pause', state: 'queued'});
    expect(await say('pause')).toMatchObject({wanted: 'pause', state: 'queued'});
    expect(await say('resume')).toMatchObject({wanted: 'go'});
    expect(await say('stop')).toMatchObject({state: 'stopped'});
    expect(await say('stop')).toMatchObject({state: 'stopped'});
    expect(await app.merchant.refusal('POST', `/runs/${id}/resume`)).toMatchObject({status: 409, code: 'ended'});
  });

  it('changes are filtered and paged, and the file has them all', async () => {
    const id = await aRun();
    const many = Array.from({length: 120}, (_, index) =>
      change({articleId: ArticleId.parse(index % 2 === 0 ? 'A-1' : 'A-2')}),
    );
    const odd = change({
      field: 'title',
      kind: 'create',
      before: null,
      after: '=HYPERLINK("http://evil")',
      why: 'New, "quoted"\nline.',
    });
    await saveRunChanges(app.db, {shop, id: RunId.parse(id), kind: 'full'}, [...many, odd], new Date());
    const changes = (query: string) => app.merchant.get(`/runs/${id}/changes?${query}`, Changes);

    const first = await changes('');
    expect(first.changes).toHaveLength(100);
    expect(first.changes[0]).toMatchObject({
      articleId: 'A-1',
      name: 'Linen shirt',
      before: '10.00',
      after: '12.00',
      applied: true,
    });
    const second = await changes(`cursor=${first.nextCursor}`);
    expect(second.changes).toHaveLength(21);
    expect(second.nextCursor).toBeNull();
    expect((await changes('field=title')).changes).toHaveLength(1);
    expect((await changes('kind=create')).changes).toHaveLength(1);
    expect((await changes('article=A-2')).changes).toHaveLength(60);
    expect((await changes('article=A-2&field=title')).changes).toEqual([]);
    expect(await app.merchant.refusal('GET', `/runs/${id}/changes?kind=odd`)).toMatchObject({
      status: 422,
      field: 'kind',
    });

    const {text, headers} = await app.merchant.call('GET', `/runs/${id}/changes.csv`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="run-[\w-]+\.csv"$/);
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(122);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text).toContain('"New, ""quoted""\nline."');
  });

  it('a brake is released once, by one run over what it held; another word comes too late', async () => {
    await onSale(app, ['A-1', 'A-2']);
    const runId = await aRun();
    const id = randomUUID();
    const held = {
      id,
      shop,
      run_id: runId,
      kind: 'retire',
      reason: '2 of 2 products.',
      article_ids: [ArticleId.parse('A-1'), ArticleId.parse('A-2')],
    } as const;
    await saveBrake(app.db, held, new Date());
    expect((await app.merchant.get('/approvals', Approvals)).brakes).toMatchObject([
      {id, state: 'held', articles: 2, sample: [{articleId: 'A-1', name: 'Linen shirt'}, {articleId: 'A-2'}]},
    ]);
    expect(await app.stranger.refusal('POST', `/brakes/${id}/release`)).toMatchObject({status: 404});
    const clicks = await Promise.all(
      [1, 2].map(() => app.merchant.post(`/brakes/${id}/release`, undefined, BrakeDecided)),
    );
    expect(clicks.map(({brake}) => brake.state)).toEqual(['released', 'released']);
    expect(clicks.filter(({run}) => run !== null)).toMatchObject([{run: {kind: 'selected', named: 2}}]);
    expect(await app.merchant.refusal('POST', `/brakes/${id}/discard`)).toMatchObject({status: 409, code: 'decided'});
    const absences = await app.db.selectFrom('listings').select('absence').execute();
    expect(absences).toEqual([{absence: 'retire'}, {absence: 'retire'}]);
  });

  it('a brake that is discarded changes nothing in the store', async () => {
    await onSale(app, ['A-1']);
    const id = randomUUID();
    const run = await aRun();
    await saveBrake(
      app.db,
      {id, shop, run_id: run, kind: 'cost', reason: 'Many.', article_ids: [ArticleId.parse('A-1')]},
      new Date(),
    );
    const {brake, run: asked} = await app.merchant.post(`/brakes/${id}/discard`, undefined, BrakeDecided);
    expect([brake.state, asked]).toEqual(['discarded', null]);
    expect(await app.db.selectFrom('listings').select('refused_cost').execute()).toEqual([{refused_cost: 3_000}]);
  });

  it('what waits for a word stands in one list', async () => {
    await onSale(app, ['A-1'], {state: 'held', reasonCode: 'cost_moved', reason: 'Moved.', cost: 1_000});
    await onSale(app, ['A-2'], {state: 'held', reasonCode: 'no_rate', reason: 'No rate.'});
    const id = await aRun();
    await saveQuarantine(
      app.db,
      shop,
      id,
      [{articleId: ArticleId.parse('A-2'), reason: 'Odd.', input: null}],
      new Date(),
    );
    await app.db
      .insertInto('listing_media')
      .values({
        shop,
        article_id: ArticleId.parse('A-1'),
        url: 'https://img.example/x',
        position: 0,
        state: 'failed',
        reason: 'Too big.',
        updated_at: new Date(),
      })
      .execute();
    expect(await app.merchant.get('/approvals', Approvals)).toEqual({
      brakes: [],
      costs: [{articleId: 'A-1', name: 'Linen shirt', from: 1_000, to: 3_000}],
      nextCursor: null,
      held: [
        {code: 'cost_moved', count: 1},
        {code: 'no_rate', count: 1},
      ],
      quarantined: 1,
      failedImages: 1,
      overruledOptions: 0,
    });
    expect(await app.merchant.get('/quarantine', Quarantine)).toMatchObject({
      entries: [{articleId: 'A-2', name: 'Wool coat', reason: 'Odd.', failures: 1, resting: false, runId: id}],
      total: 1,
      nextCursor: null,
    });
    expect((await app.merchant.get('/images/failed', FailedImages)).images).toEqual([
      {articleId: 'A-1', name: 'Linen shirt', url: 'https://img.example/x', reason: 'Too big.'},
    ]);
    for (const path of ['/approvals', '/quarantine']) {
      expect(await app.merchant.refusal('GET', `${path}?cursor=%7B`)).toMatchObject({status: 422, field: 'cursor'});
    }
  });

  it('another shop’s runs, changes and brakes are not there', async () => {
    const id = await aRun({shop: otherShop, ended: false});
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/changes'],
      ['GET', '/changes.csv'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/stop'],
    ] as const) {
      for (const run of [id, 'nonsense', '__proto__']) {
        expect(await app.merchant.refusal(method, `/runs/${run}${path}`)).toMatchObject({status: 404});
      }
    }
    expect(await app.merchant.refusal('POST', '/brakes/nonsense/release')).toMatchObject({status: 404});
    expect((await app.stranger.get(`/runs/${id}`, Run)).wanted).toBe('go');
  });
});
