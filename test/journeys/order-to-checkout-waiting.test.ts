import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {VariantGid} from '#domain/ids.ts';
import {saveSettings} from '../../server/db/shops/shops.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {oneEngine} from '../support/test-app.ts';

const hour = 3_600_000;
// On one engine: `order-to-checkout`, `jobs/leaving` and `jobs/deliveries` send its statements on both.
describe.each(oneEngine)('an order that is not sent, or not yet, on %s', (engine) => {
  let app: OrderTestApp;
  let requests = 0;
  const sentSince = (): number => app.supplier.orderRequests() - requests;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  const told = async (bought: {readonly id: string}) => {
    await app.quiet();
    const {state, reason, reason_code: code} = await app.row(bought.id);
    return {state, code, reason};
  };
  const begin = (): void => {
    requests = app.supplier.orderRequests();
  };

  it('waits while the buyer has not paid, and goes on when the payment comes', async () => {
    begin();
    const bought = app.buy({financialStatus: 'PENDING'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'not_paid'});
    expect(sentSince()).toBe(0);
    app.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment', reason: null});
    expect(sentSince()).toBe(1);
  });

  it('that was cancelled before it could be sent is never sent', async () => {
    begin();
    const bought = app.buy({financialStatus: 'AUTHORIZED'});
    expect(await told(bought)).toMatchObject({state: 'waiting'});
    app.store.cancelOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'order_cancelled'});
    app.store.payOrder(bought.id);
    await app.upkeep('recheck-open', 'reconcile-orders');
    expect(await told(bought)).toMatchObject({state: 'cancelled'});
    expect(sentSince()).toBe(0);
  });

  it('that was cancelled before anybody looked is no dropship order at all', async () => {
    begin();
    app.shopify.webhooks.pause();
    const bought = app.buy();
    app.store.cancelOrder(bought.id);
    app.shopify.webhooks.resume();
    await app.quiet();
    expect(await app.rows(bought.id)).toEqual([]);
    expect(sentSince()).toBe(0);
  });

  it('is held when it is a test order, and goes on when the merchant allows test orders', async () => {
    begin();
    const bought = app.buy({test: true});
    expect(await told(bought)).toMatchObject({state: 'held', code: 'test_order'});
    expect(sentSince()).toBe(0);
    await app.merchant.saveSettings({...(await app.merchant.settings()), sendTestOrders: true});
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
  });

  it('is blocked when it is picked up and has no address', async () => {
    begin();
    expect(await told(app.buy({country: null}))).toMatchObject({state: 'blocked', code: 'no_country'});
    expect(sentSince()).toBe(0);
  });

  it('needs details when the buyer left no e-mail address', async () => {
    begin();
    expect(await told(app.buy({email: null}))).toMatchObject({state: 'needs_details', code: 'email_missing'});
    expect(sentSince()).toBe(0);
  });

  it('follows the address: blocked for Norway, sent when the buyer moves it to Denmark', async () => {
    begin();
    const bought = app.buy({country: 'NO'});
    expect(await told(bought)).toMatchObject({state: 'blocked'});
    app.store.changeAddress(bought.id, 'LI');
    expect(await told(bought)).toMatchObject({state: 'blocked'});
    expect(await app.row(bought.id)).toMatchObject({country: 'LI', reason: expect.stringContaining('Liechtenstein')});
    app.store.changeAddress(bought.id, 'DK');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(await app.row(bought.id))).toMatchObject([{country: 'DK', zone: 'EU'}]);
  });

  it('is sent with the quantity left after an edit, and not at all where a refund left none', async () => {
    begin();
    const goods = app.goods();
    const line = {variantId: goods.variantId, quantity: 3};
    const bought = app.buy({lines: [line, line, line], financialStatus: 'PENDING'});
    const [edited, removed, refunded] = bought.lines.map(({id}) => id);
    await app.quiet();
    app.store.payOrder(bought.id);
    app.shopify.webhooks.pause();
    app.store.editOrder(bought.id, edited ?? '', 2);
    app.store.editOrder(bought.id, removed ?? '', 0);
    app.store.refundLine(bought.id, refunded ?? '', 3);
    app.shopify.webhooks.resume();
    await app.quiet();
    const rows = await app.rows(bought.id);
    const of = (gid: string | undefined) => rows.find((row) => row.line_gid === gid);
    expect(of(edited)).toMatchObject({state: 'awaiting_payment', quantity: 2});
    expect(of(removed)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    expect(of(refunded)).toMatchObject({state: 'cancelled', reason_code: 'line_removed'});
    expect(sentSince()).toBe(1);
  });

  it('is held when the merchant has shipped it already', async () => {
    begin();
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    app.store.fulfil(bought.id);
    app.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'held', code: 'already_fulfilled'});
    expect(sentSince()).toBe(0);
  });

  it('is closed when it was handed over in the store, and sends nothing, however often it is read', async () => {
    begin();
    const bought = app.buy({country: null});
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'no_country'});
    app.store.fulfil(bought.id);
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'handed_over'});
    expect(app.store.order(bought.id)?.tags).toEqual([]);
    app.store.touchOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'cancelled', code: 'handed_over'});
    app.store.editOrder(bought.id, bought.lines[0]?.id ?? '', 2);
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'no_country'});
    expect(sentSince()).toBe(0);
  });

  it('waits for Shopify’s word on fraud for half an hour at most, and is held on a bad one', async () => {
    begin();
    const slow = app.buy({riskLevel: 'PENDING'});
    expect(await told(slow)).toMatchObject({state: 'waiting', code: 'risk_pending'});
    expect(await told(app.buy({risk: 'INVESTIGATE'}))).toMatchObject({state: 'held', code: 'risk'});
    expect(sentSince()).toBe(0);
    app.clock.turn(0.5 * hour);
    await app.upkeep('recheck-open');
    expect(await told(slow)).toMatchObject({state: 'awaiting_payment'});
  });

  it('is blocked when the variant is none that the app made of its product', async () => {
    begin();
    const goods = app.goods();
    const variant = VariantGid.parse(goods.variantId);
    await app.worker.db.deleteFrom('listing_variants').where('variant_gid', '=', variant).execute();
    const bought = app.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'blocked', code: 'variant_unknown'});
    expect(await app.row(bought.id)).toMatchObject({article_id: goods.articleId});
    expect(sentSince()).toBe(0);
  });

  it('waits while the merchant has paused sending, and is sent once when that ends', async () => {
    begin();
    const settings = await app.merchant.settings();
    await app.merchant.saveSettings({...settings, sendingPaused: true});
    const bought = app.buy();
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'sending_paused'});
    app.clock.turn(2 * hour);
    await app.upkeep('recheck-open');
    expect(sentSince()).toBe(0);
    await app.merchant.saveSettings({...settings, sendingPaused: false});
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(sentSince()).toBe(1);
  });

  it('whose variant was taken out of the store since is still known by what was sold', async () => {
    begin();
    const goods = app.goods();
    const bought = app.buy({goods, financialStatus: 'PENDING'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'not_paid'});
    app.store.deleteVariant(goods.variantId);
    app.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(await app.row(bought.id))).toMatchObject([{colour: goods.colour, size: goods.size}]);
  });

  it('from the week before last is held for the merchant', async () => {
    begin();
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    app.clock.turn(8 * 24 * hour);
    app.store.payOrder(bought.id);
    expect(await told(bought)).toMatchObject({state: 'held', code: 'too_old'});
    expect(sentSince()).toBe(0);
  });

  it('waits without a dropship key, or with one that is not accepted, and is sent once with a new one', async () => {
    begin();
    const {merchant, supplier} = app;
    const key = supplier.issueKey('dropship');
    await merchant.connect('dropship', key);
    supplier.revokeKey(key);
    const refused = app.buy();
    expect(await told(refused)).toMatchObject({state: 'waiting', code: 'key_rejected'});
    expect((await merchant.overview()).connection.dropship.state).toBe('rejected');
    const seen = supplier.requests().length;
    const next = app.buy();
    expect(await told(next)).toMatchObject({state: 'waiting', code: 'key_rejected'});
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(supplier.requests().length).toBe(seen);
    await merchant.connect('dropship', supplier.issueKey('dropship'));
    expect(await told(refused)).toMatchObject({state: 'awaiting_payment'});
    expect(await told(next)).toMatchObject({state: 'awaiting_payment'});
    expect(sentSince()).toBe(2);
  });

  it('waits with a reason while Shopify cannot be asked, and keeps the reason it had', async () => {
    const known = app.buy({financialStatus: 'PENDING'});
    const held = app.buy({risk: 'INVESTIGATE'});
    await app.quiet();
    // Our own notes on orders cause webhooks as well, and could not be served meanwhile.
    app.shopify.webhooks.drop(({topic}) => topic === 'orders/updated');
    // What the webhook tells of can be read, the line of it that is to be sent cannot.
    const ofLine = ({operationName}: {operationName: string | null}) => operationName === 'StoreOrderLine';
    const end = app.shopify.misbehave({fault: 'status', status: 400, when: ofLine});
    const bought = app.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'store_unreachable'});
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await told(known)).toMatchObject({state: 'waiting', code: 'store_unreachable'});
    expect(await told(held)).toMatchObject({state: 'held', code: 'risk'});
    end();
    app.shopify.webhooks.drop(null);
    app.clock.turn(5 * 60_000);
    await app.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(await told(known)).toMatchObject({state: 'waiting', code: 'not_paid'});
  });

  it('does not get lost over settings that cannot be read for a while', async () => {
    await saveSettings(app.worker.db, app.shop, {orders: {maxAgeDays: 'soon'}}, app.clock.now());
    const bought = app.buy();
    await app.quiet();
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'settings_unreadable'});
    await saveSettings(app.worker.db, app.shop, {}, app.clock.now());
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
  });
});
