// The first page of many dropship orders over HTTP, as the list of orders asks for it: every view, a search, one store
// order, every sort order.
import {sql} from 'kysely';
import {orderSortNames} from '#domain/order-sorts.ts';
import {DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, openBareApp, pageOf, shop} from '../../http/bare-app.ts';
import {anOrder} from '../../http/orders/stored-order.ts';
import {engines} from '../../support/database.ts';
import {byItself, type Figure, median} from '../figure.ts';

const rounds = 5;
const batchSize = 1_000;

/** Most orders of an old store are closed; some of each other state are left. */
const states = ['awaiting_payment', 'held', 'waiting', 'unconfirmed', 'paid', 'blocked'] as const;
const countries = ['DE', 'FR', 'US', 'JP', 'GB', 'AU', 'KR'];

const questions = [
  '',
  'state=awaiting_payment',
  'state=held&state=blocked&state=unconfirmed',
  'state=shipped',
  'flagged=true',
  'search=japan',
  'search=shoe',
  'search=%2325000',
  'search=nothing-is-called-so',
  `store=${encodeURIComponent('gid://shopify/Order/4711')}`,
  ...orderSortNames.map((sort) => `sort=${sort}`),
  'sort=margin_low&state=awaiting_payment',
];

/** The slowest of them all, each the median of five. */
export async function measureOrderPage(scale: number): Promise<Figure> {
  const app = await openBareApp();
  try {
    const orders = Math.round(50_000 * scale);
    await fillOrders(app, orders);
    // What autovacuum does within a minute after so many new rows.
    await sql`analyze dropship_orders, store_orders`.execute(app.deps.db);
    const slowest = {ms: 0, question: ''};
    for (const question of questions) {
      const ms = await measure(app, question);
      if (ms > slowest.ms) Object.assign(slowest, {ms, question});
    }
    const engine = engines.databases.includes('postgres') ? 'postgres' : 'pglite';
    const name = `first page of ${orders} orders on ${engine}, slowest of ${questions.length} questions`;
    return byItself(`${name} (${slowest.question || 'all'})`, slowest.ms, 'ms', {atMost: 300});
  } finally {
    await app.close();
  }
}

async function fillOrders({deps}: BareApp, orders: number): Promise<void> {
  for (let from = 0; from < orders; from += batchSize) {
    const numbers = Array.from({length: Math.min(batchSize, orders - from)}, (_, at) => from + at);
    await deps.db
      .insertInto('dropship_orders')
      .values(
        numbers.map((number) => ({
          ...anOrder(number),
          state: number % 100 < states.length ? (states[number % 100] ?? 'shipped') : ('shipped' as const),
          country: countries[number % countries.length] ?? 'DE',
          price: 2_000 + (number % 500),
          fee: 990,
          ref: `DS-${number}`,
          placed_at: anOrder(number).created_at,
          revenue: 4_000 + (number % 3_000),
          buyer_paid: 4_800 + (number % 3_000),
          revenue_pieces: 1,
        })),
      )
      .execute();
    await deps.db
      .insertInto('store_orders')
      .values(
        numbers.map(anOrder).map(({order_gid, order_name, ordered_at, updated_at}, at) => ({
          shop,
          order_gid,
          order_name,
          currency: 'EUR',
          revenue: 4_000 + (at % 3_000),
          shipping: 900,
          shipping_paid: 1_080,
          ordered_at,
          updated_at,
        })),
      )
      .execute();
  }
}

async function measure(app: BareApp, question: string): Promise<number> {
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    DropshipOrders.parse((await pageOf(app)('GET', `/dropship-orders?${question}`)).json);
    readings.push(performance.now() - begun);
  }
  return median(readings);
}
