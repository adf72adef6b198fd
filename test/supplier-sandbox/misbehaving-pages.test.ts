import {expect, test} from 'vitest';
import {listSchema, pageSchema, visit} from './visitor.ts';

test('articles come and go at the front while a client walks, so that it sees some twice and misses others', async () => {
  await using visitor = await visit({articles: 40});
  const {supplier} = visitor;
  const before = supplier.catalogue.ids();
  const pageIds = async (page: number) =>
    pageSchema.parse((await visitor.catalogue(`a=products&per=10&page=${page}`)).json).items.map(({id}) => id);

  supplier.misbehave({a: 'products', page: 1, does: {kind: 'shift', how: 'insert', count: 3}});
  expect(await pageIds(1)).toEqual(before.slice(0, 10));
  expect(await pageIds(2)).toEqual(before.slice(7, 17));
  supplier.misbehave({a: 'products', page: 3, times: 1, does: {kind: 'shift', how: 'remove', count: 5}});
  await pageIds(3);
  expect(await pageIds(4)).toEqual(before.slice(32, 40));
  expect(supplier.catalogue.size()).toBe(38);
});

test('the envelope may lie: a page loop, a way back, false totals', async () => {
  await using visitor = await visit({articles: 250});
  visitor.supplier.misbehave({a: 'products', page: 2, does: {kind: 'envelope', patch: {next_page: 1}}});
  visitor.supplier.misbehave({a: 'products', page: 1, does: {kind: 'envelope', patch: {total: 9_000, pages: 90}}});
  expect((await visitor.catalogue('a=products&page=2')).json).toMatchObject({page: 2, next_page: 1, total: 250});
  expect((await visitor.catalogue('a=products')).json).toMatchObject({next_page: 2, total: 9_000, pages: 90});
});

test('a key may be revoked in the middle of a walk', async () => {
  await using visitor = await visit({articles: 250});
  visitor.supplier.misbehave({a: 'products', page: 2, does: {kind: 'revoke-key'}});
  const statuses: number[] = [];
  for (const page of [1, 2, 3]) statuses.push((await visitor.catalogue(`a=products&page=${page}`)).status);
  expect(statuses).toEqual([200, 200, 401]);
  visitor.supplier.misbehave({a: 'list', does: {kind: 'revoke-key', when: 'before'}});
  expect((await visitor.dropship('a=list')).status).toBe(401);
});

test('a list may be empty, forty per cent smaller, or cut short', async () => {
  await using visitor = await visit({articles: 100});
  const {supplier} = visitor;
  const full = supplier.catalogue.listed().length;
  const ids = async () => listSchema.parse((await visitor.dropship('a=list')).json).items.length;
  let end = supplier.misbehave({a: 'list', does: {kind: 'keep', share: 0}});
  expect(await ids()).toBe(0);
  end();
  end = supplier.misbehave({a: 'list', does: {kind: 'keep', share: 0.6}});
  expect(await ids()).toBe(Math.floor(full * 0.6));
  end();
  end = supplier.misbehave({a: 'list', does: {kind: 'answer', as: 'truncated'}});
  expect((await visitor.dropship('a=list')).json).toBeUndefined();
  end();
  expect(await ids()).toBe(full);
});

test('several things may go wrong with one answer', async () => {
  await using visitor = await visit({articles: 20});
  visitor.supplier.misbehave({
    a: 'products',
    does: [
      {kind: 'entries', fault: 'no-id', at: 'all'},
      {kind: 'keep', share: 0.5},
      {kind: 'envelope', patch: {next_page: 7}},
    ],
  });
  const {json, text} = await visitor.catalogue('a=products');
  expect(json).toMatchObject({total: 20, next_page: 7, items: {length: 10}});
  expect(text).not.toContain('"id"');
});

test('a refusal stays a refusal where entries were to be spoilt', async () => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'list', does: {kind: 'entries', fault: 'no-id'}});
  visitor.supplier.revokeKey(visitor.keys.dropship);
  expect((await visitor.dropship('a=list')).text).toBe('{"ok":false,"error":"unauthorized"}');
});
