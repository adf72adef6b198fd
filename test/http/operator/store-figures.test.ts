// What an operator's alarms watch of all stores: counted in the database, without the name of any store.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {RunId, ShopDomain} from '#domain/ids.ts';
import {zeroCounts} from '../../../server/db/runs/runs.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import type {RunsTable} from '../../../server/db/tables/catalogue-tables.ts';
import {createLog} from '../../../server/log.ts';
import {createMetrics} from '../../../server/metrics.ts';
import {watchStores} from '../../../server/store-metrics.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, otherShop} from '../catalogue-test-app.ts';
import {saveOrder} from '../orders/acting.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const gone = ShopDomain.parse('gone.myshopify.com');

describe.each(engines.databases)('the figures of all stores, on %s', (engine) => {
  let app: CatalogueTestApp;
  const warned: string[] = [];
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const {db} = app;
    await saveInstalledShop(db, gone, {scopes: ''}, ago(0));
    await db.updateTable('shops').set({state: 'uninstalled'}).where('shop', '=', gone).execute();
    await db
      .updateTable('shops')
      .set({last_good_night_at: ago(9 * 3_600), dropship_key_state: 'rejected', reconcile_found: 2})
      .where('shop', '=', shop)
      .execute();
    await db
      .updateTable('shops')
      .set({last_good_night_at: ago(60 * 3_600), needs_reauth: true})
      .where('shop', '=', otherShop)
      .execute();
    // The shopper ordered long before.
    for (const [of, state, since] of [
      [shop, 'awaiting_payment', {placed_at: ago(900)}],
      [otherShop, 'awaiting_payment', {placed_at: ago(90_000)}],
      [shop, 'unconfirmed', {sent_at: ago(30)}],
      [shop, 'paid', {paid_at: ago(99_999)}],
      [gone, 'unconfirmed', {sent_at: ago(99_999)}],
    ] as const) {
      await saveOrder(app, {shop: of, state, ordered_at: ago(500_000), ...since});
    }
    await saveOrder(app, {state: 'waiting', ordered_at: ago(400), next_attempt_at: ago(300)});
    await saveOrder(app, {state: 'waiting', ordered_at: ago(5_000), next_attempt_at: ago(-60)});
    await saveOrder(app, {shop: gone, state: 'waiting', ordered_at: ago(5_000), next_attempt_at: ago(4_000)});
    await saveRuns(app, shop, [
      {kind: 'full', state: 'failed', started_at: ago(9_000), finished_at: ago(8_000)},
      {kind: 'full', state: 'done', started_at: ago(99_000), finished_at: ago(98_000)},
      // It worked for a while, and was queued again when its worker stopped.
      {kind: 'daytime', state: 'queued', started_at: ago(7_000), heartbeat_at: ago(70), finished_at: null},
    ]);
    await saveRuns(app, otherShop, [
      {kind: 'full', state: 'running', started_at: ago(5_000), finished_at: null},
      // Behind the update of its own store it waits for no worker.
      {kind: 'selected', state: 'queued', started_at: ago(4_000), finished_at: null},
      {kind: 'full', state: 'done', started_at: ago(9_000), finished_at: ago(8_000)},
    ]);
    const delivery = {topic: 'orders/paid', webhook_id: 'w', shop};
    await db
      .insertInto('deliveries')
      .values([
        {...delivery, event_key: 'one', received_at: ago(45)},
        {...delivery, event_key: 'later', received_at: ago(900), next_attempt_at: ago(-900)},
        {...delivery, event_key: 'done', received_at: ago(9_000), state: 'done', done_at: ago(8_999)},
        {...delivery, event_key: 'gone', received_at: ago(9_000), shop: gone},
      ])
      .execute();
  });
  afterAll(() => app.close());

  const log = createLog('trace', {write: (line) => void warned.push(line)});
  const print = (db = app.db) => createMetrics(undefined, watchStores(db, {now: () => now, log})).print();
  const figures = async () =>
    (await print()).split('\n').filter((line) => /^piecewise_(store|orders|work|catalogue)/.test(line));

  it('count stores, orders and work that waits, and how old the oldest is', async () => {
    expect(await figures()).toEqual(
      expect.arrayContaining([
        'piecewise_store_figures_read 1',
        'piecewise_stores{state="installed",reason=""} 2',
        'piecewise_stores{state="uninstalled",reason=""} 1',
        'piecewise_stores_troubled{by="refused_key"} 1',
        'piecewise_stores_troubled{by="no_token"} 1',
        'piecewise_stores_troubled{by="silent_webhooks"} 1',
        'piecewise_stores_last_night{state="failed"} 1',
        'piecewise_stores_last_night{state="done"} 1',
        'piecewise_orders_open{state="awaiting_payment"} 2',
        'piecewise_orders_oldest_seconds{state="awaiting_payment"} 90000',
        'piecewise_orders_open{state="unconfirmed"} 1',
        'piecewise_orders_oldest_seconds{state="unconfirmed"} 30',
        'piecewise_orders_open{state="waiting"} 2',
        'piecewise_work_waiting_seconds{work="webhooks"} 45',
        'piecewise_work_waiting_seconds{work="orders"} 300',
        'piecewise_work_waiting_seconds{work="updates"} 70',
        'piecewise_catalogue_age_seconds_bucket{le="21600"} 0',
        'piecewise_catalogue_age_seconds_bucket{le="93600"} 1',
        'piecewise_catalogue_age_seconds_bucket{le="266400"} 2',
        'piecewise_catalogue_age_seconds_count 2',
      ]),
    );
  });

  it('name no store, and nothing that was paid', async () => {
    const text = (await figures()).join('\n');
    for (const name of [shop, otherShop, gone]) expect(text).not.toContain(name.split('.')[0]);
    expect(text).not.toContain('state="paid"');
  });

  it('are read once for all metrics of a scrape, and for the scrapes of the next seconds', async () => {
    let loads = 0;
    const parts = watchStores(app.db, {now: () => now, log});
    const load = () => {
      loads += 1;
      return parts.load();
    };
    const metrics = createMetrics(undefined, {...parts, load});
    await Promise.all([metrics.print(), metrics.print()]);
    await metrics.print();
    expect(loads).toBe(1);
  });

  it('forget a state that no order has any more', async () => {
    const parts = watchStores(app.db, {now: () => now, log});
    const full = await parts.load();
    let shown = full;
    const metrics = createMetrics(undefined, {...parts, reuseMs: 0, load: async () => shown});
    expect(await metrics.print()).toContain('piecewise_orders_open{state="unconfirmed"} 1');
    shown = {...full, orders: [], goodNights: []};
    const after = await metrics.print();
    expect(after).not.toContain('piecewise_orders_open{');
    expect(after).toContain('piecewise_catalogue_age_seconds_count 0');
  });

  it('are left out while the database cannot be read, and the other metrics are printed all the same', async () => {
    const text = await createMetrics(undefined, {
      ...watchStores(app.db, {now: () => now, log}),
      load: () => Promise.reject(new Error('the database is away')),
    }).print();
    expect(text).toContain('piecewise_store_figures_read 0');
    expect(text).not.toContain('piecewise_stores{');
    expect(text).toContain('process_resident_memory_bytes');
    expect(warned.join()).toContain('the database is away');
  });

  it('are left out where the database gives no answer in time, so that the scrape does not end without any', async () => {
    const text = await createMetrics(undefined, {
      ...watchStores(app.db, {now: () => now, log}),
      load: () => new Promise(() => {}),
      limitMs: 5,
    }).print();
    expect(text).toContain('piecewise_store_figures_read 0');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('are among the metrics of a process', async () => {
    expect(await app.deps.metrics.print()).toContain('piecewise_store_figures_read 1');
  });
});

type SavedRun = Pick<RunsTable, 'kind' | 'state'> & {
  readonly started_at: Date;
  readonly heartbeat_at?: Date;
  readonly finished_at: Date | null;
};

async function saveRuns({db}: CatalogueTestApp, of: ShopDomain, runs: readonly SavedRun[]): Promise<void> {
  await db
    .insertInto('runs')
    .values(
      runs.map((run) => ({
        heartbeat_at: run.started_at,
        ...run,
        id: RunId.parse(randomUUID()),
        shop: of,
        trigger: 'schedule' as const,
        fence: 1,
        counts: JSON.stringify(zeroCounts),
      })),
    )
    .execute();
}
