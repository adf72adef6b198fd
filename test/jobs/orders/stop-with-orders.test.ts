// What a stop waits for: the answer to an order that is with the supplier, and nothing else; no new order is claimed.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {drainOrders} from '../../../jobs/orders/drain-orders.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {startWorkers} from '../../../jobs/workers.ts';
import {createLog} from '../../../server/log.ts';
import {createOrderRequests} from '../../../server/order-requests.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const logged: string[] = [];
let app: OrderTestApp;
beforeAll(async () => {
  app = await openOrderTestApp(quickestEngine, {
    byHand: true,
    log: createLog('warn', {write: (line) => void logged.push(line)}),
  });
});
afterAll(() => app.close());

it('workers that are told to stop wait for an order that is with the supplier, write its outcome down, and say so', async () => {
  const workers = await startWorkers(app.worker, 3_600_000);
  app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 4_000}});
  const bought = app.buy();
  await expect.poll(() => app.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(1);
  expect(await app.row(bought.id)).toMatchObject({state: 'placing'});
  await workers.close(100);
  expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  expect(logged.join()).toContain('dropship orders are with the supplier');
});

it('a process that is told to stop claims no further order; the next one does', async () => {
  const bought = app.buy();
  await expect
    .poll(
      async () => {
        await drainDeliveries(app.worker, {shop: app.shop});
        return (await app.rows(bought.id)).length;
      },
      {timeout: 20_000},
    )
    .toBe(1);
  const before = app.supplier.orderRequests();
  const orderRequests = createOrderRequests();
  orderRequests.refuseNew();
  await drainOrders({...app.worker, orderRequests}, {shop: app.shop});
  expect(await app.row(bought.id)).toMatchObject({state: 'waiting'});
  expect(app.supplier.orderRequests()).toBe(before);
  await drainOrders(app.worker, {shop: app.shop});
  expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
});
