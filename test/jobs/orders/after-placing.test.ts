// After placing: what the store changes is flagged with what to do, what the merchant says reaches the store once, and the
// order's page in the store says where its dropship orders are.
import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {flagText} from '#domain/orders/flags.ts';
import {writeBackToStore} from '../../../jobs/orders/store-writeback.ts';
import {
  confirmUnconfirmed,
  dismiss,
  fulfilAgain,
  markPaid,
  markRefunded,
  markShipped,
} from '../../../server/actions/merchant-actions.ts';
import {placeAgain} from '../../../server/actions/place-again.ts';
import type {StoredDropshipOrder} from '../../../server/db/orders/dropship-orders.ts';
import {loadStoreOrder} from '../../../server/db/orders/store-orders.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const tracked = {
  carrier: 'DHL',
  trackingNumber: '00340',
  trackingUrl: 'https://dhl.example/00340',
  notifyBuyer: true,
} as const;

describe.each(testEngines)('after placing, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine, {articles: 60});
  });
  afterEach(() => stage.onCheckpoint(null));
  afterAll(() => stage.close());

  const context = ({id}: StoredDropshipOrder) => ({shop: stage.shop, id, actor: 'user:7'});
  const placed = async (order: Parameters<Stage['buy']>[0] = {}) => {
    const bought = stage.buy(order);
    await stage.quiet();
    return {bought, row: await stage.row(bought.id), line: bought.lines[0]?.id ?? ''};
  };
  const flagsOf = async (orderGid: string) => (await stage.row(orderGid)).flags.map(({code}) => code);
  const writeBack = async () => {
    await writeBackToStore(stage.worker, {shop: stage.shop});
    await stage.quiet();
  };
  const fulfilments = () =>
    stage.shopify.requests().filter(({operationName}) => operationName === 'FulfilmentCreate').length;

  it('a cancelled, refunded, edited or moved store order is flagged once, with what to do', async () => {
    const {bought, row, line} = await placed({lines: [{variantId: stage.goods().variantId, quantity: 2}]});
    stage.store.editOrder(bought.id, line, 3);
    stage.store.changeAddress(bought.id, 'FR');
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_raised', 'destination_changed']);
    const [raised] = (await stage.row(bought.id)).flags;
    stage.clock.turn(60_000);
    stage.store.setRisk(bought.id, {level: 'LOW'});
    await stage.quiet();
    expect((await stage.row(bought.id)).flags[0]).toEqual(raised);
    stage.store.refundLine(bought.id, line, 2);
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual(['quantity_lowered', 'destination_changed']);
    stage.store.cancelOrder(bought.id);
    await stage.quiet();
    const after = await stage.row(bought.id);
    expect(after).toMatchObject({state: 'awaiting_payment', quantity: 2, ref: row.ref});
    expect(after.flags.map(({code}) => code)).toEqual(['order_cancelled']);
    expect(flagText({code: 'order_cancelled'}, after)).toContain('Do not pay it');
    expect(stage.taken(after)).toHaveLength(1);
  });

  it('fewer pieces are sent by dismissing and placing again, as the flag says', async () => {
    const {bought, row, line} = await placed({lines: [{variantId: stage.goods().variantId, quantity: 3}]});
    stage.store.refundLine(bought.id, line, 1);
    await stage.quiet();
    expect((await stage.row(bought.id)).flags).toMatchObject([{code: 'quantity_lowered', wanted: 2}]);
    await dismiss(stage.worker.db, context(row), stage.clock.now());
    await placeAgain(stage.worker.db, context(row), randomUUID(), stage.clock.now());
    await stage.upkeep('recheck-open');
    const again = (await stage.rows(bought.id)).find(({generation}) => generation === 2);
    expect(again).toMatchObject({state: 'awaiting_payment', quantity: 2, flags: []});
    expect(stage.taken({reference: again?.reference ?? ''})).toMatchObject([{qty: 2}]);
  });

  it('a flag goes away when its cause is undone', async () => {
    const {bought} = await placed();
    stage.store.changeAddress(bought.id, 'AT');
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual(['destination_changed']);
    stage.store.changeAddress(bought.id, 'DE');
    await stage.quiet();
    expect(await flagsOf(bought.id)).toEqual([]);
  });

  it('the order carries one tag of ours at a time beside the merchant’s, a metafield, and no note', async () => {
    const {bought, row} = await placed({note: 'Please gift-wrap'});
    const shown = () => stage.store.order(bought.id);
    await writeBack();
    expect(shown()?.tags).toEqual(['piecewise: to pay']);
    await markPaid(stage.worker.db, context(row), stage.clock.now());
    await writeBack();
    expect(shown()?.tags).toEqual(['piecewise: paid']);
    expect(JSON.parse(shown()?.metafields['dropship']?.value ?? '{}')).toMatchObject({
      orders: [{state: 'paid', reference: row.reference, supplierRef: row.ref}],
    });
    expect(shown()?.note).toBe('Please gift-wrap');
    const writes = stage.store.writes();
    await writeBack();
    expect(stage.store.writes()).toBe(writes);
  });

  it('shipped with a tracking number is one fulfilment of that line, and the buyer is written to', async () => {
    const {bought, row} = await placed();
    const before = fulfilments();
    await markPaid(stage.worker.db, context(row), stage.clock.now());
    for (let click = 0; click < 3; click += 1) {
      await markShipped(stage.worker.db, context(row), tracked, stage.clock.now());
    }
    await writeBack();
    await writeBack();
    expect(fulfilments() - before).toBe(1);
    const tracking = [{company: 'DHL', number: '00340', url: 'https://dhl.example/00340'}];
    // One e-mail, however often it was clicked, and it names the tracking.
    expect(stage.store.order(bought.id)?.fulfillments).toMatchObject([{tracking, notifications: [{tracking}]}]);
    expect(await stage.row(bought.id)).toMatchObject({state: 'shipped', fulfil: 'done', notify_buyer: true});
    expect(stage.store.order(bought.id)?.tags).toEqual(['piecewise: shipped']);
  });

  it('shipped without a word to the buyer sends no e-mail; a corrected number sends one where the merchant wants it', async () => {
    const {bought, row} = await placed();
    await markPaid(stage.worker.db, context(row), stage.clock.now());
    await markShipped(stage.worker.db, context(row), {...tracked, notifyBuyer: false}, stage.clock.now());
    await writeBack();
    const shown = () => stage.store.order(bought.id)?.fulfillments;
    expect(shown()).toMatchObject([{notifications: []}]);
    const corrected = {...tracked, trackingNumber: '00341'};
    await markShipped(stage.worker.db, context(row), {...corrected, notifyBuyer: false}, stage.clock.now());
    await writeBack();
    expect(shown()).toMatchObject([{tracking: [{number: '00341'}], notifications: []}]);
    await markShipped(stage.worker.db, context(row), {...tracked, trackingNumber: '00342'}, stage.clock.now());
    await writeBack();
    expect(shown()).toMatchObject([{notifications: [{tracking: [{number: '00342'}]}]}]);
  });

  it('a fulfilment whose answer was lost is not made twice, a worker that died is looked after', async () => {
    const {bought, row} = await placed();
    await markPaid(stage.worker.db, context(row), stage.clock.now());
    await markShipped(stage.worker.db, context(row), tracked, stage.clock.now());
    stage.onCheckpoint((name) => {
      if (name === 'after-fulfilment') throw new Error('the worker died here');
    });
    const before = fulfilments();
    await expect(writeBackToStore(stage.worker, {shop: stage.shop})).rejects.toThrow('died here');
    stage.onCheckpoint(null);
    await writeBack();
    expect(await stage.row(bought.id)).toMatchObject({fulfil: 'sending'});
    stage.clock.turn(121_000);
    await stage.upkeep('sweep-store-writeback');
    expect(fulfilments() - before).toBe(1);
    expect(await stage.row(bought.id)).toMatchObject({fulfil: 'done'});
    expect(stage.store.order(bought.id)?.fulfillments).toHaveLength(1);
  });

  it('a fulfilment on hold in the store is shown as such, and made when asked again', async () => {
    const {bought, row} = await placed();
    stage.store.holdFulfilment(bought.id, true);
    await markPaid(stage.worker.db, context(row), stage.clock.now());
    await markShipped(stage.worker.db, context(row), tracked, stage.clock.now());
    await writeBack();
    const failed = await stage.row(bought.id);
    expect(failed).toMatchObject({fulfil: 'failed'});
    expect(failed.fulfil_reason).toContain('on hold');
    stage.store.holdFulfilment(bought.id, false);
    expect(await fulfilAgain(stage.worker.db, context(row), stage.clock.now())).toMatchObject({kind: 'moved'});
    await writeBack();
    expect(await stage.row(bought.id)).toMatchObject({fulfil: 'done', fulfil_reason: null});
  });

  it('an article the supplier could not supply leaves the store, its last variant as a draft', async () => {
    const goods = stage.goods();
    const {row} = await placed({lines: [{variantId: goods.variantId}]});
    const variants = () => stage.store.product(goods.productId)?.variants.map(({id}) => id) ?? [];
    const before = variants();
    await markRefunded(stage.worker.db, context(row), {offSale: true}, stage.clock.now());
    await writeBack();
    expect(await stage.row(row.order_gid)).toMatchObject({state: 'refunded', off_sale: 'done'});
    expect(variants()).toEqual(before.filter((id) => id !== goods.variantId));
    const [variantId = '', ...others] = variants();
    for (const other of others) stage.store.deleteVariant(other);
    const {row: next} = await placed({lines: [{variantId}]});
    await markRefunded(stage.worker.db, context(next), {offSale: true}, stage.clock.now());
    await writeBack();
    expect(stage.store.product(goods.productId)).toMatchObject({status: 'DRAFT'});
    expect(variants()).toHaveLength(1);
  });

  it('what the buyer paid and what is left of it is known without tax', async () => {
    const variantId = stage.goods().variantId;
    const {bought, line} = await placed({
      lines: [{variantId, quantity: 2, price: '50.00', discount: '20.00', tax: '14.44'}],
      shippingPrice: '12.20',
      shippingTax: '2.20',
    });
    const money = () => loadStoreOrder(stage.worker.db, stage.shop, bought.id);
    const included = (await stage.merchant.overview()).taxesIncluded;
    expect(included).toBe(true);
    expect(await money()).toMatchObject({revenue: 6556, shipping: 1000, shipping_paid: 1220, currency: 'EUR'});
    expect(await stage.row(bought.id)).toMatchObject({revenue: 6556, buyer_paid: 8000});
    stage.store.refundLine(bought.id, line, 1);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({buyer_paid: 4000});
    expect(await money()).toMatchObject({received: 9_220, refunded: 4_000});
    stage.store.refundMoney(bought.id, 1220, 'shipping');
    await stage.quiet();
    expect(await money()).toMatchObject({shipping: 0, shipping_paid: 0});
    stage.store.refundMoney(bought.id, 1000);
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({buyer_paid: 3000});
    const unpaid = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    expect(await loadStoreOrder(stage.worker.db, stage.shop, unpaid.id)).toMatchObject({received: 0, refunded: 0});
  });

  it('every move is in the audit trail, a move out of turn is refused, another shop’s order is not found', async () => {
    const {row} = await placed();
    const {db} = stage.worker;
    const now = stage.clock.now();
    expect(await markShipped(db, context(row), tracked, now)).toEqual({kind: 'not_now', state: 'awaiting_payment'});
    expect(await confirmUnconfirmed(db, context(row), {ref: null, checkoutUrl: null}, now)).toMatchObject({
      kind: 'moved',
    });
    await dismiss(db, context(row), now);
    await dismiss(db, context(row), now);
    expect(await markPaid(db, context(row), now)).toEqual({kind: 'not_now', state: 'dismissed'});
    const strange = {...context(row), shop: 'other.myshopify.com' as typeof stage.shop};
    expect(await dismiss(db, strange, now)).toEqual({kind: 'not_found'});
    const trail = await loadAudit(db, stage.shop, {subject: row.id});
    expect(trail.map(({actor, action}) => `${actor} ${action}`)).toEqual(['user:7 dismissed']);
  });
});
