// Undoing a run as the page asks for it: first what it would do, then the undo, once.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {ChangeCounts, Run, Runs} from '../../../server/http/contract/runs.ts';
import {engines} from '../../support/database.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';
import {change, undoRequests} from './undo-requests.ts';

describe.each(engines.databases)('undoing a run, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'A-1': {name: 'Linen shirt'}, 'A-2': {name: 'Wool coat'}, 'A-3': {}, 'A-4': {}});
  });
  beforeEach(async () => {
    for (const table of ['run_changes', 'listings', 'runs', 'audit'] as const) await app.db.deleteFrom(table).execute();
    await onSale(app, ['A-1', 'A-2', 'A-3'], {written: {price: '12.00', currency: 'EUR'}});
  });
  afterAll(() => app.close());

  const {aRun, previewOf, undo, end} = undoRequests(() => app);

  it('shows first what is set back, what stays with its reason, and what is gone', async () => {
    await app.db
      .updateTable('listings')
      .set({edits: JSON.stringify({price: {written: '12.00', live: '99.00'}})})
      .where('article_id', '=', ArticleId.parse('A-2'))
      .execute();
    const held = {kind: 'hold', field: 'status', undo: {from: 'DRAFT', to: 'ACTIVE'}} as const;
    await app.db
      .updateTable('listings')
      .set({state: 'held', lowered: true})
      .where('article_id', '=', ArticleId.parse('A-3'))
      .execute();
    const id = await aRun([
      change(),
      change({id: 'A-2'}),
      change({id: 'A-3', ...held}),
      change({id: 'A-4'}),
      change({id: 'A-1', field: 'variants', undo: null}),
    ]);
    const preview = await previewOf(id);
    expect(preview).toMatchObject({
      refusal: null,
      products: 2,
      waits: false,
      fields: [
        {field: 'price', count: 1},
        {field: 'status', count: 1},
      ],
      sample: [
        {articleId: 'A-1', name: 'Linen shirt', field: 'price', from: '12.00', to: '10.00'},
        {articleId: 'A-3', field: 'status', from: 'DRAFT', to: 'ACTIVE'},
      ],
      warnings: [{count: 1, text: expect.stringContaining('although an update took them off sale')}],
    });
    const reasons = preview.stays.map(
      ({reason, count, sample}) => `${reason.slice(0, 22)} ${count} ${sample[0]?.articleId}`,
    );
    expect(reasons.toSorted()).toEqual([
      'Colours and sizes foll 1 A-1',
      'The product is no long 1 A-4',
      'You changed it since t 1 A-2',
    ]);
  });

  it('counts a product once, however far apart its changes are', async () => {
    const between = Array.from({length: 2_100}, (_, index) => change({id: `B-${index}`}));
    const id = await aRun([change(), ...between, change({field: 'title', undo: {from: 'a', to: 'b'}})]);
    expect(await previewOf(id)).toMatchObject({products: 1, fields: [{field: 'price', count: 1}]});
  });

  it('is one run of its own, however often one clicks, and is found from the run and back', async () => {
    const id = await aRun([change()]);
    const {previewId} = await previewOf(id);
    const clicks = await Promise.all([1, 2, 3].map(() => app.merchant.post(`/runs/${id}/undo`, {previewId}, Run)));
    const [first] = clicks;
    expect(new Set(clicks.map((run) => run.id)).size).toBe(1);
    expect(first).toMatchObject({kind: 'undo', state: 'queued', trigger: 'merchant', undoes: id});
    expect(await app.merchant.get(`/runs/${id}`, Run)).toMatchObject({undo: {id: first?.id, state: 'queued'}});
    const audit = await app.db.selectFrom('audit').select(['action', 'subject']).execute();
    expect(audit).toEqual([{action: 'run_undone', subject: id}]);
  });

  it('waits for the run that is going on', async () => {
    const id = await aRun([change()]);
    await aRun([], 'full', 'running');
    expect(await previewOf(id)).toMatchObject({refusal: null, waits: true});
    expect(await undo(id)).toMatchObject({state: 'queued'});
  });

  it('that is stopped before it begins says what becomes of the rest', async () => {
    const {id} = await undo(await aRun([change()]));
    const {state, reason} = await app.merchant.post(`/runs/${id}/stop`, {}, Run);
    expect([state, reason]).toEqual([
      'stopped',
      'You stopped the undo. What was set back stays. The update that it undoes can be undone again, which sets back the rest.',
    ]);
  });

  it('is refused a second time, with the reason; one that was stopped goes on', async () => {
    const id = await aRun([change()]);
    const first = await undo(id);
    await end(first.id, 'stopped');
    const second = await undo(id);
    expect(second.id).not.toBe(first.id);
    await end(second.id, 'done');
    const {refusal, previewId, products} = await previewOf(id);
    expect([refusal, products]).toEqual(['This update was undone already. What was set back is yours now.', 0]);
    expect(await app.merchant.refusal('POST', `/runs/${id}/undo`, {previewId})).toMatchObject({
      status: 409,
      code: 'undone',
    });
  });

  it.each([
    ['a preview', 'preview', 'done', 'changed_nothing'],
    ['a run that is going on', 'full', 'running', 'not_ended'],
    ['an undo', 'undo', 'done', 'is_undo'],
    ['a run that changed nothing', 'full', 'done', 'changed_nothing'],
  ] as const)('of %s is refused', async (_what, kind, state, code) => {
    const id = await aRun(state === 'running' ? [change()] : [], kind, state);
    const {refusal, previewId} = await previewOf(id);
    expect(refusal).toMatch(/^[A-Z].*\.$/);
    expect(await app.merchant.refusal('POST', `/runs/${id}/undo`, {previewId})).toMatchObject({status: 409, code});
  });

  it('of changes from before there were undos is refused: what was there is not known exactly', async () => {
    const id = await aRun([change({undo: null})]);
    expect((await previewOf(id)).refusal).toContain('Nothing of this update can be taken back');
  });

  it('is done only with the preview that was seen, of that run', async () => {
    const [id, other] = [await aRun([change()]), await aRun([change({id: 'A-2'})])];
    const {previewId} = await previewOf(other);
    const path = `/runs/${id}/undo`;
    expect(await app.merchant.refusal('POST', path, {})).toMatchObject({status: 422, field: 'previewId'});
    for (const wrong of [previewId, 'made up']) {
      expect(await app.merchant.refusal('POST', path, {previewId: wrong})).toMatchObject({
        status: 409,
        code: 'preview_expired',
      });
    }
  });

  it('is not there for another store', async () => {
    const id = await aRun([change()]);
    const {previewId} = await previewOf(id);
    for (const method of ['GET', 'POST'] as const) {
      const body = method === 'POST' ? {previewId} : undefined;
      expect(await app.stranger.refusal(method, `/runs/${id}/undo`, body)).toMatchObject({status: 404});
    }
    await saveQueuedRun(
      app.db,
      {id: RunId.parse(randomUUID()), shop: otherShop, kind: 'undo', trigger: 'merchant', undoes: id},
      new Date(),
    );
    expect(await app.merchant.get(`/runs/${id}`, Run)).toMatchObject({undo: null});
  });

  it('the history is read by kind, and a run’s changes are counted and saved as a file by kind and field', async () => {
    const id = await aRun([change(), change({id: 'A-2'}), change({field: 'title'})]);
    const preview = await aRun([change()], 'preview');
    const undone = await undo(id);
    const idsOf = async (query: string) =>
      (await app.merchant.get(`/runs?${query}`, Runs)).runs.map((run) => run.id).toSorted();
    expect(await idsOf('kind=preview')).toEqual([preview]);
    expect(await idsOf('kind=full&kind=undo')).toEqual([id, undone.id].toSorted());
    expect(await app.merchant.refusal('GET', '/runs?kind=odd')).toMatchObject({status: 422});
    const {counts} = await app.merchant.get(`/runs/${id}/summary`, ChangeCounts);
    expect(counts).toEqual([
      {kind: 'update', field: 'price', applied: true, count: 2},
      {kind: 'update', field: 'title', applied: true, count: 1},
    ]);
    expect((await app.merchant.get(`/runs/${preview}/summary`, ChangeCounts)).counts).toMatchObject([{applied: false}]);
    const file = await app.merchant.call('GET', `/runs/${id}/changes.csv?field=title`);
    expect(file.text.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
    expect(file.text).toContain('"Linen shirt"');
  });
});
