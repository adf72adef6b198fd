import {expect, test} from 'vitest';
import {SHAPES} from '../sandbox/supplier/answers/shapes.ts';
import {anyListed, goodOrder, orderedSchema, visit} from './visitor.ts';

const SMALL = {articles: 12, excludedBrands: [], excludedCategory: 'none'} as const;

test.each(SHAPES.brands)('brands as %s names every brand and its count', async (brands) => {
  await using visitor = await visit({...SMALL, shapes: {brands}});
  const {status, text} = await visitor.catalogue('a=brands');
  expect(status).toBe(200);
  const counts = Map.groupBy(visitor.supplier.catalogue.all(), ({brand}) => brand);
  for (const [name, {length}] of counts) {
    const [, after] = text.split(JSON.stringify(name));
    expect(after, name).toMatch(new RegExp(`^[^\\]}\\d]*"?${length}\\b`));
  }
});

test.each(SHAPES.list)('list as %s holds every listed article and its price', async (list) => {
  await using visitor = await visit({...SMALL, shapes: {list}});
  const {status, text} = await visitor.dropship('a=list');
  expect(status).toBe(200);
  const listed = visitor.supplier.catalogue.listed();
  expect(listed.length).toBeGreaterThan(5);
  for (const {id, cents} of listed) {
    expect(text).toMatch(new RegExp(`\\b${id}\\b`));
    expect(text).toMatch(new RegExp(`\\b${cents / 100}`));
  }
});

test('the forms of a=list that differ in kind look as they are described', async () => {
  const bodyAs = async (list: (typeof SHAPES.list)[number]) => {
    await using visitor = await visit({...SMALL, shapes: {list}});
    visitor.supplier.catalogue
      .ids()
      .slice(1)
      .forEach((id) => visitor.supplier.catalogue.withdraw(id));
    visitor.supplier.catalogue.setStock('100000', {price: 49.5});
    return (await visitor.dropship('a=list')).json;
  };
  expect(await bodyAs('bare-array')).toEqual([{id: '100000', price: 49.5}]);
  expect(await bodyAs('record')).toEqual({ok: true, articles: {'100000': 49.5}});
  expect(await bodyAs('numeric-id')).toEqual({ok: true, items: [{id: 100_000, price: 49.5}]});
  expect(await bodyAs('text-price')).toEqual({ok: true, total: 1, items: [{id: '100000', price: '49.50'}]});
  expect(await bodyAs('nested')).toMatchObject({ok: true, items: [{article: {id: '100000'}, price: 49.5}]});
  expect(await bodyAs('money')).toEqual({ok: true, items: [{id: '100000', price: {amount: '49.50', currency: 'EUR'}}]});
  expect(await bodyAs('pairs')).toEqual({ok: true, list: [['100000', 49.5]]});
});

test('a list in pages is walked like the catalogue', async () => {
  await using visitor = await visit({...SMALL, shapes: {list: 'paged'}});
  const total = visitor.supplier.catalogue.listed().length;
  const first = await visitor.dropship('a=list&per=4');
  expect(first.json).toMatchObject({ok: true, page: 1, per_page: 4, total, next_page: 2, items: expect.any(Array)});
  const last = await visitor.dropship(`a=list&per=4&page=${Math.ceil(total / 4)}`);
  expect(last.json).toMatchObject({next_page: null});
  expect((await visitor.dropship('a=list&per=0')).status).toBe(400);
});

test.each(SHAPES.whoami)('whoami as %s tells partner, fields and what is unavailable', async (whoami) => {
  await using visitor = await visit({...SMALL, shapes: {whoami}});
  const {text} = await visitor.catalogue('a=whoami');
  for (const word of ['Halden Mode GmbH', 'price_tiers', 'barcodes']) expect(text).toContain(word);
  expect(text).toMatch(/stock/i);
});

test.each([
  {errors: 'code', body: {ok: false, error: 'not_found'}},
  {errors: 'sentence', body: {ok: false, error: 'There is no article 9.'}},
  {errors: 'object', body: {ok: false, error: {code: 'not_found', message: 'There is no article 9.'}}},
  {errors: 'message', body: {ok: false, message: 'There is no article 9.'}},
  {errors: 'list', body: {ok: false, errors: [{field: null, message: 'There is no article 9.'}]}},
  {
    errors: 'problem',
    body: {type: 'about:blank#not_found', title: 'not found', status: 404, detail: 'There is no article 9.'},
  },
  {errors: 'bare', body: {error: 'not_found'}},
  {errors: 'empty', body: {}},
] as const)('an error as $errors', async ({errors, body}) => {
  await using visitor = await visit({...SMALL, shapes: {errors}});
  expect(await visitor.catalogue('a=product&id=9')).toMatchObject({status: 404, text: JSON.stringify(body)});
});

test.each(SHAPES.errors)('the 401 is the one of the document even where errors come as %s', async (errors) => {
  await using visitor = await visit({...SMALL, shapes: {errors}});
  visitor.supplier.revokeKey(visitor.keys.dropship);
  expect((await visitor.dropship('a=list')).text).toBe('{"ok":false,"error":"unauthorized"}');
});

test.each(SHAPES.stock)('stock as %s tells price, words and zones', async (stock) => {
  await using visitor = await visit({...SMALL, shapes: {stock}});
  const id = anyListed(visitor.supplier);
  visitor.supplier.catalogue.setStock(id, {colours: ['rust'], sizes: ['W30'], price: 12.5});
  const {text} = await visitor.dropship(`a=stock&id=${id}`);
  for (const word of ['12.5', '"rust"', '"W30"', '"stock_tracked":false', '"EU":{', '"GB":{', '"US":{']) {
    expect(text).toContain(word);
  }
});

test('an order may be answered without the reference', async () => {
  await using visitor = await visit({...SMALL, shapes: {order: 'as-written'}});
  const {json} = await visitor.order(goodOrder(visitor.supplier));
  const {ref, checkout_url} = orderedSchema.parse(json);
  expect(json).toEqual({ok: true, ref, checkout_url});
});
