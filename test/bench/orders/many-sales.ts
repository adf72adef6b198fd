// Many store orders of the last ninety days, written straight into the database: of many articles, brands and zones, one in five with two
// lines, some cancelled, refunded, not priced or of an earlier currency.
import {type Kysely, sql} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../../../server/db/tables/tables.ts';

const batchSize = 5_000;

/** The articles that are sold: of `count / 100` brands. */
export async function fillSales(db: Kysely<Tables>, shop: ShopDomain, orders: number, now: Date): Promise<void> {
  await sql`insert into articles (shop, article_id, brand, category, name, listed, updated_at)
    select ${shop}, 'A-' || n, 'Brand ' || n % 60, 'Category ' || n % 40, 'Article ' || n, true, ${now}
    from generate_series(0, 4999) as n`.execute(db);
  for (let from = 0; from < orders; from += batchSize) {
    await fillBatch(db, shop, {from, to: Math.min(orders, from + batchSize) - 1, orders}, now);
    // Without it, the trigger of each new row would read the whole table.
    if (from === 0) await sql`analyze dropship_orders`.execute(db);
  }
  // As Postgres does by itself within a minute after so many rows came.
  await sql`vacuum analyze articles, store_orders, dropship_orders`.execute(db);
}

type Batch = {readonly from: number; readonly to: number; readonly orders: number};

async function fillBatch(db: Kysely<Tables>, shop: ShopDomain, {from, to, orders}: Batch, now: Date): Promise<void> {
  await sql`insert into store_orders (shop, order_gid, order_name, currency, revenue, shipping, shipping_paid, received, refunded, ordered_at, updated_at)
    select ${shop}, 'gid://shopify/Order/' || n, '#' || n, case when n % 500 = 0 then 'NOK' else 'EUR' end, revenue * case when n % 5 = 0 then 2 else 1 end,
      900, 1080, revenue + 1080, case when n % 25 = 0 then 500 when n % 90 = 0 then null else 0 end, ${now}::timestamptz - n * (interval '89 days' / ${orders}::int), ${now}
    from (select n, 4000 + n % 3000 as revenue from generate_series(${from}::int, ${to}::int) as n) as orders`.execute(
    db,
  );
  await sql`insert into dropship_orders (id, shop, order_gid, order_name, line_gid, article_id, article_name, quantity, zone, country, state, reference,
      price, fee, revenue, buyer_paid, revenue_pieces, flags, ordered_at, placed_at, paid_at, created_at, updated_at)
    select gen_random_uuid(), ${shop}, 'gid://shopify/Order/' || n, '#' || n, 'gid://shopify/LineItem/' || n || '-' || line, 'A-' || (n * 7 + line) % 5000, 'Article',
      1, (array['EU', 'EU', 'EU', 'GB', 'US', 'JP', 'AU'])[1 + n % 7], (array['DE', 'FR', 'IT', 'GB', 'US', 'JP', 'AU'])[1 + n % 7],
      case when n % 100 = 1 then 'refunded' when n % 100 = 2 then 'awaiting_payment' else 'shipped' end, 'ref-' || n || '-' || line,
      case when n % 300 = 3 then null else 2000 + n % 500 end, 990, 4000 + n % 3000, 4800 + n % 3000, 1,
      case when n % 50 = 4 then '[{"code": "order_cancelled", "at": "2026-11-01T00:00:00Z"}]'::jsonb else '[]' end,
      ordered_at, ordered_at, case when n % 100 = 2 then null else ordered_at + interval '1 minute' * (n % 5000) end, ordered_at, ordered_at
    from (select n, ${now}::timestamptz - n * (interval '89 days' / ${orders}::int) as ordered_at from generate_series(${from}::int, ${to}::int) as n) as orders
    cross join lateral generate_series(1, case when n % 5 = 0 then 2 else 1 end) as line`.execute(db);
}
