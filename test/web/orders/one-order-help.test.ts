// What the page of an order and its row spare the merchant: looking for the address, and for the page that a reason names.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('the page of an order'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('shows the address for the checkout at once while it is to be paid, with its copy buttons', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    await seen(app, 'Lindenweg 5, Hinterhaus');
    await app.getByRole('button', {name: 'Copy Postcode'}).waitFor();
  });

  test.each<[string, Partial<DropshipOrder>]>([
    ['is shipped', {state: 'shipped'}],
    ['is not to be paid', {doNotPay: true}],
  ])('shows the address only on request when it %s', async (_, changes) => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail(changes)]});
    await app.getByRole('button', {name: 'Show the address'}).waitFor();
    expect(await app.getByText('Lindenweg 5, Hinterhaus').count()).toBe(0);
    await app.getByRole('button', {name: 'Show the address'}).click();
    await seen(app, 'Lindenweg 5, Hinterhaus');
  });

  test.each<[NonNullable<DropshipOrder['reasonCode']>, string, string]>([
    ['settings_unreadable', 'Open Settings', 'What goes into your store'],
    ['key_missing', 'Open Connection', 'Connection to the supplier'],
  ])(
    'a reason (%s) that asks for something elsewhere leads there, from the list and from its page',
    async (reasonCode, label, there) => {
      const waiting = {state: 'waiting', reasonCode, reason: 'It waits.', ref: null, checkoutUrl: null} as const;
      const app = await openAt('/orders', {orders: [aDropshipOrder(waiting)], details: [anOrderDetail(waiting)]});
      await app.getByRole('link', {name: `${label} for #1042`}).click();
      await seen(app, there);
      await testPage.page.goBack();
      await app.getByRole('link', {name: /^Open #1042,/}).click();
      await seen(app, 'What you can do');
      await app.getByRole('link', {name: `${label} for #1042`}).click();
      await seen(app, there);
    },
  );

  test('a reason that the settings cannot remove leads nowhere', async () => {
    const app = await openAt('/orders', {
      orders: [aDropshipOrder({state: 'held', reasonCode: 'risk', reason: 'It may be fraud.', checkoutUrl: null})],
    });
    await seen(app, 'It may be fraud.');
    expect(await app.getByRole('link', {name: /^Open (Settings|Connection)/}).count()).toBe(0);
  });
});
