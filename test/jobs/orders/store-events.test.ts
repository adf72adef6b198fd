// What Shopify announces about store orders besides their own changes, and how little of it may get lost.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../../server/actions/merchant-actions.ts';
import {testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';
import {contextOf} from './placed-order.ts';

describe.each(testEngines)('a store order, on %s', (engine) => {
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
    await approve(app.worker.db, contextOf(app, local), ['other_delivery'], app.clock.now());
    await app.upkeep('recheck-open');
    expect(app.taken(local)).toHaveLength(1);
  });

  it('that is picked up has no address, and is held for that and not for the address', async () => {
    const bought = app.buy({country: null, lines: [{variantId: app.goods().variantId, delivery: 'PICK_UP'}]});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'other_delivery'});
  });
});

describe.each(testEngines)('an event in the store, on %s', (engine) => {
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
});
