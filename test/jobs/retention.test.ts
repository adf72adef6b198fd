// What the night deletes by age: closed orders with their money, the buyers of open ones, answers to clicks, the trail of who did what.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {settleOrder} from '../../jobs/orders/settle-order.ts';
import {claimForPlacing} from '../../server/db/orders/placing.ts';
import {eraseBuyerData} from '../../server/db/secrets/details.ts';
import {loadAudit, saveAudit} from '../../server/db/shops/audit.ts';
import {loadStoredSettings, saveSettings} from '../../server/db/shops/shops.ts';
import {claimFacts} from '../support/claim-facts.ts';
import {patientToken} from '../support/patient-token.ts';
import {quickestEngine, testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const day = 24 * 3_600_000;

describe.each(testEngines)('what is deleted by age, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  /** As the page does it: once per key. */
  const dismiss = async (orderGid: string): Promise<void> => {
    const {id} = await app.row(orderGid);
    const response = await fetch(`${app.url}/api/dropship-orders/${id}/dismiss`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: '{}',
    });
    expect(response.status).toBe(200);
    await app.quiet();
  };
  const answersKept = () => app.worker.db.selectFrom('repeats').select('at').where('shop', '=', app.shop).execute();
  const moneyKept = async () => {
    const kept = await app.worker.db
      .selectFrom('store_orders')
      .select('order_gid')
      .where('shop', '=', app.shop)
      .execute();
    return kept.map(({order_gid: gid}) => gid);
  };

  /** A refund to the buyer of which it is not known whether Shopify made it. */
  const saveUnknownRefund = async (orderGid: string) => {
    const {id, shop} = await app.row(orderGid);
    const now = app.clock.now();
    const money = {currency: 'EUR', line: 1, shipping: 0, refunds_before: 0, refunded_before: 0};
    const sent = {input: '{}', state: 'unknown', actor: 'user:7', asked_at: now, sent_at: now} as const;
    await app.worker.db
      .insertInto('buyer_refunds')
      .values({id, shop, dropship_order_id: id, ...money, ...sent})
      .execute();
    return id;
  };

  it('the answer to a click is kept for two days, and no longer', async () => {
    const bought = app.buy();
    await app.quiet();
    await dismiss(bought.id);
    expect(await answersKept()).toHaveLength(1);
    app.clock.turn(2 * day);
    await app.upkeep('retention');
    expect(await answersKept()).toHaveLength(1);
    app.clock.turn(1);
    await app.upkeep('retention');
    expect(await answersKept()).toEqual([]);
  });

  it('the money of a store order goes with its last dropship order, and that of an open one, or with a refund in doubt, stays', async () => {
    const {db} = app.worker;
    const {settings} = await loadStoredSettings(db, app.shop);
    await saveSettings(db, app.shop, {...settings, orders: {...settings.orders, retentionDays: 90}}, app.clock.now());
    const [closed, open, doubtful] = [app.buy(), app.buy(), app.buy()];
    await app.quiet();
    await dismiss(closed.id);
    await dismiss(doubtful.id);
    const refund = await saveUnknownRefund(doubtful.id);
    expect(await moneyKept()).toEqual(expect.arrayContaining([closed.id, open.id]));
    app.clock.turn(90 * day);
    await app.upkeep('retention');
    expect(await moneyKept()).toContain(closed.id);
    app.clock.turn(1);
    await app.upkeep('retention');
    expect(await app.rows(closed.id)).toEqual([]);
    expect((await moneyKept()).toSorted()).toEqual([open.id, doubtful.id].toSorted());
    await db.updateTable('buyer_refunds').set({state: 'by_hand'}).where('id', '=', refund).execute();
    await app.upkeep('retention');
    // Also where an earlier release settled the refund: the order says that something of it is open.
    expect((await app.row(doubtful.id)).refund_open).toBe(true);
    await db.updateTable('buyer_refunds').set({state: 'not_made'}).where('id', '=', refund).execute();
    await app.upkeep('retention');
    expect(await moneyKept()).toEqual([open.id]);
  });

  it('who did what is kept longer than any order may be, and not for ever', async () => {
    const {db} = app.worker;
    const now = app.clock.now().getTime();
    const entry = {actor: 'user:7', action: 'approved'} as const;
    const longestRetention = 3_650 * day;
    const twelveYears = 12 * 366 * day;
    await saveAudit(db, app.shop, {...entry, subject: 'forgotten'}, new Date(now - twelveYears - 1));
    await saveAudit(db, app.shop, {...entry, subject: 'known'}, new Date(now - twelveYears));
    await saveAudit(db, app.shop, {...entry, subject: 'an order kept to the end'}, new Date(now - longestRetention));
    await app.upkeep('retention');
    const subjects = (await loadAudit(db, app.shop, {limit: 1_000})).map(({subject}) => subject);
    expect(subjects).not.toContain('forgotten');
    expect(subjects).toEqual(expect.arrayContaining(['known', 'an order kept to the end']));
  });
});

describe('a store order that is still open when closed ones are deleted', () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine);
    const {db} = app.worker;
    const {settings} = await loadStoredSettings(db, app.shop);
    await saveSettings(db, app.shop, {...settings, orders: {...settings.orders, retentionDays: 90}}, app.clock.now());
  });
  afterAll(() => app.close());

  it('loses what its buyer entered with the line, although it was never sent', async () => {
    const shirt = app.goods();
    app.supplier.catalogue.change(shirt.articleId, {sizes: 'S–XXL', unit: 'pc'});
    app.supplier.catalogue.setStock(shirt.articleId, {colours: [], sizes: []});
    app.clock.turn(1_000);
    await app.merchant.startRun();
    await app.merchant.lastRun();
    const product = app.store.products().find(({id}) => id === shirt.productId);
    const customAttributes = [{key: 'Farbe', value: 'Zapfenblau'}];
    const lines = [{variantId: product?.variants[0]?.id ?? '', customAttributes}];
    const bought = app.buy({lines, financialStatus: 'PENDING'});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({details_sealed: null, address_mark: null, closed_at: null});
    expect(JSON.stringify(row)).toContain('Zapfenblau');
    await passOpen(app, 90);
    expect(await app.row(bought.id)).toMatchObject({closed_at: null, words: null});
    expect(JSON.stringify(await app.row(bought.id))).not.toContain('Zapfenblau');
  });

  it('loses what the supplier answered about it, although its buyer was erased while it was on its way', async () => {
    const {db} = app.worker;
    const bought = app.buy({financialStatus: 'PENDING'});
    await app.quiet();
    const open = await app.row(bought.id);
    const facts = {...claimFacts, country: open.country};
    const claim = await claimForPlacing(db, {...open, shop: app.shop}, 'a worker', facts, app.clock.now(), 90_000);
    if (claim === null) throw new Error('the order could not be claimed');
    await eraseBuyerData(db, app.shop, [open.order_gid], app.clock.now());
    const message = 'No customer of the family Zapfenstreich is known.';
    const outcome = {kind: 'rejected', message, status: 422} as const;
    await settleOrder(app.worker, app.shop, {...open, state: 'waiting'}, {claim, key: 'a key'}, outcome);
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'rejected', details_sealed: null, address_mark: null, closed_at: null});
    expect(row.reason).toContain('Zapfenstreich');
    await passOpen(app, 90);
    expect((await app.row(bought.id)).reason).toMatch(/erased with the buyer’s data/);
  });
});

/** That many days and a millisecond, with the nightly work that erases. A token lasts 90 days at most. */
async function passOpen(app: OrderTestApp, days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 30) {
    app.clock.turn(30 * day);
    await app.upkeep('keep-tokens-alive', 'retention');
  }
  app.clock.turn(1);
  await app.upkeep('retention');
}
