// How large the maps of a template may be: what is entered has a limit, what was saved before it keeps working.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {ProductTemplate, ProductTemplateInput} from '#domain/catalogue/template/product-template.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {ApiError} from '../../../server/http/contract/error.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

let app: CatalogueTestApp;
beforeAll(async () => {
  app = await openCatalogueTestApp(engines.databases.includes('postgres') ? 'postgres' : 'pglite');
  await stock(app, {'A-1': {brand: 'BRAND 4499', stock: {price: 1_000}}});
});
afterAll(() => app.close());

const mapOf = <T>(keys: number, value: T) =>
  Object.fromEntries(Array.from({length: keys}, (_, at) => [`Brand ${at}`, value]));

it.each([
  ['vendors', 'A vendor'],
  ['types', 'A type'],
  ['weights', 100],
])('2,001 %s are refused with the field and a sentence, 2,000 are taken', async (map, value) => {
  for (const [method, path] of [
    ['POST', '/preview'],
    ['PUT', '/settings/template'],
  ] as const) {
    const {status, json} = await app.merchant.call(method, path, {template: {[map]: mapOf(2_001, value)}});
    expect({status, ...ApiError.parse(json).error}).toMatchObject({
      status: 422,
      code: 'invalid_input',
      field: `template.${map}`,
      message: 'This may have at most 2,000 entries; it has 2,001.',
    });
    expect((await app.merchant.call(method, path, {template: {[map]: mapOf(2_000, value)}})).status).toBe(200);
  }
});

it.each(['vendors', 'types', 'weights'])('100,000 %s are counted, and none of them is read', (map) => {
  const keys = Object.fromEntries(Array.from({length: 100_000}, (_, at) => [`k${at}`, 1]));
  let read = 0;
  const watched = new Proxy(keys, {
    get(target, key, receiver) {
      read += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const {error} = ProductTemplateInput.safeParse({[map]: watched});
  expect(read).toBe(0);
  expect(error?.issues).toMatchObject([{path: [map], message: 'This may have at most 2,000 entries; it has 100,000.'}]);
});

it('a template that leaves its maps out has empty ones; one that is no map is refused for its form', () => {
  expect(ProductTemplateInput.parse({})).toEqual(ProductTemplate.parse({}));
  for (const wrong of [null, 7, 'text', ['a'], {Nordhaag: 7}]) {
    expect(ProductTemplateInput.safeParse({vendors: wrong}).error?.issues, JSON.stringify(wrong)).toHaveLength(1);
  }
});

it('a shop that saved 4,500 before there was a limit still sees them and its preview', async () => {
  const template = {vendors: mapOf(4_500, 'A vendor')};
  const choice = [{id: 'all', effect: 'include'}];
  await saveSettings(app.db, shop, {choice, template, pricing: {vatPercent: 20}}, new Date());
  expect(await app.merchant.call('GET', '/settings/template')).toMatchObject({status: 200, json: {template}});
  expect(await app.merchant.post('/preview', {}, Preview)).toMatchObject({chosen: 1, created: 1});
});
