// A shipment whose fulfilment was cancelled in the store: noticed, shown to the merchant, and made again only on their word.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {markPaid, markShipped, retryFulfilment} from '../../../../server/actions/merchant-actions.ts';
import type {StoredDropshipOrder} from '../../../../server/db/orders/dropship-orders.ts';
import {testEngines} from '../../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';
import {contextOf, tracked, writeBack} from '../placed-order.ts';

const untraceable = {...tracked, trackingUrl: null} as const;

describe.each(testEngines)('a cancelled fulfilment of a shipment, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  /** Three pieces, paid, shipped and fulfilled in the store. */
  const fulfilled = async () => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId, quantity: 3}]});
    await app.quiet();
    const row = await app.row(bought.id);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), untraceable, app.clock.now());
    await writeBack(app);
    return row;
  };
  const statuses = ({order_gid}: StoredDropshipOrder) =>
    app.store.order(order_gid)?.fulfillments.map(({status}) => status);
  const made = ({order_gid}: StoredDropshipOrder) =>
    app.store
      .order(order_gid)
      ?.fulfillments.map(({totalQuantity, tracking}) => [totalQuantity, tracking[0]?.number ?? null]);

  const correct = async (row: StoredDropshipOrder, trackingNumber: string) => {
    await markShipped(app.worker.db, contextOf(app, row), {...untraceable, trackingNumber}, app.clock.now());
    await writeBack(app);
    return app.row(row.order_gid);
  };
  const flagsOf = async ({order_gid}: StoredDropshipOrder) => (await app.row(order_gid)).flags.map(({code}) => code);

  it('is flagged, and the fulfilment is made again when the merchant says so', async () => {
    const row = await fulfilled();
    expect(await flagsOf(row)).toEqual([]);
    app.store.cancelFulfilments(row.order_gid);
    await app.quiet();
    expect(await app.row(row.order_gid)).toMatchObject({
      state: 'shipped',
      fulfil: 'failed',
      fulfil_reason: 'The fulfilment was cancelled in the store.',
    });
    expect(await flagsOf(row)).toEqual(['fulfilment_cancelled']);
    await retryFulfilment(app.worker.db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(statuses(row)).toEqual(['CANCELLED', 'SUCCESS']);
    expect(await app.row(row.order_gid)).toMatchObject({
      fulfil: 'done',
      fulfil_reason: null,
      fulfilments: [{pieces: 3}],
    });
    expect(await flagsOf(row)).toEqual([]);
  });

  it('is noticed at once where other fulfilments of the order remain and the state of the order stays the same', async () => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId, quantity: 3}, {variantId: null}]});
    await app.quiet();
    app.store.moveFulfilment(bought.id, bought.lines[0]?.id ?? '', 1, {location: 'Milan'});
    const row = await app.row(bought.id);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), untraceable, app.clock.now());
    await writeBack(app);
    expect(statuses(row)).toEqual(['SUCCESS', 'SUCCESS']);
    app.store.cancelFulfilments(row.order_gid, 'newest');
    await app.quiet();
    expect(await flagsOf(row)).toEqual(['fulfilment_cancelled']);
    expect((await app.row(row.order_gid)).fulfil_reason).toBe(
      'The fulfilment of 1 of the 3 pieces was cancelled in the store.',
    );
  });

  it('takes no new tracking: that makes a new fulfilment, or waits for the merchant if it is cancelled at that moment', async () => {
    const row = await fulfilled();
    app.shopify.webhooks.pause();
    app.store.cancelFulfilments(row.order_gid);
    expect(await correct(row, '00999')).toMatchObject({fulfil: 'done', fulfilments: [{pieces: 3}]});
    expect(made(row)).toEqual([
      [3, '00340'],
      [3, '00999'],
    ]);
    const cancelAtThatMoment = app.shopify.misbehave({
      fault: 'status',
      status: 500,
      when: ({operationName}) => {
        if (operationName === 'FulfilmentTracking') app.store.cancelFulfilments(row.order_gid);
        return false;
      },
    });
    const cancelled = await correct(row, '00777');
    cancelAtThatMoment();
    expect(cancelled).toMatchObject({
      fulfil: 'failed',
      fulfil_reason: expect.stringContaining('cancelled in the store'),
    });
    app.shopify.webhooks.resume();
    await app.quiet();
    expect(await flagsOf(row)).toEqual(['fulfilment_cancelled']);
  });
});
