// A webhook about a store order that comes while its dropship order is looked at: what was read before it does not count.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {takeStoreOrder} from '../../../jobs/webhooks/take-store-order.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

// On one engine: `placing-store`, `placing-late` and `db/dropship-orders` (compare and set) send its statements on both.
describe.each(oneEngine)('word that overtakes the look at an order, on %s', (engine) => {
  let app: OrderTestApp;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterEach(() => {
    app.setSupplierAway(false);
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  /** The next answer of `a=stock` comes late; resolves once it was asked for. */
  const slowStock = (ms: number): (() => Promise<void>) => {
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'stock', times: 1, does: {kind: 'slow', ms}}));
    const asked = () => app.supplier.requests().filter(({a}) => a === 'stock').length;
    const before = asked();
    return () => expect.poll(asked, {interval: 5, timeout: 10_000}).toBeGreaterThan(before);
  };
  /** The next answer about an order, or a line of one, was true when it was made, and comes late; resolves once it was asked for. */
  const lateReading = (ms: number, of = 'StoreOrderLine'): (() => Promise<void>) => {
    let asked = 0;
    const when = ({operationName}: {operationName: string | null}): boolean => {
      if (operationName === of) asked += 1;
      return operationName === of;
    };
    ends.push(app.shopify.misbehave({fault: 'delay', ms, at: 'after', times: 1, when}));
    return () => expect.poll(() => asked, {interval: 5, timeout: 10_000}).toBe(1);
  };
  /** Never sent; or sent, and flagged by the same webhook. */
  const neverSent = async (orderGid: string, requests: number): Promise<void> => {
    await app.quiet();
    expect(await app.row(orderGid)).toMatchObject({state: 'cancelled', reason_code: 'order_cancelled'});
    expect(app.supplier.orderRequests()).toBe(requests);
  };

  it('a cancelled order that was held, and was just freed, is never sent', async () => {
    const bought = app.buy({risk: 'INVESTIGATE'});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'held', reason_code: 'risk'});
    const requests = app.supplier.orderRequests();
    const asked = slowStock(800);
    app.store.setRisk(bought.id, {recommendation: 'ACCEPT'});
    await asked();
    app.store.cancelOrder(bought.id);
    await neverSent(bought.id, requests);
  });

  it('an order cancelled the very moment the supplier is back is never sent', async () => {
    app.setSupplierAway(true);
    const bought = app.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'supplier_unreachable'});
    app.setSupplierAway(false);
    const requests = app.supplier.orderRequests();
    const asked = slowStock(800);
    app.clock.turn(5 * minute);
    const looked = app.upkeep('recheck-open');
    await asked();
    app.store.cancelOrder(bought.id);
    await looked;
    await neverSent(bought.id, requests);
  });

  it('a cancelled order whose money is slow to be read is never sent meanwhile', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    const requests = app.supplier.orderRequests();
    const asked = slowStock(400);
    app.store.payOrder(bought.id);
    await asked();
    const when = ({operationName}: {operationName: string | null}) => operationName === 'OrderMoney';
    ends.push(app.shopify.misbehave({fault: 'delay', ms: 900, when}));
    app.store.cancelOrder(bought.id);
    await neverSent(bought.id, requests);
  });

  it('an order cancelled while it is being sent is flagged by that very word', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 600}}));
    app.store.payOrder(bought.id);
    await expect.poll(async () => (await app.row(bought.id)).state, {interval: 5, timeout: 10_000}).toBe('placing');
    app.store.cancelOrder(bought.id);
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment'});
    expect(row.flags.map(({code}) => code)).toEqual(['order_cancelled']);
  });

  it('a reading of the store order that was overtaken on its way takes back nothing a newer one said', async () => {
    const bought = app.buy({lines: [{variantId: app.goods().variantId, price: '80.00'}]});
    await app.quiet();
    // The echo of our own tag would have it read once more.
    app.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => app.shopify.webhooks.drop(null));
    const asked = lateReading(2_000, 'StoreOrder');
    const found = takeStoreOrder(app.worker, app.shop, OrderGid.parse(bought.id), 'reconciliation');
    await asked();
    app.clock.turn(2_000);
    app.store.refundMoney(bought.id, 3_000);
    app.store.cancelOrder(bought.id);
    await found;
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row.flags.map(({code}) => code)).toEqual(['order_cancelled']);
    expect(app.store.order(bought.id)?.tags).toEqual(['piecewise: needs you']);
  });

  it('an order paid while it is looked at as unpaid is sent without another word', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    app.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    ends.push(() => app.shopify.webhooks.drop(null));
    const asked = lateReading(800);
    app.clock.turn(hour);
    const looked = app.upkeep('recheck-open');
    await asked();
    app.store.payOrder(bought.id);
    await looked;
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('an address corrected while the order is looked at with the old one sends it without another word', async () => {
    const bought = app.buy({country: 'NO'});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'blocked'});
    const {db} = app.worker;
    await db
      .updateTable('dropship_orders')
      .set({next_attempt_at: app.clock.now()})
      .where('order_gid', '=', OrderGid.parse(bought.id))
      .execute();
    const asked = lateReading(800);
    const looked = app.upkeep('recheck-open');
    await asked();
    app.store.changeAddress(bought.id, 'DK');
    await looked;
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', country: 'DK'});
  });

  it('an order that is being planned when sending is paused is not sent, and waits until sending is resumed', async () => {
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    const requests = app.supplier.orderRequests();
    const asked = slowStock(800);
    app.store.payOrder(bought.id);
    await asked();
    await app.merchant.pauseSending();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'sending_paused'});
    expect(app.supplier.orderRequests()).toBe(requests);
    await app.merchant.resumeSending();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('sending that is allowed again while an order is looked at as paused sends it without another word', async () => {
    const settings = await app.merchant.settings();
    await app.merchant.saveSettings({...settings, sendingPaused: true});
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'sending_paused'});
    const asked = lateReading(800);
    app.clock.turn(hour);
    const looked = app.upkeep('recheck-open');
    await asked();
    await app.merchant.saveSettings({...settings, sendingPaused: false});
    await looked;
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });
});
