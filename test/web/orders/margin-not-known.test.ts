// An order whose margin is not known may lose money: it asks before it is paid, wherever it can be paid.
import {describe, expect, test} from 'vitest';
import {aCancelledOrder, aDropshipOrder, aSumToPay} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const noRate = {currency: 'USD', margin: null, unknown: 0, losesMoney: null};
const costUnknown = {currency: 'EUR', margin: 1240, unknown: 1, losesMoney: null};
const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};
const asks = /It is not known whether the store order loses money\. Press once more to go on all the same\./;

describe.runIf(browserRuns)(suiteName('an order whose margin is not known'), () => {
  const testPage = useTestPage();
  const openAt = (address: string, answers: Parameters<typeof testPage.openAt>[1]) =>
    testPage.openAt(address, answers, 1280, (page) => page.clock.install());
  type App = Awaited<ReturnType<typeof openAt>>;
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});
  const pages = () => testPage.page.context().pages().length;
  const serveCheckout = () =>
    testPage.page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({body: 'The checkout'}));

  test.each<[string, ReturnType<typeof aDropshipOrder>['storeOrder']]>([
    ['without an exchange rate', noRate],
    ['with an article of unknown cost', costUnknown],
    ['whose amounts were not read', null],
  ])('%s asks in the list before its checkout is opened and before it is paid', async (_, storeOrder) => {
    const app = await openAt('/orders', {orders: [aDropshipOrder({storeOrder})]});
    await serveCheckout();
    await button(app, 'Open checkout for #1042').click();
    await seen(app, asks);
    expect(pages()).toBe(1);
    await pass(1_000);
    const popup = testPage.page.waitForEvent('popup');
    await button(app, 'Open checkout all the same for #1042').click();
    expect((await popup).url()).toBe('http://127.0.0.1:9/checkout/8f2');
    await button(app, 'I paid it all the same: #1042').click();
    await button(app, 'Undo: #1042 is not paid').waitFor();
  });

  test('asks in “Pay next”, and its page says so before anything is pressed', async () => {
    const app = await openAt('/orders/pay', {
      orders: [aDropshipOrder({storeOrder: noRate})],
      toPay: aSumToPay({count: 1, cents: 5690}),
    });
    await seen(app, 'It is not known whether the store order #1042 loses money');
    await seen(app, 'No exchange rate for USD is known.');
    await pass(1_000);
    await button(app, 'I paid it, next: #1042').click();
    await seen(app, asks);
    expect(await app.getByText('All paid').count()).toBe(0);
    await pass(1_000);
    await button(app, 'I paid it, next all the same: #1042').click();
    await seen(app, 'All paid');
  });

  test('asks on its page, beside the button that was pressed', async () => {
    const app = await openAt('/orders/order-1', {
      details: [anOrderDetail({storeOrder: costUnknown, actions: ['paid']})],
    });
    await button(app, 'Open checkout for #1042').click();
    await app.locator('s-section', {hasText: 'Ships to'}).getByText(asks).waitFor();
    // Said beside both buttons, announced once.
    expect(await app.getByText(asks).count()).toBe(2);
    expect(await app.getByRole('status').filter({hasText: asks}).count()).toBe(1);
    expect(pages()).toBe(1);
    await pass(1_000);
    await button(app, 'I paid it all the same: #1042').click();
    await button(app, 'Undo: #1042 is not paid').waitFor();
    expect(await app.getByText(asks).count()).toBe(0);
  });

  test('shows no amount, in the list and on its page, which says why; a loss is the least it can be', async () => {
    const taken = {state: 'blocked', reasonCode: 'destination_blocked', price: null, fee: null} as const;
    const order = {...taken, storeOrder: {...costUnknown, margin: 20_000}, ref: null, checkoutUrl: null};
    const app = await openAt('/orders', {orders: [aDropshipOrder(order)], details: [anOrderDetail(order)]});
    await seen(app, 'Not known');
    expect(await app.getByText('200').count()).toBe(0);
    await app.getByRole('link', {name: /^Open #1042,/}).click();
    await seen(app, 'Margin not known. The price or the shipping fee of 1 dropship order is not known.');
    expect(await app.getByText('€200').count()).toBe(0);
    testPage.server.answers.details = [anOrderDetail({storeOrder: {...losing, unknown: 1}})];
    await pass(90_000);
    await seen(app, 'A loss of at least €4.20');
  });

  test('asks again when it turns out to be a loss', async () => {
    const app = await openAt('/orders', {orders: [aDropshipOrder({storeOrder: noRate})]});
    await button(app, 'I paid it: #1042').click();
    await seen(app, asks);
    testPage.server.answers.orders = [aDropshipOrder({storeOrder: losing})];
    await pass(90_000);
    await seen(app, '−€4.20, a loss');
    await button(app, 'I paid it: #1042').click();
    await seen(app, 'The store order loses €4.20. Press once more to go on all the same.');
    expect(await button(app, 'Undo: #1042 is not paid').count()).toBe(0);
  });

  test.each([
    ['that loses money', losing, 'The store order loses €4.20.'],
    ['whose margin is not known', noRate, 'It is not known whether the store order loses money.'],
  ] as const)('“Pay all the same” of an order %s asks before it opens the checkout', async (_, storeOrder, text) => {
    const app = await openAt('/orders', {orders: [{...aCancelledOrder(), storeOrder}]});
    await serveCheckout();
    const payAllTheSame = app.getByText('Pay all the same', {exact: true});
    await payAllTheSame.press('Enter');
    await seen(app, text);
    expect(pages()).toBe(1);
    await pass(1_000);
    const popup = testPage.page.waitForEvent('popup');
    await payAllTheSame.press('Enter');
    expect((await popup).url()).toBe('http://127.0.0.1:9/checkout/7a1');
    await testPage.expectFits('order-margin-not-known');
  });

  test('is named before several are marked as paid or placed', async () => {
    const held = aDropshipOrder({
      id: 'order-8',
      orderName: '#1048',
      state: 'held',
      reasonCode: 'risk',
      storeOrder: null,
    });
    const app = await openAt('/orders', {
      orders: [aDropshipOrder({storeOrder: noRate}), aDropshipOrder({id: 'order-7', orderName: '#1047'}), held],
    });
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Mark as paid: 2 orders'}).click();
    await seen(app, 'Store orders of which it is not known whether they lose money: #1042.');
    await app.locator('s-modal').getByRole('button', {name: 'Cancel'}).first().click();
    await app.getByRole('button', {name: 'Send now: 1 order'}).click();
    await seen(app, 'Store orders of which it is not known whether they lose money: #1048.');
    expect(testPage.server.acted).toEqual([]);
  });
});
