// What an order leaves: told for each, and the merchant's floor for it. Nothing is sent on money that is not known.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {runTask} from '../../../jobs/schedule/tasks.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const high = {orders: {marginFloor: 100_000}};

// On one engine: `placing-store`, `placing-late` and `db/dropship-orders` send its statements on both.
describe.each(oneEngine)('a margin floor, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const set = (settings: object) => saveSettings(app.worker.db, app.shop, settings, app.clock.now());
  const ofMoney = ({operationName}: {operationName: string | null}) => operationName === 'OrderMoney';

  it('is not needed to see what each order earns, and whether it loses money', async () => {
    await set({});
    const buy = async (price: string, country: string) => {
      const {variantId} = app.goods();
      const bought = app.buy({lines: [{variantId, price, tax: '0'}], shippingPrice: null, country});
      await app.quiet();
      return app.row(bought.id);
    };
    const [losing, earning, unserved] = [await buy('1', 'DE'), await buy('2000', 'DE'), await buy('2000', 'NO')];
    const {orders} = await app.merchant.orders();
    const told = ({id}: {readonly id: string}) => orders.find((order) => order.id === id)?.storeOrder;
    const charged = (row: typeof losing) => app.taken(row)[0]?.totalCents ?? Number.NaN;
    expect(told(losing)).toEqual({currency: 'EUR', margin: 100 - charged(losing), unknown: 0, losesMoney: true});
    const left = 200_000 - charged(earning);
    expect(told(earning)).toEqual({currency: 'EUR', margin: left, unknown: 0, losesMoney: false});
    expect(told(unserved)).toMatchObject({unknown: 1, losesMoney: null});
  });

  it('holds an order whose money is slow to be read, though another batch runs meanwhile', async () => {
    await set(high);
    const requests = app.supplier.orderRequests();
    ends.push(app.shopify.misbehave({fault: 'delay', ms: 700, times: 1, when: ofMoney}));
    const bought = app.buy();
    await expect.poll(async () => (await app.rows(bought.id)).length, {interval: 5, timeout: 10_000}).toBe(1);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    expect(app.supplier.orderRequests()).toBe(requests);
  });

  it('sends nothing while the money cannot be read, and decides once it can', async () => {
    await set(high);
    const requests = app.supplier.orderRequests();
    const end = app.shopify.misbehave({fault: 'status', status: 400, when: ofMoney});
    ends.push(end);
    const bought = app.buy();
    const reason = async () => (await app.rows(bought.id))[0]?.reason_code;
    await expect.poll(async () => (await app.rows(bought.id)).length, {interval: 5, timeout: 10_000}).toBe(1);
    await runTask(app.worker, {task: 'recheck-open'});
    await expect.poll(reason, {timeout: 10_000}).toBe('store_unreachable');
    end();
    app.clock.turn(5 * minute);
    await runTask(app.worker, {task: 'recheck-open'});
    await expect.poll(reason, {timeout: 10_000}).toBe('margin_below_floor');
    await app.upkeep('sweep-deliveries');
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    expect(app.supplier.orderRequests()).toBe(requests);
  }, 60_000);

  it('is measured in euro where the store sells in another currency, and holds where there is no rate', async () => {
    app.store.setCurrency('CHF');
    await app.quiet();
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-03-01', bufferPercent: 0};
    await set({...high, pricing: {rate}});
    const low = app.buy();
    await app.quiet();
    expect(await app.row(low.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    await set(high);
    const unknown = app.buy();
    await app.quiet();
    expect(await app.row(unknown.id)).toMatchObject({state: 'held', reason_code: 'margin_unknown'});
    await set({orders: {marginFloor: -100_000}, pricing: {rate}});
    const fine = app.buy();
    await app.quiet();
    expect(await app.row(fine.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);
});
