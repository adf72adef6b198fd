// Every report over many store orders of ninety days, over HTTP, beside a count of the same rows.
import {sql} from 'kysely';
import {periodNames, saleTraits} from '#domain/reports/report-names.ts';
import {Report} from '../../../server/http/contract/reports/report.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../../http/bare-app.ts';
import {engines} from '../../support/database.ts';
import {byItself, type Figure, median, withoutGoal} from '../figure.ts';
import {fillSales} from './many-sales.ts';

const rounds = 5;

/** Each the median of five. */
export async function* measureReports(scale: number): AsyncGenerator<Figure> {
  const app = await openBareApp();
  try {
    const orders = Math.round(100_000 * scale);
    await fillSales(app.deps.db, shop, orders, new Date());
    const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
    const floor = await measure(async () => {
      await sql`select count(*) from store_orders join dropship_orders using (shop, order_gid) where shop = ${shop}`.execute(
        app.deps.db,
      );
    });
    yield withoutGoal(`count of ${orders} store orders with their lines on ${engine}`, floor, 'ms');
    for (const by of [...periodNames, ...saleTraits]) {
      const ms = await measure(() => ask(app, by, orders));
      yield byItself(`report over ${orders} store orders by ${by}`, ms, 'ms', {atMost: 500});
    }
  } finally {
    await app.close();
  }
}

async function ask(app: BareApp, by: string, orders: number): Promise<void> {
  const {total} = Report.parse((await pageOf(app)('GET', `/reports?days=90&by=${by}`)).json);
  if (total.orders !== orders) throw new Error(`The report is of ${total.orders} orders.`);
}

async function measure(work: () => Promise<void>): Promise<number> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    readings.push(performance.now() - begun);
  }
  return median(readings);
}
