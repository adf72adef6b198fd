// The sums of a report are those of the margins of its store orders, each calculated by the domain as the pages of orders show it.
import fc from 'fast-check';
import type {Kysely} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {isEnded} from '#domain/margins/ended-order.ts';
import {euroRateFor} from '#domain/margins/margin.ts';
import {isCharged, servedRevenue} from '#domain/margins/store-order-margin.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import {type SaleTrait, saleTraits, unservedZone} from '#domain/reports/report-names.ts';
import {addSums, noSums, type ReportSums} from '#domain/reports/sum-report.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {loadPaidAfter, sumPeriods, sumTraits} from '../../../server/db/reports/report-sums.ts';
import {loadStoredSettings, saveInstalledShop} from '../../../server/db/shops/shops.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {loadMoneyLines, type MoneyLine, marginOf} from '../../../server/http/api/orders/order-margins.ts';
import {stock} from '../../http/catalogue-test-app.ts';
import {randomOrder, randomTerms, saveRandomSales} from '../../http/orders/random-orders.ts';
import {anOrder} from '../../http/orders/stored-order.ts';
import {emptyTables, onEachDatabase} from '../../support/database.ts';

const shop = ShopDomain.parse('reports.myshopify.com');
const midnight = Date.UTC(2026, 8, 30);
const boundaries = [1, 2, 3, 4, 5].map((day) => new Date(midnight + day * 86_400_000));

/** Each store order with its sums by the domain, and its lines. */
async function readNaively(db: Kysely<Tables>, settings: Settings, home: string) {
  const orders = await db.selectFrom('store_orders').selectAll().where('shop', '=', shop).execute();
  const lines = await loadMoneyLines(
    db,
    shop,
    orders.map(({order_gid}) => order_gid),
  );
  return orders.map((order) => {
    const ours = lines.get(order.order_gid) ?? [];
    const {margin, unknown, revenue, shipping, cost, fees, payment} = marginOf(order, ours, {
      settings,
      isReadable: true,
    });
    const ended = isEnded(ours);
    const known = !ended && margin !== null && unknown === 0 && order.currency === home;
    const sums: ReportSums = {
      orders: 1,
      ended: ended ? 1 : 0,
      unknown: known || ended ? 0 : 1,
      otherCurrency: !ended && order.currency !== home ? 1 : 0,
      refunded: (order.refunded ?? 0) > 0 ? 1 : 0,
      unread: order.refunded === null ? 1 : 0,
      ...(known
        ? {revenue: revenue + shipping, cost: cost ?? 0, fees: fees ?? 0, payment}
        : {revenue: 0, cost: 0, fees: 0, payment: 0}),
    };
    return {day: Math.floor((order.ordered_at.getTime() - midnight) / 86_400_000) - 1, sums, lines: ours};
  });
}

const traitOf = ({row, zone}: MoneyLine, trait: SaleTrait): string => {
  if (trait === 'zone') return zone ?? (row.country === null ? '' : unservedZone);
  if (trait === 'article') return row.article_id;
  if (row.article_id === 'gone') return '';
  return trait === 'brand' ? `brand of ${row.article_id}` : 'one category';
};

/** The part of the order's sums that belongs to these of its lines. */
function partOf(sums: ReportSums, all: readonly MoneyLine[], mine: readonly MoneyLine[]): ReportSums {
  const share = (amountOf: (line: MoneyLine) => number): number | null => {
    const add = (lines: readonly MoneyLine[]) => lines.reduce((sum, line) => sum + amountOf(line), 0);
    return add(all) > 0 ? add(mine) / add(all) : null;
  };
  const weight =
    share(({money}) => servedRevenue(money)) ??
    share(({money}) => (isCharged(money) ? 1 : 0)) ??
    mine.length / all.length;
  const ofCost = share(({money}) => (isCharged(money) ? (money.price ?? 0) * money.quantity : 0)) ?? 0;
  const ofFees = share(({money}) => (isCharged(money) ? (money.fee ?? 0) : 0)) ?? 0;
  const {revenue, cost, fees, payment} = sums;
  return {...sums, revenue: revenue * weight, cost: cost * ofCost, fees: fees * ofFees, payment: payment * weight};
}

onEachDatabase('the sums of a report', (current, engine) => {
  it('those of random orders are the margins that the orders show, by day and by what was sold', async () => {
    const runs = {numRuns: engine === 'postgres' ? 15 : 4};
    await fc.assert(
      fc.asyncProperty(fc.array(randomOrder, {minLength: 12, maxLength: 30}), randomTerms, async (orders, random) => {
        await emptyTables(current());
        const {kysely: db} = current();
        await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', timeZone: 'UTC'}, new Date());
        const shipping = {DE: {label: '', fee: 5, transit: ''}, EU: {label: '', fee: 1_234, transit: ''}};
        const of = (id: string) => ({brand: `brand of ${id}`, category: 'one category'});
        await stock(
          {db},
          {
            priced: {...of('priced'), stock: {price: 1_111, shipping}},
            priceless: {...of('priceless'), stock: {price: 0}},
            unread: of('unread'),
          },
          shop,
        );
        await saveRandomSales(db, shop, orders, random, midnight);
        const {settings} = await loadStoredSettings(db, shop);
        const {currency} = random;
        const terms = {rate: euroRateFor(currency, settings), payment: paymentTermsOf(settings.pricing)};
        const naive = await readNaively(db, settings, currency);
        const byDay = Map.groupBy(naive, ({day}) => day);
        const expected = new Map([...byDay].map(([day, some]) => [day, addSums(some.map(({sums}) => sums))]));
        expect(await sumPeriods(db, shop, terms, boundaries)).toEqual(expected);
        for (const trait of saleTraits) {
          const parts = naive.flatMap(({sums, lines}) =>
            [...Map.groupBy(lines, (line) => traitOf(line, trait))].map(
              ([key, mine]) => [key, partOf(sums, lines, mine)] as const,
            ),
          );
          const {total, groups} = await sumTraits(db, shop, terms, {trait, boundaries});
          expect(total).toEqual(addSums(naive.map(({sums}) => sums)));
          expect([...groups.keys()].toSorted()).toEqual([...new Set(parts.map(([key]) => key))].toSorted());
          for (const [key, sums] of groups) {
            const wanted = addSums(parts.filter(([of_]) => of_ === key).map(([, part]) => part));
            for (const [name, value] of Object.entries(wanted)) {
              expect(sums[name as keyof ReportSums], `${trait} ${key} ${name}`).toBeCloseTo(value, 3);
            }
          }
        }
      }),
      runs,
    );
  });

  it('an order counts from the first instant of the time to before its end, and in the shop that has it', async () => {
    const {kysely: db} = current();
    await saveInstalledShop(db, shop, {scopes: '', currency: 'EUR', timeZone: 'UTC'}, new Date());
    const other = ShopDomain.parse('other-reports.myshopify.com');
    await saveInstalledShop(db, other, {scopes: '', currency: 'EUR', timeZone: 'UTC'}, new Date());
    const [first, , , , end] = boundaries;
    if (first === undefined || end === undefined) throw new Error('there are five boundaries');
    const times = [first, new Date(first.getTime() - 1), new Date(end.getTime() - 1), end];
    for (const [at, ordered_at] of times.entries()) {
      const {order_gid, order_name} = anOrder(at);
      const money = {currency: 'EUR', revenue: 1_000, shipping: 0, shipping_paid: 0};
      await db
        .insertInto('store_orders')
        .values({shop, order_gid, order_name, ...money, ordered_at, updated_at: end})
        .execute();
      const paid_at = new Date(ordered_at.getTime() + (at + 1) * 60_000);
      await db
        .insertInto('dropship_orders')
        .values({
          ...anOrder(at),
          shop,
          ordered_at,
          state: 'paid',
          price: 600,
          fee: 100,
          revenue: 1_000,
          buyer_paid: 1_200,
          paid_at,
        })
        .execute();
    }
    const terms = {rate: {currency: 'EUR', perEuro: null}, payment: {percent: 0, fixed: 0}};
    const one = {...noSums, orders: 1, unread: 1, revenue: 1_000, cost: 600, fees: 100};
    expect(await sumPeriods(db, shop, terms, boundaries)).toEqual(
      new Map([
        [0, one],
        [3, one],
      ]),
    );
    expect(await loadPaidAfter(db, shop, boundaries)).toEqual({paid: 2, medianSeconds: 120});
    expect(await sumPeriods(db, other, terms, boundaries)).toEqual(new Map());
    expect((await sumTraits(db, other, terms, {trait: 'brand', boundaries})).groups.size).toBe(0);
    expect(await loadPaidAfter(db, other, boundaries)).toEqual({paid: 0, medianSeconds: null});
  });
});
