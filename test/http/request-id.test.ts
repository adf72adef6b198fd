// What an operator needs to find a request again: its id in the answer and in the log, and who was refused, from where.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ApiError} from '../../server/http/contract/error.ts';
import {createLog} from '../../server/log.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {createClock} from '../support/clock.ts';
import {aDelivery, ask} from './asking.ts';
import {type BareApp, keys, openBareApp, pageOf, shop, withMissingColumn} from './bare-app.ts';

const written: string[] = [];
const log = createLog('trace', {write: (line) => void written.push(line)});
const lines = (): Record<string, unknown>[] => written.map((line) => JSON.parse(line));
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a request', () => {
  let app: BareApp;
  const clock = createClock(new Date());
  beforeAll(async () => {
    app = await openBareApp({}, undefined, {log, now: clock.now});
  });
  afterAll(() => app.close());

  it('has an id of its own in every answer', async () => {
    const answers = await Promise.all([ask(`${app.url}/healthz`), ask(`${app.url}/`), pageOf(app)('GET', '/runs')]);
    const ids = answers.map(({headers}) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(3);
  });

  it('keeps the id a proxy gave it, and gets another where that could not be one', async () => {
    const withId = (id: string) => ask(`${app.url}/healthz`, {headers: {'x-request-id': id}});
    expect((await withId('proxy-4711-aaaaaaaaaaaa')).headers['x-request-id']).toBe('proxy-4711-aaaaaaaaaaaa');
    for (const id of [
      'short',
      'x'.repeat(65),
      'two words aaaaaaaaaaa',
      '{"level":60,"msg":"x"}',
      '<b>aaaaaaaaaaaaaaaa</b>',
    ]) {
      expect((await withId(id)).headers['x-request-id']).toMatch(uuid);
    }
  });

  it('that is refused or fails names its id in the answer and on the log lines about it', async () => {
    const failed = await withMissingColumn(app, () => pageOf(app)('GET', '/settings/general'));
    const {requestId} = ApiError.parse(failed.json).error;
    expect(requestId).toBe(failed.headers['x-request-id']);
    expect(lines()).toContainEqual(expect.objectContaining({msg: 'request failed', requestId}));
    const refused = await pageOf(app)('POST', '/runs', {kind: 'none'});
    expect(ApiError.parse(refused.json).error.requestId).toBe(refused.headers['x-request-id']);
  });

  it('keeps its id also after its body was read', async () => {
    const form = {
      newProducts: 'draft',
      nightlyAt: '05:00',
      sendingPaused: true,
      sendTestOrders: true,
    };
    const put = await withMissingColumn(app, () => pageOf(app)('PUT', '/settings/general', form));
    const {requestId} = ApiError.parse(put.json).error;
    expect(put.status).toBe(500);
    expect(lines()).toContainEqual(expect.objectContaining({msg: 'request failed', requestId}));
  });

  it('with a token or webhook that is refused is logged with its source and the reason, and nothing of the token', async () => {
    written.length = 0;
    const token = signSessionToken({...keys, apiSecret: 'another secret'}, shop, Date.now());
    const headers = {authorization: `Bearer ${token}`, 'x-forwarded-for': 'not-an-address, 203.0.113.7'};
    expect((await ask(`${app.url}/api/runs`, {headers})).status).toBe(401);
    expect((await ask(`${app.url}/webhooks`, aDelivery({shop, secret: 'another secret'}))).status).toBe(401);
    expect(lines()).toMatchObject([
      {
        msg: 'a session token was refused',
        source: '127.0.0.1',
        forwardedFor: ['203.0.113.7'],
        reason: expect.stringContaining('forged'),
        requestId: expect.stringMatching(uuid),
      },
      {msg: 'a webhook was refused', source: '127.0.0.1', forwardedFor: [], reason: expect.any(String)},
    ]);
    expect(written.join()).not.toContain(token.slice(0, 30));
  });

  it('is refused in a flood that does not fill the log: twenty lines a minute, then the number of the rest', async () => {
    clock.turn(120_000);
    written.length = 0;
    for (let n = 0; n < 30; n += 1) await ask(`${app.url}/api/runs`);
    expect(lines().map(({msg}) => msg)).toEqual(Array.from({length: 20}, () => 'a session token was refused'));
    clock.turn(60_000);
    await ask(`${app.url}/api/runs`);
    expect(lines().slice(20)).toMatchObject([
      {msg: 'a session token was refused: more than were written', unwritten: 10},
      {msg: 'a session token was refused', reason: 'The request carries no session token.'},
    ]);
  });

  it('over plain http outside production sets no rule for browsers', async () => {
    expect((await ask(`${app.url}/healthz`)).headers['strict-transport-security']).toBeUndefined();
  });
});

it('in production tells browsers to use https alone for a year, on the page, the API and everything else', async () => {
  const production = {NODE_ENV: 'production', HOST: 'https://app.example', SUPPLIER_URL: 'https://supplier.example'};
  const app = await openBareApp(production);
  for (const path of ['/', '/api/runs', '/healthz', '/nothing', '/webhooks']) {
    expect((await ask(`${app.url}${path}`)).headers['strict-transport-security']).toBe('max-age=31536000');
  }
  await app.close();
});
