// The encryption keys of the app are lost: nothing stored under seal opens any more, and the merchant makes it good.
import {randomBytes} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {drainOrders} from '../../jobs/orders/drain-orders.ts';
import {drainDeliveries} from '../../jobs/webhooks/drain-deliveries.ts';
import type {Config} from '../../server/config.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {defaultRates} from '../../server/queue/rate-limits.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {unusedGoods} from '../jobs/orders/order-test-app.ts';
import {createMerchant, type Merchant} from '../sandbox/demo/merchant.ts';
import {createClock} from '../support/clock.ts';
import {patientToken} from '../support/patient-token.ts';
import {importEverything, openTestApp, type TestApp, testEngines} from '../support/test-app.ts';

const hour = 3_600_000;

describe.each(testEngines)('the encryption keys are lost, on %s', (engine) => {
  const clock = createClock(new Date());
  let app: TestApp;
  let merchant: Merchant;
  let shop: ShopDomain;
  beforeAll(async () => {
    app = await openTestApp(engine, {
      clock,
      reopens: true,
      supplier: {articles: 10},
      // More keys are entered here than a merchant may in a minute.
      replacements: {rates: {...defaultRates, keyChecks: {points: 100, duration: 60}}},
    });
    shop = ShopDomain.parse(app.shop);
    enter();
    await importEverything({
      ...app,
      merchant: {...merchant, startRun: () => (clock.turn(1_000), merchant.startRun())},
    });
  });
  afterAll(() => app.close());

  const enter = (): void => {
    merchant = createMerchant(app.url, () => patientToken(app.shopify, app.shop, clock));
  };
  /** From here on the test calls the jobs itself. */
  const reopenWith = async (encryptionKeys: Config['encryptionKeys']): Promise<void> => {
    app = await app.reopen({encryptionKeys}, false);
    enter();
  };
  const loseKeys = () => reopenWith([{kid: randomBytes(4).toString('hex'), key: randomBytes(32)}]);
  const work = async (): Promise<void> => {
    await app.shopify.webhooks.flush();
    await drainDeliveries(app.deps, {shop}).catch((error: unknown) => error);
    await drainOrders(app.deps, {shop});
  };
  const told = async (order: {readonly id: string}) => {
    const {db} = app.deps;
    const rows = await db
      .selectFrom('dropship_orders')
      .selectAll()
      .where('order_gid', '=', OrderGid.parse(order.id))
      .execute();
    return rows.map(({state, reason_code: code, reason}) => ({state, code, reason}));
  };
  const needsReauth = async () => (await loadShop(app.deps.db, shop))?.needsReauth;
  const tokensIssued = () => app.shopify.shop(shop).tokensIssued();

  it('orders wait with their reasons, and each is sent once when the merchant has opened the app and entered the keys', async () => {
    const buy = (order: {readonly financialStatus?: 'PENDING'} = {}) =>
      app.store.placeOrder({country: 'DE', lines: [{variantId}], ...order});
    const {variantId} = unusedGoods(app.store, app.supplier)();
    const known = buy({financialStatus: 'PENDING'});
    await expect.poll(() => told(known), {timeout: 20_000}).toMatchObject([{code: 'not_paid'}]);
    await loseKeys();
    app.store.payOrder(known.id);
    const fresh = buy();
    clock.turn(hour);
    await work();
    expect(await needsReauth()).toBe(true);
    const openIt = expect.stringContaining('Open the app once in the Shopify admin');
    expect(await told(known)).toEqual([{state: 'waiting', code: 'access_lost', reason: openIt}]);
    expect(await told(fresh)).toEqual([]);

    const issued = tokensIssued();
    const {needsReauth: isLeft, connection} = await merchant.overview();
    const states = [connection.catalogue.state, connection.dropship.state];
    expect([isLeft, ...states]).toEqual([false, 'unreadable', 'unreadable']);
    expect(tokensIssued()).toBe(issued + 1);
    await work();
    const enterIt = expect.stringContaining('Enter it again under Settings');
    for (const order of [known, fresh]) {
      expect(await told(order)).toEqual([{state: 'waiting', code: 'key_unreadable', reason: enterIt}]);
    }
    expect(app.supplier.orders()).toEqual([]);

    const entered = await merchant.connect('dropship', app.supplier.issueKey('dropship'));
    expect([entered.catalogue.state, entered.dropship.state]).toEqual(['unreadable', 'accepted']);
    await work();
    clock.turn(hour);
    await work();
    for (const order of [known, fresh]) {
      expect(await told(order)).toMatchObject([{state: 'awaiting_payment', code: null}]);
    }
    expect(app.supplier.orders()).toHaveLength(2);
    expect((await merchant.connect('catalogue', app.supplier.issueKey('catalogue'))).catalogue.state).toBe('accepted');
  });

  it('the first request of the page gets a new token, once, though nothing had noticed the loss before', async () => {
    await loseKeys();
    const issued = tokensIssued();
    const asked = await Promise.all(Array.from({length: 5}, () => merchant.overview()));
    expect(asked.map((overview) => overview.needsReauth)).toEqual(Array<boolean>(5).fill(false));
    expect(tokensIssued()).toBe(issued + 1);
    await expect(fetchShopFacts(app.deps.admin, shop)).resolves.toMatchObject({currency: 'EUR'});
  });

  it('a key that is put back opens everything again, and nothing has to be entered', async () => {
    for (const api of ['catalogue', 'dropship'] as const) await merchant.connect(api, app.supplier.issueKey(api));
    const keys = app.config.encryptionKeys;
    await loseKeys();
    await expect(fetchShopFacts(app.deps.admin, shop)).rejects.toThrow('the merchant has to open the app again');
    await reopenWith([...app.config.encryptionKeys, ...keys]);
    await expect(fetchShopFacts(app.deps.admin, shop)).resolves.toMatchObject({currency: 'EUR'});
    const {connection} = await merchant.overview();
    expect([connection.catalogue.state, connection.dropship.state]).toEqual(['accepted', 'accepted']);
  });
});
