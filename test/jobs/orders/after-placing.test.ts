// After placing: what the store changes is flagged with what to do, what the merchant says reaches the store once, and the
// order's page in the store says where its dropship orders are.

import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, OrderGid} from '#domain/ids.ts';
import {flagText} from '#domain/orders/attention/flag-texts.ts';
import {writeBackToStore} from '../../../jobs/orders/store-writeback.ts';
import {
  confirmUnconfirmed,
  dismissOrder,
  markPaid,
  markShipped,
  retryFulfilment,
} from '../../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../../server/actions/place-again.ts';
import {loadStoreOrder} from '../../../server/db/orders/store-orders.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';
import {buyPlaced, contextOf, countSent, tracked, writeBack} from './placed-order.ts';

// On one engine: `in-store/shown-in-store`, `merchant-overrides` and `placing-store` send its statements on both.
describe.each(oneEngine)('after placing, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 60});
  });
  afterEach(() => app.onCheckpoint(null));
  afterAll(() => app.close());

  const flagsOf = async (orderGid: string) => (await app.row(orderGid)).flags.map(({code}) => code);

  it('a cancelled, refunded, edited or moved store order is flagged once, with what to do', async () => {
    const {bought, row, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 2}]});
    app.store.editOrder(bought.id, line, 3);
    app.store.changeAddress(bought.id, 'FR');
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_raised', 'destination_changed']);
    const [raised] = (await app.row(bought.id)).flags;
    app.clock.turn(60_000);
    app.store.touchOrder(bought.id);
    await app.quiet();
    expect((await app.row(bought.id)).flags[0]).toEqual(raised);
    app.store.refundLine(bought.id, line, 2);
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_lowered', 'destination_changed']);
    app.store.cancelOrder(bought.id);
    await app.quiet();
    const after = await app.row(bought.id);
    expect(after).toMatchObject({state: 'awaiting_payment', quantity: 2, ref: row.ref});
    expect(after.flags.map(({code}) => code)).toEqual(['order_cancelled']);
    expect(flagText({code: 'order_cancelled'}, after)).toContain('Do not pay it');
    expect(app.taken(after)).toHaveLength(1);
  });

  it('fewer pieces are sent by dismissing and placing again, as the flag says', async () => {
    const {bought, row, line} = await buyPlaced(app, {lines: [{variantId: app.goods().variantId, quantity: 3}]});
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    expect((await app.row(bought.id)).flags).toMatchObject([{code: 'quantity_lowered', wanted: 2}]);
    await dismissOrder(app.worker.db, contextOf(app, row), app.clock.now());
    await placeAgain(app.worker.db, contextOf(app, row), DropshipOrderId.parse(randomUUID()), app.clock.now());
    await app.upkeep('recheck-open');
    const again = (await app.rows(bought.id)).find(({generation}) => generation === 2);
    expect(again).toMatchObject({state: 'awaiting_payment', quantity: 2, flags: []});
    expect(app.taken({reference: again?.reference ?? ''})).toMatchObject([{qty: 2}]);
  });

  it('a flag goes away when its cause is undone', async () => {
    const {bought} = await buyPlaced(app);
    app.store.changeAddress(bought.id, 'AT');
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual(['destination_changed']);
    app.store.changeAddress(bought.id, 'DE');
    await app.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
  });

  it('the order carries one tag of ours at a time beside the merchant’s, two metafields, and no note', async () => {
    const {bought, row} = await buyPlaced(app, {note: 'Please gift-wrap'});
    const shown = () => app.store.order(bought.id);
    await writeBack(app);
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await writeBack(app);
    expect(shown()?.tags).toEqual(['piecewise: paid']);
    expect(JSON.parse(shown()?.metafields['dropship']?.value ?? '{}')).toMatchObject({
      orders: [{state: 'paid', reference: row.reference, supplierRef: row.ref}],
    });
    const {value: text = ''} = shown()?.metafields['dropship_status'] ?? {};
    expect(text).toBe(
      `1 × ${row.article_name}: paid at the supplier; to be shipped. Reference ${row.reference}, the supplier’s reference ${row.ref}.`,
    );
    expect(shown()?.note).toBe('Please gift-wrap');
    const writes = app.store.writes();
    await writeBack(app);
    expect(app.store.writes()).toBe(writes);
  });

  it('shipped with a tracking number is one fulfilment of that line, and the buyer is written to', async () => {
    const {bought, row} = await buyPlaced(app);
    const before = countSent(app, 'FulfilmentCreate');
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    for (let click = 0; click < 3; click += 1) {
      await markShipped(app.worker.db, contextOf(app, row), tracked, app.clock.now());
    }
    await writeBack(app);
    await writeBack(app);
    expect(countSent(app, 'FulfilmentCreate') - before).toBe(1);
    const tracking = [{company: 'DHL', number: '00340', url: 'https://dhl.example/00340'}];
    // One e-mail, however often it was clicked, and it names the tracking.
    expect(app.store.order(bought.id)?.fulfillments).toMatchObject([{tracking, notifications: [{tracking}]}]);
    expect(await app.row(bought.id)).toMatchObject({state: 'shipped', fulfil: 'done', notify_buyer: true});
    expect(app.store.order(bought.id)?.tags).toEqual(['piecewise: shipped']);
  });

  it('shipped without a word to the buyer sends no e-mail; a corrected number sends one where the merchant wants it', async () => {
    const {bought, row} = await buyPlaced(app);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), {...tracked, notifyBuyer: false}, app.clock.now());
    await writeBack(app);
    const shown = () => app.store.order(bought.id)?.fulfillments;
    expect(shown()).toMatchObject([{notifications: []}]);
    const corrected = {...tracked, trackingNumber: '00341'};
    await markShipped(app.worker.db, contextOf(app, row), {...corrected, notifyBuyer: false}, app.clock.now());
    await writeBack(app);
    expect(shown()).toMatchObject([{tracking: [{number: '00341'}], notifications: []}]);
    await markShipped(app.worker.db, contextOf(app, row), {...tracked, trackingNumber: '00342'}, app.clock.now());
    await writeBack(app);
    expect(shown()).toMatchObject([{notifications: [{tracking: [{number: '00342'}]}]}]);
  });

  it('a fulfilment whose answer was lost is not made twice, a worker that died is looked after', async () => {
    const {bought, row} = await buyPlaced(app);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), tracked, app.clock.now());
    app.onCheckpoint((name) => {
      if (name === 'after-fulfilment') throw new Error('the worker died here');
    });
    const before = countSent(app, 'FulfilmentCreate');
    await expect(writeBackToStore(app.worker, {shop: app.shop})).rejects.toThrow('died here');
    app.onCheckpoint(null);
    await writeBack(app);
    expect(await app.row(bought.id)).toMatchObject({fulfil: 'sending'});
    app.clock.turn(121_000);
    await app.upkeep('sweep-store-writeback');
    expect(countSent(app, 'FulfilmentCreate') - before).toBe(1);
    expect(await app.row(bought.id)).toMatchObject({fulfil: 'done'});
    expect(app.store.order(bought.id)?.fulfillments).toHaveLength(1);
  });

  it('a fulfilment on hold in the store is shown as such, and made when asked again', async () => {
    const {bought, row} = await buyPlaced(app);
    app.store.holdFulfilment(bought.id, true);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), tracked, app.clock.now());
    await writeBack(app);
    const failed = await app.row(bought.id);
    expect(failed).toMatchObject({fulfil: 'failed'});
    expect(failed.fulfil_reason).toContain('on hold');
    app.store.holdFulfilment(bought.id, false);
    expect(await retryFulfilment(app.worker.db, contextOf(app, row), app.clock.now())).toMatchObject({kind: 'done'});
    await writeBack(app);
    expect(await app.row(bought.id)).toMatchObject({fulfil: 'done', fulfil_reason: null});
  });

  it('what the buyer paid and what is left of it is known without tax', async () => {
    const variantId = app.goods().variantId;
    const {bought, line} = await buyPlaced(app, {
      lines: [{variantId, quantity: 2, price: '50.00', discount: '20.00', tax: '14.44'}],
      shippingPrice: '12.20',
      shippingTax: '2.20',
    });
    const money = () => loadStoreOrder(app.worker.db, app.shop, OrderGid.parse(bought.id));
    const included = (await app.merchant.overview()).taxesIncluded;
    expect(included).toBe(true);
    expect(await money()).toMatchObject({revenue: 6556, shipping: 1000, shipping_paid: 1220, currency: 'EUR'});
    expect(await app.row(bought.id)).toMatchObject({revenue: 6556, buyer_paid: 8000});
    app.store.refundLine(bought.id, line, 1);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({buyer_paid: 4000});
    expect(await money()).toMatchObject({received: 9_220, refunded: 4_000});
    app.store.refundMoney(bought.id, 1220, 'shipping');
    await app.quiet();
    expect(await money()).toMatchObject({shipping: 0, shipping_paid: 0});
    app.store.refundMoney(bought.id, 1000);
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({buyer_paid: 3000});
    const unpaid = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    expect(await loadStoreOrder(app.worker.db, app.shop, OrderGid.parse(unpaid.id))).toMatchObject({
      received: 0,
      refunded: 0,
    });
  });

  it('every move is in the audit trail, a move out of turn is refused, another shop’s order is not found', async () => {
    const {row} = await buyPlaced(app);
    const {db} = app.worker;
    const now = app.clock.now();
    expect(await markShipped(db, contextOf(app, row), tracked, now)).toEqual({
      kind: 'not_now',
      state: 'awaiting_payment',
    });
    expect(await confirmUnconfirmed(db, contextOf(app, row), {ref: null, checkoutUrl: null}, now)).toMatchObject({
      kind: 'done',
    });
    await dismissOrder(db, contextOf(app, row), now);
    await dismissOrder(db, contextOf(app, row), now);
    expect(await markPaid(db, contextOf(app, row), now)).toEqual({kind: 'not_now', state: 'dismissed'});
    const strange = {...contextOf(app, row), shop: 'other.myshopify.com' as typeof app.shop};
    expect(await dismissOrder(db, strange, now)).toEqual({kind: 'not_found'});
    const trail = await loadAudit(db, app.shop, {subject: row.id});
    expect(trail.map(({actor, action}) => `${actor} ${action}`)).toEqual(['user:7 dismissed']);
  });
});
