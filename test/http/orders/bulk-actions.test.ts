import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {BulkResults} from '../../../server/http/contract/order-actions.ts';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {engines} from '../../support/database.ts';
import {type Answer, ask} from '../asking.ts';
import {type BareApp, enqueuedBy, keys, openBareApp, refusalOf, shop} from '../bare-app.ts';
import {saveOrder} from './acting.ts';

const neighbour = ShopDomain.parse('neighbour.myshopify.com');

describe('one action on several dropship orders', () => {
  let app: BareApp;
  const enqueued: string[] = [];
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => enqueuedBy(deps, enqueued));
    await saveInstalledShop(app.deps.db, neighbour, {scopes: '', currency: 'EUR'}, new Date());
  });
  afterAll(() => app.close());

  const send = (body: object, key: string | null = randomUUID(), domain: string = shop): Promise<Answer> =>
    ask(`${app.url}/api/dropship-orders/bulk`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${signSessionToken(keys, domain, Date.now())}`,
        'content-type': 'application/json',
        ...(key === null ? {} : {'idempotency-key': key}),
      },
      body: JSON.stringify(body),
    });
  const resultsOf = ({status, json}: Answer) => {
    expect(status).toBe(200);
    return BulkResults.parse(json).results;
  };
  const stateOf = async (id: string) =>
    (
      await app.deps.db
        .selectFrom('dropship_orders')
        .select('state')
        .where('id', '=', DropshipOrderId.parse(id))
        .executeTakeFirstOrThrow()
    ).state;
  const waitingForLock = async () => {
    const {rows} = await sql<{count: number}>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(app.deps.db);
    return rows[0]?.count ?? 0;
  };
  const deeds = async (id: string) =>
    (await app.deps.db.selectFrom('audit').selectAll().where('subject', '=', id).execute()).map(
      ({action, actor}) => `${actor} ${action}`,
    );

  it('each has a result of its own: what cannot be done says why, and does not hold up the others', async () => {
    const [first, held, last] = [
      await saveOrder(app, {state: 'awaiting_payment'}),
      await saveOrder(app, {state: 'held'}),
      await saveOrder(app, {state: 'awaiting_payment'}),
    ];
    const unknown = randomUUID();
    const results = resultsOf(await send({action: 'paid', ids: [first, held, unknown, 'nothing', last]}));
    expect(results).toEqual([
      {id: first, error: null},
      {id: held, error: {code: 'not_now', message: expect.stringContaining('so you cannot mark it as paid')}},
      {id: unknown, error: {code: 'not_found', message: 'There is no such dropship order.'}},
      {id: 'nothing', error: {code: 'not_found', message: 'There is no such dropship order.'}},
      {id: last, error: null},
    ]);
    expect([await stateOf(first), await stateOf(held), await stateOf(last)]).toEqual(['paid', 'held', 'paid']);
    expect([await deeds(first), await deeds(held), await deeds(last)]).toEqual([
      ['user:42 marked_paid'],
      [],
      ['user:42 marked_paid'],
    ]);
  });

  it.each([
    ['dismiss', 'dismissed', 'user:42 dismissed', ['store-writeback', 'chores']],
    ['approve', 'waiting', 'user:42 approved', ['dropship', 'store-writeback']],
  ] as const)(
    '%s is done to each as if it were the only one, and wakes the workers once',
    async (action, state, deed, works) => {
      const ids = [
        await saveOrder(app, {state: 'held', reason_code: 'risk'}),
        await saveOrder(app, {state: 'held', reason_code: 'too_old'}),
      ];
      enqueued.length = 0;
      expect(resultsOf(await send({action, ids})).map(({error}) => error)).toEqual([null, null]);
      for (const id of ids) expect([await stateOf(id), await deeds(id)]).toEqual([state, [deed]]);
      expect(enqueued).toEqual(works);
    },
  );

  it('paid by mistake is taken back for each; one that was shipped meanwhile says why not', async () => {
    const [paid, shipped] = [await saveOrder(app, {state: 'paid'}), await saveOrder(app, {state: 'shipped'})];
    expect(resultsOf(await send({action: 'unpaid', ids: [paid, shipped]}))).toEqual([
      {id: paid, error: null},
      {id: shipped, error: {code: 'not_now', message: expect.stringContaining('the supplier ships only what is paid')}},
    ]);
    expect([await stateOf(paid), await stateOf(shipped)]).toEqual(['awaiting_payment', 'shipped']);
    expect([await deeds(paid), await deeds(shipped)]).toEqual([['user:42 paid_taken_back'], []]);
  });

  it('one that a flag says not to pay is not marked as paid among others', async () => {
    const flags = JSON.stringify([{code: 'order_cancelled', at: '2026-11-04T10:00:00.000Z'}]);
    const [cancelled, good] = [
      await saveOrder(app, {state: 'awaiting_payment', flags}),
      await saveOrder(app, {state: 'awaiting_payment'}),
    ];
    const results = resultsOf(await send({action: 'paid', ids: [cancelled, good]}));
    expect(results.map(({error}) => error?.code ?? null)).toEqual(['do_not_pay', null]);
    expect([await stateOf(cancelled), await stateOf(good)]).toEqual(['awaiting_payment', 'paid']);
  });

  it('one that is flagged while it is being marked as paid is not marked', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment'});
    const flags = JSON.stringify([{code: 'order_cancelled', at: '2026-11-04T10:00:00.000Z'}]);
    const answer = await app.deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('dropship_orders').set({flags}).where('id', '=', DropshipOrderId.parse(id)).execute();
      const sent = send({action: 'paid', ids: [id]});
      // On Postgres the action waits for the lock of the row. The embedded database has one connection, so there the request waits.
      if (engines.databases.includes('postgres')) await expect.poll(waitingForLock).toBeGreaterThan(0);
      return {sent};
    });
    expect(resultsOf(await answer.sent)).toMatchObject([{id, error: {code: 'do_not_pay'}}]);
    expect([await stateOf(id), await deeds(id)]).toEqual(['awaiting_payment', []]);
  });

  it('an order of another store is not found', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment'});
    const results = resultsOf(await send({action: 'paid', ids: [id]}, randomUUID(), neighbour));
    expect(results).toMatchObject([{id, error: {code: 'not_found'}}]);
    expect(await stateOf(id)).toBe('awaiting_payment');
  });

  it('the same click sent twice is answered twice and done once', async () => {
    const ids = [await saveOrder(app, {state: 'held', reason_code: 'risk'})];
    const key = randomUUID();
    const [one, other] = await Promise.all([send({action: 'approve', ids}, key), send({action: 'approve', ids}, key)]);
    expect(resultsOf(one)).toEqual(resultsOf(other));
    expect(await deeds(ids[0] ?? '')).toHaveLength(1);
    expect(refusalOf(await send({action: 'approve', ids}, null))).toMatchObject({status: 400, code: 'key_missing'});
  });

  it('of several that are sent now, one that is held for something else by now is left as it is', async () => {
    const held = {state: 'held', reason_code: 'risk', reason: 'Fraud is likely.'} as const;
    const [same, other] = [await saveOrder(app, held), await saveOrder(app, {...held, reason: 'Another text.'})];
    const seen = {reason: held.reason, quantity: 1, price: null, fee: null};
    const shown = {[same]: seen, [other]: seen};
    const results = resultsOf(await send({action: 'approve', ids: [same, other], shown}));
    expect(results).toMatchObject([
      {id: same, error: null},
      {id: other, error: {code: 'other_reason'}},
    ]);
    expect(await deeds(other)).toEqual([]);
  });

  it.each([
    [{action: 'paid', ids: []}, 'ids', 'Choose at least one order.'],
    [{action: 'paid', ids: Array.from({length: 51}, () => randomUUID())}, 'ids', 'Choose at most 50 orders.'],
    [{action: 'paid', ids: ['a', 'a']}, 'ids', 'Name each order once.'],
    [{action: 'place-again', ids: ['a']}, 'action', 'This cannot be done to several orders at once.'],
    [{action: 'paid'}, 'ids', 'Name the orders.'],
    [{}, 'action', 'This cannot be done to several orders at once.'],
  ])('%j is refused as a whole', async (body, field, message) => {
    expect(refusalOf(await send(body))).toMatchObject({status: 422, field, message});
  });

  it('one that cannot even be read fails alone, without details of the error', async () => {
    const [unreadable, good] = [
      await saveOrder(app, {state: 'awaiting_payment', flags: JSON.stringify({})}),
      await saveOrder(app, {state: 'awaiting_payment'}),
    ];
    const results = resultsOf(await send({action: 'paid', ids: [unreadable, good]}));
    const message = 'Something went wrong on our side. Open the order before you try again.';
    expect(results).toEqual([
      {id: unreadable, error: {code: 'internal', message}},
      {id: good, error: null},
    ]);
    expect([await stateOf(unreadable), await stateOf(good)]).toEqual(['awaiting_payment', 'paid']);
  });
});
