import {connect} from 'node:net';
import {gunzipSync} from 'node:zlib';
import {request} from 'undici';
import {expect, test} from 'vitest';
import {anyListed, bearer, goodOrder, hear, listSchema, pageSchema, visit} from './visitor.ts';

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

test('too many requests, with and without Retry-After', async () => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'brands', does: {kind: 'status', status: 429, retryAfter: 120}});
  visitor.supplier.misbehave({
    a: 'whoami',
    does: {kind: 'status', status: 429, body: '{"ok":false,"error":"slow_down"}'},
  });
  const [told, silent] = [await visitor.catalogue('a=brands'), await visitor.catalogue('a=whoami')];
  expect([told.status, told.headers.get('retry-after')]).toEqual([429, '120']);
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null]);
  expect(silent.json).toEqual({ok: false, error: 'slow_down'});
});

test.each([
  {fault: 'cut before', does: {kind: 'cut', when: 'before'}, orders: 0},
  {fault: 'cut after', does: {kind: 'cut', when: 'after'}, orders: 1},
  {fault: 'half an answer, then cut', does: {kind: 'cut', when: 'half'}, orders: 1},
] as const)('an order whose connection is $fault: $orders at the supplier', async ({does, orders}) => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'order', does});
  await expect(visitor.order(goodOrder(visitor.supplier))).rejects.toThrow();
  expect(visitor.supplier.orders()).toHaveLength(orders);
  expect(visitor.supplier.orderRequests()).toBe(1);
  expect(visitor.supplier.requests()).toMatchObject([{api: 'dropship', method: 'POST', a: 'order', status: 0}]);
});

test.each([
  {when: 'before', orders: 0},
  {when: 'after', orders: 1},
] as const)('an order answered 500 $when the work: $orders at the supplier', async ({when, orders}) => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'order', does: {kind: 'status', status: 500, when}});
  expect((await visitor.order(goodOrder(visitor.supplier))).status).toBe(500);
  expect(visitor.supplier.orders()).toHaveLength(orders);
});

test.each([
  {when: 'before', orders: 0},
  {when: 'after', orders: 1},
] as const)('a request that hangs $when the work is never answered', async ({when, orders}) => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  supplier.misbehave({a: 'order', does: {kind: 'hang', when}});
  const body = JSON.stringify(goodOrder(supplier));
  const asked = hear(`${supplier.url}/api/dropship?a=order`, {
    method: 'POST',
    headers: bearer(keys.dropship),
    body,
    signal: AbortSignal.timeout(150),
  });
  await expect(asked).rejects.toThrow(/timeout/i);
  expect(supplier.orderRequests()).toBe(1);
  expect(supplier.orders()).toHaveLength(orders);
});

test('a slow supplier does the work even when the client has gone away', async () => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  supplier.misbehave({a: 'order', does: {kind: 'slow', ms: 120}});
  const headers = bearer(keys.dropship);
  const body = JSON.stringify(goodOrder(supplier));
  const signal = AbortSignal.timeout(40);
  await expect(hear(`${supplier.url}/api/dropship?a=order`, {method: 'POST', headers, body, signal})).rejects.toThrow();
  expect(supplier.orders()).toHaveLength(0);
  await expect.poll(() => supplier.orders().length).toBe(1);
});

test.each([
  {as: 'html', says: /^<!doctype html>/},
  {as: 'empty', says: /^$/},
  {as: 'truncated', says: /^\{"ok":true,"ref":"DS-100001","chec[^}]*$/},
  {as: 'null', says: /^null$/},
  {as: 'array', says: /^\[\]$/},
  {as: 'deep', says: /^(\{"ok":\[){10000}(\]\}){10000}$/},
  {as: 'ok-text', says: /"ok":"true","ref":"DS-100001"/},
  {as: 'ok-false', says: /^\{"ok":false,"error":"failed"\}$/},
  {as: 'no-ref', says: /"ref":""/},
  {as: 'other-reference', says: /"reference":"somebody-else-1"/},
  {as: 'http-checkout', says: /"checkout_url":"http:\/\/pay\.wholesale\.example/},
  {as: 'foreign-checkout', says: /"checkout_url":"https:\/\/pay\.attacker\.example/},
  {as: 'script-checkout', says: /"checkout_url":"javascript:/},
] as const)('an order that exists but is answered by $as', async ({as, says}) => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'order', does: {kind: 'answer', as}});
  const {status, text} = await visitor.order(goodOrder(visitor.supplier));
  expect(status).toBe(200);
  expect(text).toMatch(says);
  expect(visitor.supplier.orders()).toHaveLength(1);
});

test('an answer may begin with a byte order mark, or be anything that is put in its mouth', async () => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  supplier.misbehave({a: 'brands', does: {kind: 'answer', as: 'byte-order-mark'}});
  const {body} = await request(`${supplier.url}/api/catalog?a=brands`, {headers: bearer(keys.catalogue)});
  expect(Buffer.from(await body.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const headers = {location: 'https://elsewhere.example/'};
  supplier.misbehave({a: 'whoami', does: {kind: 'say', status: 302, text: '{}', headers}});
  const moved = await visitor.catalogue('a=whoami');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'https://elsewhere.example/']);
});

test('an oversized answer is sent as long as the client reads', async () => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  supplier.misbehave({a: 'list', does: {kind: 'answer', as: 'oversized', megabytes: 3}});
  const {json, text} = await visitor.dropship('a=list');
  expect(text.length).toBeGreaterThan(3_000_000);
  expect(json).toMatchObject({ok: true});
  supplier.misbehave({a: 'stock', does: {kind: 'answer', as: 'oversized', megabytes: 10_000}});
  const {body} = await request(`${supplier.url}/api/dropship?a=stock&id=1`, {headers: bearer(keys.dropship)});
  for await (const chunk of body) if (chunk.length > 0) break;
  expect((await visitor.catalogue('a=whoami')).status).toBe(200);
});

test('a gzip bomb is small on the wire', async () => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  supplier.misbehave({a: 'list', does: {kind: 'answer', as: 'gzip-bomb', megabytes: 20}});
  const answer = await request(`${supplier.url}/api/dropship?a=list`, {headers: bearer(keys.dropship)});
  const packed = Buffer.from(await answer.body.arrayBuffer());
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(packed.length).toBeLessThan(50_000);
  expect(gunzipSync(packed).length).toBeGreaterThan(20_000_000);
});

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

test('a rule that could spoil nothing is refused when it is made', async () => {
  await using visitor = await visit();
  const {misbehave} = visitor.supplier;
  expect(() => misbehave({a: 'list', does: {kind: 'entries', fault: 'null-tiers'}})).toThrow('cannot be spoilt');
  expect(() => misbehave({a: 'products', does: {kind: 'entries', fault: 'object-id'}})).toThrow('cannot be spoilt');
  expect(() => misbehave({does: {kind: 'entries', fault: 'no-id'}})).toThrow('cannot be spoilt');
});

test('closing the service ends what hangs and what is slow', async () => {
  const visitor = await visit();
  const {supplier} = visitor;
  supplier.misbehave({a: 'brands', does: {kind: 'hang'}});
  supplier.misbehave({a: 'whoami', does: {kind: 'slow', ms: 600_000}});
  const asked = Promise.allSettled([visitor.catalogue('a=brands'), visitor.catalogue('a=whoami')]);
  await expect.poll(() => supplier.requests().length).toBe(2);
  await supplier.close();
  expect((await asked).map(({status}) => status)).toEqual(['rejected', 'rejected']);
  await supplier.close();
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

test('a client that is rude or hangs up in mid-sentence does the service no harm', async () => {
  await using visitor = await visit();
  const {port} = new URL(visitor.supplier.url);
  const speak = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.once('data', (bytes) => {
        resolve(bytes.toString('utf8'));
        socket.destroy();
      });
    });
  expect(await speak('GET // HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 404/);
  const order = 'POST /api/dropship?a=order HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"id":';
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(order, () => socket.resetAndDestroy()));
  await new Promise((resolve) => socket.once('close', resolve));
  expect((await visitor.catalogue('a=whoami')).status).toBe(200);
  expect(visitor.supplier.orders()).toEqual([]);
});
