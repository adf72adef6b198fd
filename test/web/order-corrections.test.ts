// What the merchant corrects or adds later on the page of an order.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('corrections on the page of an order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('a wrong tracking number is corrected, and what was right stays', async () => {
    const shipment = {
      carrier: 'DHL',
      trackingNumber: 'J1',
      trackingUrl: null,
      notifyBuyer: false,
      shippedAt: '2026-11-19T09:00:00.000Z',
    };
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({state: 'shipped', actions: ['shipped', 'refunded'], shipment})],
    });
    await app.getByLabel('Tracking number').fill('J2');
    await app.getByRole('button', {name: 'Correct the tracking'}).click();
    const input = {carrier: 'DHL', trackingNumber: 'J2', notifyBuyer: false};
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'shipped', input}]);
  });

  test('the supplier’s number can be given later', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({ref: null, actions: ['confirm', 'paid', 'dismiss']})],
    });
    await app.getByLabel('The supplier’s order number').fill('DS-9');
    await app.getByRole('button', {name: 'Give the number'}).click();
    await expect.poll(() => testPage.server.acted).toEqual([{id: 'order-1', action: 'confirm', input: {ref: 'DS-9'}}]);
  });
});
