// A row of a shop in every table that has a column `shop`, whatever tables there will be: a test that uses it fails for a table it does not know.
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../../server/db/tables/tables.ts';

/** The shop's own row is there already. */
export async function fillEveryTable(db: Kysely<Tables>, which: string): Promise<void> {
  const uuid = crypto.randomUUID();
  const statements = [
    sql`insert into sessions (id, shop, is_online, payload_sealed, updated_at)
      values (${`offline_${which}`}, ${which}, false, 'x', now())`,
    sql`insert into deliveries (shop, topic, event_key, webhook_id, received_at) values (${which}, 't', 'e', 'w', now())`,
    sql`insert into articles (shop, article_id, updated_at) values (${which}, '1', now())`,
    sql`insert into article_options (shop, article_id, colours, sizes, defined_at) values (${which}, '1', '[]', '[]', now())`,
    sql`insert into known_items (shop, digest, article_id) values (${which}, '\\x00', '1')`,
    sql`insert into own_prices (shop, article_id, markup_basis, set_at) values (${which}, '1', 4500, now())`,
    sql`insert into listings (shop, article_id, state, created_at, updated_at) values (${which}, '1', 'active', now(), now())`,
    sql`insert into listing_variants (shop, variant_gid, article_id, product_gid, state, updated_at)
      values (${which}, 'v', '1', 'p', 'live', now())`,
    sql`insert into quarantine (shop, article_id, run_id, reason, since) values (${which}, '1', ${uuid}, 'r', now())`,
    sql`insert into runs (id, shop, kind, trigger, state, fence, counts, started_at, heartbeat_at)
      values (${uuid}, ${which}, 'full', 'merchant', 'done', 1, '{}', now(), now())`,
    sql`insert into run_changes (shop, run_id, article_id, kind, field, why, at)
      values (${which}, ${uuid}, '1', 'update', 'title', 'w', now())`,
    sql`insert into brakes (id, shop, run_id, kind, reason, article_ids, created_at)
      values (${uuid}, ${which}, ${uuid}, 'retire', 'r', '[]', now())`,
    sql`insert into product_matches (shop, article_id, product_gid, title, found_by, found_at)
      values (${which}, '1', 'p', 't', 'sku', now())`,
    sql`insert into departures (shop, products, actor, asked_at, run_id)
      values (${which}, 'draft', 'user:1', now(), ${uuid})`,
    sql`insert into listing_media (shop, article_id, url, position, state, updated_at)
      values (${which}, '1', 'https://x.example/1.jpg', 0, 'pending', now())`,
    sql`insert into dropship_orders (id, shop, order_gid, order_name, line_gid, article_id, article_name, quantity, state,
      reference, ordered_at, created_at, updated_at)
      values (${uuid}, ${which}, 'o', '#1', 'l', '1', 'n', 1, 'waiting', ${uuid}, now(), now(), now())`,
    sql`insert into buyer_refunds (id, shop, dropship_order_id, input, currency, line, shipping, refunds_before, refunded_before, state,
      actor, asked_at, sent_at)
      values (${uuid}, ${which}, ${uuid}, '{}', 'EUR', 1, 0, 0, 0, 'unknown', 'user:1', now(), now())`,
    sql`insert into store_orders (shop, order_gid, order_name, currency, revenue, shipping, shipping_paid, ordered_at, updated_at)
      values (${which}, 'o', '#1', 'EUR', 1, 1, 1, now(), now())`,
    sql`insert into shipping_rates (shop, currency, groups, is_complete, read_at) values (${which}, 'EUR', '[]', true, now())`,
    sql`insert into store_markets (shop, markets, is_complete, read_at) values (${which}, '[]', true, now())`,
    sql`insert into shipping_profiles (shop, want, terms, actor, asked_at) values (${which}, 'on', '{}', 'user:1', now())`,
    sql`insert into profiled_variants (shop, variant_gid, moved_at) values (${which}, 'v', now())`,
    sql`insert into fulfilment_services (shop, want, actor, asked_at) values (${which}, 'on', 'user:1', now())`,
    sql`insert into serviced_variants (shop, variant_gid, origins) values (${which}, 'v', '{}')`,
    sql`insert into fulfilment_requests (shop, fulfilment_order_gid, order_gid, status, asked_at, looked_at)
      values (${which}, 'f', 'o', 'submitted', now(), now())`,
    sql`insert into request_answers (shop, fulfilment_order_gid, kind, asked_at, answered_at)
      values (${which}, 'f', 'request', now(), now())`,
    sql`insert into service_calls (shop, day, answered) values (${which}, '2026-11-22', 1)`,
    sql`insert into service_fulfilments (shop, fulfilment_gid, dropship_order_id, made_at) values (${which}, 'g', ${uuid}, now())`,
    sql`insert into audit (shop, at, actor, action, subject) values (${which}, now(), 'app', 'a', 's')`,
    sql`insert into mail_settings (shop, contact_sealed, unsubscribe_digest, updated_at) values (${which}, 'x', ${uuid}, now())`,
    sql`insert into mails (shop, event, day, state, claimed_at) values (${which}, 'digest', '2026-11-22', 'sent', now())`,
    sql`insert into repeats (shop, key, request, status, answer, at) values (${which}, 'k', 'r', 200, '{}', now())`,
    sql`insert into dropship_attempts (shop, dropship_order_id, started_at) values (${which}, ${uuid}, now())`,
  ];
  for (const statement of statements) await statement.execute(db);
}

export async function tablesWithShop(db: Kysely<Tables>): Promise<string[]> {
  const {rows} = await sql<{table_name: string}>`
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'shop'
  `.execute(db);
  return rows.map((row) => row.table_name).toSorted();
}

export async function countsOf(db: Kysely<Tables>, tables: readonly string[], which: string): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) {
    const {rows} = await sql<{n: number}>`
      select count(*) as n from ${sql.table(table)} where shop = ${which}
    `.execute(db);
    counts.push(rows[0]?.n ?? -1);
  }
  return counts;
}

/** Sessions of this database that wait for a lock. */
export async function countBlocked(db: Kysely<Tables>): Promise<number> {
  const {rows} = await sql<{count: number}>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? -1;
}
