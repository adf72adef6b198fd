// The diagnostics of a store: what the database knows of its keys, access, webhooks, updates and orders, and nothing of secrets or buyers.
import {randomUUID} from 'node:crypto';
import type {Insertable} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {RunId, type ShopDomain} from '#domain/ids.ts';
import {zeroCounts} from '../../../server/db/runs/runs.ts';
import {saveCatalogueKey, saveDropshipKey} from '../../../server/db/secrets/shop-keys.ts';
import type {DeliveriesTable} from '../../../server/db/tables/delivery-tables.ts';
import {Diagnostics} from '../../../server/http/contract/help/diagnostics.ts';
import {toReport} from '../../../web/pages/help/report.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, otherShop} from '../catalogue-test-app.ts';
import {saveOrder} from '../orders/acting.ts';

/** What must be in no answer: keys, a token, and all that may be stored of a buyer. */
const secrets = [
  'catalogue-secret-4711-9f3c',
  'dropship-secret-0815-07ab',
  'shpat_0123456789abcdef0123456789abcdef',
  'Ada Lovelace',
  'ada@buyer.example',
  'Engine Street 1',
  'TRACK-4711',
  'checkout.example',
] as const;
const [catalogueKey, dropshipKey, token, name, email, street, tracking, checkout] = secrets;
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

describe.each(engines.databases)('the diagnostics of a store, on %s', (engine) => {
  let app: CatalogueTestApp;
  let newest: string;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    const {db, sealer} = app.deps;
    await saveCatalogueKey(db, sealer, shop, {key: catalogueKey, partner: name}, new Date());
    await saveDropshipKey(db, sealer, shop, {key: dropshipKey}, new Date());
    await db
      .updateTable('shops')
      .set({
        scopes: 'write_products,read_orders',
        wanted_scopes: 'read_products,write_orders',
        dropship_key_state: 'rejected',
        last_good_night_at: at('03:31'),
        list_read_at: at('03:30'),
        reconcile_found: 2,
      })
      .where('shop', '=', shop)
      .execute();
    const buyer = {
      article_name: name,
      order_name: `#${name}`,
      reason: `${name}, ${street}`,
      warning: email,
      tracking_number: tracking,
      checkout_url: `https://${checkout}/pay`,
      province: street,
    };
    await saveOrder(app, {...buyer, state: 'held', reason_code: 'price_rose', ordered_at: at('08:00')});
    newest = await saveOrder(app, {...buyer, state: 'held', reason_code: 'price_rose', ordered_at: at('09:00')});
    await saveOrder(app, {...buyer, state: 'rejected', reason_code: 'rejected'});
    await saveOrder(app, {...buyer, state: 'waiting', reason_code: null});
    for (const state of ['placing', 'awaiting_payment', 'paid', 'shipped', 'dismissed'] as const)
      await saveOrder(app, {...buyer, state});
    await saveOrder(app, {...buyer, shop: otherShop, state: 'blocked', reason_code: 'not_listed'});
    await saveDeliveries(app, shop);
    await saveDeliveries(app, otherShop, 'products/delete');
    await saveRun(app, shop, 'partial', at('01:00'), `Shopify said: token ${token}, ${email}.`);
    await saveRun(app, shop, 'done', at('03:30'), null);
    await saveRun(app, otherShop, 'failed', at('05:00'), 'Theirs.');
  });
  afterAll(() => app.close());

  const read = () => app.merchant.get('/diagnostics', Diagnostics);

  it('say of each key whether the supplier takes it, and when all of it was last read', async () => {
    const {keys, versions} = await read();
    expect(keys).toEqual({
      catalogue: {state: 'accepted', lastGoodAt: '2026-11-20T03:31:00.000Z'},
      dropship: {state: 'rejected', lastGoodAt: '2026-11-20T03:30:00.000Z'},
    });
    expect(versions).toEqual({
      app: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schema: expect.any(Number),
      node: process.version,
    });
    expect(versions.schema).toBeGreaterThanOrEqual(61);
  });

  it('say where the operator and the supplier are reached, as far as the environment names it', async () => {
    expect(await read()).toMatchObject({operatorContact: 'support@app.example', supplierContact: null});
  });

  it('name the permissions that are granted and those that are missing', async () => {
    const {access} = await read();
    expect(access).toMatchObject({
      granted: ['write_products', 'read_orders'],
      missing: ['write_orders'],
      stopped: null,
    });
  });

  it('say when a webhook of each topic was last stored, what waits and what was given up', async () => {
    const {webhooks} = await read();
    const seen = Object.fromEntries(webhooks.topics.map(({topic, lastAt}) => [topic, lastAt]));
    expect(seen['orders/paid']).toBe('2026-11-20T09:00:00.000Z');
    expect(seen['products/delete']).toBeNull();
    expect(webhooks.topics.length).toBeGreaterThan(15);
    expect(webhooks.waiting).toEqual({count: 2, oldestAt: '2026-11-20T07:00:00.000Z'});
    expect(webhooks.foundWithoutWebhook).toBe(2);
    expect(webhooks.givenUp.map(({topic, resource, failures}) => [topic, resource, failures])).toEqual([
      ['customers/redact', null, 8],
      ['orders/updated', 'gid://shopify/Order/1', 8],
    ]);
  });

  it('count the orders that are not at the supplier by state and reason, and name the newest', async () => {
    const {orders} = await read();
    expect(orders.unsent.map(({state, code, count}) => [state, code, count])).toEqual([
      ['held', 'price_rose', 2],
      ['rejected', 'rejected', 1],
      ['waiting', null, 1],
    ]);
    expect(orders.unsent[0]).toMatchObject({newestId: newest, newestAt: '2026-11-20T09:00:00.000Z'});
  });

  it('name the last update, and those that did not end well, without what looks like a token or an address', async () => {
    const {runs} = await read();
    expect(runs.last).toMatchObject({state: 'done', reason: null});
    expect(runs.troubled.map(({state, reason}) => [state, reason])).toEqual([
      ['partial', 'Shopify said: token [removed], [removed]'],
    ]);
  });

  it('contain no key, no token and nothing of a buyer, nor does the report; of another store they say nothing', async () => {
    const {text} = await app.merchant.call('GET', '/diagnostics');
    const report = toReport(await read());
    for (const said of [text, report])
      for (const secret of [...secrets, '9f3c', '07ab', otherShop, 'Theirs', 'not_listed'])
        expect(said.includes(secret), secret).toBe(false);
    const theirs = await app.stranger.get('/diagnostics', Diagnostics);
    expect(theirs.orders.unsent.map(({code}) => code)).toEqual(['not_listed']);
    expect(theirs.runs.last?.reason).toBe('Theirs.');
    expect(theirs.shop).toBe(otherShop);
  });
});

async function saveDeliveries({deps}: CatalogueTestApp, of: ShopDomain, topic = 'orders/paid'): Promise<void> {
  const row = (changes: Partial<Insertable<DeliveriesTable>> & {received_at: Date}) => ({
    shop: of,
    topic,
    event_key: randomUUID(),
    webhook_id: name,
    ...changes,
  });
  const failed = {state: 'failed', failures: 8, reason: `${name} ${email}`} as const;
  await deps.db
    .insertInto('deliveries')
    .values([
      row({received_at: at('08:00'), state: 'done', done_at: at('08:01')}),
      row({received_at: at('09:00'), attempts: 3}),
      row({received_at: at('07:00'), attempts: 5}),
      row({
        ...failed,
        topic: 'orders/updated',
        resource: 'gid://shopify/Order/1',
        received_at: at('01:00'),
        done_at: at('02:00'),
      }),
      row({
        ...failed,
        topic: 'customers/redact',
        resource: 'gid://shopify/Customer/1',
        received_at: at('01:00'),
        done_at: at('03:00'),
      }),
    ])
    .execute();
}

async function saveRun(
  {deps}: CatalogueTestApp,
  of: ShopDomain,
  state: 'done' | 'partial' | 'failed',
  startedAt: Date,
  reason: string | null,
): Promise<void> {
  await deps.db
    .insertInto('runs')
    .values({
      id: RunId.parse(randomUUID()),
      shop: of,
      kind: 'full',
      trigger: 'schedule',
      state,
      reason,
      fence: 1,
      counts: JSON.stringify(zeroCounts),
      started_at: startedAt,
      heartbeat_at: startedAt,
      finished_at: startedAt,
    })
    .execute();
}
