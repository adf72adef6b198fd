import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {createLog} from '../../server/log.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {createClock} from '../support/clock.ts';
import {emptyEmbedded} from '../support/embedded-dump.ts';
import {aDelivery, ask} from './asking.ts';
import {type BareApp, keys, openBareApp, pageOf, refusalOf, shop, withMissingColumn} from './bare-app.ts';

const logged: string[] = [];
const log = createLog('trace', {write: (line) => void logged.push(line)});

describe('for whoever runs the app', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp({}, undefined, {log});
  });
  afterAll(() => app.close());

  it('it says that it is alive and ready, and nothing more', async () => {
    expect(await ask(`${app.url}/healthz`)).toMatchObject({status: 200, json: {ok: true, missing: []}});
    const ready = await ask(`${app.url}/readyz`);
    expect({status: ready.status, json: ready.json}).toEqual({status: 200, json: {ok: true, missing: []}});
  });

  it('its figures are for this machine alone, and not through a proxy on it', async () => {
    await ask(`${app.url}/webhooks`, aDelivery({shop, secret: keys.apiSecret}));
    await pageOf(app)('GET', '/runs');
    const {status, headers, text} = await ask(`${app.url}/metrics`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    for (const name of [
      'piecewise_webhooks_total{outcome="stored"} 1',
      'piecewise_http_seconds_count{status="200"} 1',
    ]) {
      expect(text).toContain(name);
    }
    expect(text).toContain('# TYPE piecewise_job_seconds histogram');
    for (const figure of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(text).toMatch(new RegExp(`^${figure} \\d`, 'm'));
    }
    expect(text).toContain('# TYPE piecewise_database_connections gauge');
    for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-real-ip', 'via']) {
      expect((await ask(`${app.url}/metrics`, {headers: {[header]: '127.0.0.1'}})).status).toBe(404);
    }
    expect((await ask(`${app.url}/metrics`, {headers: {host: 'app.example'}})).status).toBe(404);
  });

  it('an error of ours shows nothing of the inside to the page, and all of it to the log', async () => {
    const answer = await withMissingColumn(app, () => pageOf(app)('GET', '/settings/general'));
    expect(refusalOf(answer)).toEqual({
      status: 500,
      code: 'internal',
      message: 'Something went wrong on our side. Try again, and tell us if it stays.',
    });
    expect(answer.text).not.toMatch(/column|does not exist|\bat \//);
    expect(logged.join()).toContain('request failed');
    expect(logged.join()).toContain('settings.ts');
  });

  it.each(['/healthz', '/api/runs', '/nothing', '/assets/none.js', '/metrics', '/?shop=', '/%E0%A4%A'])(
    '%s says nothing of what it is made of, and is taken for what it says it is',
    async (path) => {
      const {headers} = await ask(`${app.url}${path}`);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );
});

describe('where Shopify refuses the address of this machine', () => {
  it('each refusal is counted, of the Admin API and of the token endpoint', async () => {
    const server = createServer((_req, res) => res.writeHead(403).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    const app = await openBareApp({SHOPIFY_ORIGIN: `http://127.0.0.1:${port}`});
    const {shopify, tokens} = app.deps;
    await shopify.fetch(`https://${shop}/admin/api/graphql.json`, {method: 'POST'});
    await expect(tokens.get(shop, signSessionToken(keys, shop, Date.now()))).rejects.toThrow('403');
    expect((await ask(`${app.url}/metrics`)).text).toContain('piecewise_shopify_refusals_total{status="403"} 2');
    await app.close();
    server.close();
  });
});

describe('with a METRICS_TOKEN', () => {
  it('with a token set, /metrics answers a request that carries it, from anywhere, and no other', async () => {
    const app = await openBareApp({METRICS_TOKEN: 'a-scraper-s-token'});
    const figures = (headers: Record<string, string>) => ask(`${app.url}/metrics`, {headers});
    expect((await figures({authorization: 'Bearer a-scraper-s-token', 'x-forwarded-for': '9.9.9.9'})).status).toBe(200);
    for (const authorization of ['Bearer a-scraper-s-tokeN', 'Bearer ', 'Bearer a', 'Basic YTpi']) {
      expect(await figures({authorization})).toMatchObject({status: 404, text: ''});
    }
    expect((await figures({})).status).toBe(404);
    await app.close();
  });
});

describe('whether it is ready', () => {
  it('is asked once a second at most, by writing, and is said to be no while nothing can be written', async () => {
    const clock = createClock(new Date());
    const app = await openBareApp({}, undefined, {log, now: clock.now});
    const {db} = app.deps;
    const written = async () => (await db.selectFrom('write_probe').select('at').executeTakeFirst())?.at.getTime();
    const ready = async () => (await ask(`${app.url}/readyz`)).status;
    const first = clock.now().getTime();
    expect([await ready(), await written()]).toEqual([200, first]);
    clock.turn(999);
    expect([await ready(), await written()]).toEqual([200, first]);
    clock.turn(1);
    expect([await ready(), await written()]).toEqual([200, first + 1_000]);
    // What a full disk answers, of which reading does not notice anything.
    await sql`create function full_disk() returns trigger language plpgsql as
      $$begin raise exception 'could not extend file' using errcode = 'disk_full'; end$$`.execute(db);
    await sql`create trigger full_disk before insert on write_probe for each row execute function full_disk()`.execute(
      db,
    );
    expect(await ready()).toBe(200);
    clock.turn(1_000);
    expect(await ask(`${app.url}/readyz`)).toMatchObject({
      status: 503,
      json: {ok: false, missing: ['database']},
    });
    expect((await ask(`${app.url}/metrics`)).text).toContain('piecewise_missing{part="database"} 1');
    expect((await ask(`${app.url}/healthz`)).status).toBe(200);
    await sql`drop trigger full_disk on write_probe`.execute(db);
    clock.turn(1_000);
    expect(await ready()).toBe(200);
    await app.close();
  });

  it('stands among the figures without a request for it', async () => {
    const clock = createClock(new Date());
    const app = await openBareApp({}, undefined, {log, now: clock.now});
    const missing = async () =>
      (await ask(`${app.url}/metrics`)).text.match(/^piecewise_missing\{part="database"\} \d$/m)?.[0];
    expect(await missing()).toBe('piecewise_missing{part="database"} 0');
    await sql`alter table write_probe rename to write_probe_gone`.execute(app.deps.db);
    clock.turn(1_000);
    expect(await missing()).toBe('piecewise_missing{part="database"} 1');
    await sql`alter table write_probe_gone rename to write_probe`.execute(app.deps.db);
    clock.turn(1_000);
    expect(await missing()).toBe('piecewise_missing{part="database"} 0');
    await app.close();
  });

  it('is said to be no where the database gives dates back in another form', async () => {
    const clock = createClock(new Date());
    const app = await openBareApp({DATA_FOLDER: await emptyEmbedded()}, undefined, {log, now: clock.now});
    const ready = async () => (await ask(`${app.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await sql`set DateStyle to 'German'`.execute(app.deps.db);
    clock.turn(1_000);
    expect(await ready()).toBe(503);
    await app.close();
  });
});

describe('in production without a METRICS_TOKEN', () => {
  it('/metrics answers no request, and the log says so at the start', async () => {
    const production = {HOST: 'https://app.example', SUPPLIER_URL: 'https://supplier.example', NODE_ENV: 'production'};
    const lines: string[] = [];
    const to = createLog('warn', {write: (line) => void lines.push(line)});
    const app = await openBareApp(production, undefined, {log: to});
    expect(await ask(`${app.url}/metrics`)).toMatchObject({status: 404, text: ''});
    expect(lines.join()).toContain('METRICS_TOKEN is not set');
    await app.close();
  });
});
