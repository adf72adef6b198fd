// Reports over HTTP: the store's own orders by its own calendar, the same margin as on Home, wrong questions, and the file.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop, saveSettings} from '../../../server/db/shops/shops.ts';
import {Sales} from '../../../server/http/contract/order-money.ts';
import {Report} from '../../../server/http/contract/reports/report.ts';
import {type BareApp, fieldErrorsOf, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {stock} from '../catalogue-test-app.ts';
import {anOrder} from '../orders/stored-order.ts';

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

  type Line = {readonly [column: string]: unknown};

  /** An order of EUR 100.00 without tax and EUR 10.00 shipping, of lines that cost EUR 40.00 and a fee of EUR 9.90 each. */
  async function save(
    number: number,
    orderedAt: string,
    lines: readonly Line[] = [{}],
    order: object = {},
  ): Promise<void> {
    const ordered_at = new Date(orderedAt);
    const order_gid = OrderGid.parse(`gid://shopify/Order/${number}`);
    const amounts = {currency: 'EUR', revenue: 10_000, shipping: 1_000, shipping_paid: 1_190, refunded: 0};
    const row = {shop, order_gid, order_name: `#${number}`, ...amounts, ordered_at, updated_at: now, ...order};
    await app.deps.db.insertInto('store_orders').values(row).execute();
    for (const [place, line] of lines.entries()) {
      const part = {revenue: 10_000 / lines.length, buyer_paid: 11_900 / lines.length, price: 4_000, fee: 990};
      const ids = {order_gid, line_gid: LineItemGid.parse(`gid://shopify/LineItem/${number * 10 + place}`)};
      const one = {
        ...anOrder(number * 10 + place),
        ...ids,
        ordered_at,
        state: 'paid' as const,
        ...part,
        zone: 'EU',
        ...line,
      };
      await app.deps.db.insertInto('dropship_orders').values(one).execute();
    }
  }

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

  it('the file has the figures of the page as numbers, says the currency, and begins no formula', async () => {
    await save(1, '2026-11-20T10:00:00Z', [{price: 15_000}]);
    await save(2, '2026-11-20T10:00:00Z', [{article_id: ArticleId.parse('gone'), price: null}]);
    const {text, headers} = await pageOf(app)('GET', '/reports.csv?by=brand&from=2026-11-20&to=2026-11-20');
    expect(headers['content-disposition']).toContain('report-by-brand-2026-11-20-to-2026-11-20.csv');
    const [headings, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(headings).toContain('"brand","orders"');
    expect(lines).toEqual([
      `"'=1+1","1","0","0","0","0","110","150","9.9","2.62","-52.52","-47.75","EUR"`,
      '"not known","1","0","1","0","0","","","","","","","EUR"',
    ]);
  });
});
