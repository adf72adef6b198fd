// The facts Home decides by, in one answer: what waits for the merchant, who paused sending, and when the next run is.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, RunId} from '#domain/ids.ts';
import {nightlyStart} from '#domain/nightly-start.ts';
import {writeShopSchedule} from '../../../jobs/schedule/schedule.ts';
import {saveBrake} from '../../../server/db/runs/brakes.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import {saveSettings, saveShopFacts} from '../../../server/db/shops/shops.ts';
import {Asked} from '../../../server/http/contract/articles.ts';
import {Overview, Sending} from '../../../server/http/contract/overview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';
import {saveOrder} from '../orders/acting.ts';

describe('the overview', () => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engines.databases.at(-1) ?? 'pglite');
  });
  beforeEach(async () => {
    for (const table of ['audit', 'brakes', 'listing_media', 'listings', 'dropship_orders', 'runs'] as const) {
      await app.db.deleteFrom(table).execute();
    }
    await saveShopFacts(app.db, shop, {shipsToCountries: null}, new Date());
    await stock(app, {'A-1': {name: 'Linen shirt', stock: {price: 3_000}}, 'A-2': {name: 'Wool coat', stock: {}}});
  });
  afterAll(() => app.close());

  const overview = () => app.merchant.get('/overview', Overview);
  const failImage = (articleId: string, url: string, reason: string) =>
    app.db
      .insertInto('listing_media')
      .values({
        shop,
        article_id: ArticleId.parse(articleId),
        url,
        position: 0,
        state: 'failed',
        reason,
        updated_at: new Date(),
      })
      .execute();
  const aRun = async () => {
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(app.db, {id, shop, kind: 'full', trigger: 'schedule'}, new Date());
    return id;
  };

  it('has nothing to decide in a new store', async () => {
    expect(await overview()).toMatchObject({
      brakes: [],
      costs: {count: 0, first: null},
      failedImages: {count: 0, reason: null},
      overruledOptions: {count: 0, first: null, digest: ''},
      unserved: null,
    });
  });

  it('names held brakes with their articles, and leaves out the decided ones', async () => {
    const run_id = await aRun();
    const article_ids = Array.from({length: 12}, (_, at) => ArticleId.parse(`A-${at + 1}`));
    const brake = {shop, run_id, reason: 'Many.', article_ids};
    const [first, second] = [randomUUID(), randomUUID()];
    await saveBrake(app.db, {...brake, id: first, kind: 'retire'}, new Date());
    await saveBrake(app.db, {...brake, id: second, kind: 'cost'}, new Date());
    await app.merchant.call('POST', `/brakes/${first}/discard`);
    const {brakes} = await overview();
    expect(brakes).toMatchObject([{id: second, kind: 'cost', state: 'held', articles: 12, reason: 'Many.'}]);
    expect(brakes[0]?.sample.map(({articleId}) => articleId)).toEqual(article_ids.slice(0, 10));
    expect(brakes[0]?.sample.slice(0, 2).map(({name}) => name)).toEqual(['Linen shirt', 'Wool coat']);
  });

  it('counts the costs to approve, and states the first; approved, it is not counted any more', async () => {
    await onSale(app, ['A-1', 'A-2'], {state: 'held', reasonCode: 'cost_moved', reason: 'Moved.', cost: 1_000});
    expect((await overview()).costs).toEqual({
      count: 2,
      first: {articleId: 'A-1', name: 'Linen shirt', from: 1_000, to: 3_000},
    });
    await app.merchant.post('/articles/A-1/approve-cost', {cost: 3_000}, Asked);
    expect((await overview()).costs).toMatchObject({count: 1, first: {articleId: 'A-2'}});
  });

  it('counts failed images, and one click has a run look at each of their articles once', async () => {
    await onSale(app, ['A-1', 'A-2']);
    await failImage('A-1', 'https://img.example/1', 'Too big.');
    await failImage('A-1', 'https://img.example/2', 'Too big.');
    await failImage('A-2', 'https://img.example/3', 'Not found.');
    expect((await overview()).failedImages).toEqual({count: 3, reason: 'Too big.'});
    const {run} = await app.merchant.post('/images/failed/retry', undefined, Asked);
    expect(run).toMatchObject({kind: 'selected', named: 2, trigger: 'merchant'});
    await app.db.deleteFrom('listing_media').execute();
    expect(await app.merchant.post('/images/failed/retry', undefined, Asked)).toEqual({run: null});
  });

  it('looks first at the articles whose failed images were tried longest ago, when there are many', async () => {
    const many = 1_001;
    const rows = Array.from({length: many}, (_, at) => ({
      shop,
      article_id: ArticleId.parse(`B-${String(at).padStart(4, '0')}`),
      position: 0,
      state: 'failed' as const,
      reason: 'Too big.',
    }));
    const tried = (at: string) => ({updated_at: new Date(at)});
    await app.db
      .insertInto('listing_media')
      .values(rows.map((row) => ({...row, url: 'https://img.example/1', ...tried('2026-11-20T10:00:00Z')})))
      .execute();
    // A second image of some articles does not take the place of another article.
    await app.db
      .insertInto('listing_media')
      .values(rows.slice(0, 5).map((row) => ({...row, url: 'https://img.example/2', ...tried('2026-11-20T10:00:00Z')})))
      .execute();
    const named = async () => {
      const {run} = await app.merchant.post('/images/failed/retry', undefined, Asked);
      const {article_ids: ids} = await app.db
        .selectFrom('runs')
        .select('article_ids')
        .where('id', '=', RunId.parse(run?.id))
        .executeTakeFirstOrThrow();
      await app.db.deleteFrom('runs').execute();
      return ids ?? [];
    };
    const first = await named();
    expect(first).toHaveLength(1_000);
    await app.db
      .updateTable('listing_media')
      .set(tried('2026-11-21T10:00:00Z'))
      .where('article_id', 'in', first)
      .execute();
    expect(await named()).toContain('B-1000');
  });

  it('names the countries the store sells to and the supplier does not deliver to', async () => {
    await saveShopFacts(app.db, shop, {shipsToCountries: ['DE', 'NO', 'US', 'CH']}, new Date());
    expect((await overview()).unserved).toEqual(['NO', 'CH']);
    await saveShopFacts(app.db, shop, {country: 'CH'}, new Date());
    expect((await overview()).country).toBe('CH');
  });

  it('says since when sending is paused, and by whom: from Home, or saved with the settings', async () => {
    expect((await overview()).sending).toEqual({paused: false, by: null, byYou: false, since: null});
    const paused = await app.merchant.post('/sending/pause', undefined, Sending);
    expect(paused).toMatchObject({paused: true, by: '42', byYou: true, since: expect.any(String)});
    expect((await overview()).sending).toEqual(paused);
    await app.db
      .updateTable('audit')
      .set({actor: 'user:7', at: new Date('2026-11-20T10:00:00Z')})
      .execute();
    expect((await overview()).sending).toEqual({
      paused: true,
      by: '7',
      byYou: false,
      since: '2026-11-20T10:00:00.000Z',
    });
    await app.merchant.post('/sending/resume', undefined, Sending);
    const form = (await app.merchant.call('GET', '/settings/general')).json;
    await app.merchant.call('PUT', '/settings/general', {...Object(form), sendingPaused: true});
    expect((await overview()).sending).toMatchObject({paused: true, by: '42', byYou: true});
  });

  it('does not name whoever paused it before it was resumed, nor anyone while the order settings cannot be read', async () => {
    const store = (orders: object) =>
      app.db
        .updateTable('shops')
        .set({settings: JSON.stringify({orders})})
        .execute();
    const unknown = {paused: true, by: null, byYou: false, since: null};
    await store({});
    await app.merchant.post('/sending/pause', undefined, Sending);
    await store({delayMinutes: 'soon', sendingPaused: true});
    expect((await overview()).sending).toEqual(unknown);
    await store({sendingPaused: true});
    expect((await overview()).sending).toMatchObject({paused: true, by: '42'});
    await app.merchant.post('/sending/resume', undefined, Sending);
    // Saving settings that could not be read leaves sending paused, without an entry that says so.
    await store({sendingPaused: true});
    expect((await overview()).sending).toEqual(unknown);
    await store({});
  });

  it('does not say who paused it where the audit trail has no entry', async () => {
    await app.merchant.post('/sending/pause', undefined, Sending);
    await app.db.deleteFrom('audit').execute();
    expect((await overview()).sending).toEqual({paused: true, by: null, byYou: false, since: null});
    await app.merchant.post('/sending/resume', undefined, Sending);
  });

  it('pauses and resumes nothing while some settings cannot be read', async () => {
    await app.db
      .updateTable('shops')
      .set({settings: JSON.stringify({orders: {delayMinutes: 'soon'}})})
      .execute();
    expect(await app.merchant.refusal('POST', '/sending/resume')).toMatchObject({
      status: 409,
      code: 'settings_unreadable',
    });
    expect((await overview()).settingsUnreadable).toBe('settings');
    await app.db
      .updateTable('shops')
      .set({settings: JSON.stringify({})})
      .execute();
  });

  it('lets orders that waited for the pause be looked at again when sending is resumed', async () => {
    await app.merchant.post('/sending/pause', undefined, Sending);
    const later = {next_attempt_at: new Date('2100-01-01T00:00:00Z')};
    const bare = {url: '', deps: app.deps, close: async () => {}};
    const held = await saveOrder(bare, {state: 'waiting', reason_code: 'sending_paused', ...later});
    await saveOrder(bare, {state: 'waiting', reason_code: 'not_paid', ...later});
    expect((await app.merchant.post('/sending/resume', undefined, Sending)).paused).toBe(false);
    const due = app.db.selectFrom('dropship_orders').select('id').where('next_attempt_at', '<', new Date('2099-01-01'));
    expect(await due.execute()).toEqual([{id: held}]);
  });

  it('knows the next run by the store’s own clock, and none while it could not start', async () => {
    const {nextRunAt, timeZone} = await overview();
    expect(timeZone).toBe('Europe/Berlin');
    const clock = new Intl.DateTimeFormat('en-GB', {timeZone: 'Europe/Berlin', timeStyle: 'short'});
    expect(clock.format(new Date(nextRunAt ?? ''))).toBe(nightlyStart('04:00', shop, 'Europe/Berlin'));
    const {queues} = app.deps;
    await writeShopSchedule(app.deps, shop);
    const night = (await queues.listSchedules()).find(({id}) => id.startsWith('night-'));
    expect(night?.next?.toISOString()).toBe(nextRunAt);
    const waits = Date.parse(nextRunAt ?? '') - Date.now();
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThan(25 * 3_600_000);
    await saveSettings(app.db, shop, {pricing: {vatPercent: 'much'}}, new Date());
    expect(await overview()).toMatchObject({settingsUnreadable: 'settings', nextRunAt: null});
    await saveSettings(app.db, shop, {}, new Date());
    expect((await overview()).nextRunAt).not.toBeNull();
    await app.merchant.call('DELETE', '/connection/dropship-key');
    expect((await overview()).nextRunAt).toBeNull();
  });
});
