// The merchant gives the store another `myshopify.com` name and opens the app again: it is the same shop, and nothing has to be done.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {toOpaqueId} from '../../server/queue/shop-names.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {patientToken} from '../support/patient-token.ts';
import {allTestEngines} from '../support/test-app.ts';
import {webhookBody} from '../support/webhook-bodies.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(allTestEngines)('a store gets another name, on %s', (engine) => {
  let app: OrderTestApp;
  let name = ShopDomain.parse('name-0.myshopify.com');
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 20, shopify: {shops: [{domain: name, plan: 'plus'}]}});
    await app.merchant.savePricing({markupPercent: 77});
  });
  afterEach(() => {
    app.onCheckpoint(null);
    app.setSupplierAway(false);
  });
  afterAll(() => app.close());

  const merchantOf = (shop: string) => createMerchant(app.url, () => patientToken(app.shopify, shop, app.clock));
  const merchant = () => merchantOf(name);
  const askAs = (shop: string, forgery: object = {}) => {
    const times = {exp: Math.ceil(Math.max(Date.now(), app.clock.now().getTime()) / 1_000) + 60};
    const token = app.shopify.sessionToken(shop, {nbf: 1, iat: 1, ...times, ...forgery});
    return fetch(`${app.url}/api/dropship-orders`, {headers: {authorization: `Bearer ${token}`}});
  };
  let renamed = 0;
  /** Returns the former name. */
  const rename = (was: 'answers' | 'gone'): ShopDomain => {
    const before = name;
    renamed += 1;
    name = ShopDomain.parse(`name-${renamed}.myshopify.com`);
    app.shopify.renameShop(before, name, was);
    return before;
  };
  const open = async (): Promise<void> => {
    await merchant().overview();
    await app.quiet();
  };
  const known = (shop: string) => loadShop(app.worker.db, ShopDomain.parse(shop));
  const rowsOf = (gid: string) =>
    app.worker.db.selectFrom('dropship_orders').selectAll().where('order_gid', '=', OrderGid.parse(gid)).execute();
  const statesOf = async (gid: string) => (await rowsOf(gid)).map(({shop, state}) => `${shop} ${state}`);
  /** How often the supplier accepted it. */
  const sent = async (gid: string) => {
    const references = new Set((await rowsOf(gid)).map(({reference}) => reference));
    return app.supplier.orders().filter(({reference}) => references.has(reference)).length;
  };
  const schedulesOf = async (shop: string) =>
    (await app.worker.queues.listSchedules()).filter(({id}) => id.endsWith(toOpaqueId(shop)));
  const buyAway = async () => {
    app.setSupplierAway(true);
    const order = app.buy();
    await app.quiet();
    expect(await statesOf(order.id)).toEqual([`${name} waiting`]);
    return order.id;
  };
  const sendAgain = async () => {
    app.setSupplierAway(false);
    app.clock.turn(10 * minute);
    await app.upkeep('recheck-open');
  };
  /** What a merchant would miss. */
  const kept = async () => ({
    pricing: await merchant().pricing(),
    products: app.store.products().length,
    runs: (await merchant().runs()).runs.map(({id}) => id),
    orders: (await merchant().orders()).orders.map(({id}) => id),
  });

  it.each(['answers', 'gone'] as const)(
    'the former one %s: listings, orders, settings, keys and schedule are there',
    async (was) => {
      const paid = app.buy();
      await app.quiet();
      expect(await statesOf(paid.id)).toEqual([`${name} awaiting_payment`]);
      const before = await kept();
      expect(before.pricing.pricing.markupPercent).toBe(77);
      const former = rename(was);
      await open();
      await app.upkeep('assert-schedules');
      expect(await known(former)).toBeNull();
      const keys = {catalogueKeyState: 'accepted', dropshipKeyState: 'accepted'};
      expect(await known(name)).toMatchObject({state: 'installed', needsReauth: false, ...keys});
      expect(await kept()).toEqual(before);
      expect(await schedulesOf(former)).toEqual([]);
      expect(await schedulesOf(name)).toHaveLength(2);
      // A run finds every product that it made, and makes none twice.
      app.clock.turn(1_000);
      await merchant().startRun();
      expect(await merchant().lastRun()).toMatchObject({state: 'done', counts: {created: 0, retired: 0}});
      expect(app.store.products()).toHaveLength(before.products);
      expect(await sent(paid.id)).toBe(1);
      // What is sent later compares with what was sent before the move.
      expect((await rowsOf(paid.id))[0]?.flags).toEqual([]);
    },
  );

  it.each(['answers', 'gone'] as const)('the former one %s: an order that waits is sent once', async (was) => {
    const waiting = await buyAway();
    const [before] = await rowsOf(waiting);
    rename(was);
    // Announced under a name that is not known yet.
    const unheard = app.buy();
    await app.quiet();
    await open();
    await app.upkeep('reconcile-orders');
    await sendAgain();
    await app.upkeep('recheck-open', 'reconcile-orders');
    expect(await statesOf(waiting)).toEqual([`${name} awaiting_payment`]);
    expect((await rowsOf(waiting))[0]).toMatchObject({id: before?.id, reference: before?.reference});
    expect(await sent(waiting)).toBe(1);
    expect(await statesOf(unheard.id)).toEqual([`${name} awaiting_payment`]);
    expect(await sent(unheard.id)).toBe(1);
  });

  it('an order that is with the supplier at that moment is settled, and sent once', async () => {
    const slow = app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 2_000}});
    const {id} = app.buy();
    await expect.poll(async () => (await rowsOf(id))[0]?.state, {interval: 10, timeout: 10_000}).toBe('placing');
    rename('gone');
    await merchant().overview();
    expect(await statesOf(id)).toEqual([`${name} placing`]);
    await app.quiet();
    slow();
    expect(await statesOf(id)).toEqual([`${name} awaiting_payment`]);
    expect(await sent(id)).toBe(1);
    expect(await app.tries(id)).toEqual(['answered placed']);
  });

  it.each(['store-identified', 'store-recognised', 'store-granted', 'store-installed'])(
    'a process that dies at %s: the next opening goes on from there',
    async (point) => {
      const waiting = await buyAway();
      const before = await kept();
      const former = rename('gone');
      app.onCheckpoint((at) => {
        if (at === point) throw new Error('the process dies');
      });
      expect((await askAs(name)).status).toBe(500);
      app.onCheckpoint(null);
      expect(await sent(waiting)).toBe(0);
      await open();
      await app.upkeep('assert-schedules');
      expect(await known(former)).toBeNull();
      expect(await kept()).toEqual(before);
      expect(await schedulesOf(former)).toEqual([]);
      expect(await schedulesOf(name)).toHaveLength(2);
      await sendAgain();
      expect(await statesOf(waiting)).toEqual([`${name} awaiting_payment`]);
      expect(await sent(waiting)).toBe(1);
    },
  );

  it('many openings at once move it once', async () => {
    const former = rename('gone');
    const answers = await Promise.all(Array.from({length: 12}, () => askAs(name)));
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([200]));
    expect(await known(former)).toBeNull();
    await app.quiet();
  });

  it('webhooks count under both names, and a page under the former one takes nothing back', async () => {
    const former = rename('answers');
    await open();
    app.shopify.webhooks.drop(({shop}) => shop === name);
    const bought = app.buy();
    app.shopify.webhooks.drop(null);
    app.shopify.webhooks.deliver('orders/paid', former, {admin_graphql_api_id: bought.id});
    await app.quiet();
    expect(await statesOf(bought.id)).toEqual([`${name} awaiting_payment`]);
    const next = app.buy();
    await app.quiet();
    expect(await statesOf(next.id)).toEqual([`${name} awaiting_payment`]);
    expect((await askAs(former)).status).toBe(401);
    expect(await known(former)).toBeNull();
    expect((await askAs(name)).status).toBe(200);
  });

  it('shop/redact of the former name erases nothing at once where the token is refused meanwhile', async () => {
    const former = rename('gone');
    await open();
    app.clock.turn(2 * 60 * minute);
    await app.upkeep('reconcile-orders');
    const dead = [
      app.shopify.misbehave({fault: 'unauthorised', when: ({shop}) => shop === name}),
      app.shopify.misbehave({fault: 'status', status: 400, when: ({kind}) => kind === 'token'}),
    ];
    app.shopify.webhooks.deliver('shop/redact', former, webhookBody('shop/redact', former));
    await app.quiet();
    for (const end of dead) end();
    expect(await known(name)).toMatchObject({
      state: 'stopped',
      stopped: {reason: 'no_access'},
      dropshipKeyState: 'accepted',
    });
    await open();
    await app.upkeep('ask-stopped');
    expect(await known(name)).toMatchObject({state: 'installed'});
  });

  it.each(['app/uninstalled', 'shop/redact'] as const)('%s of the former name takes nothing away', async (topic) => {
    const former = rename('gone');
    await open();
    app.shopify.webhooks.deliver(topic, former, webhookBody(topic, former));
    await app.quiet();
    for (let days = 0; days < 32; days += 1) {
      app.clock.turn(day);
      await app.upkeep('sweep-deliveries', 'keep-tokens-alive');
    }
    expect(await known(name)).toMatchObject({state: 'installed', dropshipKeyState: 'accepted'});
    expect((await merchant().orders()).orders.length).toBeGreaterThan(0);
  });
});
