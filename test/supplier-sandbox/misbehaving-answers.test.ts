import {connect} from 'node:net';
import {gunzipSync} from 'node:zlib';
import {request} from 'undici';
import {expect, test} from 'vitest';
import {ask, bearer, goodOrder, visit} from './visitor.ts';

test('too many requests, with and without Retry-After', async () => {
  await using visitor = await visit();
  visitor.supplier.misbehave({a: 'brands', does: {kind: 'status', status: 429, retryAfter: 120}});
  visitor.supplier.misbehave({
    a: 'whoami',
    does: {kind: 'status', status: 429, body: '{"ok":false,"error":"slow_down"}'},
  });
  const [throttled, silent] = [await visitor.catalogue('a=brands'), await visitor.catalogue('a=whoami')];
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '120']);
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
  const asked = ask(`${supplier.url}/api/dropship?a=order`, {
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
  await expect(ask(`${supplier.url}/api/dropship?a=order`, {method: 'POST', headers, body, signal})).rejects.toThrow();
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
