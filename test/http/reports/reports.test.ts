// Reports over HTTP: the store's own orders by its own calendar, the same margin as on Home, and wrong questions.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop, saveSettings} from '../../../server/db/shops/shops.ts';
import {Sales} from '../../../server/http/contract/order-money.ts';
import {Report} from '../../../server/http/contract/reports/report.ts';
import {type BareApp, fieldErrorsOf, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {stock} from '../catalogue-test-app.ts';
import {saveSale} from './stored-sales.ts';

const now = new Date('2026-11-22T23:30:00Z');
const stranger = ShopDomain.parse('stranger.myshopify.com');

describe('a report', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => ({...deps, now: () => now}));
    await stock(app.deps, {'A-1': {brand: '=1+1', category: 'Shoes'}, 'A-2': {brand: 'Berg', category: 'Shoes'}});
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.deps.db.deleteFrom('dropship_orders').execute();
    await app.deps.db.deleteFrom('store_orders').execute();
    await saveSettings(app.deps.db, shop, {pricing: {paymentPercent: 2, paymentFixed: 0, rate: null}}, now);
  });

  const save = (number: number, orderedAt: string, lines: Parameters<typeof saveSale>[3] = [{}], order: object = {}) =>
    saveSale(app, number, orderedAt, lines, order);
  const ask = async (query: string) => Report.parse((await pageOf(app)('GET', `/reports?${query}`)).json);

  it('has every day of the store’s calendar, also those without orders, and the margin that Home shows', async () => {
    // In Berlin it is the 23rd already, and the first order is of the 22nd.
    await save(1, '2026-11-21T23:30:00Z', [{paid_at: new Date('2026-11-22T05:30:00Z')}]);
    await save(2, '2026-11-22T22:59:59Z', [{}, {}], {refunded: 500});
    await save(3, '2026-11-22T23:00:00Z', [{state: 'cancelled'}], {refunded: null});
    await save(4, '2026-11-20T10:00:00Z', [{price: null}]);
    await save(5, '2026-11-20T10:00:00Z', [{}], {currency: 'NOK'});
    const report = await ask('days=7');
    expect(report).toMatchObject({
      from: '2026-11-17',
      to: '2026-11-23',
      by: 'day',
      currency: 'EUR',
      hasRate: true,
      others: null,
    });
    expect(report.rows.map(({key, until, orders}) => [key, until, orders])).toEqual(
      [17, 18, 19, 20, 21, 22, 23].map((day) => [`2026-11-${day}`, `2026-11-${day}`, {20: 2, 22: 2, 23: 1}[day] ?? 0]),
    );
    expect(report.total).toEqual({
      orders: 5,
      ended: 1,
      unknown: 2,
      otherCurrency: 1,
      refunded: 1,
      unread: 1,
      amounts: {revenue: 22_000, cost: 12_000, fees: 2_970, payment: 524, margin: 6_506, marginPercent: 29.57},
    });
    expect(report.rows[3]).toMatchObject({unknown: 2, otherCurrency: 1, amounts: null});
    expect(report.paid).toEqual({count: 1, medianSeconds: 6 * 3_600});
    const sales = Sales.parse((await pageOf(app)('GET', '/sales')).json);
    const month = await ask('');
    expect([month.from, month.to]).toEqual([sales.days[0]?.day, sales.days.at(-1)?.day]);
    expect(month.total).toMatchObject({orders: sales.orders, unknown: sales.unknown, ended: sales.ended});
    expect(month.total.amounts?.margin).toBe(sales.margin);
    expect(month.rows.map(({key, orders, amounts}) => [key, orders, amounts?.margin ?? 0])).toEqual(
      sales.days.map(({day, orders, margin}) => [day, orders, margin]),
    );
  });

  it('by brand divides an order among its lines, and what is not known has no name', async () => {
    const of = (id: string) => ({article_id: ArticleId.parse(id)});
    await save(1, '2026-11-20T10:00:00Z', [of('A-1'), of('A-2')]);
    await save(2, '2026-11-20T10:00:00Z', [of('gone')]);
    const {rows, total} = await ask('by=brand&from=2026-11-20&to=2026-11-20');
    expect(rows.map(({key, orders, amounts}) => [key, orders, amounts?.revenue, amounts?.cost])).toEqual([
      ['', 1, 11_000, 4_000],
      ['=1+1', 1, 5_500, 4_000],
      ['Berg', 1, 5_500, 4_000],
    ]);
    expect(total.orders).toBe(2);
    const byArticle = await ask('by=article&from=2026-11-20&to=2026-11-20');
    expect(byArticle.rows.find(({key}) => key === 'gone')?.name).toBeNull();
    expect(byArticle.rows.find(({key}) => key === 'A-2')?.name).toEqual(expect.any(String));
    expect((await ask('by=zone')).rows.map(({key, orders}) => [key, orders])).toEqual([['EU', 2]]);
  });

  it('without an exchange rate no amount is known, and each order is counted as such', async () => {
    await app.deps.db.updateTable('shops').set({currency: 'CHF'}).where('shop', '=', shop).execute();
    await save(1, '2026-11-20T10:00:00Z', [{}], {currency: 'CHF'});
    try {
      expect(await ask('')).toMatchObject({
        currency: 'CHF',
        hasRate: false,
        total: {orders: 1, unknown: 1, amounts: null},
      });
      expect((await ask('by=zone')).rows).toMatchObject([{key: 'EU', orders: 1, unknown: 1, amounts: null}]);
    } finally {
      await app.deps.db.updateTable('shops').set({currency: 'EUR'}).where('shop', '=', shop).execute();
    }
  });

  it('another store sees nothing of these orders', async () => {
    await save(1, '2026-11-20T10:00:00Z');
    const facts = {scopes: '', currency: 'EUR', timeZone: 'Europe/Berlin'};
    await saveInstalledShop(app.deps.db, stranger, facts, now);
    for (const by of ['day', 'brand', 'article']) {
      const report = Report.parse((await pageOf(app, stranger)('GET', `/reports?by=${by}`)).json);
      expect(report.total.orders, by).toBe(0);
      expect(report.rows.filter(({orders}) => orders > 0)).toEqual([]);
    }
  });

  it('a question that cannot be answered is refused with the field and a sentence', async () => {
    const wrong = [
      ['by=hour', 'by'],
      ['days=31', 'days'],
      ['days=7&days=30', 'days'],
      ['days=7&from=2026-11-01&to=2026-11-02', 'days'],
      ['from=2026-11-01', 'to'],
      ['to=2026-11-01', 'from'],
      ['from=2026-11-02&to=2026-11-01', 'to'],
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=0000-01-01&to=0000-01-02', 'from'],
      ['from=2026-11-01&to=9999-12-31', 'to'],
      ['from=2020-01-01&to=2026-01-01&by=month', 'from'],
      ['from=2026-01-01&to=2026-11-01', 'by'],
      ['from=%00&to=2026-11-01', 'from'],
      ['from=2026-11-01%3Bdrop&to=2026-11-01', 'from'],
    ] as const;
    for (const path of ['/reports', '/reports.csv']) {
      for (const [query, field] of wrong) {
        const answer = await pageOf(app)('GET', `${path}?${query}`);
        expect([query, answer.status, Object.keys(fieldErrorsOf(answer))]).toEqual([query, 422, [field]]);
        expect(refusalOf(answer).message).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect((await pageOf(app)('GET', '/reports?shop=other')).status).toBe(422);
  });

  it('an order that was cancelled, refunded or closed counts, and is in no amount', async () => {
    const flags = JSON.stringify([{code: 'order_cancelled', at: now.toISOString()}]);
    const dismissed = JSON.stringify([{code: 'order_refunded', at: now.toISOString()}]);
    await save(1, '2026-11-20T10:00:00Z');
    await save(2, '2026-11-20T11:00:00Z', [{flags}]);
    await save(3, '2026-11-20T12:00:00Z', [{state: 'dismissed', flags: dismissed}]);
    const amounts = {revenue: 11_000, cost: 4_000, fees: 990, payment: 262, margin: 5_748, marginPercent: 52.25};
    for (const by of ['day', 'zone', 'brand']) {
      const {total, rows} = await ask(`by=${by}&from=2026-11-20&to=2026-11-20`);
      const expected = {orders: 3, ended: 2, unknown: 0, otherCurrency: 0, refunded: 0, unread: 0, amounts};
      expect(total, by).toEqual(expected);
      expect(rows, by).toMatchObject([expected]);
    }
  });

  it('while the settings cannot be read no margin is known, here and on Home', async () => {
    await save(1, '2026-11-20T10:00:00Z', [{}]);
    const unknown = {orders: 1, unknown: 1, otherCurrency: 0, amounts: null};
    await saveSettings(app.deps.db, shop, {pricing: {paymentPercent: 'two'}}, now);
    expect(await ask('')).toMatchObject({
      settingsUnreadable: 'settings',
      keptDays: null,
      currency: 'EUR',
      total: unknown,
    });
    const home = Sales.parse((await pageOf(app)('GET', '/sales')).json);
    expect(home).toMatchObject({currency: 'EUR', orders: 1, unknown: 1, margin: 0});
    await saveSettings(app.deps.db, shop, {orders: {retentionDays: 400}}, now);
    expect(await ask('')).toMatchObject({settingsUnreadable: null, keptDays: 400, total: {unknown: 0}});
  });
});
