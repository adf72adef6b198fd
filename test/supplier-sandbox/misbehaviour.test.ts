import {expect, test} from 'vitest';
import {anyListed, goodOrder, visit} from './visitor.ts';

test('a rule acts on the requests it names and on no other, until it is ended', async () => {
  await using visitor = await visit({articles: 500});
  const {supplier} = visitor;
  const end = supplier.misbehave({api: 'catalogue', a: 'products', page: 2, does: {kind: 'status', status: 503}});
  const statuses = async () => [
    (await visitor.catalogue('a=products')).status,
    (await visitor.catalogue('a=products&page=2')).status,
    (await visitor.catalogue('a=brands')).status,
    (await visitor.dropship('a=list')).status,
  ];
  expect(await statuses()).toEqual([200, 503, 200, 200]);
  end();
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

test('a rule may act on the nth request only, or so many times', async () => {
  await using visitor = await visit();
  const ask = async (times: number) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < times; asked++) statuses.push((await visitor.catalogue('a=brands')).status);
    return statuses;
  };
  const ends = [visitor.supplier.misbehave({nth: [2, 4], does: {kind: 'status', status: 500}})];
  expect(await ask(5)).toEqual([200, 500, 200, 500, 200]);
  ends.push(visitor.supplier.misbehave({times: 2, does: {kind: 'status', status: 502}}));
  expect(await ask(4)).toEqual([502, 502, 200, 200]);
  ends.forEach((end) => end());
  visitor.supplier.misbehave({probability: 0.4, seed: 7, does: {kind: 'status', status: 504}});
  const drawn = await ask(40);
  const share = drawn.filter((status) => status === 504).length / drawn.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.7);
});

test('a rule may name an article or a reference, of a query or of an order', async () => {
  await using visitor = await visit();
  const [one = '', other = ''] = visitor.supplier.catalogue.listed().map(({id}) => id);
  visitor.supplier.misbehave({id: one, does: {kind: 'status', status: 500}});
  visitor.supplier.misbehave({reference: 'bad-1', does: {kind: 'status', status: 502}});
  expect((await visitor.dropship(`a=stock&id=${one}`)).status).toBe(500);
  expect((await visitor.dropship(`a=stock&id=${other}`)).status).toBe(200);
  expect((await visitor.order(goodOrder(visitor.supplier, one))).status).toBe(500);
  expect((await visitor.order({...goodOrder(visitor.supplier, other), reference: 'bad-1'})).status).toBe(502);
  expect((await visitor.order(goodOrder(visitor.supplier, other))).status).toBe(200);
});

test('a rule that could spoil nothing is refused when it is made', async () => {
  await using visitor = await visit();
  const {misbehave} = visitor.supplier;
  expect(() => misbehave({a: 'list', does: {kind: 'entries', fault: 'null-tiers'}})).toThrow('cannot be spoilt');
  expect(() => misbehave({a: 'products', does: {kind: 'entries', fault: 'object-id'}})).toThrow('cannot be spoilt');
  expect(() => misbehave({does: {kind: 'entries', fault: 'no-id'}})).toThrow('cannot be spoilt');
});

test('what was seen is kept in order, with what was answered', async () => {
  let now = 0;
  await using visitor = await visit({now: () => now});
  const id = anyListed(visitor.supplier);
  await visitor.catalogue('a=products&brand=Oystra');
  now = 5;
  await visitor.dropship(`a=stock&id=${id}`);
  await visitor.dropship('a=stock&id=none');
  expect(visitor.supplier.requests()).toEqual([
    {api: 'catalogue', method: 'GET', a: 'products', params: {brand: 'Oystra'}, at: 0, status: 200},
    {api: 'dropship', method: 'GET', a: 'stock', params: {id}, at: 5, status: 200},
    {api: 'dropship', method: 'GET', a: 'stock', params: {id: 'none'}, at: 5, status: 404},
  ]);
  expect(visitor.supplier.requestCount('dropship', 'stock')).toBe(2);
});
