// "Not paid after all": on the page of the order in two clicks, and for several orders of the list.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder, aSumToPay} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const paid = anOrderDetail({state: 'paid', actions: ['shipped', 'unpaid', 'refunded']});
const unpaid = anOrderDetail();
const warning = 'what is paid there is not to be paid a second time.';

describe.runIf(browserRuns)(suiteName('“Not paid after all”'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test('takes two clicks on the page of the order, which then offers the checkout again', async () => {
    const app = await openAt('/orders/order-1', {
      details: [paid],
      actOnOrder() {
        testPage.server.answers.details = [unpaid];
        return unpaid;
      },
    });
    expect(await app.getByRole('link', {name: /^Open checkout/}).count()).toBe(0);
    let clicks = 0;
    const press = async (locator: ReturnType<typeof app.locator>) => {
      clicks += 1;
      await locator.click();
    };
    await press(app.getByRole('button', {name: 'Not paid after all'}).first());
    await seen(app, warning);
    expect(testPage.server.acted).toEqual([]);
    await press(app.locator('s-modal').getByRole('button', {name: 'Not paid after all'}));
    await seen(app, 'It waits for your payment again.');
    await app.getByRole('link', {name: 'Open checkout for #1042'}).waitFor();
    await app.getByRole('button', {name: 'I paid it: #1042'}).waitFor();
    expect(testPage.server.acted).toEqual([{id: 'order-1', action: 'unpaid', input: {}}]);
    expect(clicks).toBe(2);
  });

  test('one of the list is asked about as one', async () => {
    const app = await openAt('/orders', {orders: [aDropshipOrder({state: 'paid'})]});
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Not paid after all: 1 order'}).click();
    await app.getByText(/^It waits for your payment again, with its checkout\./).waitFor();
  });

  test('is offered for the paid ones among the chosen', async () => {
    const orders = [
      aDropshipOrder({state: 'paid'}),
      aDropshipOrder({id: 'order-2', orderName: '#1043'}),
      aDropshipOrder({id: 'order-3', orderName: '#1044', state: 'paid'}),
    ];
    const app = await openAt(
      '/orders',
      {orders, bulkErrors: {'order-3': {code: 'not_now', message: 'The order is shipped.'}}},
      phone,
    );
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Not paid after all: 2 orders'}).click();
    await app.locator('s-modal').getByText(warning).filter({visible: true}).waitFor();
    // The third one was marked as shipped in another window meanwhile.
    testPage.server.answers.orders = [
      aDropshipOrder(),
      aDropshipOrder({id: 'order-2', orderName: '#1043'}),
      aDropshipOrder({id: 'order-3', orderName: '#1044', state: 'shipped'}),
    ];
    await app
      .locator('s-modal')
      .getByRole('button', {name: 'Not paid after all', exact: true})
      .filter({visible: true})
      .click();
    await seen(app, '1 order waits for your payment again. 1 order not changed; the row says why.');
    expect(testPage.server.acted.map(({id, action}) => `${id} ${action}`)).toEqual([
      'order-1 unpaid',
      'order-3 unpaid',
    ]);
    await testPage.expectFits('orders-paid-taken-back');
  });

  test('puts the order back into “Pay next” of the same window', async () => {
    const orders = [aDropshipOrder()];
    const app = await openAt(
      '/orders',
      {orders, details: [paid], toPay: aSumToPay({count: 1, cents: 5_690})},
      1280,
      (page) => page.clock.install(),
    );
    const {answers} = testPage.server;
    answers.actOnOrder = (_, action) => {
      answers.orders = [aDropshipOrder({state: action === 'paid' ? 'paid' : 'awaiting_payment'})];
      answers.details = [action === 'paid' ? paid : unpaid];
      return answers.details[0] ?? unpaid;
    };
    await app.getByRole('button', {name: 'I paid it: #1042'}).click();
    await testPage.page.clock.fastForward(11_000);
    await expect.poll(() => testPage.server.acted.length).toBe(1);
    await app.getByRole('link', {name: /^Open #1042/}).click();
    await app.getByRole('button', {name: 'Not paid after all'}).first().click();
    await app.locator('s-modal').getByRole('button', {name: 'Not paid after all'}).click();
    await seen(app, 'It waits for your payment again.');
    await testPage.followMenu('Orders');
    await app.getByRole('link', {name: 'Pay next'}).click();
    await app.getByRole('button', {name: 'I paid it, next: #1042'}).waitFor();
  });
});
