// What the night deletes by age: closed orders with their money, answers to clicks, the trail of who did what.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadAudit, saveAudit} from '../../server/db/shops/audit.ts';
import {loadStoredSettings, saveSettings} from '../../server/db/shops/shops.ts';
import {testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp, patientToken} from './orders/order-test-app.ts';

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

  it('the money of a store order goes with its last dropship order, and that of an open one stays', async () => {
    const {db} = app.worker;
    const {settings} = await loadStoredSettings(db, app.shop);
    await saveSettings(db, app.shop, {...settings, orders: {...settings.orders, retentionDays: 90}}, app.clock.now());
    const [closed, open] = [app.buy(), app.buy()];
    await app.quiet();
    await dismiss(closed.id);
    expect(await moneyKept()).toEqual(expect.arrayContaining([closed.id, open.id]));
    app.clock.turn(90 * day);
    await app.upkeep('retention');
    expect(await moneyKept()).toContain(closed.id);
    app.clock.turn(1);
    await app.upkeep('retention');
    expect(await app.rows(closed.id)).toEqual([]);
    expect(await moneyKept()).toEqual([open.id]);
  });

  it('who did what is kept longer than any order may be, and not for ever', async () => {
    const {db} = app.worker;
    const now = app.clock.now().getTime();
    const entry = {actor: 'user:7', action: 'approved'};
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
