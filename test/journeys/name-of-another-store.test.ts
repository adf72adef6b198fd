// A name that another store has now shows nothing of the former store's. Which shop a store is, only Shopify's answer to its own token tells.
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid, ShopDomain} from '#domain/ids.ts';
import {loadShopTables} from '../../server/db/shops/move-shop.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {createMerchant} from '../sandbox/demo/merchant.ts';
import {patientToken} from '../support/patient-token.ts';
import {allTestEngines} from '../support/test-app.ts';

const hour = 3_600_000;

describe.each(allTestEngines)('a name that another store has now, on %s', (engine) => {
  let app: OrderTestApp;
  const wanted = ShopDomain.parse('wanted.myshopify.com');
  const moved = ShopDomain.parse('moved.myshopify.com');
  let bought: string;
  const undo: (() => void)[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {shopify: {shops: [{domain: wanted, plan: 'plus'}]}});
    bought = app.buy().id;
    await app.quiet();
  });
  afterEach(() => {
    for (const end of undo.splice(0)) end();
  });
  afterAll(() => app.close());

  const merchantOf = (shop: string) => createMerchant(app.url, () => patientToken(app.shopify, shop, app.clock));
  const known = (shop: string) => loadShop(app.worker.db, ShopDomain.parse(shop));
  /** But for webhooks: the former store's last ones may still arrive under the name. */
  const rowsOf = async (shop: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const table of await loadShopTables(app.worker.db)) {
      if (table === 'deliveries') continue;
      const {rows} = await sql`select from ${sql.table(table)} where shop = ${shop} limit 1`.execute(app.worker.db);
      if (rows.length > 0) found.push(table);
    }
    return found;
  };
  const misbehave = (...rule: Parameters<typeof app.shopify.misbehave>) => {
    const end = app.shopify.misbehave(...rule);
    undo.push(end);
    return end;
  };
  const ask = async (shop: string, path = '/overview', init: {headers?: Record<string, string>} = {}) => {
    const authorization = `Bearer ${patientToken(app.shopify, shop, app.clock)}`;
    return fetch(`${app.url}/api${path}`, {headers: {...init.headers, authorization}});
  };

  it('Shopify is asked once for each session which store this is, with the store’s own token', async () => {
    const asked = () => app.shopify.requests().filter(({operationName}) => operationName === 'StoreIdentity').length;
    const before = asked();
    for (let i = 0; i < 5; i += 1) await merchantOf(wanted).overview();
    expect(asked()).toBe(before);
    const other = app.shopify.sessionToken(wanted, {sub: '77', exp: Math.ceil(Date.now() / 1_000) + 60});
    await fetch(`${app.url}/api/overview`, {headers: {authorization: `Bearer ${other}`}});
    expect(asked()).toBe(before + 1);
  });

  it('while Shopify does not say it, a shop is served whose token was accepted in the last two hours, and no other', async () => {
    misbehave({fault: 'status', status: 503, when: ({operationName}) => operationName === 'StoreIdentity'});
    const as = (sub: string) =>
      fetch(`${app.url}/api/overview`, {
        headers: {
          authorization: `Bearer ${app.shopify.sessionToken(wanted, {sub, nbf: 1, exp: Math.ceil(app.clock.now().getTime() / 1_000) + 60})}`,
        },
      });
    await app.upkeep('reconcile-orders');
    expect((await as('101')).status).toBe(200);
    app.clock.turn(2 * hour);
    expect((await as('102')).status).toBe(503);
  });

  it('the new store begins empty, and its merchant sees nothing of the former one', async () => {
    app.shopify.renameShop(wanted, moved, 'gone');
    app.shopify.openShop({domain: wanted, plan: 'plus', currency: 'CHF'});
    const overview = await merchantOf(wanted).overview();
    expect(overview).toMatchObject({shop: wanted, currency: 'CHF'});
    expect(await merchantOf(wanted).orders()).toMatchObject({orders: []});
    expect((await merchantOf(wanted).runs()).runs).toEqual([]);
    expect(await known(wanted)).toMatchObject({
      state: 'installed',
      catalogueKeyState: 'absent',
      dropshipKeyState: 'absent',
    });
    await app.quiet();
    expect(await rowsOf(wanted)).toEqual(['sessions']);
  });

  it('the former one goes on under its new name, with all that it had', async () => {
    expect(await known(moved)).toBeNull();
    const orders = await merchantOf(moved).orders();
    expect(orders.orders.length).toBeGreaterThan(0);
    const [row] = await app.worker.db
      .selectFrom('dropship_orders')
      .selectAll()
      .where('order_gid', '=', OrderGid.parse(bought))
      .execute();
    expect(row).toMatchObject({shop: moved, state: 'awaiting_payment'});
    expect(await merchantOf(wanted).orders()).toMatchObject({orders: []});
    const next = app.buy();
    await app.quiet();
    expect(await merchantOf(moved).orders()).toMatchObject({orders: expect.arrayContaining([expect.anything()])});
    expect(
      await app.worker.db
        .selectFrom('dropship_orders')
        .select('shop')
        .where('order_gid', '=', OrderGid.parse(next.id))
        .execute(),
    ).toEqual([{shop: moved}]);
    expect(await rowsOf(wanted)).toEqual(['sessions']);
  });

  it('a merchant cannot pull another’s shop: no header, query, body or claim names the store', async () => {
    const victim = app.shopify.shop(moved);
    const gid = (await known(moved))?.gid;
    expect(gid).not.toBeNull();
    const headers = {'x-shopify-shop-id': String(gid), 'x-shopify-shop-domain': moved, 'x-forwarded-host': moved};
    const answer = await ask(wanted, `/dropship-orders?shop=${moved}&shop_id=${encodeURIComponent(String(gid))}`, {
      headers,
    });
    expect(await answer.json()).toMatchObject({orders: []});
    // A token that another app's secret signed, or that names two stores.
    const forged = app.shopify.sessionToken(wanted, {dest: `https://${moved}`});
    const refused = await fetch(`${app.url}/api/overview`, {headers: {authorization: `Bearer ${forged}`}});
    expect(refused.status).toBe(401);
    // A signed body may say anything about ids.
    app.shopify.webhooks.deliver('shop/update', wanted, {
      id: Number(String(gid).split('/').at(-1)),
      myshopify_domain: moved,
    });
    await app.quiet();
    expect((await known(moved))?.gid).toBe(gid);
    expect((await known(wanted))?.gid).not.toBe(gid);
    expect(await rowsOf(moved)).toContain('dropship_orders');
    expect(victim.products().length).toBeGreaterThan(0);
  });

  it('both have jobs in the queue: each is served with its own rows', async () => {
    const own = app.buy();
    await app.worker.queues.enqueue('dropship', {shop: wanted});
    await app.worker.queues.enqueue('dropship', {shop: ShopDomain.parse('nobody.myshopify.com')});
    await app.quiet();
    const rows = await app.worker.db
      .selectFrom('dropship_orders')
      .select(['shop', 'state'])
      .where('order_gid', '=', OrderGid.parse(own.id))
      .execute();
    expect(rows).toEqual([{shop: moved, state: 'awaiting_payment'}]);
  });

  it('ids are filled in for shops from before they were kept', async () => {
    const {db} = app.worker;
    const gid = (await known(moved))?.gid;
    await db.updateTable('shops').set({shop_gid: null}).execute();
    await app.upkeep('assert-schedules');
    expect((await known(moved))?.gid).toBe(gid);
    expect((await known(wanted))?.gid).toMatch(/^gid:/);
  });
});
