// What is sold in packs is counted in packs, in the list of orders and on the page of one, with the transit time that was stated.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('an order of packs'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const unit = {one: 'pack', many: 'packs'};
  const transit = '9–12 working days, without time in customs';

  test('its row says how many packs it is', async () => {
    const one = aDropshipOrder({unit, quantity: 1, zone: 'JP', country: 'JP'});
    const two = aDropshipOrder({id: 'order-9', orderName: '#1050', unit, quantity: 2});
    const app = await openAt('/orders', {orders: [one, two]});
    await seen(app, '1 pack, Navy, M');
    await seen(app, '2 packs, Navy, M');
    expect(await app.getByText('Duty on delivery').count()).toBeGreaterThan(0);
    await testPage.expectFits('orders-packs');
  });

  test('its page says it too, with what its buyer wants now and how long it takes', async () => {
    const ending = {kind: 'replace', because: 'pieces', pieces: 2} as const;
    const packs = {unit, quantity: 3, zone: 'JP', country: 'JP', transit, ending};
    const actions: ('replace' | 'paid')[] = ['replace', 'paid'];
    const order = anOrderDetail({...packs, siblings: [], actions});
    const app = await openAt('/orders/order-1', {orders: [order], details: [order]}, phone);
    await seen(app, transit);
    await seen(app, /3 packs, Navy, M/);
    await app.getByRole('button', {name: 'Replace with 2 packs'}).first().waitFor();
    await testPage.expectFits('order-of-packs');
  });
});
