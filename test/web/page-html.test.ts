import {readdir, readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {gzipSync} from 'node:zlib';
import express from 'express';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {pageRoutes} from '../../server/http/page.ts';
import {silentLog} from '../support/database.ts';
import {ensurePageIsBuilt} from './built-page.ts';
import {aConfig} from './page-server.ts';

let html: string;
let origin: string;
const pageAt = async (path: string) =>
  (await fetch(`${origin}${path}?shop=some-shop.myshopify.com`, {headers: {accept: 'text/html'}})).text();
let policy: string;
const server = createServer();

beforeAll(async () => {
  await ensurePageIsBuilt();
  server.on(
    'request',
    express().use(pageRoutes({config: aConfig({NODE_ENV: 'production', SHOPIFY_API_KEY: 'a1b2c3'}), log: silentLog})),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/?shop=some-shop.myshopify.com`);
  html = await answer.text();
  policy = answer.headers.get('content-security-policy') ?? '';
}, 60_000);

afterAll(() => new Promise((resolve) => server.close(resolve)));

const dist = new URL('../../web/dist/', import.meta.url);

test('production loads exactly two foreign scripts, Shopify’s, App Bridge first', () => {
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, source]) => source);
  expect(sources.filter((source) => !source?.startsWith('/assets/'))).toEqual([
    'https://cdn.shopify.com/shopifycloud/app-bridge.js',
    'https://cdn.shopify.com/shopifycloud/polaris-1.js',
  ]);
  expect(html).not.toContain('sandbox');
});

/** Bytes gzipped of what the browser runs before it shows the empty frame of a page; each page's own script comes beside it. */
const initialLimit = 105_000;

test('the script that is loaded first stays within its size, and no schema library is in any', async () => {
  const template = await readFile(new URL('index.html', dist), 'utf8');
  const initial = [...template.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const texts = await Promise.all(initial.map((path) => readFile(new URL(`.${path}`, dist))));
  const size = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  process.stdout.write(`initial script: ${(size / 1000).toFixed(1)} kB gzipped of ${initialLimit / 1000}\n`);
  expect(initial.length).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(initialLimit);
  for (const file of await readdir(new URL('assets/', dist))) {
    expect(await readFile(new URL(`assets/${file}`, dist), 'utf8'), file).not.toMatch(/ZodError|invalid_type/);
  }
});

const preloadedBy = (page: string): readonly string[] =>
  [...page.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map(([, script = '']) => script);

test('each address announces the script of its own page, and what that one imports', async () => {
  const routes = await readFile(new URL('../../web/routes.ts', import.meta.url), 'utf8');
  const addresses = [...routes.matchAll(/'(\/[^']*)': \{\s*folder: '([a-z-]+)'/g)].map(
    ([, path = '', folder = '']) => [path.replace(/:\w+/, 'one'), folder] as const,
  );
  expect(addresses.length).toBe(routes.match(/^  '\/[^']*': /gm)?.length);
  for (const [path, folder] of addresses) {
    const preloaded = preloadedBy(await pageAt(path));
    expect(
      preloaded.map((script) => script.replace(/-[\w-]{7,8}\.js$/, '')),
      path,
    ).toContain(`/assets/${folder}`);
    for (const script of preloaded) expect((await fetch(`${origin}${script}`)).status, script).toBe(200);
  }
  // Of an unknown address only what every page needs.
  const template = await readFile(new URL('index.html', dist), 'utf8');
  expect(preloadedBy(await pageAt('/nothing/here'))).toEqual(preloadedBy(template));
});

test('the page has no placeholder left and no script in its own text', () => {
  expect(html).not.toMatch(/%[A-Z_]+%|shopify-scripts/);
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(policy).toContain('frame-ancestors https://some-shop.myshopify.com');
});

test('the page of an address begins with its title and fixed sentences, any other with nothing', async () => {
  const outlineOf = async (path: string) => {
    const [, outline, script] =
      /<template id="outline">(.*)<\/template><script src="(.+?)"/s.exec(await pageAt(path)) ?? [];
    expect((await fetch(`${origin}${script}`)).status, script).toBe(200);
    return outline;
  };
  expect(await outlineOf('/')).toMatch(/^<s-page heading="Piecewise">.*The last 30 days.*<\/s-page>\s*$/s);
  expect(await outlineOf('/orders/')).toMatch(/^<s-page heading="Orders".*One for each line of a store order/s);
  expect(await outlineOf('/rules')).toMatch(/^<s-page heading="Import rules">.*An article fits a rule/s);
  expect(await outlineOf('/settings')).toMatch(/^<s-page heading="Settings">.*Publishing/s);
  for (const path of ['/orders/order-1', '/nothing/here', '/__proto__']) {
    expect(await pageAt(path), path).not.toContain('template');
  }
});
