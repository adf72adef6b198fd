// What the diagnostics ask of large tables is found by indexes, and is of the newest rows.
import {type RawBuilder, sql} from 'kysely';
import {expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {
  countedPerState,
  countUnsent,
  lastSeenStatement,
  loadLastSeen,
  unsentStatement,
  waitingStatement,
} from '../../../server/db/shops/diagnostics.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {onEachDatabase} from '../../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const topics = ['orders/paid', 'orders/updated', 'refunds/create'];
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

onEachDatabase('the diagnostics of a shop with many orders and webhooks', (current) => {
  it('are found by indexes, and count the newest orders of each state', async () => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: ''}, new Date());
    await sql`
      insert into deliveries (shop, topic, event_key, webhook_id, state, received_at, done_at)
      select ${shop}, case when n % 2 = 0 then 'orders/paid' else 'orders/updated' end, n::text, n::text,
        case when n % 400 = 0 then 'pending' else 'done' end,
        timestamptz '2026-11-01T00:00:00Z' + n * interval '1 minute', now()
      from generate_series(1, 4000) n
    `.execute(db);
    await sql`
      insert into dropship_orders
        (id, shop, order_gid, order_name, line_gid, article_id, article_name, quantity, state, reason_code, reference,
         ordered_at, created_at, updated_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${shop}, 'gid://shopify/Order/' || n, '#' || n,
        'gid://shopify/LineItem/' || n, 'A-1', 'A shoe', 1,
        case when n % 2 = 0 then 'shipped' else 'held' end, case when n % 2 = 0 then null else 'risk' end, 'r-' || n,
        timestamptz '2026-11-01T00:00:00Z' + n * interval '1 minute', now(), now()
      from generate_series(1, 4000) n
    `.execute(db);
    await sql`analyze`.execute(db);

    const planOf = async (statement: RawBuilder<unknown>) =>
      JSON.stringify((await sql`explain ${statement}`.execute(db)).rows);
    for (const [statement, index] of [
      [lastSeenStatement(shop, topics), 'deliveries_by_topic'],
      [waitingStatement(shop), 'deliveries_of_shop'],
      [unsentStatement(shop), 'dropship_orders_by_state'],
    ] as const) {
      const plan = await planOf(statement);
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }

    expect((await loadLastSeen(db, shop, topics)).map(({topic, lastAt}) => [topic, lastAt !== null])).toEqual([
      ['orders/paid', true],
      ['orders/updated', true],
      ['refunds/create', false],
    ]);
    const newestAt = new Date(Date.parse('2026-11-01T00:00:00Z') + 3_999 * 60_000);
    expect(await countUnsent(db, shop)).toEqual([
      {state: 'held', code: 'risk', count: countedPerState, newestId: idOf(3_999), newestAt},
    ]);
  });
});
