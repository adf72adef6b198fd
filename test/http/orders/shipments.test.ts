// Many orders marked as shipped from a list of tracking numbers: each line has its result, and nothing is written twice.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {BulkResults} from '../../../server/http/contract/order-actions.ts';
import {CheckResults, mostLinesOfCheck} from '../../../server/http/contract/shipments.ts';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {type Answer, ask} from '../asking.ts';
import {type BareApp, enqueuedBy, keys, openBareApp, refusalOf, shop} from '../bare-app.ts';
import {click, lookingAt, saveOrder} from './acting.ts';

const neighbour = ShopDomain.parse('neighbour.myshopify.com');

describe('orders shipped from a list of tracking numbers', () => {
  let app: BareApp;
  const enqueued: string[] = [];
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => enqueuedBy(deps, enqueued));
    await saveInstalledShop(app.deps.db, neighbour, {scopes: '', currency: 'EUR'}, new Date());
  });
  afterAll(() => app.close());

  const {row, deeds} = lookingAt(() => app);
  const post = (
    path: string,
    body: object,
    {domain = shop, key = randomUUID()}: {readonly domain?: string; readonly key?: string} = {},
  ): Promise<Answer> =>
    ask(`${app.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${signSessionToken(keys, domain, Date.now())}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
  const check = async (lines: readonly object[], domain: string = shop) => {
    const {status, json} = await post(
      '/shipments/check',
      {lines: lines.map((cells, at) => ({line: at + 1, ...cells}))},
      {domain},
    );
    expect(status).toBe(200);
    return CheckResults.parse(json);
  };
  const ship = async (body: object, how: {readonly domain?: string; readonly key?: string} = {}) => {
    const {status, json} = await post('/shipments', body, how);
    expect(status).toBe(200);
    return BulkResults.parse(json).results;
  };
  const acts = async (id: string) => (await deeds(id)).map(({action, actor}) => `${actor} ${action}`);
  const everything = async () => ({
    orders: await app.deps.db.selectFrom('dropship_orders').selectAll().orderBy('id').execute(),
    audit: await app.deps.db.selectFrom('audit').selectAll().orderBy('id').execute(),
  });
  const parcel = {carrier: 'Swiss Post', trackingNumber: 'LX1', trackingUrl: 'https://post.example/LX1'};

  it('the check says what each line leads to, and writes nothing', async () => {
    const ready = await saveOrder(app, {state: 'paid', order_name: '#2001', reference: 'bare-2001-a-1'});
    await saveOrder(app, {state: 'awaiting_payment', order_name: '#2002'});
    const parts = {order_name: '#2003', state: 'paid'} as const;
    await saveOrder(app, {...parts, reference: 'bare-2003-a-1'});
    await saveOrder(app, {...parts, reference: 'bare-2003-b-1'});
    await saveOrder(app, {state: 'shipped', order_name: '#2004', tracking_number: 'LX4'});
    const before = await everything();
    const {results, notifiesBuyer} = await check([
      {order: '2001', carrier: 'swiss post', number: '="LX1"', url: 'https://post.example/LX1'},
      {order: '#2002', number: 'LX2'},
      {order: '#2003', number: 'LX3'},
      {order: '#2004', number: 'LX4'},
      {order: '#2004', number: 'LX5'},
      {order: '#9999', number: 'LX6'},
      {order: '#2001', number: '=cmd()'},
      {reference: 'bare-2003-b-1', order: '#2003', number: 'LX7'},
    ]);
    expect(results.map(({line, state}) => `${line} ${state}`)).toEqual([
      '1 ready',
      '2 refused',
      '3 refused',
      '4 known',
      '5 refused',
      '6 refused',
      '7 refused',
      '8 ready',
    ]);
    expect(results[0]).toMatchObject({
      order: {id: ready, orderName: '#2001', reference: 'bare-2001-a-1', articleName: 'A shoe'},
      shipment: parcel,
    });
    expect(results[2]?.text).toContain('bare-2003-a-1');
    expect(notifiesBuyer).toBe(true);
    expect(await everything()).toEqual(before);
  });

  it('orders of another store are as unknown as those that do not exist, and are not shipped', async () => {
    const id = await saveOrder(app, {state: 'paid', order_name: '#2101', reference: 'bare-2101-a-1'});
    const lines = [
      {order: '#2101', number: 'LX1'},
      {reference: 'bare-2101-a-1', number: 'LX1'},
      {order: '#0', number: 'LX1'},
    ];
    const {results} = await check(lines, neighbour);
    expect(results).toEqual(lines.map((_, at) => ({...results[2], line: at + 1})));
    expect(results[0]?.text).toMatch(/^Your store has no such order/);
    expect(await ship({orders: [{id, ...parcel}]}, {domain: neighbour})).toMatchObject([
      {id, error: {code: 'not_found'}},
    ]);
    expect((await row(id)).state).toBe('paid');
  });

  it('each order has a result of its own, a line in the audit trail if it changed, and the workers are woken once', async () => {
    const [first, unpaid, last] = [
      await saveOrder(app, {state: 'paid'}),
      await saveOrder(app, {state: 'awaiting_payment'}),
      await saveOrder(app, {state: 'paid'}),
    ];
    enqueued.length = 0;
    const results = await ship({
      notifyBuyer: false,
      orders: [
        {id: first, ...parcel},
        {id: unpaid, ...parcel},
        {id: 'nothing', ...parcel},
        {id: last, carrier: null, trackingNumber: 'LX2', trackingUrl: 'javascript:alert(1)'},
      ],
    });
    expect(results).toEqual([
      {id: first, error: null},
      {id: unpaid, error: {code: 'not_now', message: expect.stringContaining('so you cannot mark it as shipped')}},
      {id: 'nothing', error: {code: 'not_found', message: 'There is no such dropship order.'}},
      {id: last, error: {code: 'invalid_input', message: 'Enter a web address that begins with https://.'}},
    ]);
    expect(await row(first)).toMatchObject({
      state: 'shipped',
      carrier: 'Swiss Post',
      tracking_number: 'LX1',
      tracking_url: 'https://post.example/LX1',
      notify_buyer: false,
      fulfil: 'wanted',
    });
    expect([await acts(first), await acts(unpaid), await acts(last)]).toEqual([['user:42 marked_shipped'], [], []]);
    expect(enqueued).toEqual(['store-writeback']);
  });

  it('the same list sent twice, at once, or again after it was cut off in the middle, ships each order once', async () => {
    const ids = [await saveOrder(app, {state: 'paid'}), await saveOrder(app, {state: 'paid'})];
    const [first] = ids;
    // The part of the list that an earlier request came to before its process died.
    await ship({orders: [{id: first, ...parcel}]});
    const orders = ids.map((id) => ({id, ...parcel}));
    const key = randomUUID();
    const answers = await Promise.all([ship({orders}, {key}), ship({orders}, {key}), ship({orders})]);
    for (const results of answers) expect(results.map(({error}) => error)).toEqual([null, null]);
    for (const id of ids) expect(await acts(id)).toEqual(['user:42 marked_shipped']);
  });

  it('an order that was shipped with other tracking since the check keeps it', async () => {
    const id = await saveOrder(app, {state: 'paid'});
    const other = {carrier: 'DHL', trackingNumber: 'JD9'};
    expect((await click(app, id, 'shipped', {body: other})).status).toBe(200);
    expect(await ship({orders: [{id, ...parcel}]})).toMatchObject([{id, error: {code: 'shipped_otherwise'}}]);
    expect(await row(id)).toMatchObject({carrier: 'DHL', tracking_number: 'JD9'});
    const bare = await saveOrder(app, {state: 'shipped', fulfil: 'wanted'});
    expect(await ship({orders: [{id: bare, ...parcel}]})).toEqual([{id: bare, error: null}]);
    expect([(await row(bare)).tracking_number, await acts(bare)]).toEqual(['LX1', ['user:42 tracking_corrected']]);
  });

  it('more lines, longer cells, lines numbered twice and large bodies are refused as a whole', async () => {
    const line = (at: number) => ({line: at, order: '#1', number: 'LX1'});
    const refused = async (path: string, body: object) => {
      const {status, code} = refusalOf(await post(path, body));
      return `${status} ${code}`;
    };
    const many = Array.from({length: mostLinesOfCheck + 1}, (_, at) => line(at + 1));
    expect(await refused('/shipments/check', {lines: many})).toBe('422 invalid_input');
    expect(await refused('/shipments/check', {lines: [line(1), line(1)]})).toBe('422 invalid_input');
    expect(await refused('/shipments/check', {lines: [{...line(1), number: 'X'.repeat(3_001)}]})).toBe(
      '422 invalid_input',
    );
    expect(await refused('/shipments/check', {lines: [{...line(1), number: 'L\u0000'}]})).toBe('422 invalid_input');
    expect(await refused('/shipments', {orders: [{id: '\ud800'}]})).toBe('422 invalid_input');
    const large = Array.from({length: 100}, (_, at) => ({...line(at + 1), url: 'x'.repeat(2_900)}));
    expect((await post('/shipments/check', {lines: large})).status).toBe(413);
    const id = randomUUID();
    expect(await refused('/shipments', {orders: [{id}, {id}]})).toBe('422 invalid_input');
    expect(await refused('/shipments', {orders: Array.from({length: 51}, () => ({id: randomUUID()}))})).toBe(
      '422 invalid_input',
    );
  });
});
