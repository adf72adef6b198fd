// What a merchant does to the products of several articles with one request: how many it may name, and whose they are.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest';
import {SeveralGivenBack} from '../../../server/http/contract/articles.ts';
import {engines} from '../../support/database.ts';
import {refusalOf, shop} from '../bare-app.ts';
import {type CatalogueTestApp, onSale, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';

const ids = Array.from({length: 60}, (_, index) => `A-${index}`);
const edits = {title: {written: 'Linen shirt', live: 'Mine'}, price: {written: '30.00', live: '25.00'}};

let app: CatalogueTestApp;
beforeAll(async () => {
  app = await openCatalogueTestApp(engines.databases[0] ?? 'pglite');
  await stock(app, Object.fromEntries(ids.map((id) => [id, {}])));
  await stock(app, {'X-1': {}}, otherShop);
  await onSale(app, ids);
  await onSale(app, ['X-1'], {}, otherShop);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db
    .updateTable('listings')
    .set({edits: JSON.stringify(edits), own_draft: 'made'})
    .execute();
  await app.db.deleteFrom('runs').execute();
});

const untouched = async () => {
  const listings = await app.db.selectFrom('listings').select(['edits', 'own_draft']).execute();
  expect(listings.every((listing) => Object.keys(listing.edits ?? {}).length === 2)).toBe(true);
  expect(listings.every((listing) => listing.own_draft === 'made')).toBe(true);
  const chosen = await app.db.selectFrom('articles').select('hand').where('hand', 'is not', null).execute();
  expect(chosen).toEqual([]);
  expect(await app.db.selectFrom('runs').selectAll().execute()).toEqual([]);
};
const routes = ['/articles/off-sale', '/articles/give-back', '/articles/publish'] as const;

it.each(
  routes.flatMap((path) => [
    [path, {articleIds: ids}],
    [path, {articleIds: []}],
    [path, {articleIds: 'A-1'}],
    [path, {articleIds: ['A-1', 'A-1']}],
    [path, {articleIds: ['']}],
    [path, {articleIds: [7]}],
    [path, {}],
    [path, undefined],
  ]),
)('POST %s refuses %j in words, and changes nothing', async (path, body) => {
  const {status, code, field} = await app.merchant.refusal('POST', path, body);
  expect({status, code}).toEqual({status: 422, code: 'invalid_input'});
  expect(field).toMatch(/^articleIds/);
  await untouched();
});

it.each(routes)('POST %s takes nothing that it does not know', async (path) => {
  expect(await app.merchant.refusal('POST', path, {articleIds: ['A-1'], all: true})).toMatchObject({status: 422});
  await untouched();
});

it.each(routes)('POST %s of another shop’s article, alone or among own ones, is not found', async (path) => {
  for (const articleIds of [['X-1'], ['A-1', 'X-1'], ['A-1', '__proto__']])
    expect(await app.merchant.refusal('POST', path, {articleIds})).toMatchObject({status: 404, code: 'not_found'});
  expect(await app.stranger.refusal('POST', path, {articleIds: ['A-1']})).toMatchObject({status: 404});
  await untouched();
});

it('gives back fifty at once, by one run however often it is pressed at the same time, and only what was named', async () => {
  const articleIds = ids.slice(0, 50);
  const press = () => app.merchant.post('/articles/give-back', {articleIds}, SeveralGivenBack);
  const presses = await Promise.all([press(), press(), press()]);
  const given = presses.flatMap(({results}) => results.filter(({fields}) => fields > 0));
  expect(given.map(({id}) => id).toSorted()).toEqual(articleIds.toSorted());
  expect(given.every(({fields}) => fields === 2)).toBe(true);
  const runs = new Set(presses.flatMap(({run}) => (run === null ? [] : [run.id])));
  expect(runs.size).toBe(1);
  const left = await app.db
    .selectFrom('listings')
    .select('article_id')
    .where('shop', '=', shop)
    .where(sql<boolean>`edits <> '{}'`)
    .execute();
  expect(left.map(({article_id}) => article_id as string).toSorted()).toEqual(ids.slice(50).toSorted());
  const {lines} = await app.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .where('action', '=', 'field_given_back')
    .executeTakeFirstOrThrow();
  expect(lines).toBe(100);
});

it('is refused for a minute after five thousand articles in one, and then gives nothing back', async () => {
  const articleIds = ids.slice(0, 50);
  const call = () => app.merchant.call('POST', '/articles/give-back', {articleIds});
  for (let turn = 0; turn < 100; turn += 1) await app.deps.rateLimits.handChanges(shop, 50);
  const last = await call();
  expect(last.status).toBe(429);
  expect(refusalOf(last)).toMatchObject({code: 'too_many_requests', field: 'articleIds'});
  await app.db
    .updateTable('listings')
    .set({edits: JSON.stringify(edits)})
    .execute();
  for (const path of routes)
    expect(await app.merchant.refusal('POST', path, {articleIds})).toMatchObject({status: 429});
  const kept = await app.db.selectFrom('listings').select('edits').execute();
  expect(kept.every((listing) => Object.keys(listing.edits ?? {}).length === 2)).toBe(true);
});
