import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {ArticleId, ProductGid, RunId, VariantGid} from '#domain/ids.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {saveQueuedRun} from '../../server/db/runs/runs.ts';
import {saveSettings} from '../../server/db/shops/shops.ts';
import {ArticleDetail} from '../../server/http/contract/article.ts';
import {Asked} from '../../server/http/contract/articles.ts';
import {engines} from '../support/database.ts';
import {shop} from './bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from './catalogue-test-app.ts';

const anything = z.unknown();
const id = ArticleId.parse('A/1 &');
const runId = RunId.parse('00000000-0000-4000-8000-000000000001');

describe.each(engines.databases)('one article, on %s', (engine) => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await saveQueuedRun(app.db, {id: runId, shop, kind: 'full', trigger: 'schedule'}, new Date());
    await app.db.updateTable('runs').set({state: 'done', finished_at: new Date()}).execute();
    await stock(app, {'X-1': {}}, otherShop);
    await prepare();
  });
  afterAll(() => app.close());

  const prepare = async () => {
    await stock(app, {'A/1 &': {stock: {price: 1_800}}, 'A-2': {}});
    await app.merchant.put('/articles/hand', {articleIds: ['A/1 &'], hand: 'picked'}, anything);
    await saveSettings(app.db, shop, {pricing: {vatPercent: 19}}, new Date());
    await onSale(app, ['A/1 &'], {
      written: {price: '30.00', title: 'Linen shirt'},
      fingerprint: 'price:abc title:def',
      cost: 1_600,
      price: 3_000,
      trace: [{step: 'supplier', amount: 1_600}],
    });
  };
  const clean = async () => {
    for (const table of ['run_changes', 'listing_media', 'quarantine', 'listings', 'articles'] as const) {
      await app.db.deleteFrom(table).where('shop', '=', shop).execute();
    }
    await app.db.deleteFrom('runs').where('id', '<>', runId).execute();
  };

  const path = `/articles/${encodeURIComponent('A/1 &')}`;
  const detail = () => app.merchant.get(path, ArticleDetail);
  const askFor = (what: string, body?: unknown) => app.merchant.post(`${path}/${what}`, body, Asked);
  const openRuns = () => app.db.selectFrom('runs').selectAll().where('state', '=', 'queued').execute();
  const setListing = (values: Record<string, string | number | null>) =>
    app.db
      .updateTable('listings')
      .set(Object.fromEntries(Object.entries(values)))
      .where('article_id', '=', id)
      .execute();

  it('shows what the supplier says, the product, how its price came about and what a run would do now', async () => {
    await saveRunChanges(
      app.db,
      {shop, id: runId, kind: 'full'},
      [{articleId: id, kind: 'create', field: 'title', before: null, after: 'Linen shirt', why: 'First import.'}],
      new Date(),
    );
    const article = await detail();
    expect(article).toMatchObject({
      id: 'A/1 &',
      article: {moq: 6, sizes: 'S–XXL', origin: 'EU', tiers: [{minQty: 6, price: 1_500}]},
      stock: {price: 1_800, colours: ['Blue', 'Red'], sizes: ['S', 'M'], notes: []},
      listing: {state: 'active', cost: 1_600, price: 3_000, trace: [{step: 'supplier', amount: 1_600}]},
      chosen: true,
      chosenBy: 'hand',
      next: {kind: 'update'},
      history: [{field: 'title', after: 'Linen shirt', why: 'First import.'}],
    });
    expect(article.next?.changes.map(({field}) => field)).toContain('price');
    expect(article.listing?.fields.find(({field}) => field === 'price')).toMatchObject({
      owner: 'sync',
      written: {value: '30.00'},
    });
    expect(article.listing?.fields.find(({field}) => field === 'title')).toMatchObject({owner: 'merchant'});
  });

  it('shows an article that only the list knows', async () => {
    await app.db.updateTable('articles').set({data: null}).where('article_id', '=', ArticleId.parse('A-2')).execute();
    expect(await app.merchant.get('/articles/A-2', ArticleDetail)).toMatchObject({
      article: null,
      next: null,
      listing: null,
    });
  });

  it.each([
    ['GET', '/articles/X-1'],
    ['GET', '/articles/__proto__'],
    ['GET', '/articles/constructor'],
    ['GET', '/articles/%00'],
    ['POST', '/articles/%00/retry'],
    ['PUT', '/articles/X-1/hand', {hand: 'picked'}],
    ['POST', '/articles/X-1/retry'],
    ['POST', '/articles/X-1/images/retry'],
    ['POST', '/articles/X-1/approve-cost', {cost: 1_800}],
    ['POST', '/articles/X-1/fields/title/give-back'],
    ['PUT', '/articles/X-1/fields/title', {owner: 'sync'}],
    ['PUT', '/articles/X-1/variants', {gid: 'gid://shopify/ProductVariant/1', offSale: true}],
    ['POST', '/articles/delete', {articleIds: ['X-1'], confirm: 'delete'}],
    ['PUT', `${path}/fields/__proto__`, {owner: 'sync'}],
    ['PUT', `${path}/variants`, {gid: 'gid://shopify/ProductVariant/1', offSale: true}],
  ])('%s %s is not there: another shop’s, or no shop’s', async (method, where, body?) => {
    expect(await app.merchant.refusal(method, where, body)).toMatchObject({status: 404, code: 'not_found'});
    expect(await openRuns()).toEqual([]);
  });

  it.each([
    ['PUT', `${path}/hand`, {}, 'hand'],
    ['PUT', `${path}/hand`, {hand: 'maybe'}, 'hand'],
    ['PUT', `${path}/hand`, undefined, 'hand'],
    ['POST', `${path}/approve-cost`, {cost: 18.5}, 'cost'],
    ['POST', `${path}/approve-cost`, {cost: '1800'}, 'cost'],
    ['POST', `${path}/approve-cost`, {}, 'cost'],
    ['PUT', `${path}/fields/title`, {owner: 'nobody'}, 'owner'],
    ['PUT', `${path}/variants`, {gid: 1, offSale: true}, 'gid'],
    ['POST', '/articles/delete', {articleIds: ['A-2']}, 'confirm'],
    ['POST', '/articles/delete', {articleIds: ['A-2'], confirm: 'yes'}, 'confirm'],
    ['POST', '/articles/delete', {articleIds: [], confirm: 'delete'}, 'articleIds'],
    ['POST', '/articles/delete', {articleIds: 'A-2', confirm: 'delete'}, 'articleIds'],
  ])('%s %s refuses %j in words', async (method, where, body, field) => {
    expect(await app.merchant.refusal(method, where, body)).toEqual({status: 422, code: 'invalid_input', field});
  });

  describe('asked of it', () => {
    beforeEach(async () => {
      await clean();
      await prepare();
    });

    it('a cost is approved that the supplier asks now, once, and looked at by one run', async () => {
      await setListing({state: 'held', reason_code: 'cost_moved'});
      expect(await app.merchant.refusal('POST', `${path}/approve-cost`, {cost: 1_700})).toEqual({
        status: 409,
        code: 'cost_changed',
        field: 'cost',
      });
      const approved = await askFor('approve-cost', {cost: 1_800});
      expect(approved.run).toMatchObject({kind: 'selected', named: 1, state: 'queued'});
      expect((await askFor('approve-cost', {cost: 1_800})).run).toBeNull();
      expect((await detail()).listing).toMatchObject({approvedCost: 1_800});
      expect(await openRuns()).toHaveLength(1);
    });

    it('a field given back is the sync’s, its edit forgotten, and written by one run, however often one clicks', async () => {
      const edits = {title: {written: 'Linen shirt', live: 'Mine'}, price: {written: '30.00', live: '25.00'}};
      await setListing({edits: JSON.stringify(edits)});
      expect((await detail()).listing?.fields.find(({field}) => field === 'title')).toMatchObject({
        owner: 'merchant',
        edit: {written: 'Linen shirt', live: 'Mine'},
      });
      const clicks = await Promise.all([1, 2, 3].map(() => askFor('fields/title/give-back')));
      const ids = new Set(clicks.flatMap(({run}) => (run === null ? [] : [run.id])));
      expect(ids.size).toBe(1);
      expect(await openRuns()).toHaveLength(1);
      const fields = (await detail()).listing?.fields ?? [];
      expect(fields.find(({field}) => field === 'title')).toMatchObject({
        owner: 'sync',
        own: true,
        edit: null,
        written: null,
      });
      expect(fields.find(({field}) => field === 'price')).toMatchObject({owner: 'merchant', edit: {live: '25.00'}});
    });

    it('a field kept by the merchant stays what it is in the store, and needs no run', async () => {
      expect(await app.merchant.put(`${path}/fields/price`, {owner: 'merchant'}, Asked)).toEqual({run: null});
      expect((await detail()).listing?.fields.find(({field}) => field === 'price')).toMatchObject({
        owner: 'merchant',
        own: true,
      });
      expect(await openRuns()).toEqual([]);
    });

    it('what no run could carry is tried again when asked, also what could not even be read', async () => {
      const row = {shop, run_id: runId, reason: 'Odd.', failures: 3, since: new Date()};
      await app.db
        .insertInto('quarantine')
        .values([
          {...row, article_id: id},
          {...row, article_id: ArticleId.parse('(no id)')},
        ])
        .execute();
      expect((await detail()).quarantine).toMatchObject({reason: 'Odd.', failures: 3});
      expect((await askFor('retry')).run).toMatchObject({kind: 'selected'});
      expect((await askFor('retry')).run).toBeNull();
      await app.merchant.post('/articles/(no%20id)/retry', undefined, Asked);
      expect(await app.db.selectFrom('quarantine').selectAll().execute()).toEqual([]);
      expect(await openRuns()).toHaveLength(2);
    });

    it('failed images are tried again; where none failed nothing is done', async () => {
      expect((await askFor('images/retry')).run).toBeNull();
      await app.db
        .insertInto('listing_media')
        .values({
          shop,
          article_id: id,
          url: 'https://img.example/1.jpg',
          position: 0,
          state: 'failed',
          updated_at: new Date(),
        })
        .execute();
      const failed = {url: 'https://img.example/1.jpg', state: 'failed', reason: null};
      expect((await detail()).listing?.media).toEqual([failed]);
      expect((await askFor('images/retry')).run).toMatchObject({kind: 'selected', named: 1});
    });

    it('a variant is put off sale and released again', async () => {
      const gid = VariantGid.parse('gid://shopify/ProductVariant/77');
      await app.db
        .insertInto('listing_variants')
        .values({
          shop,
          variant_gid: gid,
          article_id: id,
          product_gid: ProductGid.parse('gid://shopify/Product/1'),
          colour: 'Red',
          size: 'S',
          state: 'live',
          updated_at: new Date(),
        })
        .execute();
      const off = await app.merchant.put(`${path}/variants`, {gid, offSale: true}, ArticleDetail);
      expect(off.listing?.variants.map(({state}) => state)).toContain('off_sale');
      const on = await app.merchant.put(`${path}/variants`, {gid, offSale: false}, ArticleDetail);
      expect(on.listing?.variants).toEqual([{gid, colour: 'Red', size: 'S', state: 'live'}]);
      await sql`delete from listing_variants`.execute(app.db);
    });

    it('products leave the store for good only by name and with the word, by one run', async () => {
      const body = {articleIds: ['A/1 &', 'A-2'], confirm: 'delete'};
      const [first, second] = await Promise.all([0, 1].map(() => app.merchant.post('/articles/delete', body, Asked)));
      expect(first?.run).toMatchObject({kind: 'delete', named: 1});
      expect(second?.run?.id).toBe(first?.run?.id);
      expect((await openRuns()).map(({article_ids: ids}) => ids)).toEqual([['A/1 &']]);
      expect(await app.merchant.post('/articles/delete', {articleIds: ['A-2'], confirm: 'delete'}, Asked)).toEqual({
        run: null,
      });
    });
  });
});
