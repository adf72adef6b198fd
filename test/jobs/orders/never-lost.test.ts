// Never lost: what no webhook told of is found by the reconciliation, and what one told of is not read again for nothing.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {reconcileOrders} from '../../../jobs/orders/reconcile-orders.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {testEngines} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const minute = 60_000;

describe.each(testEngines)('no order is lost, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  const readings = (operation: string) =>
    stage.shopify.requests().filter(({operationName}) => operationName === operation).length;

  it('with every webhook lost each order is found within ten minutes, counted, and the silence shows', async () => {
    stage.shopify.webhooks.drop(() => true);
    const ids = [stage.buy().id, stage.buy().id, stage.buy().id];
    stage.clock.turn(10 * minute);
    await stage.upkeep('reconcile-orders');
    stage.shopify.webhooks.drop(null);
    for (const id of ids) {
      expect(await stage.row(id)).toMatchObject({state: 'awaiting_payment', found_by: 'reconciliation'});
    }
    expect(await loadShop(stage.worker.db, stage.shop)).toMatchObject({reconcileFound: 3});
    expect(await stage.worker.metrics.print()).toMatch(/^piecewise_orders_found_by_reconciliation_total 3$/m);
    const told = stage.buy();
    await stage.quiet();
    expect(await stage.row(told.id)).toMatchObject({found_by: 'webhook'});
    expect(await loadShop(stage.worker.db, stage.shop)).toMatchObject({reconcileFound: 0});
  });

  it('an order whose webhook only waits for its turn is taken, and does not count as found', async () => {
    const gid = stage.buy({financialStatus: 'PENDING'}).id;
    await stage.quiet();
    const {db} = stage.worker;
    await db.deleteFrom('dropship_orders').where('order_gid', '=', gid).execute();
    await db.updateTable('deliveries').set({state: 'pending', done_at: null}).where('resource', '=', gid).execute();
    stage.clock.turn(10 * minute);
    expect(await reconcileOrders(stage.worker, stage.shop)).toBe(0);
    expect(await stage.row(gid)).toMatchObject({found_by: 'webhook'});
    expect(await loadShop(db, stage.shop)).toMatchObject({reconcileFound: 0});
    await stage.upkeep('sweep-deliveries');
  });

  it('an order a webhook told of is not read once more by the ten-minute round, but by the nightly proof', async () => {
    stage.clock.turn(31 * minute);
    await stage.upkeep('reconcile-orders');
    stage.clock.turn(31 * minute);
    stage.buy();
    await stage.quiet();
    const before = readings('StoreOrder');
    await stage.upkeep('reconcile-orders');
    expect(readings('StoreOrder')).toBe(before);
    await stage.upkeep('reconcile-week');
    expect(readings('StoreOrder')).toBeGreaterThan(before);
  });
});
