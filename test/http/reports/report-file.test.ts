// The file of a report, and which groups its page names: the file has them all.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {Report} from '../../../server/http/contract/reports/report.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../bare-app.ts';
import {stock} from '../catalogue-test-app.ts';
import {saveSale} from './stored-sales.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ordered = '2026-11-20T10:00:00Z';
const oneDay = 'from=2026-11-20&to=2026-11-20';
const of = (id: string) => ({article_id: ArticleId.parse(id)});

describe('the file of a report', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => ({...deps, now: () => now}));
    await stock(app.deps, {'A-1': {brand: '=1+1', name: 'A "fine" shoe'}, 'A-2': {brand: '', name: ''}});
    await saveSettings(app.deps.db, shop, {pricing: {paymentPercent: 2, paymentFixed: 0, rate: null}}, now);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.deps.db.deleteFrom('dropship_orders').execute();
    await app.deps.db.deleteFrom('store_orders').execute();
  });

  const fileOf = async (query: string) => {
    const {text, headers} = await pageOf(app)('GET', `/reports.csv?${query}`);
    const [headings, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n');
    return {headings, lines, name: headers['content-disposition']};
  };
  const report = async (query: string) => Report.parse((await pageOf(app)('GET', `/reports?${query}`)).json);

  it('has the figures of the page as numbers, says the currency, and begins no formula', async () => {
    await saveSale(app, 1, ordered, [{...of('A-1'), price: 15_000}]);
    await saveSale(app, 2, ordered, [{...of('A-2'), price: null}]);
    const {headings, lines, name} = await fileOf(`by=brand&${oneDay}`);
    expect(name).toContain('report-by-brand-2026-11-20-to-2026-11-20.csv');
    expect(headings).toContain('"brand","orders"');
    expect(lines).toEqual([
      `"'=1+1","1","0","0","0","0","110","150","9.9","2.62","-52.52","-47.75","EUR"`,
      '"not stated","1","0","1","0","0","","","","","","","EUR"',
    ]);
  });

  it('by day has a line for each day, also those without orders, with its first and last day', async () => {
    await saveSale(app, 1, ordered);
    const {headings, lines} = await fileOf('by=day&from=2026-11-19&to=2026-11-20');
    expect(headings).toMatch(/^"from","to","orders","orders cancelled, refunded or closed","orders whose margin is/);
    expect(lines).toEqual([
      '"2026-11-19","2026-11-19","0","0","0","0","0","0","0","0","0","0","","EUR"',
      '"2026-11-20","2026-11-20","1","0","0","0","0","110","40","9.9","2.62","57.48","52.25","EUR"',
    ]);
    expect((await fileOf('by=week&from=2026-11-19&to=2026-11-20')).lines).toMatchObject([
      expect.stringContaining('"2026-11-19","2026-11-20","1"'),
    ]);
  });

  it('by article has id and name', async () => {
    await saveSale(app, 1, ordered, [of('A-1')]);
    await saveSale(app, 2, ordered, [of('A-2')]);
    const {headings, lines} = await fileOf(`by=article&${oneDay}`);
    expect(headings).toContain('"article","name","orders"');
    expect(lines.map((line) => line.slice(0, 26))).toEqual(
      ['"A-1","A ""fine"" shoe","1"', '"A-2","","1","0","0","0","0'].map((line) => line.slice(0, 26)),
    );
  });

  it('by zone tells a country that is not served from one that is not known', async () => {
    await saveSale(app, 1, ordered, [{}]);
    await saveSale(app, 2, ordered, [{zone: null, country: 'BR', revenue: 9_000}], {revenue: 9_000});
    await saveSale(app, 3, ordered, [{zone: null, country: null, revenue: 8_000}], {revenue: 8_000});
    expect((await report(`by=zone&${oneDay}`)).rows.map(({key, orders}) => [key, orders])).toEqual([
      ['EU', 1],
      ['unserved', 1],
      ['', 1],
    ]);
    const {lines} = await fileOf(`by=zone&${oneDay}`);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['"EU"', '"country not served"', '"country not known"']);
  });

  it('has every group; the page names fifty, those at a loss as well, and sums the others', async () => {
    for (let at = 1; at <= 53; at += 1) {
      const price = at === 53 ? 50_000 : 4_000;
      const revenue = 10_000 - at;
      await saveSale(app, at, ordered, [{...of(`N-${at}`), revenue, price}], {revenue});
    }
    const {rows, others, total} = await report(`by=article&${oneDay}`);
    expect(rows.map(({key}) => key)).toEqual([...Array.from({length: 50}, (_, at) => `N-${at + 1}`), 'N-53']);
    expect(others).toMatchObject({
      groups: 2,
      orders: 2,
      ended: 0,
      unknown: 0,
      otherCurrency: 0,
      refunded: 0,
      unread: 0,
      amounts: {revenue: 2 * 11_000 - 51 - 52, cost: 8_000, fees: 1_980},
    });
    const sum = (name: 'revenue' | 'cost' | 'payment' | 'margin') =>
      rows.reduce((all, {amounts}) => all + (amounts?.[name] ?? 0), others?.amounts?.[name] ?? 0);
    for (const name of ['revenue', 'cost', 'payment', 'margin'] as const) expect(sum(name)).toBe(total.amounts?.[name]);
    const {lines} = await fileOf(`by=article&${oneDay}`);
    expect(lines).toHaveLength(53);
    expect(lines.join()).not.toContain('others');
  });
});
