// What a stop waits for: the answer to an order that is with the supplier, and nothing else; no new order is claimed.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {drainOrders} from '../../../jobs/orders/drain-orders.ts';
import {drainDeliveries} from '../../../jobs/webhooks/drain-deliveries.ts';
import {startWorkers} from '../../../jobs/workers.ts';
import {createLog} from '../../../server/log.ts';
import {createOrderRequests} from '../../../server/order-requests.ts';
import {quickestEngine} from '../../support/house.ts';
import {openStage, type Stage} from './stage.ts';

const logged: string[] = [];
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(quickestEngine, {
    byHand: true,
    log: createLog('warn', {write: (line) => void logged.push(line)}),
  });
});
afterAll(() => stage.close());

it('workers that are told to stop wait for an order that is with the supplier, write its outcome down, and say so', async () => {
  const workers = await startWorkers(stage.worker, 3_600_000);
  stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 4_000}});
  const bought = stage.buy();
  await expect.poll(() => stage.supplier.orderRequests(), {interval: 10, timeout: 20_000}).toBe(1);
  expect(await stage.row(bought.id)).toMatchObject({state: 'placing'});
  await workers.close(100);
  expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  expect(logged.join()).toContain('dropship orders are with the supplier');
});

it('a process that is told to stop claims no further order; the next one does', async () => {
  const bought = stage.buy();
  await expect
    .poll(
      async () => {
        await drainDeliveries(stage.worker, {shop: stage.shop});
        return (await stage.rows(bought.id)).length;
      },
      {timeout: 20_000},
    )
    .toBe(1);
  const before = stage.supplier.orderRequests();
  const orderRequests = createOrderRequests();
  orderRequests.refuseNew();
  await drainOrders({...stage.worker, orderRequests}, {shop: stage.shop});
  expect(await stage.row(bought.id)).toMatchObject({state: 'waiting'});
  expect(stage.supplier.orderRequests()).toBe(before);
  await drainOrders(stage.worker, {shop: stage.shop});
  expect(await stage.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
});
