// Never lost: the reconciliation finds what no webhook announced, and does not read again what one announced.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {reconcileOrders} from '../../../jobs/orders/reconcile-orders.ts';
import {loadShop} from '../../../server/db/shops/shops.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const minute = 60_000;

// On one engine: `journeys/order-to-checkout`, `placing-store` and `db/deliveries` send its statements on both.
describe.each(oneEngine)('no order is lost, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  const readings = (operation: string) =>
    app.shopify.requests().filter(({operationName}) => operationName === operation).length;

  it('with every webhook lost each order is found within ten minutes, counted, and the silence shows', async () => {
    app.shopify.webhooks.drop(() => true);
    const ids = [app.buy().id, app.buy().id, app.buy().id];
    app.clock.turn(10 * minute);
    await app.upkeep('reconcile-orders');
    app.shopify.webhooks.drop(null);
    for (const id of ids) {
      expect(await app.row(id)).toMatchObject({state: 'awaiting_payment', found_by: 'reconciliation'});
    }
    expect(await loadShop(app.worker.db, app.shop)).toMatchObject({reconcileFound: 3});
    expect(await app.worker.metrics.print()).toMatch(/^piecewise_orders_found_by_reconciliation_total 3$/m);
    const told = app.buy();
    await app.quiet();
    expect(await app.row(told.id)).toMatchObject({found_by: 'webhook'});
    expect(await loadShop(app.worker.db, app.shop)).toMatchObject({reconcileFound: 0});
  });

  it('an order whose webhook only waits for its turn is taken, and does not count as found', async () => {
    const gid = app.buy({financialStatus: 'PENDING'}).id;
    await app.quiet();
    const {db} = app.worker;
    await db.deleteFrom('dropship_orders').where('order_gid', '=', OrderGid.parse(gid)).execute();
    await db.updateTable('deliveries').set({state: 'pending', done_at: null}).where('resource', '=', gid).execute();
    app.clock.turn(10 * minute);
    expect(await reconcileOrders(app.worker, app.shop)).toBe(0);
    expect(await app.row(gid)).toMatchObject({found_by: 'webhook'});
    expect(await loadShop(db, app.shop)).toMatchObject({reconcileFound: 0});
    await app.upkeep('sweep-deliveries');
  });

  it('an order that a webhook announced is not read again by the ten-minute reconciliation, but by the nightly one', async () => {
    app.clock.turn(31 * minute);
    await app.upkeep('reconcile-orders');
    app.clock.turn(31 * minute);
    app.buy();
    await app.quiet();
    const before = readings('StoreOrder');
    await app.upkeep('reconcile-orders');
    expect(readings('StoreOrder')).toBe(before);
    await app.upkeep('reconcile-week');
    expect(readings('StoreOrder')).toBeGreaterThan(before);
  });
});
