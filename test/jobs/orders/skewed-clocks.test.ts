// The app's clock and Shopify's differ by minutes: orders are sent all the same, and none counts as older than the app. What a
// buyer typed leaves clean, and one approval covers all that was shown.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {approveSending} from '../../../server/actions/merchant-actions.ts';
import {createClock} from '../../support/clock.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('clocks that differ by four minutes', () => {
  let app: OrderTestApp;
  /** How far Shopify's clock is ahead of ours, ms. */
  let ahead = 0;
  beforeAll(async () => {
    const clock = createClock(new Date());
    app = await openOrderTestApp(quickestEngine, {clock, shopify: {now: () => clock.now().getTime() + ahead}});
  }, 120_000);
  afterEach(() => {
    ahead = 0;
  });
  afterAll(() => app.close());

  it('an order leaves at once where the merchant set no delay, though our clock is behind', async () => {
    ahead = 4 * minute;
    const bought = app.buy();
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row.ordered_at.getTime()).toBeGreaterThan(app.clock.now().getTime() + 3 * minute);
    expect(row).toMatchObject({state: 'awaiting_payment'});
  });

  it('an order leaves when the delay has passed since it was seen, and not minutes later', async () => {
    ahead = 4 * minute;
    const {db} = app.worker;
    const settings = JSON.stringify({orders: {delayMinutes: 2}});
    await db.updateTable('shops').set({settings}).where('shop', '=', app.shop).execute();
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'delayed'});
    app.clock.turn(2 * minute);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    await db.updateTable('shops').set({settings: '{}'}).where('shop', '=', app.shop).execute();
  });

  it('an order placed right after the installation is sent, and needs no approval, though our clock is ahead', async () => {
    ahead = -4 * minute;
    const {db} = app.worker;
    await db.updateTable('shops').set({installed_at: app.clock.now()}).where('shop', '=', app.shop).execute();
    const bought = app.buy();
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('the supplier gets names and addresses without control characters and half characters', async () => {
    const bought = app.buy({name: 'Ada\0\r\nX-Other:\ud83d Beispiel', email: 'ada@shopper.example\u0007'});
    await app.quiet();
    const [order] = app.taken(await app.row(bought.id));
    expect(order).toMatchObject({customerName: 'Ada X-Other: Beispiel', customerEmail: 'ada@shopper.example'});
  });

  it('a name of invisible characters is missing, and is asked for', async () => {
    const before = app.supplier.orderRequests();
    const bought = app.buy({name: '\u200b\u3164'});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('an old order from before the installation is approved once', async () => {
    const {db} = app.worker;
    app.shopify.webhooks.drop(() => true);
    const bought = app.buy();
    app.shopify.webhooks.drop(null);
    app.clock.turn(8 * day);
    await db.updateTable('shops').set({installed_at: app.clock.now()}).where('shop', '=', app.shop).execute();
    app.store.touchOrder(bought.id);
    await app.quiet();
    const held = await app.row(bought.id);
    expect(held).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(held.reason).toContain('also older than 7 days');
    await approveSending(db, {shop: app.shop, id: held.id, actor: 'user:7'}, [], app.clock.now());
    await app.upkeep('recheck-open');
    const sent = await app.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment', approved: ['before_install', 'too_old']});
    expect(app.taken(sent)).toHaveLength(1);
  });
});
