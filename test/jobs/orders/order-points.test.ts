// What an order takes from the points of its store, and that sending goes before everything else that needs them.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {minute} from '#domain/durations.ts';
import {DropshipOrderId, OrderGid} from '#domain/ids.ts';
import {drainOrders} from '../../../jobs/orders/drain-orders.ts';
import {createOrderReadings} from '../../../jobs/orders/order-readings.ts';
import {placeDropshipOrder} from '../../../jobs/orders/place-dropship-order.ts';
import {writeBackToStore} from '../../../jobs/orders/store-writeback.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {markPaid} from '../../../server/actions/merchant-actions.ts';
import {loadStoreOrder} from '../../../server/db/orders/store-orders.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';
import {contextOf} from './placed-order.ts';

describe('the points of a store', () => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {byHand: true});
    await app.shopify.webhooks.flush();
    await deliver();
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const job = () => ({shop: app.shop});
  /** Until no webhook is left to handle. */
  const deliver = async () => {
    await app.shopify.webhooks.flush();
    for (let turn = 0; turn < 5; turn += 1) await drainDeliveries({...app.worker}, job());
  };
  /** A batch ends after a second: on a busy machine it takes several. */
  const send = async () => {
    for (let turn = 0; turn < 8; turn += 1) await drainOrders(app.worker, job());
  };
  const writeBack = async () => {
    for (let turn = 0; turn < 8; turn += 1) await writeBackToStore(app.worker, job());
  };
  const calls = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = app.shopify.requests().length;
    await work();
    const names = app.shopify
      .requests()
      .slice(before)
      .map(({operationName}) => operationName ?? '');
    return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
  };
  const moneyOf = (order: {readonly id: string}) => loadStoreOrder(app.worker.db, app.shop, OrderGid.parse(order.id));

  it('are spent again on money whose answer is older than what is known of the order', async () => {
    const bought = app.buy();
    await deliver();
    await send();
    const {store_updated_at: readAt, order_gid: gid} = await app.row(bought.id);
    const known = (at: Date | null) =>
      app.worker.db.updateTable('dropship_orders').set({store_updated_at: at}).where('order_gid', '=', gid).execute();
    await known(new Date((readAt?.getTime() ?? 0) + minute));
    await writeBack();
    expect((await moneyOf(bought))?.revenue ?? null).toBeNull();
    await known(readAt);
    app.clock.turn(minute);
    await writeBack();
    expect((await moneyOf(bought))?.revenue).toBeGreaterThan(0);
  });

  it('go to sending first: while an order is due, no money is read and no tag is written', async () => {
    const bought = app.buy();
    await deliver();
    expect(await calls(writeBack)).toEqual({});
    expect(await calls(send)).toEqual({StoreOrderLine: 1});
    expect(await calls(writeBack)).toEqual({OrderMoney: 1, OrderTags: 1, TagAndMetafields: 1});
    expect(app.store.order(bought.id)?.tags).toEqual(['piecewise: to pay']);
    expect(await moneyOf(bought)).not.toBeNull();
    await deliver();
  });

  it('are not spent again on what our own tag and metafield are announced with, but on a change of the address', async () => {
    const bought = app.buy();
    await deliver();
    await send();
    await writeBack();
    expect(await calls(deliver)).toEqual({OrderState: 1});
    await markPaid(app.worker.db, contextOf(app, await app.row(bought.id)), app.clock.now());
    await writeBack();
    expect(await calls(deliver)).toEqual({OrderState: 1});
    app.store.changeAddress(bought.id, 'DE', null, 'Another street 1');
    expect(await calls(deliver)).toEqual({OrderState: 1, StoreOrder: 1});
    expect((await app.row(bought.id)).flags.map(({code}) => code)).toEqual(['destination_changed']);
    await writeBack();
    await deliver();
  });

  it('are spent once on the money of many orders', async () => {
    const bought = Array.from({length: 6}, () => app.buy());
    await deliver();
    await send();
    const {OrdersMoney, OrderMoney} = await calls(writeBack);
    expect([OrdersMoney, OrderMoney]).toEqual([1, undefined]);
    for (const order of bought) expect(await moneyOf(order)).toMatchObject({currency: 'EUR'});
    await writeBack();
    await deliver();
  });

  it('are spent alone on an order that Shopify’s search does not show yet', async () => {
    ends.push(() => app.store.setSettings({searchLagMs: 0}));
    app.store.setSettings({searchLagMs: 60_000});
    const bought = [app.buy(), app.buy()];
    await deliver();
    await send();
    expect(await calls(writeBack)).toMatchObject({OrdersMoney: 1, OrderMoney: 2});
    for (const order of bought) expect(await moneyOf(order)).toMatchObject({currency: 'EUR'});
    await deliver();
  });

  it('are spent once on reading an order of several lines before they are sent', async () => {
    const bought = app.buy({lines: Array.from({length: 3}, () => ({variantId: app.goods().variantId}))});
    await deliver();
    const readings = createOrderReadings(app.worker, app.shop);
    const [first, second] = await app.rows(bought.id);
    const asked = await calls(async () => {
      for (const row of [first, second]) {
        const dropshipOrderId = DropshipOrderId.parse(row?.id);
        await placeDropshipOrder(app.worker, {...job(), dropshipOrderId, mayYield: false, readings});
      }
    });
    expect(asked).toEqual({StoreOrderWhole: 1});
    const states = (await app.rows(bought.id)).map(({state}) => state);
    expect(states).toEqual(['awaiting_payment', 'awaiting_payment', 'waiting']);
    await send();
    await writeBack();
    await deliver();
  });

  it('are spent again on an order that changed between two of its lines: the cancelled one is not sent', async () => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId}, {variantId: app.goods().variantId}]});
    await deliver();
    const readings = createOrderReadings(app.worker, app.shop);
    const [first, second] = await app.rows(bought.id);
    const place = (id = first?.id) =>
      placeDropshipOrder(app.worker, {...job(), dropshipOrderId: DropshipOrderId.parse(id), mayYield: false, readings});
    await place();
    app.clock.turn(1_000);
    app.store.cancelOrder(bought.id);
    await deliver();
    await place(second?.id);
    const states = (await app.rows(bought.id)).map(({state}) => state);
    expect(states).toEqual(['awaiting_payment', 'cancelled']);
    await writeBack();
    await deliver();
  });

  it('of money that cannot be read are not asked for together again: one order alone, and later', async () => {
    const bought = [app.buy(), app.buy()];
    await deliver();
    await send();
    const ofMany = ({operationName}: {operationName: string | null}) => operationName === 'OrdersMoney';
    ends.push(app.shopify.misbehave({fault: 'status', status: 400, when: ofMany}));
    await writeBack();
    for (const order of bought) expect(await moneyOf(order)).toBeNull();
    app.clock.turn(3_600_000);
    const {OrdersMoney, OrderMoney} = await calls(writeBack);
    expect(OrdersMoney).toBeUndefined();
    expect(OrderMoney).toBeGreaterThanOrEqual(2);
    for (const order of bought) expect(await moneyOf(order)).not.toBeNull();
  });
});
