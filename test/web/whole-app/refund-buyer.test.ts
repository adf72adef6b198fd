// A merchant refunds the buyer on the page of an order that the supplier refunded: the real page, server, workers and store. The refund that
// comes back by webhook leaves the ended order alone.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName} from '../browser.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {useWholeApp} from './whole-app.ts';

describe.runIf(browserRuns)(suiteName('the buyer is refunded by clicking'), () => {
  const {testApp, page, app, openAt, complaints} = useWholeApp();
  let goods: ReturnType<ReturnType<typeof testApp>['goods']> | undefined;

  const agree = (name: string | RegExp) => app().locator('s-modal').getByRole('button', {name}).click();
  const button = (name: string | RegExp) => app().getByRole('button', {name}).first();
  /** An order that was paid, and refunded by the supplier, with its page open. */
  const refundedBySupplier = async (more: Parameters<ReturnType<typeof testApp>['buy']>[0] = {}) => {
    goods ??= testApp().goods();
    const {id} = testApp().buy({lines: [{variantId: goods.variantId, price: '60.90'}], ...more});
    await testApp().quiet();
    const order = await testApp().row(id);
    await testApp().merchant.actOn(order.id, 'paid');
    await testApp().merchant.actOn(order.id, 'refunded');
    await testApp().quiet();
    await openAt(`/orders/${order.id}`);
    await app().getByText('The supplier confirms only after the order').waitFor();
    return id;
  };
  const inStore = (id: string) => testApp().store.order(id)?.refunds;

  test('the suggested amounts go back with one button and a yes, and the ended order stays as it is', {
    timeout: 60_000,
  }, async () => {
    const id = await refundedBySupplier();
    await button('Refund €60.90 + 6.90 to the buyer').waitFor();
    await expectFits(page(), frameOfApp(page()), 'refund-buyer');
    await button('Refund €60.90 + 6.90 to the buyer').click();
    await agree('Refund €60.90 + 6.90 to the buyer');
    await app().getByText('Refunded: €67.80 went back to the buyer.').waitFor();
    await expectFits(page(), frameOfApp(page()), 'refund-buyer-done');
    expect(inStore(id)).toMatchObject([{amount: '67.80', notified: true}]);
    await testApp().quiet();
    expect(await testApp().row(id)).toMatchObject({state: 'refunded', flags: []});
    await app().getByText('You or a colleague: refunded the buyer').waitFor();
  });

  test('less is typed, and the buyer is not told', {timeout: 60_000}, async () => {
    const id = await refundedBySupplier();
    await app().getByLabel('For the article').fill('70');
    await app().getByText('At most €60.90.').waitFor();
    await app().getByLabel('For the article').fill('50,00');
    await app().getByLabel('For shipping').fill('');
    await app().getByLabel('Shopify tells the buyer by e-mail').click();
    await button('Refund €50.00 + 0.00 to the buyer').click();
    await agree('Refund €50.00 + 0.00 to the buyer');
    await app().getByText('Refunded: €50.00 went back to the buyer.').waitFor();
    expect(inStore(id)).toMatchObject([{amount: '50.00', notified: false}]);
  });

  test('the answer is lost: the page says that it is not known, and finds it out', {timeout: 60_000}, async () => {
    const id = await refundedBySupplier();
    testApp().shopify.misbehave({
      fault: 'cut',
      at: 'after',
      times: 1,
      when: ({rootFields}) => rootFields.includes('refundCreate'),
    });
    await button(/^Refund €60.90/).click();
    await agree(/^Refund €60.90/);
    await app().getByText('It is not known whether the buyer was refunded').waitFor();
    await expectFits(page(), frameOfApp(page()), 'refund-buyer-unknown');
    await button('Ask Shopify what became of it').click();
    await app().getByText('Refunded: €67.80 went back to the buyer.').waitFor();
    expect(inStore(id)).toHaveLength(1);
  });

  test('cash is noted by Shopify and paid by hand, and a failed payment says so', {timeout: 60_000}, async () => {
    await refundedBySupplier({payments: [{gateway: 'Cash on delivery', manual: true}]});
    await button(/^Refund €60.90/).click();
    await agree(/^Refund €60.90/);
    await app().getByText('Pay the buyer €67.80 yourself').waitFor();
    await refundedBySupplier({payments: [{gateway: 'bank', refunds: 'FAILURE'}]});
    await button(/^Refund €60.90/).click();
    await agree(/^Refund €60.90/);
    await app().getByText('The payment to the buyer failed').waitFor();
    await expectFits(page(), frameOfApp(page()), 'refund-buyer-failed');
    expect(complaints().filter((text) => !text.includes('status of 4'))).toEqual([]);
  });
});
