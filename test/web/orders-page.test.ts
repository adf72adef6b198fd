// The list of orders, and what the page of one order sends.
import {describe, expect, test} from 'vitest';
import type {ActionName} from '#contract/dropship-orders.ts';
import {aCancelledOrder, aDropshipOrder, aSumToPay} from './answers.ts';
import {browserRuns, phone, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {seen, useTestPage} from './test-page.ts';

const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};

describe.runIf(browserRuns)(suiteName('the pages of orders'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const pathInAdmin = () => new URL(testPage.page.url()).pathname + new URL(testPage.page.url()).search;

  test('the list says what is to be paid in all, and since when', async () => {
    const app = await openAt('/orders');
    await seen(app, '€112.40 to pay for 2 dropship orders');
    await seen(app, /The oldest has waited \d+ days\./);
    await app.getByRole('link', {name: 'Show them'}).click();
    await app.getByText('#1043').waitFor({state: 'detached'});
    expect(pathInAdmin()).toBe('/admin/sandbox/orders?state=awaiting_payment');
    expect(await app.getByRole('link', {name: 'Show them'}).count()).toBe(0);
  });

  test('each view says how many it has', async () => {
    const app = await openAt('/orders');
    await app.getByRole('button', {name: 'To pay (2)'}).waitFor();
    expect(await app.getByRole('group', {name: 'Show'}).locator('s-press-button').allTextContents()).toEqual([
      'All (3)',
      'To pay (2)',
      'Needs you (1)',
      'Waiting (0)',
      'To ship (0)',
      'Shipped (0)',
      'Ended (0)',
    ]);
  });

  test('an order that says “Do not pay” is not one to pay, neither in the number of the view nor in its list', async () => {
    const app = await openAt('/orders', {orders: [aDropshipOrder(), aCancelledOrder()], toPay: aSumToPay({count: 1})});
    await seen(app, /to pay for 1 dropship order$/);
    await app.getByRole('button', {name: 'To pay (1)'}).click();
    await app.getByText('#1041').waitFor({state: 'detached'});
    await seen(app, '#1042');
  });

  test('a search narrows the list and stands in the address; emptied, it is gone from both', async () => {
    const app = await openAt('/orders');
    await seen(app, '#1042');
    await app.getByLabel('Search').fill('silk');
    await app.getByText('#1042').waitFor({state: 'detached'});
    await seen(app, '#1044');
    expect(pathInAdmin()).toBe('/admin/sandbox/orders?search=silk');
    await app.getByLabel('Search').fill('');
    await seen(app, '#1042');
    await expect.poll(pathInAdmin).toBe('/admin/sandbox/orders');
  });

  test('a link that ends a search empties the field too, and the way back fills it again', async () => {
    const app = await openAt('/orders');
    const field = app.getByLabel('Search');
    await field.fill('silk');
    await app.getByText('#1042').waitFor({state: 'detached'});
    await app.getByRole('link', {name: 'Show them'}).click();
    await seen(app, '#1042');
    await expect.poll(() => field.inputValue()).toBe('');
    await testPage.page.goBack();
    await expect.poll(() => field.inputValue()).toBe('silk');
    await testPage.followMenu('Orders');
    await seen(app, '#1043');
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('orders of one store order can be asked for by address, and left again', async () => {
    const orders = [aDropshipOrder(), aDropshipOrder({id: 'x', orderGid: 'gid://shopify/Order/7', orderName: '#7'})];
    const app = await openAt(`/orders?store=${encodeURIComponent('gid://shopify/Order/7')}`, {orders});
    await seen(app, '#7');
    expect(await app.getByText('#1042').count()).toBe(0);
    await app.getByRole('button', {name: 'Remove: Only those of one store order'}).click();
    await seen(app, '#1042');
  });

  test('a loss is named in the list before the checkout is opened', async () => {
    const app = await openAt('/orders', {orders: [aDropshipOrder({storeOrder: losing})]});
    await seen(app, '−€4.20, a loss');
  });

  test('one order fits on a phone, and axe finds nothing', async () => {
    const details = [anOrderDetail({actions: ['details', 'approve', 'dismiss']})];
    const app = await openAt('/orders/order-1', {details}, phone);
    await seen(app, 'What you can do');
    await testPage.expectFits('order-with-actions');
  });

  test.each<[ActionName, string, Record<string, string>, object]>([
    [
      'details',
      'Save the details',
      {Colour: 'Navy', 'Buyer’s e-mail': 'a@b.example'},
      {colour: 'Navy', email: 'a@b.example'},
    ],
    ['approve', 'Send now', {}, {shown: {reason: null, quantity: 2, price: 2_350, fee: 990}}],
    ['confirm', 'The supplier has it', {'The supplier’s order number': 'DS-9'}, {ref: 'DS-9'}],
    [
      'shipped',
      'Mark as shipped',
      {Carrier: 'DHL', 'Tracking number': 'J1'},
      {carrier: 'DHL', trackingNumber: 'J1', notifyBuyer: true},
    ],
    ['fulfil-again', 'Try the fulfilment again', {}, {}],
  ])(
    '%s is sent with what was typed, and its outcome is said and has the focus',
    async (action, button, typed, input) => {
      const state = action === 'confirm' ? 'unconfirmed' : 'held';
      const app = await openAt('/orders/order-1', {
        details: [anOrderDetail({actions: [action], state, reasonCode: 'risk'})],
        actOnOrder: () => {
          testPage.server.answers.details = [anOrderDetail({actions: [], state: 'paid'})];
          return anOrderDetail({actions: [], state: 'paid'});
        },
      });
      for (const [label, text] of Object.entries(typed)) {
        const field = app.getByLabel(label);
        await (label === 'Carrier' ? field.selectOption(text) : field.fill(text));
      }
      await app.getByRole('button', {name: button, exact: true}).click();
      await seen(app, 'Nothing more can be done with this order.');
      expect(testPage.server.acted).toEqual([{id: 'order-1', action, input}]);
      expect(await app.locator(':focus').getAttribute('role')).toBe('status');
    },
  );

  test('what the server refuses is said at the fields it is about, the first has the focus, and nothing that was typed is lost', async () => {
    testPage.expectComplaint(/422/);
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({actions: ['details']})],
      actOnOrder: () => ({
        error: {
          code: 'invalid_input',
          message: 'Enter at most 200 characters.',
          field: 'name',
          fields: [
            {path: 'email', message: 'Enter an e-mail address.'},
            {path: 'name', message: 'Enter at most 200 characters.'},
          ],
        },
      }),
    });
    await app.getByLabel('Buyer’s e-mail').fill('nobody');
    await app.getByRole('button', {name: 'Save the details'}).click();
    await app.getByRole('alert').filter({hasText: 'Enter an e-mail address.'}).waitFor();
    await app.getByRole('alert').filter({hasText: 'Enter at most 200 characters.'}).waitFor();
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('name');
    expect(await app.getByLabel('Buyer’s e-mail').inputValue()).toBe('nobody');
  });

  test('an order leads to the others of its store order and back to the list', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    await app.getByRole('link', {name: 'See them in the list'}).click();
    await app.getByRole('button', {name: 'Remove: Only those of one store order'}).waitFor();
    await testPage.page.goBack();
    await seen(app, 'What you can do');
    await testPage.page.locator('#back').getByRole('button').click();
    await seen(app, '#1043');
  });
});
