// A shipment told to a store whose merchant keeps goods in several places, holds some back, or has cancelled meanwhile.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {writeBackToStore} from '../../../../jobs/orders/store-writeback.ts';
import {markPaid, markShipped, retryFulfilment} from '../../../../server/actions/merchant-actions.ts';
import type {StoredDropshipOrder} from '../../../../server/db/orders/dropship-orders.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {contextOf, countSent, tracked, writeBack} from '../placed-order.ts';

const untraceable = {...tracked, trackingUrl: null} as const;

// On one engine: `shown-in-store`, `taken-off-sale` and `fulfilment-cancelled` send its statements on both.
describe.each(oneEngine)('a shipment told to the store, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  /** Three pieces, paid and shipped; what happens in the store before that. */
  const shipped = async (before: (order: string, line: string) => void) => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId, quantity: 3}]});
    await app.quiet();
    const row = await app.row(bought.id);
    before(bought.id, bought.lines[0]?.id ?? '');
    await app.quiet();
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), untraceable, app.clock.now());
    return row;
  };
  const made = ({order_gid}: StoredDropshipOrder) =>
    app.store
      .order(order_gid)
      ?.fulfillments.map(({totalQuantity, tracking}) => [totalQuantity, tracking[0]?.number ?? null]);

  it('is one fulfilment for each location, none twice where a worker dies between them, and all are corrected', async () => {
    const row = await shipped((order, line) => {
      app.store.moveFulfilment(order, line, 1, {location: 'Milan'});
      app.store.moveFulfilment(order, line, 1, {location: 'Rome'});
    });
    // The test calls the job itself; a webhook about the fulfilment would let the workers be quicker.
    app.shopify.webhooks.pause();
    app.onCheckpoint((name) => {
      if (name === 'fulfilment-saved') throw new Error('the worker died here');
    });
    await expect(writeBackToStore(app.worker, {shop: app.shop})).rejects.toThrow('died here');
    app.onCheckpoint((name) => {
      if (name === 'after-fulfilment') throw new Error('the answer never came');
    });
    app.clock.turn(121_000);
    await expect(writeBackToStore(app.worker, {shop: app.shop})).rejects.toThrow('never came');
    app.onCheckpoint(null);
    app.shopify.webhooks.resume();
    app.clock.turn(121_000);
    await writeBack(app);
    expect(made(row)).toEqual([
      [1, '00340'],
      [1, '00340'],
      [1, '00340'],
    ]);
    const done = await app.row(row.order_gid);
    expect(done).toMatchObject({fulfil: 'done', fulfilments: [{pieces: 1}, {gid: null, pieces: 1}, {pieces: 1}]});
    expect(done.fulfil_reason).toContain('fulfilment of 1 piece was lost');
    await markShipped(app.worker.db, contextOf(app, row), {...untraceable, trackingNumber: '00999'}, app.clock.now());
    await writeBack(app);
    expect(made(row)?.map(([, number]) => number)).toEqual(['00999', '00340', '00999']);
  });

  it('with pieces on hold is not done: the rest follows when asked again, and the buyer gets no second message about the first', async () => {
    const row = await shipped((order, line) => {
      app.store.moveFulfilment(order, line, 2, {location: 'Rome'});
      app.store.holdFulfilment(order, true, 'Rome');
    });
    await writeBack(app);
    const failed = await app.row(row.order_gid);
    expect(failed).toMatchObject({fulfil: 'failed', fulfilments: [{pieces: 1}]});
    expect(failed.fulfil_reason).toBe(
      '1 of 3 pieces is fulfilled in the store. The fulfilment is on hold in the store. Release it there, then try again.',
    );
    app.store.holdFulfilment(row.order_gid, false, 'Rome');
    await app.quiet();
    const corrections = countSent(app, 'FulfilmentTracking');
    await retryFulfilment(app.worker.db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(await app.row(row.order_gid)).toMatchObject({fulfil: 'done', fulfil_reason: null});
    expect(made(row)).toEqual([
      [1, '00340'],
      [2, '00340'],
    ]);
    expect(countSent(app, 'FulfilmentTracking')).toBe(corrections);
  });

  it('is fulfilled from what a fulfilment service closed without shipping it, once the merchant has moved it to the store’s own location', async () => {
    const row = await shipped((order) => app.store.leaveIncomplete(order));
    await writeBack(app);
    expect(await app.row(row.order_gid)).toMatchObject({
      fulfil: 'failed',
      fulfil_reason: expect.stringContaining('no fulfilment order for it'),
    });
    const line = app.store.order(row.order_gid)?.lines[0]?.id ?? '';
    app.store.moveFulfilment(row.order_gid, line, 3, {location: 'Shop location'});
    await app.quiet();
    await retryFulfilment(app.worker.db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(await app.row(row.order_gid)).toMatchObject({fulfil: 'done', fulfil_reason: null});
    expect(made(row)).toEqual([[3, '00340']]);
  });

  it('is called fulfilled only where it is: not in a cancelled order, nor where the pieces are out of sight', async () => {
    const cancelled = await shipped((order) => app.store.cancelOrder(order));
    const hidden = await shipped((order, line) =>
      app.store.moveFulfilment(order, line, 3, {location: 'Their warehouse', ofService: true}),
    );
    const byHand = await shipped((order) => app.store.fulfil(order));
    await writeBack(app);
    expect(await app.row(cancelled.order_gid)).toMatchObject({
      fulfil: 'failed',
      fulfil_reason: 'The store order is cancelled, so nothing of it can be fulfilled there.',
    });
    expect(await app.row(hidden.order_gid)).toMatchObject({
      fulfil: 'failed',
      fulfil_reason: expect.stringContaining('no fulfilment order for it'),
    });
    expect(await app.row(byHand.order_gid)).toMatchObject({
      fulfil: 'done',
      fulfil_reason: 'The line is fulfilled in the store.',
    });
  });
});
