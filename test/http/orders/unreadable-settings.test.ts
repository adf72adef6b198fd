import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {deleteClosed} from '../../../jobs/schedule/retention.ts';
import {rulesPrint} from '../../../server/db/catalogue/choice.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {loadStoredSettings, saveSettings} from '../../../server/db/shops/shops.ts';
import {DropshipOrderDetail, DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {StoreOrderMoney} from '../../../server/http/contract/order-money.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {Preview} from '../../../server/http/contract/preview.ts';
import {type SettingsForm, StoredSettingsForm} from '../../../server/http/contract/settings.ts';
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
  const settings = async () => StoredSettingsForm.parse((await page('GET', '/settings')).json);
  const storedRow = () =>
    app.deps.db.selectFrom('shops').select(['settings', 'retired_for']).where('shop', '=', shop).executeTakeFirst();
  const previewed = async (changes: object = {}) => Preview.parse((await page('POST', '/preview', changes)).json).id;
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
    expect(await detail()).toMatchObject({settingsUnreadable: 'settings', storeOrder: margin});
    expect(await list()).toMatchObject({settingsUnreadable: 'settings', orders: [{storeOrder: margin}]});
    expect(await money()).toMatchObject({settingsUnreadable: 'settings', ...margin});

    await store({pricing: {rate: 'eleven and a half', vatPercent: 19}});
    expect(await detail()).toMatchObject({settingsUnreadable: 'pricing', storeOrder: {margin: null, losesMoney: null}});
    expect((await list()).orders).toMatchObject([{storeOrder: {margin: null}}]);
    const unknown = await money();
    expect(unknown).toMatchObject({margin: null, cost: null, fees: null});
    expect(unknown.notes.join(' ')).toContain('stored settings cannot be read');
    expect(unknown.notes.join(' ')).not.toContain('without an exchange rate');

    await store(rateToKrona);
    expect(await detail()).toMatchObject({settingsUnreadable: null, storeOrder: margin});
  });

  it('are named on the settings page, with standard values and paused sending; what can be read is kept', async () => {
    await store({orders: 'unreadable', pricing: {markupPercent: 80, vatPercent: 'much'}, nightlyAt: '05:00'});
    const shown = await settings();
    expect(shown.unreadable.toSorted()).toEqual(['orders', 'pricing.vatPercent']);
    expect(shown).toMatchObject({sendingPaused: true, nightlyAt: '05:00'});
    expect((await page('GET', '/pricing')).json).toMatchObject({pricing: {markupPercent: 80, vatPercent: null}});
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBe('settings');
  });

  it('are replaced when the merchant saves, and the audit trail keeps the start of what they were', async () => {
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
    expect(Overview.parse((await page('GET', '/overview')).json).settingsUnreadable).toBeNull();
  });

  it.each<[string, unknown]>([
    ['a word', 'unreadable'],
    ['a list', [1, 2]],
  ])('%s in place of all settings is replaced as well', async (_title, stored) => {
    const text = JSON.stringify(stored);
    await sql`update shops set settings = ${text}::jsonb where shop = ${shop}`.execute(app.deps.db);
    const {unreadable, ...form} = await settings();
    expect([unreadable, form.sendingPaused]).toEqual([['settings'], true]);
    expect((await page('PUT', '/settings', {...form, previewId: await previewed()})).status).toBe(200);
    expect((await settings()).unreadable).toEqual([]);
  });

  it.each([
    ['settings', {choice: 7}],
    ['settings', {pricing: {markupPercent: 'much'}}],
    ['settings', {onRequest: 'perhaps'}],
    ['settings', {owned: {price: 'unknown'}}],
    ['settings', {owned: {compareAt: 'unknown'}}],
    ['rules', {choice: 7, orders: 'unreadable'}],
    ['rules', {pricing: {markupPercent: 'much'}}],
    ['pricing', {pricing: {markupPercent: 'much'}}],
    ['pricing', {choice: 7}],
  ])('under %s are replaced only with the preview of what decides sale and price: %j', async (path, unreadable) => {
    await store({...unreadable, nightlyAt: '05:00'});
    const before = await storedRow();
    const {json} = await page('GET', `/${path}`);
    const form = z.record(z.string(), z.unknown()).parse(json);
    expect(refusalOf(await page('PUT', `/${path}`, form))).toMatchObject({status: 409, code: 'preview_needed'});
    expect(await storedRow()).toEqual(before);
    const other = await previewed({choice: [{id: 'other', effect: 'include', brands: ['Other']}]});
    expect(refusalOf(await page('PUT', `/${path}`, {...form, previewId: other})).code).toBe('preview_expired');
    expect((await page('PUT', `/${path}`, {...form, previewId: await previewed()})).status).toBe(200);
    expect(await settings()).toMatchObject({unreadable: [], nightlyAt: '05:00'});
  });

  it.each([
    ['template', {pricing: {markupPercent: 'much'}}, 'Pricing'],
    ['ownership', {pricing: {markupPercent: 'much'}}, 'Pricing'],
    ['importing', {pricing: {markupPercent: 'much'}}, 'Pricing'],
    ['importing', {choice: 7}, 'Import rules'],
    ['template', {template: 7}, 'Settings'],
    ['ownership', {choice: 7, orders: 'unreadable'}, 'Settings'],
  ])('are not replaced by a change of %s, which does not show them: %j', async (path, unreadable, named) => {
    await store(unreadable);
    const before = await storedRow();
    const {json} = await page('GET', `/${path}`);
    const form = z.record(z.string(), z.unknown()).parse(json);
    const changed = {...form, standingColour: 'any', newProducts: 'active', owned: {title: 'sync'}};
    const refused = refusalOf(await page('PUT', `/${path}`, {...changed, previewId: await previewed()}));
    expect(refused).toMatchObject({status: 409, code: 'settings_unreadable'});
    expect(refused.message).toBe(`Some of your settings cannot be read. Open ${named} and save them again first.`);
    expect(await storedRow()).toEqual(before);
  });

  it('stay as they are where the order settings are saved, except those of orders', async () => {
    await store({orders: 'unreadable', choice: 7, nightlyAt: '05:00'});
    const {json} = await page('GET', '/order-settings');
    expect((await page('PUT', '/order-settings', json)).status).toBe(200);
    expect(await settings()).toMatchObject({unreadable: ['choice'], nightlyAt: '05:00'});
    expect((await storedRow())?.settings).toMatchObject({choice: 7});
    const trail = await loadAudit(app.deps.db, shop);
    expect(trail.find(({action}) => action === 'unreadable_settings_replaced')?.detail).toBe('orders');
  });

  it('count as a choice without a preview once they are replaced without one: the next run brakes', async () => {
    const {db} = app.deps;
    const margin = [{id: 'all', effect: 'include' as const, marginFrom: 10}];
    const cases: readonly (readonly [path: string, stored: unknown])[] = [
      ['order-settings', 'unreadable'],
      ['settings', {choice: margin, template: 'unreadable'}],
    ];
    for (const [path, unreadable] of cases) {
      const text = JSON.stringify(unreadable);
      await sql`update shops set settings = ${text}::jsonb, retired_for = 'seen' where shop = ${shop}`.execute(db);
      expect((await page('PUT', `/${path}`, (await page('GET', `/${path}`)).json)).status).toBe(200);
      const saved = await loadStoredSettings(db, shop);
      expect([path, (await storedRow())?.retired_for]).toEqual([path, rulesPrint(saved)]);
    }
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
    await deleteClosed(app.deps, shop);
    expect(await kept()).toEqual(before);
    await store({});
    await deleteClosed(app.deps, shop);
    expect(await kept()).toEqual([{id: open.id, address_mark: null}]);
  });

  it('do not decide whether the buyer gets an e-mail: the request has to say it', async () => {
    const order = {...anOrder(1), state: 'paid' as const};
    await app.deps.db.insertInto('dropship_orders').values(order).execute();
    const detail = async () => DropshipOrderDetail.parse((await page('GET', `/dropship-orders/${order.id}`)).json);
    await store({orders: {storeEmail: 7, notifyBuyer: false}});
    expect((await detail()).notifiesBuyer).toBe(false);
    for (const unreadable of [{orders: {notifyBuyer: 'never'}}, {orders: 'unreadable'}]) {
      await store(unreadable);
      expect((await detail()).notifiesBuyer).toBeNull();
      const refused = await click(app, order.id, 'shipped', {body: {}});
      expect(refusalOf(refused)).toMatchObject({status: 422, code: 'settings_unreadable', field: 'notifyBuyer'});
    }
    expect(detailOf(await click(app, order.id, 'shipped', {body: {notifyBuyer: false}})).shipment).toMatchObject({
      notifyBuyer: false,
    });
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
