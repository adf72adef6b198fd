import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {z} from 'zod';
import {defaultSettings} from '#domain/settings/settings.ts';
import {createApp} from '../../server/http/app.ts';
import type {ActionName} from '../../server/http/contract/dropship-orders.ts';
import {
  ApproveInput,
  ConfirmInput,
  DetailsInput,
  NothingMore,
  PlaceAgainInput,
  RefundedInput,
  SeenInput,
  ShippedInput,
} from '../../server/http/contract/order-actions.ts';
import {OrderSettings} from '../../server/http/contract/order-settings.ts';
import {type BareApp, openBareApp, pageOf, refusalOf} from './bare-app.ts';
import {click, saveOrder} from './orders/acting.ts';
import {type Route, routesOf} from './route-table.ts';

/** What no column holds, as it stands in a body. */
const unstorable = [
  ['a zero character', '\0'],
  ['the first half of a pair', '\ud83d'],
  ['the second half of a pair', '\udc57'],
] as const;
/** The same as it stands in an address: there half a pair is three bytes that are no text. */
const inAddress = ['%00', 'a%00', '%ED%A0%BD'];

const flag = {code: 'order_refunded', at: '2026-11-02T10:00:00.000Z'};

const fewer = {code: 'quantity_lowered', wanted: 1, at: flag.at};

type Move = {
  readonly row: Parameters<typeof saveOrder>[1];
  readonly input: z.ZodObject;
  readonly body: object;
};

/** Each move with everything it takes, from a state in which it is done. */
const moves: Readonly<Record<ActionName, Move>> = {
  details: {
    row: {state: 'needs_details'},
    input: DetailsInput,
    body: {colour: 'red', size: '42', name: 'Ada', email: 'ada@buyer.example', always: false},
  },
  approve: {
    row: {state: 'held', reason: 'risk'},
    input: ApproveInput,
    body: {codes: ['price_rose'], shown: {reason: 'risk', quantity: 1, price: null, fee: null}},
  },
  'place-again': {row: {state: 'rejected'}, input: PlaceAgainInput, body: {typedReference: 'bare'}},
  confirm: {row: {state: 'unconfirmed'}, input: ConfirmInput, body: {ref: 'DS-1'}},
  replace: {row: {state: 'awaiting_payment', flags: JSON.stringify([fewer])}, input: NothingMore, body: {}},
  unpaid: {row: {state: 'paid'}, input: NothingMore, body: {}},
  paid: {row: {state: 'awaiting_payment'}, input: NothingMore, body: {}},
  shipped: {
    row: {state: 'paid'},
    input: ShippedInput,
    body: {carrier: 'Post', trackingNumber: '7', trackingUrl: 'https://post.example/7', notifyBuyer: false},
  },
  refunded: {row: {state: 'paid'}, input: RefundedInput, body: {offSale: false}},
  'fulfil-again': {row: {state: 'shipped', fulfil: 'failed'}, input: NothingMore, body: {}},
  seen: {row: {state: 'paid', flags: JSON.stringify([flag])}, input: SeenInput, body: {upTo: flag.at}},
  dismiss: {row: {state: 'rejected'}, input: NothingMore, body: {}},
};

const {propertyAnswers: _apart, ...defaults} = defaultSettings.orders;
const settings: OrderSettings = {
  ...defaults,
  storeEmail: 'orders@shop.example',
  standingColour: 'as pictured',
  standingSize: 'one size',
  standingAnswers: [{articleId: 'A-1', category: 'Shoes', colour: 'red', size: '42'}],
};

const isOfOrders = ({path}: Route): boolean =>
  /^\/(dropship-orders|store-orders|order-settings|settings\/orders|shipping(?!-)|audit)\b/.test(path) ||
  path.endsWith('/margins');

describe('every route of orders answers that it was asked wrongly', () => {
  let app: BareApp;
  let routes: readonly Route[];
  beforeAll(async () => {
    app = await openBareApp();
    routes = routesOf(createApp(app.deps).router).filter(isOfOrders);
  });
  afterAll(() => app.close());

  it('and no route or text of one is left out here', () => {
    const bodies = routes.filter(({method}) => method !== 'GET').map(({method, path}) => `${method} ${path}`);
    const known = Object.keys(moves).map((move) => `POST /dropship-orders/:id/${move}`);
    // Several orders at once: a body of ids, the name of an action, and what was shown, which is compared and never stored.
    known.push('POST /dropship-orders/bulk');
    // Amounts and a tick, without any text.
    for (const end of ['', '/again', '/end', '/look']) known.push(`POST /dropship-orders/:id/buyer-refund${end}`);
    // The text of this one is looked for and stored nowhere.
    known.push('POST /dropship-orders/find-buyers');
    expect(bodies.toSorted()).toEqual([...known, 'PUT /order-settings', 'PUT /settings/orders'].toSorted());
    for (const {input, body} of Object.values(moves)) expect(Object.keys(body)).toEqual(Object.keys(input.shape));
    expect(Object.keys(settings).toSorted()).toEqual(Object.keys(OrderSettings.shape).toSorted());
  });

  it('and all that is spoilt here is taken as long as it is whole', async () => {
    for (const [name, {row, body}] of Object.entries(moves)) {
      const id = await saveOrder(app, row);
      expect([name, (await click(app, id, name as ActionName, {body})).status]).toEqual([name, 200]);
    }
    expect((await pageOf(app)('PUT', '/settings/orders', settings)).status).toBe(200);
  });

  it.each(unstorable)('to %s in any text of a body', async (_what, character) => {
    const taken: unknown[] = [];
    for (const [name, {row, body}] of Object.entries(moves)) {
      const id = await saveOrder(app, row);
      for (const spoilt of spoil(body, character)) {
        const {status} = await click(app, id, name as ActionName, {body: spoilt});
        if (status !== 422) taken.push([status, name, JSON.stringify(spoilt)]);
      }
    }
    for (const spoilt of spoil(settings, character)) {
      const {status} = await pageOf(app)('PUT', '/settings/orders', spoilt);
      if (status !== 422) taken.push([status, 'order-settings', JSON.stringify(spoilt)]);
    }
    expect(taken).toEqual([]);
  });

  it('to an id that no column holds', async () => {
    const withIds = routes.filter(({path}) => path.includes(':'));
    expect(withIds.length).toBeGreaterThan(Object.keys(moves).length);
    for (const {method, path} of withIds) {
      for (const id of inAddress) {
        const answer = await pageOf(app)(method, path.replace(/:\w+/, id), method === 'GET' ? undefined : {});
        expect([method, path, id, answer.status]).toEqual([method, path, id, id === '%ED%A0%BD' ? 400 : 404]);
        expect(refusalOf(answer).message).toMatch(/^[A-Z].*\.$/);
      }
    }
  });

  it('to a zero character in a query', async () => {
    const queries = ['/dropship-orders?state=', '/dropship-orders?cursor=', '/audit?subject=', '/audit?before='];
    for (const query of queries) expect((await pageOf(app)('GET', `${query}a%00`)).status).toBe(422);
  });
});

/** The same input once for every text in it, with the character in that one. */
function spoil(input: object, character: string): object[] {
  return Object.entries(input).flatMap(([name, entry]) => {
    const change = (spoilt: unknown) =>
      Array.isArray(input) ? input.with(Number(name), spoilt) : {...input, [name]: spoilt};
    if (typeof entry === 'string') return [change(`${entry}${character}x`)];
    return typeof entry === 'object' && entry !== null ? spoil(entry, character).map(change) : [];
  });
}
