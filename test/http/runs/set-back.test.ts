// What undos pinned, as one view: found among the products, named by the undo, and given back together.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, type RunId} from '#domain/ids.ts';
import {loadListings} from '../../../server/db/listings/listings.ts';
import {purgeHistory, type RunChange, saveRunChanges} from '../../../server/db/runs/run-changes.ts';
import {Articles, GivenBack} from '../../../server/http/contract/articles.ts';
import {Run} from '../../../server/http/contract/runs.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';
import {change, undoRequests} from './undo-requests.ts';

const written = {price: '12.00', title: 'Coat', compareAt: '20.00', currency: 'EUR'};
const many = Array.from({length: 205}, (_, index) => `B-${1_000 + index}`);

describe.each(engines.databases)('what undos set back, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {
      'A-1': {name: 'Linen shirt'},
      'A-2': {name: 'Wool coat'},
      'A-3': {name: 'Silk scarf'},
      'A-4': {},
    });
    await stock(app, Object.fromEntries(many.map((id) => [id, {}])));
    await stock(app, {'A-1': {name: 'Of another shop'}}, otherShop);
  });
  beforeEach(async () => {
    for (const table of ['run_changes', 'listings', 'runs', 'audit'] as const) await app.db.deleteFrom(table).execute();
    await onSale(app, ['A-1', 'A-2', 'A-3', 'A-4'], {written});
  });
  afterAll(() => app.close());

  const {aRun} = undoRequests(() => app);

  /** The product has these values of the merchant's in these fields. */
  const edit = async (id: string, live: Readonly<Record<string, string | null>>, of = shop) => {
    const edits = Object.entries(live).map(([field, value]) => [field, {written: '12.00', live: value}]);
    await app.db
      .updateTable('listings')
      .set({edits: JSON.stringify(Object.fromEntries(edits))})
      .where('shop', '=', of)
      .where('article_id', '=', ArticleId.parse(id))
      .execute();
  };
  const setBack = (id: string, field = 'price', after: string | null = '10.00'): RunChange =>
    change({id, kind: 'undo', field, before: '12.00', after, undo: {from: after, to: '12.00'}});
  const anUndoOf = (...changes: readonly RunChange[]) => aRun(changes, 'undo');
  const shown = async (of: 'merchant' | 'stranger' = 'merchant', query = 'setBack=true') =>
    (await app[of].get(`/articles?${query}&limit=200`, Articles)).articles.map(({id}) => id).toSorted();
  const giveBack = (of: 'merchant' | 'stranger' = 'merchant') =>
    app[of].post('/articles/set-back/give-back', {}, GivenBack);
  const listing = async (id: string, of = shop) =>
    (await loadListings(app.db, of, [ArticleId.parse(id)])).get(ArticleId.parse(id));
  const keptBy = async (id: RunId) => (await app.merchant.get(`/runs/${id}`, Run)).setBack;

  it('shows products with a field that is still as an undo set it back, and the undo says how many', async () => {
    await edit('A-1', {price: '10.00'});
    await edit('A-2', {title: 'My coat'});
    const first = await anUndoOf(
      setBack('A-1'),
      setBack('A-2', 'title', 'Old coat'),
      setBack('A-3', 'compareAt', null),
    );
    await edit('A-3', {compareAt: null});
    expect(await shown()).toEqual(['A-1', 'A-3']);
    expect(await shown('merchant', 'setBack=false&search=wool')).toEqual(['A-2']);
    expect(await shown('merchant', 'setBack=false&search=silk')).toEqual([]);
    expect(await shown('merchant', 'setBack=true&search=silk')).toEqual(['A-3']);
    expect(await shown('merchant', 'setBack=true&sort=margin_low')).toEqual(['A-1', 'A-3']);
    expect(await shown('stranger')).toEqual([]);
    expect([await keptBy(first), await keptBy(await aRun([change()]))]).toEqual([2, null]);
    expect(await app.merchant.refusal('GET', '/articles?setBack=perhaps')).toMatchObject({
      status: 422,
      field: 'setBack',
    });
  });

  it('not one that a run wrote since, that the merchant took, that Shopify refused, or whose product is gone', async () => {
    for (const id of ['A-1', 'A-2', 'A-3', 'A-4']) await edit(id, {price: '10.00'});
    await anUndoOf(setBack('A-1'), setBack('A-2'), {...setBack('A-3'), applied: false}, setBack('A-4'));
    expect(await shown()).toEqual(['A-1', 'A-2', 'A-4']);
    // Given back, written by a run, and edited to the same value by hand: that edit is the merchant's own.
    await aRun([change({id: 'A-1', before: '10.00', after: '14.00'})]);
    const put = await app.merchant.call('PUT', '/articles/A-2/fields/price', {owner: 'merchant'});
    expect(put.status).toBe(200);
    await app.db
      .updateTable('listings')
      .set({state: 'deleted_in_store'})
      .where('article_id', '=', ArticleId.parse('A-4'))
      .execute();
    expect(await shown()).toEqual([]);
    expect(await giveBack()).toEqual({products: 0, isAll: true});
    expect((await listing('A-1'))?.edits).toEqual({price: {written: '12.00', live: '10.00'}});
  });

  it('gives back those fields alone: the next run writes them, and edits of the merchant’s own stay', async () => {
    await edit('A-1', {price: '10.00', title: 'My shirt'});
    await edit('A-2', {price: '99.00'});
    await anUndoOf(setBack('A-1'), setBack('A-1', 'title', 'Old shirt'), setBack('A-2'));
    await app.db.updateTable('listings').set({fingerprint: 'price:abc title:def', planned_for: 'in columns'}).execute();
    expect(await giveBack()).toEqual({products: 1, isAll: true});
    expect(await listing('A-1')).toMatchObject({
      edits: {title: {written: '12.00', live: 'My shirt'}},
      ownedHere: {price: 'sync'},
      fingerprint: 'title:def',
      written: {title: 'Coat', compareAt: '20.00', currency: 'EUR'},
    });
    expect(await listing('A-2')).toMatchObject({edits: {price: {live: '99.00'}}, ownedHere: {}, written});
    const due = await app.db.selectFrom('listings').select('article_id').where('planned_for', 'is', null).execute();
    expect(due).toEqual([{article_id: 'A-1'}]);
    const audit = await app.db.selectFrom('audit').select(['action', 'subject', 'detail', 'before', 'after']).execute();
    expect(audit).toEqual([
      {
        action: 'field_given_back',
        subject: 'A-1',
        detail: 'price',
        before: 'merchant, edited to "10.00"',
        after: 'sync',
      },
    ]);
    expect([await shown(), await giveBack()]).toEqual([[], {products: 0, isAll: true}]);
  });

  it('of long texts compares the whole, of undos of earlier releases what the history has', async () => {
    const long = `<p>${'x'.repeat(3_000)}</p>`;
    await edit('A-1', {description: long});
    await edit('A-2', {description: `${long}<p>Mine.</p>`});
    await edit('A-3', {price: '10.00'});
    const changes = ['A-1', 'A-2'].map((id) => setBack(id, 'description', long));
    await anUndoOf(...changes, {...setBack('A-3'), undo: null});
    expect(await shown()).toEqual(['A-1', 'A-3']);
  });

  it('stays known after the days for which the history is kept, as long as it is kept', async () => {
    await edit('A-1', {price: '10.00'});
    const [undo] = [await anUndoOf(setBack('A-1')), await anUndoOf(setBack('A-2'))];
    const later = new Date(Date.now() + 1_000);
    expect(await purgeHistory(app.db, shop, later)).toBe(1);
    expect([await shown(), await keptBy(undo)]).toEqual([['A-1'], 1]);
    await giveBack();
    expect(await purgeHistory(app.db, shop, later)).toBe(1);
  });

  it('of another store stays as it is, whoever asks', async () => {
    await edit('A-1', {price: '10.00'});
    await onSale(app, ['A-1'], {written}, otherShop);
    await edit('A-1', {price: '10.00'}, otherShop);
    const id = await anUndoOf(setBack('A-1'));
    expect(await shown('stranger')).toEqual([]);
    expect(await giveBack('stranger')).toEqual({products: 0, isAll: true});
    expect(await keptBy(id)).toBe(1);
    await saveRunChanges(app.db, {shop: otherShop, id, kind: 'undo'}, [setBack('A-1')], new Date());
    expect(await giveBack()).toEqual({products: 1, isAll: true});
    expect((await listing('A-1', otherShop))?.edits).toEqual({price: {written: '12.00', live: '10.00'}});
    expect(await app.stranger.refusal('GET', `/runs/${id}`)).toMatchObject({status: 404});
  });

  it('is given back 200 products at a time, each once, however many press', async () => {
    await edit('A-4', {price: '10.00'});
    await sql`
      insert into listings (shop, article_id, product_gid, state, written, edits, created_at, updated_at)
      select shop, id, 'gid://shopify/Product/' || id, state, written, edits, created_at, updated_at
      from listings, unnest(${many}::text[]) as id where shop = ${shop} and article_id = 'A-4'
    `.execute(app.db);
    await anUndoOf(...many.map((id) => setBack(id)));
    const answers = await Promise.all([giveBack(), giveBack()]);
    expect(answers.map(({products}) => products).toSorted((one, other) => one - other)).toEqual([5, 200]);
    expect(answers.find(({products}) => products === 200)?.isAll).toBe(false);
    expect(await shown()).toEqual([]);
    const audit = await app.db.selectFrom('audit').select('subject').execute();
    expect(audit.map(({subject}) => subject).toSorted()).toEqual(many);
  });
});
