// No answer, however large or strange, may cost more memory or time than its cap.
import {once} from 'node:events';
import {createServer} from 'node:http';
import {Readable} from 'node:stream';
import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {fetchCataloguePages, fetchPartner} from '../../server/supplier/catalogue.ts';
import {fetchDropshipList, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {readCappedBody} from '../../server/supplier/transport/body-cap.ts';
import {type Misdeed, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, type TestClient, thrownBy} from './client-on.ts';
import {anOrderAt} from './placing-setup.ts';

const megabyte = 1_048_576;

let supplier: SupplierSandbox;
let on: TestClient;

beforeAll(async () => {
  supplier = await startSupplier({articles: 20});
  on = clientOn(supplier.url, {turned: {read: 60_000, answer: 30_000}});
});

afterAll(async () => {
  await on.client.close();
  await supplier.close();
});

/** The largest growth of the process's memory while `work` runs, in megabytes. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  await work();
  clearInterval(watch);
  return (Math.max(peak, process.memoryUsage.rss()) - before) / megabyte;
}

async function firstPage(): Promise<unknown> {
  return fetchCataloguePages(on.client, supplier.issueKey('catalogue')).next();
}

test.each<[string, Misdeed]>([
  ['a gzip bomb of 300 MB', {kind: 'answer', as: 'gzip-bomb', megabytes: 300}],
  ['300 MB sent plainly', {kind: 'answer', as: 'oversized', megabytes: 300}],
])('%s in place of a page ends at the cap, within 50 MB of memory', async (_, does) => {
  await firstPage();
  const stop = supplier.misbehave({a: 'products', does});
  let failure: unknown;
  const growth = await growthDuring(async () => {
    failure = await thrownBy(firstPage());
  });
  stop();
  expect(failure).toMatchObject({
    kind: 'malformed',
    message: "The supplier's answer to a=products at /api/catalog could not be read: it is larger than 16 MB.",
  });
  expect(growth).toBeLessThan(50);
});

test.each<[string, Misdeed]>([
  ['50 MB sent plainly', {kind: 'answer', as: 'oversized', megabytes: 50}],
  ['a gzip bomb of 300 MB', {kind: 'answer', as: 'gzip-bomb', megabytes: 300}],
])('%s in answer to an order leaves it unconfirmed, within 50 MB of memory', async (what, does) => {
  const {client} = clientOn(supplier.url, {turned: {order: 60_000}});
  const key = supplier.issueKey('dropship');
  await sendDropshipOrder(client, key, anOrderAt(supplier, `warm-up-${what}`));
  const before = supplier.orderRequests();
  const stop = supplier.misbehave({a: 'order', does});
  const outcomes: unknown[] = [];
  const growth = await growthDuring(async () => {
    outcomes.push(await sendDropshipOrder(client, key, anOrderAt(supplier, `large-${what}`)));
  });
  stop();
  await client.close();
  expect(outcomes).toMatchObject([
    {kind: 'unconfirmed', status: 200, why: expect.stringContaining('larger than 1 MB')},
  ]);
  expect(supplier.orderRequests() - before).toBe(1);
  expect(growth).toBeLessThan(50);
});

test('a list in pages that hold more than one list may is not read further', async () => {
  let asked = 0;
  const junk = 'x'.repeat(11 * megabyte);
  const server = createServer((_request, response) => {
    asked += 1;
    response.end(
      JSON.stringify({items: [{id: `a-${asked}`}], junk, page: asked, next_page: asked === 8 ? null : asked + 1}),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const {client} = clientOn(`http://127.0.0.1:${address.port}`, {turned: {read: 60_000, answer: 30_000}});
  const list = await fetchDropshipList(client, 'a key');
  await client.close();
  server.close();
  expect(list).toMatchObject({complete: false, incompleteBecause: 'Its pages are larger than 64 MB together.'});
  expect(asked).toBe(6);
});

test('each operation has a cap of its own', async () => {
  const stop = supplier.misbehave({does: {kind: 'answer', as: 'oversized', megabytes: 3}});
  const [partner, list] = await Promise.all([
    thrownBy(fetchPartner(on.client, supplier.issueKey('catalogue'))),
    thrownBy(fetchDropshipList(on.client, supplier.issueKey('dropship'))),
  ]);
  stop();
  expect(partner).toMatchObject({message: expect.stringContaining('it is larger than 1 MB')});
  expect(list).toMatchObject({message: expect.stringContaining('no list, or more than one, was found')});
});

describe('a body', () => {
  const text = '{"ok":true,"name":"Köppel"}';
  test.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('packed as %s is unpacked', async (encoding, bytes) => {
    expect(await readCappedBody(Readable.from([bytes]), encoding, megabyte)).toEqual({kind: 'text', text});
  });

  test('in pieces that split a letter is whole', async () => {
    const bytes = Buffer.from(text);
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await readCappedBody(Readable.from(pieces), undefined, megabyte)).toEqual({kind: 'text', text});
  });

  test.each<[string, string | undefined, Buffer, string]>([
    ['packed in an unknown way', 'zstd', Buffer.from(text), 'it is packed in a way this app does not know'],
    ['packed twice', 'gzip, gzip', gzipSync(gzipSync(text)), 'it is packed in a way this app does not know'],
    ['not packed as it says', 'gzip', Buffer.from(text), 'it is packed and cannot be unpacked'],
    ['packed and cut off', 'gzip', gzipSync(text).subarray(0, 20), 'it is packed and cannot be unpacked'],
    ['badly packed', 'br', Buffer.from(text), 'it is packed and cannot be unpacked'],
    ['one byte over the cap', undefined, Buffer.alloc(1_025, ' '), 'it is larger than 0 MB'],
  ])('%s is not read', async (_, encoding, bytes, why) => {
    expect(await readCappedBody(Readable.from([bytes]), encoding, 1_024)).toEqual({kind: 'unreadable', why});
  });

  test('of many empty archives one after the other ends at the cap', async () => {
    const empty = gzipSync('');
    const endless = Readable.from(
      (function* () {
        for (;;) yield empty;
      })(),
    );
    expect(await readCappedBody(endless, 'gzip', 10_000)).toMatchObject({kind: 'unreadable'});
  });

  test.each([
    ['64 levels', '['.repeat(64), '[]', ']'.repeat(64), 'null'],
    ['objects', '{"a":'.repeat(64), '{"b":[{"c":"]}"}]}', '}'.repeat(64), 'null'],
    ['text with brackets, quotes and backslashes', '['.repeat(64), '["]\\\\","\\"]",{}]', ']'.repeat(64), 'null'],
    ['ten thousand levels more', '['.repeat(64), `${'['.repeat(10_000)}${']'.repeat(10_000)}`, ']'.repeat(64), 'null'],
    ['two values side by side', '['.repeat(64), '[1],{"a":[]},"x"', ']'.repeat(64), 'null,null,"x"'],
  ])('%s are the most that is read; what is deeper comes as null', async (_, open, deep, close, instead) => {
    const body = Buffer.from(
      `{"before":1,"deep":${open.slice(open.startsWith('{') ? 5 : 1)}${deep}${close.slice(1)},"after":"ü]"}`,
    );
    const want = `{"before":1,"deep":${open.slice(open.startsWith('{') ? 5 : 1)}${instead}${close.slice(1)},"after":"ü]"}`;
    expect(JSON.parse(want)).toMatchObject({before: 1, after: 'ü]'});
    for (const pieces of [[body], [...body].map((byte) => Buffer.from([byte]))]) {
      expect(await readCappedBody(Readable.from(pieces), undefined, megabyte)).toEqual({kind: 'text', text: want});
    }
  });

  test('that ends inside what is too deep is cut off, not shorter', async () => {
    const read = await readCappedBody(Readable.from([Buffer.from(`{"a":${'['.repeat(70)}`)]), undefined, megabyte);
    expect(() => JSON.parse(read.kind === 'text' ? read.text : '')).toThrow(SyntaxError);
  });

  test('brackets inside text are no nesting', async () => {
    const brackets = JSON.stringify({text: `${'['.repeat(100)}\\"${'{'.repeat(100)}`});
    expect(await readCappedBody(Readable.from([Buffer.from(brackets)]), undefined, megabyte)).toEqual({
      kind: 'text',
      text: brackets,
    });
  });

  test('of 16 MB of opening brackets reaches the parser as 64 of them', async () => {
    const read = await readCappedBody(Readable.from([Buffer.alloc(16 * megabyte, '[')]), undefined, 16 * megabyte);
    expect(read).toEqual({kind: 'text', text: `${'['.repeat(64)}null`});
  });
});
