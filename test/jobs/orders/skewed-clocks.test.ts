// The app's clock and Shopify's differ by minutes: orders are sent all the same, and none counts as older than the app. What a
// buyer typed leaves clean, and one approval covers all that was shown.
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {approve} from '../../../server/actions/merchant-actions.ts';
import {createClock} from '../../support/clock.ts';
import {quickestEngine} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('clocks that differ by four minutes', () => {
  let stage: Stage;
  /** How far Shopify's clock is ahead of ours, ms. */
  let ahead = 0;
  beforeAll(async () => {
    const clock = createClock(new Date());
    stage = await openStage(quickestEngine, {clock, shopify: {now: () => clock.now().getTime() + ahead}});
  }, 120_000);
  afterEach(() => {
    ahead = 0;
  });
  afterAll(() => stage.close());

  it('an order leaves at once where the merchant set no delay, though our clock is behind', async () => {
    ahead = 4 * minute;
    const bought = stage.buy();
    await stage.quiet();
    const row = await stage.row(bought.id);
    expect(row.ordered_at.getTime()).toBeGreaterThan(stage.clock.now().getTime() + 3 * minute);
    expect(row).toMatchObject({state: 'awaiting_payment'});
  });

  it('an order leaves when the delay has passed since it was seen, and not minutes later', async () => {
    ahead = 4 * minute;
    const {db} = stage.worker;
    const settings = JSON.stringify({orders: {delayMinutes: 2}});
    await db.updateTable('shops').set({settings}).where('shop', '=', stage.shop).execute();
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'waiting', reason_code: 'delayed'});
    stage.clock.turn(2 * minute);
    await stage.upkeep('recheck-open');
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
    await db.updateTable('shops').set({settings: '{}'}).where('shop', '=', stage.shop).execute();
  });

  it('an order placed right after the installation is sent, and needs no approval, though our clock is ahead', async () => {
    ahead = -4 * minute;
    const {db} = stage.worker;
    await db.updateTable('shops').set({installed_at: stage.clock.now()}).where('shop', '=', stage.shop).execute();
    const bought = stage.buy();
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  });

  it('the supplier gets names and addresses without control characters and half characters', async () => {
    const bought = stage.buy({name: 'Ada\0\r\nX-Other:\ud83d Beispiel', email: 'ada@shopper.example\u0007'});
    await stage.quiet();
    const [order] = stage.taken(await stage.row(bought.id));
    expect(order).toMatchObject({customerName: 'Ada X-Other: Beispiel', customerEmail: 'ada@shopper.example'});
  });

  it('a name of invisible characters is missing, and is asked for', async () => {
    const before = stage.supplier.orderRequests();
    const bought = stage.buy({name: '\u200b\u3164'});
    await stage.quiet();
    expect(await stage.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('an old order from before the installation is approved once', async () => {
    const {db} = stage.worker;
    stage.shopify.webhooks.drop(() => true);
    const bought = stage.buy();
    stage.shopify.webhooks.drop(null);
    stage.clock.turn(8 * day);
    await db.updateTable('shops').set({installed_at: stage.clock.now()}).where('shop', '=', stage.shop).execute();
    stage.store.setRisk(bought.id, {level: 'LOW'});
    await stage.quiet();
    const held = await stage.row(bought.id);
    expect(held).toMatchObject({state: 'held', reason_code: 'before_install'});
    expect(held.reason).toContain('also older than 7 days');
    await approve(db, {shop: stage.shop, id: held.id, actor: 'user:7'}, [], stage.clock.now());
    await stage.upkeep('recheck-open');
    const sent = await stage.row(bought.id);
    expect(sent).toMatchObject({state: 'awaiting_payment', approved: ['before_install', 'too_old']});
    expect(stage.taken(sent)).toHaveLength(1);
  });
});
