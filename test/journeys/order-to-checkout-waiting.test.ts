import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {saveSettings} from '../../server/db/shops/shops.ts';
import {openStage, type Stage} from '../jobs/orders/stage.ts';
import {testEngines} from '../support/house.ts';

const hour = 3_600_000;

describe.each(testEngines)('an order that is not sent, or not yet, on %s', (engine) => {
  let stage: Stage;
  let requests = 0;
  const sentSince = (): number => stage.supplier.orderRequests() - requests;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  const told = async (bought: {readonly id: string}) => {
    await stage.quiet();
    const {state, reason, reason_code: code} = await stage.row(bought.id);
    return {state, code, reason};
  };
  const begin = (): void => {
    requests = stage.supplier.orderRequests();
  };

  it('waits while the buyer has not paid, and goes on when the payment comes', async () => {
    begin();
    const bought = stage.buy({financialStatus: 'PENDING'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'not_paid'});
    expect(sentSince()).toBe(0);
    stage.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment', reason: null});
    expect(sentSince()).toBe(1);
  });

  it('that was cancelled before it could be sent is never sent', async () => {
    begin();
    const bought = stage.buy({financialStatus: 'AUTHORIZED'});
    expect(await told(bought)).toMatchObject({state: 'waiting'});
    stage.store.cancelOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'order_cancelled'});
    stage.store.payOrder(bought.id);
    await stage.upkeep('recheck-open', 'reconcile-orders');
    expect(await told(bought)).toMatchObject({state: 'cancelled'});
    expect(sentSince()).toBe(0);
  });

  it('that was cancelled before anybody looked is no dropship order at all', async () => {
    begin();
    stage.shopify.webhooks.pause();
    const bought = stage.buy();
    stage.store.cancelOrder(bought.id);
    stage.shopify.webhooks.resume();
    await stage.quiet();
    expect(await stage.rows(bought.id)).toEqual([]);
    expect(sentSince()).toBe(0);
  });

  it('is held when it is a test order, and goes on when the merchant allows test orders', async () => {
    begin();
    const bought = stage.buy({test: true});
    expect(await told(bought)).toMatchObject({state: 'held', code: 'test_order'});
    expect(sentSince()).toBe(0);
    await stage.merchant.saveSettings({...(await stage.merchant.settings()), sendTestOrders: true});
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
  });

  it('is blocked when it is picked up and has no address', async () => {
    begin();
    expect(await told(stage.buy({country: null}))).toMatchObject({state: 'blocked', code: 'no_country'});
    expect(sentSince()).toBe(0);
  });

  it('needs details when the buyer left no e-mail address', async () => {
    begin();
    expect(await told(stage.buy({email: null}))).toMatchObject({state: 'needs_details', code: 'email_missing'});
    expect(sentSince()).toBe(0);
  });

  it('follows the address: blocked for Norway, sent when the buyer moves it to Denmark', async () => {
    begin();
    const bought = stage.buy({country: 'NO'});
    expect(await told(bought)).toMatchObject({state: 'blocked'});
    stage.store.changeAddress(bought.id, 'LI');
    expect(await told(bought)).toMatchObject({state: 'blocked'});
    expect(await stage.row(bought.id)).toMatchObject({country: 'LI', reason: expect.stringContaining('Liechtenstein')});
    stage.store.changeAddress(bought.id, 'DK');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(await stage.row(bought.id))).toMatchObject([{country: 'DK', zone: 'EU'}]);
  });

  it('is sent with the quantity left after an edit, and not at all where a refund left none', async () => {
    begin();
    const goods = stage.goods();
    const line = {variantId: goods.variantId, quantity: 3};
    const bought = stage.buy({lines: [line, line, line], financialStatus: 'PENDING'});
    const [edited, removed, refunded] = bought.lines.map(({id}) => id);
    await stage.quiet();
    stage.store.payOrder(bought.id);
    stage.shopify.webhooks.pause();
    stage.store.editOrder(bought.id, edited ?? '', 2);
    stage.store.editOrder(bought.id, removed ?? '', 0);
    stage.store.refundLine(bought.id, refunded ?? '', 3);
    stage.shopify.webhooks.resume();
    await stage.quiet();
    const rows = await stage.rows(bought.id);
    const of = (gid: string | undefined) => rows.find((row) => row.line_gid === gid);
    expect(of(edited)).toMatchObject({state: 'awaiting_payment', quantity: 2});
    expect(of(removed)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    expect(of(refunded)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    expect(sentSince()).toBe(1);
  });

  it('is held when the merchant has shipped it already', async () => {
    begin();
    const bought = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    stage.store.fulfil(bought.id);
    stage.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'held', code: 'already_fulfilled'});
    expect(sentSince()).toBe(0);
  });

  it('is closed when it was handed over in the store, and asks nobody, however often it is read', async () => {
    begin();
    const bought = stage.buy({country: null});
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'no_country'});
    stage.store.fulfil(bought.id);
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'handed_over'});
    expect(stage.store.order(bought.id)?.tags).toEqual([]);
    stage.store.setRisk(bought.id, {level: 'LOW'});
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'handed_over'});
    stage.store.editOrder(bought.id, bought.lines[0]?.id ?? '', 2);
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'no_country'});
    expect(sentSince()).toBe(0);
  });

  it('waits for Shopify’s word on fraud for half an hour at most, and is held on a bad one', async () => {
    begin();
    const slow = stage.buy({riskLevel: 'PENDING'});
    expect(await told(slow)).toMatchObject({state: 'waiting', code: 'risk_pending'});
    expect(await told(stage.buy({risk: 'INVESTIGATE'}))).toMatchObject({state: 'held', code: 'risk'});
    expect(sentSince()).toBe(0);
    stage.clock.turn(0.5 * hour);
    await stage.upkeep('recheck-open');
    expect(await told(slow)).toMatchObject({state: 'awaiting_payment'});
  });

  it('is blocked when the variant is none that the app made of its product', async () => {
    begin();
    const goods = stage.goods();
    await stage.worker.db.deleteFrom('listing_variants').where('variant_gid', '=', goods.variantId).execute();
    const bought = stage.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'variant_unknown'});
    expect(await stage.row(bought.id)).toMatchObject({article_id: goods.articleId});
    expect(sentSince()).toBe(0);
  });

  it('waits while the merchant has paused sending, and is sent once when that ends', async () => {
    begin();
    const settings = await stage.merchant.settings();
    await stage.merchant.saveSettings({...settings, sendingPaused: true});
    const bought = stage.buy();
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'sending_paused'});
    stage.clock.turn(2 * hour);
    await stage.upkeep('recheck-open');
    expect(sentSince()).toBe(0);
    await stage.merchant.saveSettings({...settings, sendingPaused: false});
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(sentSince()).toBe(1);
  });

  it('whose variant was taken out of the store since is still known by what was sold', async () => {
    begin();
    const goods = stage.goods();
    const bought = stage.buy({goods, financialStatus: 'PENDING'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'not_paid'});
    stage.store.deleteVariant(goods.variantId);
    stage.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(stage.taken(await stage.row(bought.id))).toMatchObject([{colour: goods.colour, size: goods.size}]);
  });

  it('from the week before last is held for a person', async () => {
    begin();
    const bought = stage.buy({financialStatus: 'PENDING'});
    await stage.quiet();
    stage.clock.turn(8 * 24 * hour);
    stage.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'held', code: 'too_old'});
    expect(sentSince()).toBe(0);
  });

  it('waits without a dropship key, or with one that is not accepted, and is sent once with a new one', async () => {
    begin();
    const {merchant, supplier} = stage;
    const key = supplier.issueKey('dropship');
    await merchant.connect('dropship', key);
    supplier.revokeKey(key);
    const refused = stage.buy();
    expect(await told(refused)).toMatchObject({state: 'waiting', code: 'key_rejected'});
    expect((await merchant.overview()).connection.dropship.state).toBe('rejected');
    const seen = supplier.requests().length;
    const next = stage.buy();
    expect(await told(next)).toMatchObject({state: 'waiting', code: 'key_rejected'});
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(supplier.requests().length).toBe(seen);
    await merchant.connect('dropship', supplier.issueKey('dropship'));
    expect(await told(refused)).toMatchObject({state: 'awaiting_payment'});
    expect(await told(next)).toMatchObject({state: 'awaiting_payment'});
    expect(sentSince()).toBe(2);
  });

  it('waits with a reason while Shopify cannot be asked, and keeps the reason it had', async () => {
    const known = stage.buy({financialStatus: 'PENDING'});
    const held = stage.buy({risk: 'INVESTIGATE'});
    await stage.quiet();
    // Our own notes on orders are told of as well, and could not be served meanwhile.
    stage.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    // What the webhook tells of can be read, the line of it that is to be sent cannot.
    const ofLine = ({operationName}: {operationName: string | null}) => operationName === 'StoreOrderLine';
    const end = stage.shopify.misbehave({fault: 'status', status: 400, when: ofLine});
    const bought = stage.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'store_unreachable'});
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await told(known)).toMatchObject({state: 'waiting', code: 'store_unreachable'});
    expect(await told(held)).toMatchObject({state: 'held', code: 'risk'});
    end();
    stage.shopify.webhooks.drop(null);
    stage.clock.turn(5 * 60_000);
    await stage.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(await told(known)).toMatchObject({state: 'waiting', code: 'not_paid'});
  });

  it('does not get lost over settings that cannot be read for a while', async () => {
    await saveSettings(stage.worker.db, stage.shop, {orders: {maxAgeDays: 'soon'}}, stage.clock.now());
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting'});
    await saveSettings(stage.worker.db, stage.shop, {}, stage.clock.now());
    stage.clock.turn(60_000);
    await stage.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
  });
});
