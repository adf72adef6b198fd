// What an order leaves: told for each, and the merchant's floor for it. Nothing is sent on money that is not known.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {doUpkeep} from '../../../jobs/schedule/upkeep.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;
const high = {orders: {marginFloor: 100_000}};

describe.each(testEngines)('a margin floor, on %s', (engine) => {
  let stage: Stage;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => stage.close());

  const set = (settings: object) => saveSettings(stage.worker.db, stage.shop, settings, stage.clock.now());
  const ofMoney = ({operationName}: {operationName: string | null}) => operationName === 'OrderMoney';

  it('is not needed to be told of each order what it leaves, and whether it loses money', async () => {
    await set({});
    const buy = async (price: string, country: string) => {
      const {variantId} = stage.goods();
      const bought = stage.buy({lines: [{variantId, price, tax: '0'}], shippingPrice: null, country});
      await stage.quiet();
      return stage.row(bought.id);
    };
    const [losing, earning, unserved] = [await buy('1', 'DE'), await buy('2000', 'DE'), await buy('2000', 'NO')];
    const {orders} = await stage.merchant.orders();
    const told = ({id}: {readonly id: string}) => orders.find((order) => order.id === id)?.storeOrder;
    const charged = (row: typeof losing) => stage.taken(row)[0]?.totalCents ?? Number.NaN;
    expect(told(losing)).toEqual({currency: 'EUR', margin: 100 - charged(losing), unknown: 0, losesMoney: true});
    const left = 200_000 - charged(earning);
    expect(told(earning)).toEqual({currency: 'EUR', margin: left, unknown: 0, losesMoney: false});
    expect(told(unserved)).toMatchObject({unknown: 1, losesMoney: null});
  });

  it('holds an order whose money is slow to be read, though a turn comes by meanwhile', async () => {
    await set(high);
    const requests = stage.supplier.orderRequests();
    ends.push(stage.shopify.misbehave({fault: 'delay', ms: 700, times: 1, when: ofMoney}));
    const bought = stage.buy();
    await expect.poll(async () => (await stage.rows(bought.id)).length, {interval: 5, timeout: 10_000}).toBe(1);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    expect(stage.supplier.orderRequests()).toBe(requests);
  });

  it('sends nothing while the money cannot be read, and decides once it can', async () => {
    await set(high);
    const requests = stage.supplier.orderRequests();
    const end = stage.shopify.misbehave({fault: 'status', status: 400, when: ofMoney});
    ends.push(end);
    const bought = stage.buy();
    const reason = async () => (await stage.rows(bought.id))[0]?.reason_code;
    await expect.poll(async () => (await stage.rows(bought.id)).length, {interval: 5, timeout: 10_000}).toBe(1);
    await doUpkeep(stage.worker, {task: 'recheck-open'});
    await expect.poll(reason, {timeout: 10_000}).toBe('store_unreachable');
    end();
    stage.clock.turn(5 * minute);
    await doUpkeep(stage.worker, {task: 'recheck-open'});
    await expect.poll(reason, {timeout: 10_000}).toBe('margin_below_floor');
    await stage.upkeep('sweep-deliveries');
    expect(await stage.row(bought.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    expect(stage.supplier.orderRequests()).toBe(requests);
  }, 60_000);

  it('is measured in euro where the store sells in another currency, and holds where there is no rate', async () => {
    stage.store.setCurrency('CHF');
    await stage.quiet();
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-03-01', bufferPercent: 0};
    await set({...high, pricing: {rate}});
    const low = stage.buy();
    await stage.quiet();
    expect(await stage.row(low.id)).toMatchObject({state: 'held', reason_code: 'margin_below_floor'});
    await set(high);
    const unknown = stage.buy();
    await stage.quiet();
    expect(await stage.row(unknown.id)).toMatchObject({state: 'held', reason_code: 'margin_unknown'});
    await set({orders: {marginFloor: -100_000}, pricing: {rate}});
    const fine = stage.buy();
    await stage.quiet();
    expect(await stage.row(fine.id)).toMatchObject({state: 'awaiting_payment'});
  }, 60_000);
});
