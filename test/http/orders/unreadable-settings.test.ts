import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {DropshipOrderDetail, DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {StoreOrderMoney} from '../../../server/http/contract/order-money.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {type SettingsForm, StoredSettingsForm} from '../../../server/http/contract/settings.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
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
  const settings = async () => StoredSettingsForm.parse((await page('GET', '/settings')).json);
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

  it('leave the orders in view: only figures that need the unreadable part are missing, and each answer says why', async () => {
    const {detail, list, money} = await saveOrderInKronor();
    await store({...rateToKrona, orders: 'unreadable'});
    const margin = {margin: 10_000 - 6_900};
    expect(await detail()).toMatchObject({settingsUnreadable: true, storeOrder: margin});
    expect(await list()).toMatchObject({settingsUnreadable: true, orders: [{storeOrder: margin}]});
    expect(await money()).toMatchObject({settingsUnreadable: true, ...margin});

    await store({pricing: {rate: 'eleven and a half', vatPercent: 19}});
    expect(await detail()).toMatchObject({settingsUnreadable: true, storeOrder: {margin: null, losesMoney: null}});
    expect((await list()).orders).toMatchObject([{storeOrder: {margin: null}}]);
    const unknown = await money();
    expect(unknown).toMatchObject({margin: null, cost: null, fees: null});
    expect(unknown.notes.join(' ')).toContain('stored settings cannot be read');
    expect(unknown.notes.join(' ')).not.toContain('without an exchange rate');

    await store(rateToKrona);
    expect(await detail()).toMatchObject({settingsUnreadable: false, storeOrder: margin});
  });

  it('are named on the settings page, with standard values and paused sending; what can be read is kept', async () => {
    await store({orders: 'unreadable', pricing: {markupPercent: 80, vatPercent: 'much'}, nightlyAt: '05:00'});
    const shown = await settings();
    expect(shown.unreadable.toSorted()).toEqual(['orders', 'pricing.vatPercent']);
    expect(shown).toMatchObject({sendingPaused: true, markupPercent: 80, vatPercent: null, nightlyAt: '05:00'});
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBe(true);
  });

  it('are replaced when the merchant saves, and the audit trail keeps what they were', async () => {
    await store({orders: {storeEmail: 7, maxAgeDays: 21}, template: 'unreadable'});
    const {unreadable: _, ...form} = await settings();
    const saved = await page('PUT', '/settings', {...form, sendingPaused: false} satisfies SettingsForm);
    expect(saved.status).toBe(200);
    expect(await settings()).toMatchObject({unreadable: [], sendingPaused: false});
    const [row] = await app.deps.db.selectFrom('shops').select('settings').where('shop', '=', shop).execute();
    expect(row?.settings).toMatchObject({orders: {storeEmail: null, maxAgeDays: 21}});
    const trail = await loadAudit(app.deps.db, shop);
    const entry = trail.find(({action}) => action === 'unreadable_settings_replaced');
    expect(entry?.detail).toBe('template, orders.storeEmail');
    expect(entry?.before).toContain('template: "unreadable"');
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBe(false);
  });

  it.each<[string, unknown]>([
    ['a word', 'unreadable'],
    ['a list', [1, 2]],
  ])('%s in place of all settings is replaced as well', async (_title, stored) => {
    const text = JSON.stringify(stored);
    await sql`update shops set settings = ${text}::jsonb where shop = ${shop}`.execute(app.deps.db);
    const {unreadable, ...form} = await settings();
    expect([unreadable, form.sendingPaused]).toEqual([['settings'], true]);
    expect((await page('PUT', '/settings', form)).status).toBe(200);
    expect((await settings()).unreadable).toEqual([]);
  });

  it('can be replaced on each of the other settings addresses too', async () => {
    for (const path of ['rules', 'pricing', 'template', 'ownership', 'importing', 'order-settings']) {
      await store({orders: 'unreadable', choice: 7});
      const {status, json} = await page('GET', `/${path}`);
      expect([path, status, json]).toMatchObject([path, 200, {unreadable: ['choice', 'orders']}]);
      expect([path, (await page('PUT', `/${path}`, json)).status]).toEqual([path, 200]);
      expect([path, (await settings()).unreadable]).toEqual([path, []]);
    }
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
