// What one shop may ask for at once and in a while, and what it hears beyond that; the others notice nothing.
import {once} from 'node:events';
import {createServer, request, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {type AppLimits, createApp} from '../../../server/http/app.ts';
import {previewLimits} from '../../../server/http/limits/limit-previews.ts';
import {requestLimits} from '../../../server/http/limits/limit-requests.ts';
import {workLimits} from '../../../server/http/limits/limit-work.ts';
import {createRateLimits} from '../../../server/queue/rate-limits.ts';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {silentLog} from '../../support/database.ts';
import type {Answer} from '../asking.ts';
import {type BareApp, keys, openBareApp, pageOf, refusalOf} from '../bare-app.ts';
import {slowArticles} from './slow-articles.ts';

const one = ShopDomain.parse('one.myshopify.com');
const other = ShopDomain.parse('other.myshopify.com');
const third = ShopDomain.parse('third.myshopify.com');
/** A loaded machine needs longer than a second for two requests. */
const patient = {timeout: 10_000};
const usual: AppLimits = {
  requests: {atWork: 4, waiting: 50, waitMs: 150},
  previews: {perShop: 1, total: 2, waitMs: 150},
  work: workLimits,
};

let app: BareApp;
let articles: ReturnType<typeof slowArticles>;
const servers: Server[] = [];
beforeAll(async () => {
  app = await openBareApp();
  for (const shop of [one, other, third]) {
    await saveInstalledShop(app.deps.db, shop, {scopes: '', currency: 'EUR', taxesIncluded: true}, new Date());
  }
});
beforeEach(() => {
  articles = slowArticles();
});
afterEach(() => {
  articles.release();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => app.close());

/** The app with other limits, on a database whose articles can be made to take as long as the test likes. */
async function serve(limits: AppLimits = usual): Promise<string> {
  const db = app.deps.db.withPlugin(articles.plugin);
  const server = createServer(createApp({...app.deps, db}, limits));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (url: string, shop = one, path = '/choices') => pageOf({url}, shop)('GET', path);
const preview = (url: string, shop = one) => pageOf({url}, shop)('POST', '/preview', {});

function expectTooMany(answer: Answer, seconds: RegExp): void {
  expect(answer.status, answer.text).toBe(429);
  expect(refusalOf(answer)).toMatchObject({status: 429, code: 'too_many_requests'});
  expect(refusalOf(answer).message).toMatch(/^[A-Z].* Try again in a few seconds\.$/);
  expect(answer.headers['retry-after']).toMatch(seconds);
}

describe('requests of one shop', () => {
  it('are worked on four at a time; one that waited for too long is refused, and other shops are served', async () => {
    const url = await serve();
    articles.hold();
    const working = [1, 2, 3, 4].map(() => ask(url));
    await expect.poll(articles.held, patient).toBeGreaterThanOrEqual(4);
    expectTooMany(await ask(url, one, '/runs'), /^1$/);
    expect((await ask(url, other, '/runs')).status).toBe(200);
    articles.release();
    expect((await Promise.all(working)).map(({status}) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask(url, one, '/runs')).status).toBe(200);
  });

  it('wait in a line that has an end', async () => {
    const url = await serve({...usual, requests: {atWork: 1, waiting: 2, waitMs: 60_000}});
    articles.hold();
    const working = ask(url);
    await expect.poll(articles.held, patient).toBeGreaterThanOrEqual(1);
    const waiting = [ask(url, one, '/runs'), ask(url, one, '/runs'), ask(url, one, '/runs')];
    expectTooMany(await Promise.race(waiting), /^60$/);
    articles.release();
    const statuses = (await Promise.all([working, ...waiting])).map(({status}) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429]);
  });

  it('keep their place until their work has ended, also when the caller hangs up', async () => {
    const url = await serve();
    articles.hold();
    for (let at = 0; at < 4; at += 1) {
      const before = articles.held();
      const authorization = `Bearer ${signSessionToken(keys, one, Date.now())}`;
      const asked = request(`${url}/api/choices`, {headers: {authorization}, agent: false});
      asked.on('error', () => {});
      asked.end();
      await expect.poll(articles.held, patient).toBeGreaterThan(before);
      asked.destroy();
    }
    expectTooMany(await ask(url, one, '/runs'), /^1$/);
    articles.release();
    await expect.poll(async () => (await ask(url, one, '/runs')).status, patient).toBe(200);
  });

  it('are refused beyond the rate of the shop, with whole seconds to wait', async () => {
    const rates = {
      steady: {points: 2, duration: 3_600},
      burst: {points: 1, duration: 3_600},
      keyChecks: {points: 5, duration: 60},
      articleReads: {points: 20, duration: 60},
      handChanges: {points: 5_000, duration: 60},
      mailLinks: {points: 5, duration: 3_600},
      mailAnswers: {points: 600, duration: 60},
    };
    const rateLimits = createRateLimits({redisUrl: null, prefix: '', log: silentLog, rates});
    const server = createServer(createApp({...app.deps, rateLimits}));
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let at = 0; at < 3; at += 1) expect((await ask(url, one, '/runs')).status).toBe(200);
    expectTooMany(await ask(url, one, '/runs'), /^3(5\d\d|600)$/);
    expect((await ask(url, other, '/runs')).status).toBe(200);
  });

  it('are four at work and fifty that wait five seconds, of all shops 250, and previews wait ten', () => {
    expect(requestLimits).toEqual({atWork: 4, waiting: 50, totalWaiting: 250, waitMs: 5_000});
    expect(previewLimits).toEqual({perShop: 1, total: 2, waitMs: 10_000});
  });
});

describe('previews', () => {
  it('are counted one of a shop and two in all at a time; the others are refused after a while', async () => {
    const url = await serve();
    articles.hold(2);
    const counting = [preview(url, one), preview(url, other)];
    await expect.poll(articles.held, patient).toBe(2);
    const [mine, theirs] = await Promise.all([preview(url, one), preview(url, third)]);
    expectTooMany(mine, /^1$/);
    expectTooMany(theirs, /^1$/);
    expect(refusalOf(theirs).message).toContain('Other previews');
    // What counts rules stands in the same line.
    expectTooMany(await pageOf({url}, one)('POST', '/rules/count', {choice: []}), /^1$/);
    expect(articles.held()).toBe(2);
    articles.release();
    expect((await Promise.all(counting)).map(({status}) => status)).toEqual([200, 200]);
    expect((await preview(url, third)).status).toBe(200);
  });
});

describe('reports', () => {
  it.each(['/reports?by=brand', '/reports.csv?by=brand'])(
    'are counted one of a shop and two in all at a time: %s is refused after a while',
    async (path) => {
      const url = await serve();
      // Each asks for the two halves of its time at once.
      articles.hold(4);
      const counting = [ask(url, one, '/reports?by=brand'), ask(url, other, path)];
      await expect.poll(articles.held, patient).toBe(4);
      const [mine, theirs] = await Promise.all([ask(url, one, path), ask(url, third, path)]);
      for (const answer of [mine, theirs]) {
        expectTooMany(answer, /^1$/);
        expect(refusalOf(answer).message).toContain('Other reports are being counted.');
      }
      // Previews stand in another line.
      expect((await preview(url, one)).status).toBe(200);
      articles.release();
      expect((await Promise.all(counting)).map(({status}) => status)).toEqual([200, 200]);
      expect((await ask(url, third, path)).status).toBe(200);
    },
  );
});

describe('files', () => {
  it.each(['/articles.csv', '/audit.csv', '/own-prices.csv', '/export/orders.csv', '/export/settings.csv'])(
    'are written one of a shop at a time: %s is refused after a while',
    async (path) => {
      const url = await serve();
      articles.hold(1);
      const writing = ask(url, one, '/articles.csv');
      await expect.poll(articles.held, patient).toBe(1);
      const mine = await ask(url, one, path);
      expectTooMany(mine, /^1$/);
      expect(refusalOf(mine).message).toContain('Other files are being written.');
      expect((await ask(url, other, '/export/orders.csv')).status).toBe(200);
      articles.release();
      expect((await writing).status).toBe(200);
      expect((await ask(url, one, path)).status).toBe(200);
    },
  );
});

describe('a file that its caller gave up', () => {
  it('makes room for the next one as soon as its reading ends', async () => {
    const url = await serve();
    articles.hold(1);
    const given = new AbortController();
    const authorization = `Bearer ${signSessionToken(keys, one, Date.now())}`;
    const writing = fetch(`${url}/api/articles.csv`, {headers: {authorization}, signal: given.signal});
    await expect.poll(articles.held, patient).toBe(1);
    given.abort();
    await expect(writing.then((answer) => answer.text())).rejects.toThrow('aborted');
    articles.release();
    await expect.poll(async () => (await ask(url, one, '/export/orders.csv')).status, patient).toBe(200);
  });
});

describe('settings that decide what is chosen', () => {
  it('are saved one of a shop at a time; one that waited for too long is refused and changes nothing', async () => {
    const url = await serve();
    const brands = (name: string) => [{id: 'r1', effect: 'include', brands: [name]}];
    const previewed = async (shop: ShopDomain, name: string): Promise<string> =>
      Object((await pageOf({url}, shop)('POST', '/preview', {choice: brands(name)})).json).id;
    const ids = {First: await previewed(one, 'First'), Second: await previewed(one, 'Second')};
    const previewIds: Record<string, string> = {...ids, Another: await previewed(other, 'Another')};
    const save = (shop: ShopDomain, name: string) =>
      pageOf({url}, shop)('PUT', '/settings/rules', {choice: brands(name), previewId: previewIds[name]});
    const saved = async () => (await ask(url, one, '/settings/rules')).json;
    articles.hold(1);
    const first = save(one, 'First');
    await expect.poll(articles.held, patient).toBe(1);
    const second = await save(one, 'Second');
    expectTooMany(second, /^1$/);
    expect(refusalOf(second).message).toContain('settings');
    expectTooMany(await pageOf({url}, one)('PUT', '/settings/products', {owned: {}}), /^1$/);
    expect((await save(other, 'Another')).status).toBe(200);
    articles.release();
    expect((await first).status).toBe(200);
    expect(await saved()).toMatchObject({choice: brands('First')});
    expect((await save(one, 'Second')).status).toBe(200);
    expect(await saved()).toMatchObject({choice: brands('Second')});
  });
});
