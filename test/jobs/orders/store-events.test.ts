// What Shopify announces about store orders besides their own changes, and how little of it may get lost.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {day, hour, minute} from '#domain/durations.ts';
import {OrderGid} from '#domain/ids.ts';
import {approveSending} from '../../../server/actions/merchant-actions.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';
import {contextOf, countSent} from './placed-order.ts';

// On one engine: `in-store/shown-in-store`, `merchant-overrides` and `placing-store` send its statements on both.
describe.each(oneEngine)('a store order, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('that mixes shipping, pick-up and local delivery sends the shipped line alone, and the others when the merchant says so', async () => {
    const ways = ['SHIPPING', 'PICK_UP', 'LOCAL', null] as const;
    const lines = ways.map((delivery) => ({variantId: app.goods().variantId, delivery}));
    const bought = app.buy({lines});
    await app.quiet();
    const rows = await app.rows(bought.id);
    const becameOf = new Map(rows.map(({line_gid, state, reason_code}) => [String(line_gid), [state, reason_code]]));
    expect(bought.lines.map(({id}) => becameOf.get(id))).toEqual([
      ['awaiting_payment', null],
      ['held', 'other_delivery'],
      ['held', 'other_delivery'],
      ['awaiting_payment', null],
    ]);
    const local = rows.find(({line_gid}) => line_gid === bought.lines[2]?.id);
    if (local === undefined) throw new Error('the line of the local delivery has no dropship order');
    await approveSending(app.worker.db, contextOf(app, local), ['other_delivery'], app.clock.now());
    await app.upkeep('recheck-open');
    expect(app.taken(local)).toHaveLength(1);
  });

  it('that is picked up has no address, and is held for that and not for the address', async () => {
    const bought = app.buy({country: null, lines: [{variantId: app.goods().variantId, delivery: 'PICK_UP'}]});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'other_delivery'});
  });
});

describe.each(oneEngine)('an event in the store, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('that cancels several orders at once cancels each of them here, although their webhooks share one event id', async () => {
    const bought = Array.from({length: 3}, () => app.buy({financialStatus: 'PENDING'}));
    await app.quiet();
    app.shopify.webhooks.asOneEvent(() => {
      for (const {id} of bought) app.store.cancelOrder(id);
    });
    await app.quiet();
    for (const {id} of bought) expect(await app.row(id)).toMatchObject({state: 'cancelled'});
  });

  it('that ends the fraud analysis sends the order, or holds it; until then it waits, though it has no assessment at all', async () => {
    const good = app.buy({assessedAfterMs: 20_000});
    const bad = app.buy({assessedAfterMs: 20_000, risk: 'CANCEL', riskLevel: 'HIGH'});
    await app.quiet();
    for (const {id} of [good, bad]) {
      expect(await app.row(id)).toMatchObject({state: 'waiting', reason_code: 'risk_pending', attempts: 0});
    }
    app.clock.turn(20_000);
    await app.quiet();
    expect(await app.row(good.id)).toMatchObject({state: 'awaiting_payment'});
    expect(await app.row(bad.id)).toMatchObject({state: 'held', reason_code: 'risk'});
  });

  it('that never comes, the fraud analysis, is waited for half an hour and no longer', async () => {
    const bought = app.buy({assessedAfterMs: 24 * hour});
    await app.quiet();
    const begun = app.clock.now().getTime();
    const looks: number[] = [];
    for (let look = 0; look < 10; look += 1) {
      const {state, next_attempt_at: next} = await app.row(bought.id);
      if (state !== 'waiting' || next === null) break;
      looks.push(next.getTime() - begun);
      app.clock.turn(next.getTime() - app.clock.now().getTime());
      await app.upkeep('recheck-open');
    }
    expect(looks.map((ms) => Math.round(ms / minute))).toEqual([5, 10, 15, 20, 25, 30]);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('is not waited for, the fraud analysis, once the merchant switches that off', async () => {
    const bought = app.buy({assessedAfterMs: hour});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'risk_pending'});
    const settings = await app.merchant.settings();
    await app.merchant.saveSettings({...settings, waitForFraudAnalysis: false});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    await app.merchant.saveSettings(settings);
  });

  it('that releases a hold sends the order at once, though nothing else of the order changed', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    app.store.holdFulfilment(bought.id, true);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'fulfilment_on_hold'});
    app.store.holdFulfilment(bought.id, false);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    const told = app.shopify.webhooks.deliveries().filter(({topic}) => topic.startsWith('fulfillment_orders/'));
    expect(told.map(({body}) => body).join()).not.toContain(bought.id);
  });

  it('that begins a scheduled fulfilment sends the order', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    app.store.scheduleFulfilment(bought.id, true);
    app.store.payOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'fulfilment_scheduled'});
    app.store.scheduleFulfilment(bought.id, false);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('that moves pieces or cancels a fulfilment order has the order read again, and none of them stays unread', async () => {
    const bought = app.buy({financialStatus: 'PENDING', lines: [{variantId: app.goods().variantId, quantity: 3}]});
    await app.quiet();
    const read = async (work: () => void): Promise<number> => {
      const before = countSent(app, 'StoreOrder');
      work();
      await app.quiet();
      return countSent(app, 'StoreOrder') - before;
    };
    const line = bought.lines[0]?.id ?? '';
    const move = (to: {location: string; ofService?: boolean}) =>
      read(() => app.store.moveFulfilment(bought.id, line, 1, to));
    expect(await move({location: 'Milan'})).toBeGreaterThan(0);
    expect(await move({location: 'Their warehouse', ofService: true})).toBeGreaterThan(0);
    expect(await read(() => app.store.cancelOrder(bought.id))).toBeGreaterThan(0);
    const rows = app.worker.db.selectFrom('deliveries').select(['topic', 'state', 'reason']);
    expect(await rows.where('topic', 'like', 'fulfillment_orders/%').where('state', '<>', 'done').execute()).toEqual(
      [],
    );
  });

  it('about a fulfilment order that Shopify does not show is kept with that reason, and not asked for again', async () => {
    const id = 'gid://shopify/FulfillmentOrder/999';
    app.shopify.webhooks.deliver('fulfillment_orders/hold_released', app.shop, {
      fulfillment_order: {id, status: 'open'},
    });
    await app.quiet();
    const rows = app.worker.db
      .selectFrom('deliveries')
      .select(['state', 'reason', 'attempts'])
      .where('resource', '=', id);
    expect(await rows.execute()).toEqual([
      {state: 'done', reason: 'Shopify does not show the fulfilment order.', attempts: 0},
    ]);
  });

  it('that deletes an order ends what was not sent within minutes, and flags what was sent', async () => {
    const unsent = app.buy({name: null, email: null});
    const sent = app.buy();
    await app.quiet();
    expect(await app.row(unsent.id)).toMatchObject({state: 'needs_details'});
    for (const {id} of [unsent, sent]) app.store.deleteOrder(id);
    await app.quiet();
    expect(await app.row(unsent.id)).toMatchObject({state: 'waiting', reason_code: 'order_missing'});
    const {state, flags} = await app.row(sent.id);
    expect([state, flags.map(({code}) => code)]).toEqual(['awaiting_payment', ['order_deleted']]);
    app.clock.turn(5 * minute);
    await app.upkeep('recheck-open');
    expect(await app.row(unsent.id)).toMatchObject({state: 'cancelled', reason_code: 'order_gone'});
  });

  it('that names an order as deleted does nothing to one that Shopify still shows', async () => {
    const bought = app.buy();
    const unpaid = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    for (const {id} of [bought, unpaid]) {
      app.shopify.webhooks.deliver('orders/delete', app.shop, {id: Number(id.split('/').at(-1))});
    }
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', flags: []});
    expect(await app.row(unpaid.id)).toMatchObject({state: 'waiting', reason_code: 'not_paid'});
  });

  it('that deletes an order too old to be shown flags nothing, since its absence proves nothing', async () => {
    const bought = app.buy();
    await app.quiet();
    const old = new Date(app.clock.now().getTime() - 60 * day);
    await app.worker.db
      .updateTable('dropship_orders')
      .set({ordered_at: old})
      .where('order_gid', '=', OrderGid.parse(bought.id))
      .execute();
    app.store.deleteOrder(bought.id);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', flags: []});
  });
});
