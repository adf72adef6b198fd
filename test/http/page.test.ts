import {randomBytes} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import express from 'express';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {readConfig} from '../../server/config.ts';
import {pageRoutes} from '../../server/http/page.ts';
import {createLog} from '../../server/log.ts';
import {silentLog} from '../support/database.ts';
import {ask} from './asking.ts';

const template = `<!doctype html><meta name="shopify-api-key" content="%SHOPIFY_API_KEY%">
    <!--shopify-scripts-->
    <script type="module" src="/assets/main-a1.js"></script>`;
const cdn = 'https://cdn.shopify.com/shopifycloud';

describe('the embedded page', () => {
  let folder: string;
  const servers: Server[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'piecewise-page-'));
    mkdirSync(join(folder, 'built/assets'), {recursive: true});
    writeFileSync(join(folder, 'built/index.html'), template);
    writeFileSync(join(folder, 'built/assets/main-a1.js'), 'export {};');
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => rmSync(folder, {recursive: true}));

  async function serve(env: Record<string, string> = {}, dist = 'built', log = silentLog): Promise<string> {
    const config = readConfig({
      HOST: 'https://app.example',
      SHOPIFY_API_KEY: 'a1b2c3',
      SHOPIFY_API_SECRET: 'secret',
      SUPPLIER_URL: 'https://supplier.example',
      ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
      ...env,
    });
    const server = createServer(express().use(pageRoutes({config, log}, join(folder, dist))));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const ancestorsOf = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1];

  it('in production loads Shopify’s two scripts, App Bridge first, and names no stand-in', async () => {
    const url = await serve({NODE_ENV: 'production'});
    const {text, headers} = await ask(`${url}/?shop=some-shop.myshopify.com&host=YWRtaW4&embedded=1`);
    const sources = [...text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source);
    expect(sources).toEqual([`${cdn}/app-bridge.js`, `${cdn}/polaris-1.js`, '/assets/main-a1.js']);
    expect(text).toContain('content="a1b2c3"');
    expect(text).not.toMatch(/sandbox|%SHOPIFY|shopify-scripts/);
    expect(Object.values(policiesOf(headers)).join(' ')).not.toMatch(/127\.0\.0\.1|unsafe-eval|http:/);
  });

  const policiesOf = (headers: Record<string, unknown>) => ({
    enforced: headers['content-security-policy'],
    reported: headers['content-security-policy-report-only'],
  });
  const framedBy = 'frame-ancestors https://one.myshopify.com https://admin.shopify.com';

  it('blocks nothing that Shopify’s scripts may load until that is switched on: only who frames the page is enforced', async () => {
    const {headers} = await ask(`${await serve({NODE_ENV: 'production'})}/?shop=one.myshopify.com`);
    expect(policiesOf(headers).enforced).toBe(framedBy);
    expect(policiesOf(headers).reported).toMatch(
      /^default-src 'self'; script-src 'self' https:\/\/cdn\.shopify\.com; /,
    );
    expect(policiesOf(headers).reported).not.toContain('frame-ancestors');
  });

  it('enforces the whole policy where the configuration says so', async () => {
    const url = await serve({NODE_ENV: 'production', CONTENT_SECURITY_POLICY: 'enforce'});
    const {headers} = await ask(`${url}/?shop=one.myshopify.com`);
    expect(policiesOf(headers).enforced).toMatch(/^default-src 'self'; .*object-src 'none'; /);
    expect(policiesOf(headers).enforced).toContain(framedBy);
    expect(policiesOf(headers).reported).toBeUndefined();
  });

  it('enforces the whole policy for the stand-in’s scripts, which need nothing else, unless told to report', async () => {
    const sandbox = {SHOPIFY_ORIGIN: 'http://127.0.0.1:4571'};
    const {headers} = await ask(`${await serve(sandbox)}/?shop=one.myshopify.com`);
    expect(policiesOf(headers).enforced).toMatch(/^default-src 'self'; /);
    const told = await ask(`${await serve({...sandbox, CONTENT_SECURITY_POLICY: 'report'})}/?shop=one.myshopify.com`);
    expect(policiesOf(told.headers).enforced).toBe(`${framedBy} http://127.0.0.1:4571`);
    expect(policiesOf(told.headers).reported).toMatch(/^default-src 'self'; /);
  });

  it('may be framed by the admin of the one store it is opened for', async () => {
    const url = await serve({NODE_ENV: 'production'});
    for (const shop of ['one.myshopify.com', 'two.myshopify.com']) {
      const {headers} = await ask(`${url}/?shop=${shop}`);
      expect(ancestorsOf(headers['content-security-policy'])).toBe(`https://${shop} https://admin.shopify.com`);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it.each([
    '',
    '?shop=',
    '?shop=evil.example.com',
    '?shop=one.myshopify.com.evil.example',
    '?shop=one.myshopify.com%20https://evil.example',
    "?shop=one.myshopify.com;script-src%20'unsafe-inline'",
    '?shop=one.myshopify.com&shop=two.myshopify.com',
    '?shop[]=one.myshopify.com',
    '?shop=ONE.myshopify.com%0d%0aset-cookie:a=b',
  ])('may not be framed, and is not shown, where no store is named: "%s"', async (query) => {
    const {status, headers, text} = await ask(`${await serve()}/${query}`);
    expect(status).toBe(400);
    expect(text).toBe('Open Piecewise from the Apps list of your Shopify admin.');
    expect(ancestorsOf(headers['content-security-policy'])).toBe("'none'");
    expect(headers['set-cookie']).toBeUndefined();
  });

  const browser = {accept: 'text/html,application/xhtml+xml,*/*;q=0.8'};

  it.each(['/orders', '/orders?state=awaiting_payment&', '/settings/connection', '/products/A%201', '/apiary'])(
    'is served at every address of its own that a browser opens: %s',
    async (address) => {
      const query = address.includes('?') ? 'shop=one.myshopify.com' : '?shop=one.myshopify.com';
      const {status, text, headers} = await ask(`${await serve()}${address}${query}`, {headers: browser});
      expect(status).toBe(200);
      expect(text).toContain('/assets/main-a1.js');
      expect(ancestorsOf(headers['content-security-policy'])).toBe(
        'https://one.myshopify.com https://admin.shopify.com',
      );
    },
  );

  it('is not shown at such an address where no store is named', async () => {
    const {status, headers} = await ask(`${await serve()}/orders`, {headers: browser});
    expect(status).toBe(400);
    expect(ancestorsOf(headers['content-security-policy'])).toBe("'none'");
  });

  it.each([
    '/api',
    '/api/orders',
    '/API/orders',
    '/webhooks',
    '/webhooks/x',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/x',
  ])('is not served at an address of the server: %s', async (path) => {
    const url = `${await serve()}${path}?shop=one.myshopify.com`;
    expect((await ask(url, {headers: browser})).status).toBe(404);
  });

  it('is not served to who does not ask for a page', async () => {
    const url = await serve();
    for (const accept of ['*/*', 'application/json', 'image/*']) {
      expect((await ask(`${url}/orders?shop=one.myshopify.com`, {headers: {accept}})).status).toBe(404);
    }
    const posted = await ask(`${url}/orders?shop=one.myshopify.com`, {method: 'POST', headers: browser});
    expect(posted.status).toBe(404);
  });

  it('takes its scripts from the stand-in where there is one, and lets that frame it', async () => {
    const origin = 'http://127.0.0.1:4571';
    const {text, headers} = await ask(`${await serve({SHOPIFY_ORIGIN: origin})}/?shop=one.myshopify.com`);
    expect(text.indexOf(`${origin}/sandbox/app-bridge.js`)).toBeLessThan(text.indexOf(`${origin}/sandbox/polaris.js`));
    expect(text).not.toContain(cdn);
    expect(ancestorsOf(headers['content-security-policy'])).toContain(origin);
  });

  const imagesOf = (policy: unknown) => /img-src ([^;]*)/.exec(String(policy))?.[1];

  it('shows pictures of the supplier’s stand-in in the sandbox only', async () => {
    const SUPPLIER_URL = 'http://127.0.0.1:4572';
    const sandbox = await serve({SUPPLIER_URL, SHOPIFY_ORIGIN: 'http://127.0.0.1:4571'});
    const {headers} = await ask(`${sandbox}/?shop=one.myshopify.com`);
    expect(imagesOf(headers['content-security-policy'])).toBe(`'self' data: https: ${SUPPLIER_URL}`);
    const development = await ask(`${await serve({SUPPLIER_URL})}/?shop=one.myshopify.com`);
    expect(imagesOf(development.headers['content-security-policy-report-only'])).toBe("'self' data: https:");
  });

  it('carries the API key as text, whatever characters it has', async () => {
    const url = await serve({SHOPIFY_API_KEY: `"><script>alert(1)</script>$&'`});
    const {text} = await ask(`${url}/?shop=one.myshopify.com`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain(`content="&quot;>&lt;script>alert(1)&lt;/script>$&amp;'"`);
  });

  it('has its built files kept by the browser for good, and nothing else in their folder', async () => {
    const url = await serve();
    const asset = await ask(`${url}/assets/main-a1.js`);
    expect(asset).toMatchObject({status: 200, text: 'export {};'});
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/assets/', '/assets/none.js', '/assets/..%2findex.html', '/index.html', '/assets/%00']) {
      expect((await ask(`${url}${path}`)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('that is not built says so in a sentence', async () => {
    const answer = await ask(`${await serve({}, 'nothing')}/?shop=one.myshopify.com`);
    expect(answer).toMatchObject({status: 503, text: 'The page is not built. Run npm run build and start again.'});
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  it('that is not built is named in the log at the start; one that is built is not', async () => {
    const lines: string[] = [];
    const log = createLog('warn', {write: (line: string) => void lines.push(line)});
    await serve({}, 'built', log);
    expect(lines).toEqual([]);
    await serve({}, 'nothing', log);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"msg":"the page is not built[^"]*npm run build[^"]*copy web\/dist/);
  });
});
