// What the night deletes by age: closed orders with their money, answers to clicks, the trail of who did what.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {loadAudit, saveAudit} from '../../server/db/shops/audit.ts';
import {loadSettings, saveSettings} from '../../server/db/shops/shops.ts';
import {testEngines} from '../support/house.ts';
import {openStage, patientToken, type Stage} from './orders/stage.ts';

const day = 24 * 3_600_000;

describe.each(testEngines)('what is deleted by age, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  /** As the page does it: once per key. */
  const dismiss = async (orderGid: string): Promise<void> => {
    const {id} = await stage.row(orderGid);
    const response = await fetch(`${stage.url}/api/dropship-orders/${id}/dismiss`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${patientToken(stage.shopify, stage.shop, stage.clock)}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: '{}',
    });
    expect(response.status).toBe(200);
    await stage.quiet();
  };
  const answersKept = () => stage.worker.db.selectFrom('repeats').select('at').where('shop', '=', stage.shop).execute();
  const moneyKept = async () => {
    const kept = await stage.worker.db
      .selectFrom('store_orders')
      .select('order_gid')
      .where('shop', '=', stage.shop)
      .execute();
    return kept.map(({order_gid: gid}) => gid);
  };

  it('the answer to a click is kept for two days, and no longer', async () => {
    const bought = stage.buy();
    await stage.quiet();
    await dismiss(bought.id);
    expect(await answersKept()).toHaveLength(1);
    stage.clock.turn(2 * day);
    await stage.upkeep('retention');
    expect(await answersKept()).toHaveLength(1);
    stage.clock.turn(1);
    await stage.upkeep('retention');
    expect(await answersKept()).toEqual([]);
  });

  it('the money of a store order goes with its last dropship order, and that of an open one stays', async () => {
    const {db} = stage.worker;
    const settings = await loadSettings(db, stage.shop);
    await saveSettings(db, stage.shop, {...settings, orders: {retentionDays: 90}}, stage.clock.now());
    const [closed, open] = [stage.buy(), stage.buy()];
    await stage.quiet();
    await dismiss(closed.id);
    expect(await moneyKept()).toEqual(expect.arrayContaining([closed.id, open.id]));
    stage.clock.turn(90 * day);
    await stage.upkeep('retention');
    expect(await moneyKept()).toContain(closed.id);
    stage.clock.turn(1);
    await stage.upkeep('retention');
    expect(await stage.rows(closed.id)).toEqual([]);
    expect(await moneyKept()).toEqual([open.id]);
  });

  it('who did what is kept longer than any order may be, and not for ever', async () => {
    const {db} = stage.worker;
    const now = stage.clock.now().getTime();
    const entry = {actor: 'user:7', action: 'approved'};
    const longestRetention = 3_650 * day;
    const twelveYears = 12 * 366 * day;
    await saveAudit(db, stage.shop, {...entry, subject: 'forgotten'}, new Date(now - twelveYears - 1));
    await saveAudit(db, stage.shop, {...entry, subject: 'known'}, new Date(now - twelveYears));
    await saveAudit(db, stage.shop, {...entry, subject: 'an order kept to the end'}, new Date(now - longestRetention));
    await stage.upkeep('retention');
    const subjects = (await loadAudit(db, stage.shop, {limit: 1_000})).map(({subject}) => subject);
    expect(subjects).not.toContain('forgotten');
    expect(subjects).toEqual(expect.arrayContaining(['known', 'an order kept to the end']));
  });
});
