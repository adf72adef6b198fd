// The files of the build: compressed once when they are built, served in what the browser accepts.
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {get, type IncomingMessage} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import express from 'express';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {acceptedEncodings} from '../../../server/http/encoding/accepted-encodings.ts';
import {serveAssets} from '../../../server/http/encoding/serve-assets.ts';
import {type HttpServer, startHttpServer} from '../../../server/http/http-server.ts';
import {ensurePageIsBuilt} from '../../web/built-page.ts';

describe('the encodings a browser accepts', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['gzip, deflate, br, zstd', ['br', 'gzip']],
    ['GZIP', ['gzip']],
    ['*', ['br', 'gzip']],
    ['gzip;q=1, br;q=0.5', ['gzip', 'br']],
    ['br;q=0, *', ['gzip']],
    ['br ; q=0.0 , gzip ; q=0.8', ['gzip']],
    ['identity, br;q=0.5', []],
    ['identity;q=0.5, br;q=0.5', ['br']],
    ['br;q=2, gzip;q=x', []],
    ['brotli, xgzip', []],
    [`${'br;'.repeat(5_000)}q=1`, ['br']],
  ])('%s', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });
});

type Asset = {readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer};

function fetchAsset(port: number, path: string, headers: Record<string, string> = {}): Promise<Asset> {
  return new Promise((resolve, reject) => {
    const asked = get({port, host: '127.0.0.1', path, headers, agent: false}, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => void pieces.push(piece));
      answer.once('end', () => {
        resolve({status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces)});
      });
    });
    asked.once('error', reject);
  });
}

const serve = (folder: string) =>
  startHttpServer(express().use('/assets', serveAssets(folder)), {port: 0, host: '127.0.0.1'});

describe('a file of the build', () => {
  const folder = new URL('../../../web/dist/assets/', import.meta.url).pathname;
  let server: HttpServer;
  let file = '';
  beforeAll(async () => {
    await ensurePageIsBuilt();
    server = await serve(folder);
    file = readdirSync(folder).find((name) => /^index-.*\.js$/.test(name)) ?? '';
  });
  afterAll(() => server.stop());

  const unpacked = {
    br: (body: Buffer) => brotliDecompressSync(body),
    gzip: (body: Buffer) => gunzipSync(body),
    none: (body: Buffer) => body,
  };

  it.each([
    ['gzip, deflate, br', 'br', '.br'],
    ['gzip', 'gzip', '.gz'],
    ['identity', 'none', ''],
  ] as const)('is sent to who accepts "%s" as it was written by the build', async (accepted, encoding, ending) => {
    const {status, headers, body} = await fetchAsset(server.port, `/assets/${file}?v=1`, {'accept-encoding': accepted});
    expect({status, encoding: headers['content-encoding'] ?? 'none'}).toEqual({status: 200, encoding});
    expect(body).toEqual(readFileSync(`${folder}${file}${ending}`));
    expect(unpacked[encoding](body)).toEqual(readFileSync(`${folder}${file}`));
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('accept-encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('has an ETag for each encoding, by which a browser asks whether it changed', async () => {
    const asked = ['br', 'gzip', 'identity'].map((encoding) => ({'accept-encoding': encoding}));
    const answers = await Promise.all(asked.map((headers) => fetchAsset(server.port, `/assets/${file}`, headers)));
    const tags = answers.map(({headers}) => headers.etag ?? '');
    expect(new Set(tags.filter((tag) => tag !== '')).size).toBe(3);
    const again = {'accept-encoding': 'br', 'if-none-match': tags[0] ?? ''};
    expect(await fetchAsset(server.port, `/assets/${file}`, again)).toMatchObject({status: 304, body: Buffer.alloc(0)});
  });

  it('is compressed by the build wherever that makes it smaller', () => {
    const names = new Set(readdirSync(folder));
    const large = [...names].filter((name) => /\.(js|css)$/.test(name) && readFileSync(folder + name).length > 1_024);
    expect(large.length).toBeGreaterThan(5);
    for (const name of large)
      expect([name, names.has(`${name}.br`), names.has(`${name}.gz`)]).toEqual([name, true, true]);
  });
});

describe('a file of another build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'piecewise-assets-'));
  let server: HttpServer;
  beforeAll(async () => {
    writeFileSync(join(folder, 'old.css'), 'a{}'.repeat(1_000));
    writeFileSync(join(folder, 'half.css'), 'a{}'.repeat(1_000));
    writeFileSync(join(folder, 'half.css.gz'), 'packed');
    server = await serve(folder);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, {recursive: true});
  });

  it('that was not compressed is served as it is', async () => {
    const {status, headers, body} = await fetchAsset(server.port, '/assets/old.css', {'accept-encoding': 'br, gzip'});
    expect({status, encoding: headers['content-encoding'], size: body.length}).toEqual({status: 200, size: 3_000});
    expect(headers['content-type']).toMatch(/^text\/css/);
  });

  it('of which only one encoding is there is served in that one', async () => {
    const {headers, body} = await fetchAsset(server.port, '/assets/half.css', {'accept-encoding': 'br, gzip'});
    expect({encoding: headers['content-encoding'], body: body.toString()}).toEqual({encoding: 'gzip', body: 'packed'});
    expect(headers['content-type']).toMatch(/^text\/css/);
  });

  it.each(['/assets/none.js', '/assets/', '/assets/..%2fnone', '/assets/%00', '/assets/%E0%A4%A'])(
    'that does not exist is not found: %s',
    async (path) => {
      expect((await fetchAsset(server.port, path, {'accept-encoding': 'br'})).status).toBeGreaterThanOrEqual(400);
    },
  );
});
