import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {settingsVersion} from '#domain/settings/upgrade-settings.ts';
import {deleteOldOrders} from '../../../jobs/schedule/retention.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {DropshipOrderDetail, DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {StoreOrderMoney} from '../../../server/http/contract/order-money.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {settingsPaths} from '../../../server/http/settings-addresses.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {click, detailOf} from './acting.ts';
import {anOrder} from './stored-order.ts';

describe('stored settings that cannot be read', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  beforeEach(async () => {
    for (const table of ['dropship_orders', 'store_orders', 'audit'] as const) {
      await app.deps.db.deleteFrom(table).execute();
    }
  });
  afterAll(() => app.close());

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const store = (settings: object) => saveSettings(app.deps.db, shop, settings, new Date());
  const storedRow = () =>
    app.deps.db.selectFrom('shops').selectAll().where('shop', '=', shop).executeTakeFirstOrThrow();
  const rateToKrona = {pricing: {rate: {currency: 'SEK', perEuro: '11.5', asOf: '2026-11-01'}}};

  /** An order of 100.00 in a store that sells in Swedish kronor. */
  async function saveOrderInKronor() {
    const order = {...anOrder(1), state: 'awaiting_payment' as const, price: 500, fee: 100, revenue: 10_000};
    await app.deps.db.insertInto('dropship_orders').values(order).execute();
    const {order_gid, order_name, updated_at} = order;
    const amounts = {
      currency: 'SEK',
      revenue: 10_000,
      shipping: 0,
      shipping_paid: 0,
      received: 10_000,
      ordered_at: updated_at,
    };
    await app.deps.db
      .insertInto('store_orders')
      .values({shop, order_gid, order_name, ...amounts, refunded: 0, updated_at})
      .execute();
    const detail = async () => DropshipOrderDetail.parse((await page('GET', `/dropship-orders/${order.id}`)).json);
    const list = async () => DropshipOrders.parse((await page('GET', '/dropship-orders')).json);
    const money = async () =>
      StoreOrderMoney.parse((await page('GET', `/store-orders/${encodeURIComponent(order_gid)}/money`)).json);
    return {id: order.id, detail, list, money};
  }

  it('leave the orders in view: only figures that need the settings are missing, and each answer says why', async () => {
    const {detail, list, money} = await saveOrderInKronor();
    await store(rateToKrona);
    expect(await detail()).toMatchObject({settingsUnreadable: null, storeOrder: {margin: 10_000 - 6_900}});

    await store({...rateToKrona, orders: 'unreadable'});
    const unknown = {margin: null, losesMoney: null};
    expect(await detail()).toMatchObject({settingsUnreadable: 'settings', storeOrder: unknown});
    expect(await list()).toMatchObject({settingsUnreadable: 'settings', orders: [{storeOrder: {margin: null}}]});
    const answer = await money();
    expect(answer).toMatchObject({settingsUnreadable: 'settings', margin: null, cost: null, fees: null});
    expect(answer.notes.join(' ')).toContain('settings of this store cannot be read');
  });

  it('leave no margin known in euro either: the fees of the settings are not, and no order comes first by it', async () => {
    const {id, detail, list, money} = await saveOrderInKronor();
    await app.deps.db.updateTable('store_orders').set({currency: 'EUR'}).execute();
    await store({pricing: {paymentPercent: 10}});
    const left = 10_000 - 600 - 1_000;
    expect(await detail()).toMatchObject({storeOrder: {margin: left, losesMoney: false}});
    await store({pricing: {paymentPercent: 'ten'}});
    const unknown = {margin: null, losesMoney: null};
    expect(await detail()).toMatchObject({settingsUnreadable: 'settings', storeOrder: unknown});
    expect(await list()).toMatchObject({orders: [{storeOrder: unknown}]});
    expect(DropshipOrders.parse((await page('GET', '/dropship-orders?sort=margin_low')).json).orders).toMatchObject([
      {id, storeOrder: unknown},
    ]);
    expect(await money()).toMatchObject({settingsUnreadable: 'settings', margin: null, marginPercent: null});
  });

  it('stop the shop: every part shows its defaults, and no save replaces what is stored', async () => {
    await store({nightlyAt: '05:00', choice: 7});
    const before = await storedRow();
    expect(Overview.parse((await page('GET', '/overview')).json)).toMatchObject({
      settingsUnreadable: 'settings',
      sending: {paused: true, by: null},
      nextRunAt: null,
    });
    expect((await page('GET', '/settings/general')).json).toMatchObject({nightlyAt: '04:00', sendingPaused: true});
    for (const path of settingsPaths) {
      const {json} = await page('GET', path);
      expect(refusalOf(await page('PUT', path, json))).toMatchObject({status: 409, code: 'settings_unreadable'});
    }
    const property = {name: 'Engraving', meaning: 'never'};
    for (const [path, body] of [
      ['/sending/resume', {}],
      ['/sending/pause', {}],
      ['/standing-answers/property', property],
    ] as const) {
      const refused = refusalOf(await page('POST', path, body));
      expect([path, refused]).toMatchObject([path, {status: 409, code: 'settings_unreadable'}]);
      expect(refused.message).toContain('Ask the operator of Piecewise');
    }
    expect(await storedRow()).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['a word', 'unreadable'],
    ['a list', [1, 2]],
    ['those of a newer release', {version: settingsVersion + 1}],
    ['one wrong number', {version: settingsVersion, orders: {maxAgeDays: 0}}],
  ])('can be anything: %s', async (_title, stored) => {
    const settings = JSON.stringify(stored);
    await app.deps.db.updateTable('shops').set({settings}).where('shop', '=', shop).execute();
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBe('settings');
    await store({});
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBeNull();
  });

  it('delete no order and erase no buyer; once they can be read, both are done', async () => {
    const {db} = app.deps;
    const old = new Date(Date.now() - 400 * 24 * 3_600_000);
    const closed = {...anOrder(1), state: 'dismissed' as const, closed_at: old};
    const open = {...anOrder(2), ordered_at: old, address_mark: 'known'};
    await db.insertInto('dropship_orders').values([closed, open]).execute();
    const kept = () => db.selectFrom('dropship_orders').select(['id', 'address_mark']).orderBy('id').execute();
    const before = await kept();
    expect(before).toHaveLength(2);
    await store({orders: {retentionDays: 'two years'}});
    await deleteOldOrders(app.deps, shop);
    expect(await kept()).toEqual(before);
    await store({});
    await deleteOldOrders(app.deps, shop);
    expect(await kept()).toEqual([{id: open.id, address_mark: null}]);
  });

  it('do not decide whether the buyer gets an e-mail: the request has to say it', async () => {
    const order = {...anOrder(1), state: 'paid' as const};
    await app.deps.db.insertInto('dropship_orders').values(order).execute();
    const detail = async () => DropshipOrderDetail.parse((await page('GET', `/dropship-orders/${order.id}`)).json);
    await store({orders: {notifyBuyer: false}});
    expect((await detail()).notifiesBuyer).toBe(false);
    await store({orders: {storeEmail: 7, notifyBuyer: false}});
    expect((await detail()).notifiesBuyer).toBeNull();
    const refused = await click(app, order.id, 'shipped', {body: {}});
    expect(refusalOf(refused)).toMatchObject({status: 422, code: 'settings_unreadable', field: 'notifyBuyer'});
    expect(detailOf(await click(app, order.id, 'shipped', {body: {notifyBuyer: false}})).shipment).toMatchObject({
      notifyBuyer: false,
    });
  });

  it('stop nothing that is done about an order that was sent: it is marked as paid', async () => {
    const order = {...anOrder(1), state: 'awaiting_payment' as const};
    await app.deps.db.insertInto('dropship_orders').values(order).execute();
    await store({orders: 'unreadable'});
    expect(detailOf(await click(app, order.id, 'paid', {body: {}})).state).toBe('paid');
  });

  it('refuse a choice by hand, because the rules beside it are not known', async () => {
    const article_id = anOrder(1).article_id;
    const article = {
      shop,
      article_id,
      name: 'A shoe',
      brand: 'Fjällgrim',
      category: 'Shoes',
      listed: true,
      updated_at: new Date(),
    };
    await app.deps.db
      .insertInto('articles')
      .values(article)
      .onConflict((row) => row.doNothing())
      .execute();
    await store({choice: 7});
    const answer = await page('PUT', '/articles/hand', {articleIds: [article_id], hand: 'picked'});
    expect(refusalOf(answer)).toMatchObject({status: 409, code: 'settings_unreadable'});
    expect((await page('GET', `/articles/${article_id}`)).status).toBe(200);
    expect((await page('GET', `/articles/${article_id}/margins`)).status).toBe(200);
  });
});
