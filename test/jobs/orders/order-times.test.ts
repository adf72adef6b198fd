// Times that hold only together, each set in another file: how long an order may take, and who waits longer than that.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {claimMs} from '../../../jobs/orders/claim-order.ts';
import {settlementPausesMs} from '../../../jobs/orders/settle-order.ts';
import {orderGraceMs} from '../../../jobs/workers.ts';
import {orderStopLimitMs} from '../../../server/stop.ts';
import {createSupplierClient, type SupplierClient} from '../../../server/supplier/client.ts';
import {silentLog} from '../../support/database.ts';

let client: SupplierClient;
beforeAll(() => {
  const config = {url: 'http://127.0.0.1:1', dropshipAuth: 'Authorization: Bearer {key}'};
  client = createSupplierClient({...config, checkoutHosts: [], allowLoopbackCheckout: true}, silentLog);
});
afterAll(() => client.close());

it('the answer to an order is waited for 65 seconds', () => {
  expect(client.limits.order).toBe(65_000);
});

it('a claim outlives the longest request and all tries to write its outcome down', () => {
  const settling = settlementPausesMs.reduce((sum, pause) => sum + pause, 0);
  const eachTry = 1_000;
  expect(client.limits.order + settling + (settlementPausesMs.length + 1) * eachTry).toBeLessThan(claimMs);
});

it('a worker told to stop lets the longest request end, and the process lets the worker', () => {
  expect(client.limits.order).toBeLessThan(orderGraceMs);
  expect(orderGraceMs).toBeLessThanOrEqual(orderStopLimitMs);
  expect(orderStopLimitMs).toBeLessThanOrEqual(70_000);
});
