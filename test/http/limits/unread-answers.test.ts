// What strangers make the server keep in memory: answers that they do not read, requests sent at once, bodies in tiny pieces.
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import type {IncomingMessage, RequestListener} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import express from 'express';
import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {serveAssets} from '../../../server/http/encoding/serve-assets.ts';
import {type HttpServer, serverLimits, startHttpServer} from '../../../server/http/http-server.ts';
import {dropBody} from '../../../server/http/limits/read-limits.ts';
import {ask} from '../asking.ts';
import {aGet, heardFrom, inTime, type RawClients, rawClients} from './raw-clients.ts';

const megabyte = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type Served = {
  readonly server: HttpServer;
  readonly clients: RawClients;
  readonly closed: string[];
  readonly url: string;
};

async function serve(listener: RequestListener, limits: Partial<typeof serverLimits> = {}): Promise<Served> {
  const closed: string[] = [];
  const server = await startHttpServer(
    listener,
    {port: 0, host: '127.0.0.1', onClosed: (reason) => void closed.push(reason)},
    {...serverLimits, checkMs: 20, cutAfterMs: 0, ...limits},
  );
  const clients = rawClients(() => server.port);
  ends.push(
    () => server.stop(),
    () => clients.closeAll(),
  );
  return {server, clients, closed, url: `http://127.0.0.1:${server.port}`};
}

/** More than the buffers of two machines take. One piece of memory for all answers. */
const large = Buffer.alloc(32 * megabyte);
const pieces = () =>
  Readable.from(Array.from({length: 512}, (_, at) => large.subarray(at * 65_536, (at + 1) * 65_536)));
const answerAny: RequestListener = (req, res) => {
  if (req.url === '/small') res.end('ok');
  else if (req.url === '/in-pieces') pieces().pipe(res);
  else res.end(large);
};

describe('answers that are not read', () => {
  it('are bounded in sum, however many connections leave them unread, and others are served meanwhile', async () => {
    const {server, clients, closed, url} = await serve(answerAny);
    for (let count = 1; count <= 12; count += 1) {
      await clients.openDeaf(aGet());
      expect((await ask(`${url}/small`)).text).toBe('ok');
      expect(server.unreadBytes()).toBeLessThanOrEqual(serverLimits.unreadBytes);
    }
    expect(closed.length).toBeGreaterThan(0);
    expect(new Set(closed)).toEqual(new Set(['unread']));
  });

  it('are dropped first where a client took nothing for longest: one that reads is served to its end', async () => {
    const {server, clients, closed} = await serve(answerAny, {unreadBytes: 44 * megabyte});
    await clients.openDeaf(aGet());
    await vi.waitUntil(() => server.unreadBytes() > 0, inTime);
    await new Promise((resolve) => setTimeout(resolve, 100)); // it is looked at every 20 ms whether a client reads
    const reading = await clients.open('GET /in-pieces HTTP/1.1\r\nhost: app\r\nconnection: close\r\n\r\n');
    await once(reading.socket, 'data');
    await clients.openDeaf(aGet());
    const heard = await reading.ended;
    expect(heard.length).toBeGreaterThan(large.length);
    expect(closed).toEqual(['unread']);
  });

  it('of a file are read from the disk only as fast as the client takes them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'piecewise-assets-'));
    onTestFinished(() => rmSync(folder, {recursive: true}));
    writeFileSync(join(folder, 'large.js'), large);
    const {server, clients} = await serve(express().use(serveAssets(folder)));
    for (let count = 0; count < 5; count += 1) await clients.openDeaf(aGet('/large.js').repeat(3));
    await vi.waitUntil(() => server.unreadBytes() > 0, inTime);
    let most = 0;
    for (let look = 0; look < 20; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      most = Math.max(most, server.unreadBytes());
    }
    // Some pieces of 64 kB for each of fifteen answers of 32 MB.
    expect(most).toBeLessThan(15 * 4 * 64 * 1024);
  });
});

describe('requests that are sent without waiting for an answer', () => {
  it('are worked on up to four; with a fifth the connection is closed', async () => {
    let begun = 0;
    const {clients, closed} = await serve(() => {
      begun += 1;
    });
    const four = await clients.open(aGet().repeat(4));
    await vi.waitUntil(() => begun === 4, inTime);
    expect(four.said()).toBeNull();
    four.socket.write(aGet());
    expect(await heardFrom(four)).toBe('');
    const many = await clients.open(aGet('/assets/index.js').repeat(500));
    expect(await heardFrom(many)).toBe('');
    expect({begun, closed}).toEqual({begun: 8, closed: ['pipelined', 'pipelined']});
  });

  it.each([
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['that expect what we do not know', 'GET / HTTP/1.1\r\nhost: app\r\nexpect: more\r\n\r\n'],
  ])('and that Node answers itself count too: %s', async (_what, request) => {
    const {clients, closed} = await serve(() => {});
    const client = await clients.open(aGet() + request.repeat(50));
    expect(await heardFrom(client)).toBe('');
    expect(closed).toEqual(['pipelined']);
  });

  it('and are answered in order where there are few of them', async () => {
    const {clients} = await serve((req, res) => void res.end(req.url));
    const client = await clients.open(['/a', '/b', '/c'].map(aGet).join(''));
    await vi.waitUntil(() => client.heard().includes('/c'), inTime);
    expect(client.heard().match(/\/[abc]/g)).toEqual(['/a', '/b', '/c']);
  });

  it('are no reason to close where each waits for the answer before, on one connection', async () => {
    const {clients, closed} = await serve((req, res) => void res.end(req.url));
    const client = await clients.open();
    for (let count = 0; count < 50; count += 1) {
      const answered = once(client.socket, 'data');
      client.socket.write(aGet(`/${count}`));
      await answered;
    }
    expect(client.heard()).toMatch(/\/49$/);
    expect(closed).toEqual([]);
  });
});

describe('a body', () => {
  const head = 'POST / HTTP/1.1\r\nhost: app\r\ntransfer-encoding: chunked\r\n\r\n';

  it('in more than a thousand pieces costs its sender the connection', async () => {
    const {clients, closed} = await serve(() => {});
    const client = await clients.open(head + '1\r\na\r\n'.repeat(1_100));
    expect(await heardFrom(client)).toBe('');
    expect(closed).toEqual(['pieces']);
  });

  it.each<[string, string, RequestListener]>([
    [
      'where none is read, while the answer is being made',
      'GET',
      (req, res) =>
        void express()
          .use(dropBody)
          .use(() => {})(req, res),
    ],
    ['after the end of an answer that the client does not read', 'POST', (_req, res) => void res.end(large)],
  ])('is not kept %s', async (_what, method, listener) => {
    const asked: IncomingMessage[] = [];
    const {server, clients} = await serve((req, res) => {
      asked.push(req);
      listener(req, res);
    });
    await clients.openDeaf(`${method} / HTTP/1.1\r\nhost: app\r\ncontent-length: 90000\r\n\r\n${'x'.repeat(50_000)}`);
    await vi.waitUntil(() => asked.length === 1 && (method === 'GET' || server.unreadBytes() > 0), inTime);
    await vi.waitUntil(() => (asked[0]?.socket.bytesRead ?? 0) > 50_000, inTime);
    expect(asked[0]?.readableLength).toBe(0);
  });

  it('of a quarter of a megabyte in the pieces of a usual network is taken', async () => {
    const {clients, closed} = await serve((req, res) => void req.resume().once('end', () => res.end('taken')));
    const client = await clients.open(head);
    for (let sent = 0; sent < 256 * 1024; sent += 1_400) client.socket.write(`578\r\n${'x'.repeat(1_400)}\r\n`);
    client.socket.write('0\r\n\r\n');
    await vi.waitUntil(() => client.heard().includes('taken'), inTime);
    expect(closed).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    [8_192, 200],
    [8_193, 414],
  ])('of %i characters is answered with %i', async (length, status) => {
    let read = 0;
    const {url} = await serve((req, res) => {
      read = Math.max(read, (req.url ?? '').length);
      res.end();
    });
    const answer = await ask(`${url}/?${'?'.repeat(length - 2)}`);
    expect(answer.status).toBe(status);
    if (status === 414) expect(answer.json).toEqual({error: {code: 'uri_too_long', message: expect.any(String)}});
    expect(read).toBeLessThanOrEqual(8_192);
  });

  it('and headers of more than 16 kB together are answered with 431', async () => {
    const {url} = await serve((_req, res) => void res.end());
    expect((await ask(url, {headers: {'x-long': 'x'.repeat(16_384)}})).status).toBe(431);
    expect((await ask(url, {headers: {'x-long': 'x'.repeat(15_000)}})).status).toBe(200);
  });
});
