// What many shops may ask for together: they take turns, so that one that rarely asks is served among others that never stop.
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {KyselyPlugin} from 'kysely';
import {afterAll, afterEach, beforeAll, beforeEach, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {createApp} from '../../../server/http/app.ts';
import {serverLimits, startHttpServer} from '../../../server/http/http-server.ts';
import {previewLimits} from '../../../server/http/limits/limit-previews.ts';
import {requestLimits} from '../../../server/http/limits/limit-requests.ts';
import {type WorkLimits, workLimits} from '../../../server/http/limits/limit-work.ts';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {type Answer, aDelivery, ask} from '../asking.ts';
import {type BareApp, keys, openBareApp, pageOf, shop as quiet, refusalOf} from '../bare-app.ts';
import {rawClients} from './raw-clients.ts';
import {slowArticles} from './slow-articles.ts';

const loud = Array.from({length: 10}, (_, index) => ShopDomain.parse(`loud-${index}.myshopify.com`));
const patient = {timeout: 10_000};
/** 118 kB that the app reads as a whole before it refuses them. */
const large = JSON.stringify({choice: Array.from({length: 8_000}, (_, index) => ({a: 100_000 + index}))});

const facts = {scopes: '', currency: 'EUR', taxesIncluded: true, timeZone: 'Europe/Berlin'};

let app: BareApp;
let articles: ReturnType<typeof slowArticles>;
let installed: ReturnType<typeof countInstalled>;
const servers: Server[] = [];
beforeAll(async () => {
  app = await openBareApp();
  for (const shop of loud) {
    await saveInstalledShop(app.deps.db, shop, facts, new Date());
  }
});
beforeEach(() => {
  articles = slowArticles();
  installed = countInstalled();
});
afterEach(() => {
  articles.release();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => app.close());

async function serve(work: Partial<WorkLimits>): Promise<string> {
  const db = app.deps.db.withPlugin(articles.plugin).withPlugin(installed.plugin);
  const limits = {requests: requestLimits, previews: previewLimits, work: {...workLimits, ...work}};
  const server = createServer(createApp({...app.deps, db}, limits));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How many requests are past the last statement before the line. */
function countInstalled() {
  const ids = new WeakSet<object>();
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({node, queryId}) {
      if (JSON.stringify(node).includes('"sessions"')) ids.add(queryId);
      return node;
    },
    async transformResult({result, queryId}) {
      if (ids.has(queryId)) count += 1;
      return result;
    },
  };
  return {plugin, count: () => count};
}

/** Each loud shop has four requests at work or waiting; as many of them as there are places are held. */
async function crowd(url: string, places: number): Promise<readonly Promise<Answer>[]> {
  articles.hold();
  const asked = loud.flatMap((shop) => [1, 2, 3, 4].map(() => pageOf({url}, shop)('GET', '/choices')));
  await expect.poll(articles.held, patient).toBeGreaterThanOrEqual(places);
  return asked;
}

it('a shop that asks once is served before any of ten loud ones is served twice', async () => {
  const url = await serve({totalAtWork: 2, waitMs: 60_000});
  const order: string[] = [];
  const asked = await crowd(url, 2);
  expect(articles.held()).toBeLessThanOrEqual(4);
  const served = asked.map((answer) => answer.then(() => order.push('loud')));
  const mine = pageOf({url}, quiet)('GET', '/connection').then((answer) => {
    order.push('quiet');
    return answer;
  });
  // It is in the line before the first place becomes free.
  await expect.poll(installed.count, patient).toBe(41);
  await new Promise((resolve) => setTimeout(resolve, 50));
  articles.release();
  expect((await mine).status).toBe(200);
  await Promise.all(served);
  expect(order).toHaveLength(41);
  // Two at work and one turn of each loud shop; two more may have ended at the same time.
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(14);
});

it('large bodies of ten shops do not keep the quiet one waiting for all of them', async () => {
  const url = await serve({});
  let answered = 0;
  const over = new AbortController();
  const post = async (shop: ShopDomain) => {
    while (!over.signal.aborted) {
      const {status} = await pageOf({url}, shop)('POST', '/rules/count', large);
      if (status === 422) answered += 1;
    }
  };
  const posting = loud.flatMap((shop) => [1, 2].map(() => post(shop)));
  await expect.poll(() => answered, patient).toBeGreaterThan(20);
  expect((await pageOf({url}, quiet)('GET', '/connection')).status).toBe(200);
  over.abort();
  await Promise.all(posting);
}, 60_000);

it('a request that finds no place in time hears when to come again; a webhook needs none', async () => {
  const url = await serve({totalAtWork: 2, waitMs: 150});
  const asked = await crowd(url, 2);
  const answer = await pageOf({url}, quiet)('GET', '/connection');
  expect(refusalOf(answer)).toMatchObject({status: 429, code: 'too_many_requests'});
  expect(refusalOf(answer).message).toMatch(/^Many stores .* Try again in a few seconds\.$/);
  expect(answer.headers['retry-after']).toBe('1');
  const webhook = await ask(`${url}/webhooks`, aDelivery({shop: quiet, secret: keys.apiSecret}));
  expect(webhook.status).toBe(200);
  articles.release();
  await Promise.all(asked);
});

it('requests of many stores that wait leave connections to webhooks', async () => {
  const db = app.deps.db.withPlugin(articles.plugin);
  // The crowd waits for longer than the test takes.
  const limits = {
    requests: {...requestLimits, waitMs: 60_000},
    previews: previewLimits,
    work: {...workLimits, waitMs: 60_000},
  };
  const server = await startHttpServer(createApp({...app.deps, db}, limits), {port: 0, host: '127.0.0.1'});
  const clients = rawClients(() => server.port);
  articles.hold();
  try {
    const most = requestLimits.atWork + requestLimits.waiting;
    const stores = Math.ceil(serverLimits.connections / most) + 1;
    for (let store = 0; store < stores; store += 1) {
      const shop = ShopDomain.parse(`crowd-${store}.myshopify.com`);
      await saveInstalledShop(db, shop, facts, new Date());
      const token = signSessionToken(keys, shop, Date.now());
      const asked = `GET /api/choices HTTP/1.1\r\nhost: app\r\nauthorization: Bearer ${token}\r\n\r\n`;
      await Promise.all(Array.from({length: most}, () => clients.openDeaf(asked)));
    }
    const tell = () =>
      ask(`http://127.0.0.1:${server.port}/webhooks`, aDelivery({shop: quiet, secret: keys.apiSecret})).then(
        ({status}) => status,
        () => 'closed',
      );
    expect(await Promise.all(Array.from({length: 20}, tell))).toEqual(Array(20).fill(200));
  } finally {
    articles.release();
    clients.closeAll();
    await server.stop();
  }
}, 30_000);
