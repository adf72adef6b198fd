// What a user of the store may do here follows from what the owner lets the user do in the Shopify admin.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {rightsByRoute} from '../../../server/http/rights.ts';
import {defaultRates} from '../../../server/queue/rate-limits.ts';
import {allRoutes} from '../../support/all-routes.ts';
import {createClock} from '../../support/clock.ts';
import {openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {type Answer, ask} from '../asking.ts';
import {refusalOf} from '../bare-app.ts';

const minute = 60_000;
/** Hundreds of requests of one store in a few seconds. */
const rates = {...defaultRates, steady: {points: 10_000, duration: 1}};
const withoutRight = ['read_orders', 'read_products', 'write_publications'];
const needed = {
  orders: ['write_orders'],
  products: ['write_products'],
  keys: ['write_orders', 'write_products'],
} as const;
const routesOf = (...kinds: readonly string[]) =>
  Object.keys(rightsByRoute).filter((route) => kinds.includes(rightsByRoute[route] ?? ''));

it('every route that changes something stands in one class, and the table names no route that does not exist', () => {
  const changing = allRoutes.filter((route) => !route.startsWith('GET '));
  const reading = ['GET /dropship-orders/:id/delivery', 'GET /dropship-orders/:id/entered'];
  expect(Object.keys(rightsByRoute).toSorted()).toEqual([...changing, ...reading].toSorted());
});

describe('a user of the store', () => {
  // Session tokens are checked by real time, so the clock begins there.
  const clock = createClock(new Date());
  let app: TestApp;
  let users = 100;
  let user = '';
  beforeAll(async () => {
    app = await openTestApp(quickestEngine, {workers: false, clock, replacements: {rates}});
    expect((await as('42', 'GET', '/overview')).status).toBe(200);
  });
  beforeEach(() => {
    users += 1;
    user = String(users);
  });
  afterAll(() => app.close());

  function as(who: string, method: string, path: string, body: unknown = {}): Promise<Answer> {
    const seconds = Math.floor(Date.now() / 1_000);
    const token = app.shopify.sessionToken(app.shop, {sub: who, nbf: seconds - 3_600, exp: seconds + 86_400});
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-8',
    };
    const sent = method === 'GET' || method === 'DELETE' ? {} : {body: JSON.stringify(body)};
    return ask(`${app.url}/api${path}`, {method, headers, ...sent});
  }
  const asRoute = (who: string, route: string, spell = (path: string) => path) => {
    const [method = '', path = ''] = route.split(' ');
    return as(who, method, spell(path.replaceAll(/:\w+/g, 'x-y')));
  };
  const exchanges = () => app.shopify.requests().filter(({kind}) => kind === 'token').length;

  it('who may only read is refused every route that sends, shows an address or what a buyer entered, deletes, or changes keys, in a sentence', async () => {
    app.store.setStaff(user, withoutRight);
    for (const route of routesOf('orders', 'products', 'keys')) {
      const refused = refusalOf(await asRoute(user, route));
      expect([route, refused.status, refused.code]).toEqual([route, 403, 'not_permitted']);
      expect(refused.message).toMatch(/^Your Shopify account may not edit (orders|products)/);
    }
  });

  it('may do with each permission what needs it, and nothing that needs the other one', async () => {
    for (const scope of ['write_orders', 'write_products'] as const) {
      const who = `${user}${scope.length}`;
      app.store.setStaff(who, [scope]);
      for (const kind of ['orders', 'products', 'keys'] as const) {
        const allowed = needed[kind].every((one) => one === scope);
        for (const route of routesOf(kind)) {
          const {status} = await asRoute(who, route);
          expect([route, scope, status === 403]).toEqual([route, scope, !allowed]);
        }
      }
    }
  });

  it('changes no word that orders are sent with, unless the user may edit orders: standing answers, defined options', async () => {
    const [owner, editor] = [`${user}1`, `${user}2`];
    app.store.setStaff(editor, ['write_products']);
    const read = async (path: string) => (await as(owner, 'GET', path)).json as Record<string, unknown>;
    const before = await read('/settings/template');
    const answers = {...before, standingColour: 'as pictured, blue', standingSize: 'XL'};
    expect(refusalOf(await as(editor, 'PUT', '/settings/template', answers))).toMatchObject({status: 403});
    expect(await read('/settings/template')).toEqual(before);
    for (const route of [
      'PUT /articles/:id/options',
      'DELETE /articles/:id/options',
      'POST /options/answers',
      'POST /options/overruled/remove',
      'POST /options/proposals',
    ]) {
      expect([route, (await asRoute(editor, route)).status]).toEqual([route, 403]);
    }
    expect((await as(owner, 'PUT', '/settings/template', answers)).status).toBe(200);
    expect(await read('/settings/template')).toMatchObject({standingSize: 'XL'});
  });

  it('takes no variant off sale, unless the user may edit products', async () => {
    app.store.setStaff(user, ['write_orders']);
    expect(refusalOf(await asRoute(user, 'PUT /articles/:id/variants')).message).toMatch(/may not edit products/);
  });

  it('does everything else without a permission, and without a question to Shopify', async () => {
    app.store.setStaff(user, []);
    const before = exchanges();
    for (const route of [
      ...routesOf('anyone'),
      ...allRoutes.filter((one) => one.startsWith('GET ') && !(one in rightsByRoute)),
    ]) {
      expect([route, (await asRoute(user, route)).status === 403]).toEqual([route, false]);
    }
    expect(exchanges()).toBe(before);
  });

  it('does not get past in another spelling of the path', async () => {
    app.store.setStaff(user, withoutRight);
    const spellings = [
      (path: string) => path.toUpperCase(),
      (path: string) => `${path}/`,
      (path: string) => `${path}?x=1`,
      (path: string) => `/${path}`,
      (path: string) => path.replace('s', '%73'),
    ];
    for (const route of routesOf('orders', 'products', 'keys')) {
      for (const spell of spellings) {
        const {status} = await asRoute(user, route, spell);
        expect([route, [403, 404].includes(status)]).toEqual([route, true]);
      }
    }
    for (const method of ['HEAD', 'PATCH']) {
      expect([403, 404]).toContain((await as(user, method, '/dropship-orders/x/delivery')).status);
    }
  });

  it('is asked for once in ten minutes, and a change of permissions counts after that', async () => {
    const before = exchanges();
    const owner = Array.from({length: 8}, () => asRoute(user, 'POST /sending/pause'));
    expect((await Promise.all(owner)).map(({status}) => status)).toEqual(Array(8).fill(200));
    expect(exchanges() - before).toBe(1);
    app.store.setStaff(user, withoutRight);
    clock.turn(9 * minute);
    expect((await asRoute(user, 'POST /sending/pause')).status).toBe(200);
    clock.turn(minute + 1);
    expect((await asRoute(user, 'POST /sending/pause')).status).toBe(403);
  });

  it('is told so while Shopify does not answer: only what needs a permission waits, and nothing is changed', async () => {
    for (const fault of [
      {fault: 'status', status: 503},
      {fault: 'unreadable'},
      {fault: 'cut', at: 'before'},
      {fault: 'oauthError', status: 401, error: 'invalid_client'},
    ] as const) {
      users += 1;
      const who = String(users);
      const end = app.shopify.misbehave({...fault, when: ({kind}) => kind === 'token'});
      const refused = refusalOf(await asRoute(who, 'POST /sending/resume'));
      expect(refused).toMatchObject({status: 503, code: 'rights_unknown'});
      expect(refused.message).toMatch(/Shopify does not answer.*try again/);
      expect((await as(who, 'GET', '/overview')).status).toBe(200);
      end();
      clock.turn(6_000);
      expect((await asRoute(who, 'POST /sending/resume')).status).toBe(200);
    }
  });

  it('gets the page to fetch a new session token where Shopify does not take this one', async () => {
    const does = {fault: 'oauthError', status: 400, error: 'invalid_subject_token'} as const;
    const end = app.shopify.misbehave({...does, when: ({kind}) => kind === 'token'});
    const answer = await asRoute(user, 'POST /sending/resume');
    expect(answer.status).toBe(401);
    expect(answer.headers['x-shopify-retry-invalid-session-request']).toBe('1');
    end();
  });

  it('is not taken for another one: an answer about another id gives no right', async () => {
    // The stand-in answers for user 7.
    expect(refusalOf(await asRoute('007', 'POST /sending/resume')).code).toBe('rights_unknown');
    expect((await asRoute('7', 'POST /sending/resume')).status).toBe(200);
  });
});
