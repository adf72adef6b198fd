// Details that a merchant gives for an order and for every later one of the article.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import {StandingAnswers} from '../../../server/http/contract/order-settings.ts';
import {aStockReading} from '../../domain/builders.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {click, detailOf, saveOrder} from './acting.ts';

describe('details for every order of an article', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
    const stock = JSON.stringify(aStockReading({colours: ['Navy', 'Red'], sizes: []}));
    const data = JSON.stringify({sizes: '36 - 41'});
    const article = {article_id: ArticleId.parse('A-1'), brand: 'B', category: 'Shoes', name: 'A shoe', data};
    await app.deps.db
      .insertInto('articles')
      .values({shop, updated_at: new Date(), stock, ...article})
      .execute();
  });
  beforeEach(async () => {
    await saveSettings(app.deps.db, shop, {}, new Date());
    await app.deps.db.deleteFrom('audit').execute();
    await app.deps.db.deleteFrom('dropship_orders').execute();
  });
  afterAll(() => app.close());

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const waiting = (changes = {}) => saveOrder(app, {state: 'needs_details', reason_code: 'colour_missing', ...changes});
  const remembered = async () => (await loadStoredSettings(app.deps.db, shop)).settings.orders.standingAnswers;
  const known = async () => StandingAnswers.parse((await page('GET', '/standing-answers')).json).answers;
  const later = {next_attempt_at: new Date('2100-01-01T00:00:00Z')};
  const due = async () => {
    const rows = await app.deps.db
      .selectFrom('dropship_orders')
      .select('id')
      .where('next_attempt_at', '<', new Date('2099-01-01T00:00:00Z'))
      .execute();
    return rows.map(({id}) => String(id)).toSorted();
  };

  it('the order says which colours and sizes the supplier stated, and what the catalogue says of sizes', async () => {
    const read = async (id: string) => detailOf(await page('GET', `/dropship-orders/${id}`));
    const stated = {colours: ['Navy', 'Red'], sizes: []};
    expect(await read(await waiting())).toMatchObject({stated, sizeText: '36 - 41'});
    const other = await waiting({article_id: ArticleId.parse('A-9')});
    expect(await read(other)).toMatchObject({stated: {colours: [], sizes: []}, sizeText: null});
  });

  it('are remembered, let the other waiting orders be looked at again, and stand in the trail', async () => {
    const [id, other] = [await waiting(), await waiting(later)];
    const unpaid = await saveOrder(app, {state: 'waiting', reason_code: 'not_paid', ...later});
    const answer = await click(app, id, 'details', {body: {colour: 'Navy', always: true}});
    expect(detailOf(answer)).toMatchObject({state: 'waiting', typed: {colour: 'Navy'}});
    expect(await remembered()).toEqual([{articleId: 'A-1', category: null, colour: 'Navy', size: null}]);
    expect(await due()).toEqual([id, other].toSorted());
    expect(await due()).not.toContain(unpaid);
    const trail = await app.deps.db.selectFrom('audit').select(['action', 'actor', 'subject']).execute();
    expect(trail).toContainEqual({action: 'details_given', actor: 'user:42', subject: id});
    expect(trail).toContainEqual({action: 'order_settings_changed', actor: 'user:42', subject: 'order-settings'});
  });

  it('are not remembered without being asked for', async () => {
    await click(app, await waiting(), 'details', {body: {colour: 'Navy'}});
    expect(await remembered()).toEqual([]);
  });

  it('are seen with the article’s name, and forgotten again', async () => {
    await click(app, await waiting(), 'details', {body: {colour: 'Navy', size: 'M', always: true}});
    const answer = {articleId: 'A-1', category: null, colour: 'Navy', size: 'M'};
    expect(await known()).toEqual([{...answer, articleName: 'A shoe'}]);
    const forgotten = await page('POST', '/standing-answers/forget', {articleId: 'A-1', category: null});
    expect([forgotten.status, forgotten.json]).toEqual([200, {answers: [], properties: []}]);
    expect([await known(), await remembered()]).toEqual([[], []]);
    expect((await page('POST', '/standing-answers/forget', {articleId: 'A-1', category: null})).status).toBe(200);
  });

  it('a word that the variant states itself is not remembered, and nothing else is saved with it', async () => {
    const id = await waiting({colour: 'Red'});
    const refusal = refusalOf(await click(app, id, 'details', {body: {colour: 'Navy', always: true}}));
    expect(refusal).toMatchObject({status: 422, code: 'nothing_to_remember', field: 'always'});
    expect(detailOf(await page('GET', `/dropship-orders/${id}`))).toMatchObject({state: 'needs_details', history: []});
    await click(app, id, 'details', {body: {colour: 'Navy', size: 'M', always: true}});
    expect(await remembered()).toEqual([{articleId: 'A-1', category: null, colour: null, size: 'M'}]);
  });

  it('of an order that was sent already nothing is remembered', async () => {
    const id = await saveOrder(app, {state: 'paid'});
    const refusal = refusalOf(await click(app, id, 'details', {body: {colour: 'Navy', always: true}}));
    expect(refusal).toMatchObject({status: 409, code: 'not_now'});
    expect(await remembered()).toEqual([]);
  });

  it('more than five hundred are not kept, and settings that cannot be read are not replaced by the way', async () => {
    const full = Array.from({length: 500}, (_, index) => ({articleId: `B-${index}`, category: null, colour: 'x'}));
    await saveSettings(app.deps.db, shop, {orders: {standingAnswers: full}}, new Date());
    const give = async () => refusalOf(await click(app, await waiting(), 'details', {body: {size: 'M', always: true}}));
    expect(await give()).toMatchObject({status: 422, code: 'too_many_answers', field: 'always'});
    expect(await remembered()).toHaveLength(500);
    const broken = {orders: {maxAgeDays: 'soon'}};
    await saveSettings(app.deps.db, shop, broken, new Date());
    expect(await give()).toMatchObject({status: 409, code: 'settings_unreadable'});
    const forgetting = await page('POST', '/standing-answers/forget', {articleId: 'A-1', category: null});
    expect(refusalOf(forgetting)).toMatchObject({status: 409, code: 'settings_unreadable'});
    const row = await app.deps.db.selectFrom('shops').select('settings').where('shop', '=', shop).executeTakeFirst();
    expect(row?.settings).toMatchObject(broken);
  });
});
