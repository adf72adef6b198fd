// "Pay next": the unpaid orders one after the other, each beside the address for the supplier's checkout.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aBlockedOrder, aCancelledOrder, aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const unpaid = (number: number, changes: Partial<DropshipOrder> = {}): DropshipOrder =>
  aDropshipOrder({
    id: `order-${number}`,
    orderName: `#${number}`,
    checkoutUrl: `http://127.0.0.1:9/${number}`,
    ...changes,
  });
const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};

describe.runIf(browserRuns)(suiteName('“Pay next”'), () => {
  const testPage = useTestPage();
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const press = (key: string) => testPage.page.keyboard.press(key);
  const actedIds = () => testPage.server.acted.map(({id}) => id).toSorted();
  const pathInAdmin = () => new URL(testPage.page.url()).pathname + new URL(testPage.page.url()).search;
  /** The server keeps what was paid. */
  const openAt = async (address: string, orders: DropshipOrder[], width = 1280) => {
    const app = await testPage.openAt(
      address,
      {
        orders,
        details: orders.map((order) => anOrderDetail(order)),
        delivery: (id) => aDelivery({name: `Buyer of ${id}`}),
        actOnOrder(id) {
          const {answers} = testPage.server;
          answers.orders = answers.orders.map((order) => (order.id === id ? {...order, state: 'paid'} : order));
          return anOrderDetail();
        },
      },
      width,
      (page) => page.clock.install(),
    );
    return app;
  };
  type App = Awaited<ReturnType<typeof openAt>>;
  const paid = (app: App, name: string) => app.getByRole('button', {name: `I paid it, next: ${name}`, exact: true});
  const pasted = async () => {
    await testPage.page.evaluate("document.body.append(document.createElement('textarea'))");
    const field = testPage.page.locator('textarea').last();
    await field.press('Control+V');
    return field.inputValue();
  };

  test('walks through the unpaid orders as the server sorts them, over its pages, until all are paid', {
    timeout: 120_000,
  }, async () => {
    const app = await openAt('/orders', [
      aCancelledOrder(),
      unpaid(5),
      aBlockedOrder(),
      unpaid(4),
      unpaid(3),
      unpaid(2),
    ]);
    await app.getByRole('link', {name: 'Pay next'}).click();
    for (const [name, left] of [
      ['#5', 4],
      ['#4', 3],
      ['#3', 2],
      ['#2', 1],
    ] as const) {
      await seen(app, new RegExp(`^${left} orders? left to pay, `));
      await seen(app, `Buyer of order-${name.slice(1)}`);
      expect(pathInAdmin()).toBe(`/admin/sandbox/orders/pay?order=order-${name.slice(1)}`);
      expect(await app.locator(':focus').getAttribute('aria-label')).toContain(`Pay ${name}, `);
      await pass(1_000);
      await paid(app, name).click();
    }
    await seen(app, 'All paid');
    await pass(11_000);
    await expect
      .poll(() => testPage.server.acted.map(({id}) => id).toSorted())
      .toEqual([2, 3, 4, 5].map((n) => `order-${n}`));
    await seen(app, 'All paid');
    await testPage.page.reload();
    await seen(app, 'All paid');
    expect(await app.getByRole('button', {name: /I paid it/}).count()).toBe(0);
  });

  test('copies each part of the address in the order of the supplier’s checkout', async () => {
    const app = await openAt('/orders/pay', [unpaid(1)]);
    await seen(app, 'Buyer of order-1');
    const buttons = app.getByRole('button', {name: /^Copy /});
    const labels = await buttons.evaluateAll((all) => all.map((one) => (one as {ariaLabel?: string}).ariaLabel));
    const parts = ['Name', 'Street', 'Postcode', 'City', 'Country', 'E-mail'].map((part) => `Copy ${part}`);
    expect(labels).toEqual(['Copy amount', 'Copy all of the address', ...parts]);
    for (const [part, text] of [
      ['Street', 'Lindenweg 5, Hinterhaus'],
      ['E-mail', 'ada@buyer.example'],
    ] as const) {
      await app.getByRole('button', {name: `Copy ${part}`}).click();
      await testPage.page.getByText(`${part} copied`).waitFor();
      expect(await pasted()).toBe(text);
    }
  });

  test('an order that loses money says so, and opens neither checkout nor next order before a second press', async () => {
    const app = await openAt('/orders/pay', [unpaid(2, {storeOrder: losing}), unpaid(1)]);
    await seen(app, 'The store order #2 loses €4.20');
    await testPage.page.context().route('http://127.0.0.1:9/**', (route) => route.fulfill({body: 'The checkout'}));
    await app.getByRole('button', {name: 'Open checkout for #2'}).click();
    await seen(app, /Press once more to go on all the same\./);
    expect(testPage.page.context().pages()).toHaveLength(1);
    await pass(1_000);
    const popup = testPage.page.waitForEvent('popup');
    await app.getByRole('button', {name: 'Open checkout at a loss for #2'}).click();
    expect((await popup).url()).toBe('http://127.0.0.1:9/2');
    await app.getByRole('button', {name: 'I paid it, next at a loss: #2'}).click();
    await seen(app, 'Buyer of order-1');
    expect(await app.getByText(/loses €4\.20/).count()).toBe(0);
  });

  test.each([
    ['another', [unpaid(1), unpaid(2)], 'Buyer of order-2'],
    ['the last', [unpaid(1)], 'All paid'],
  ])('“Undo” in the toast shows the order taken back in place of %s, and says so', async (_, orders, instead) => {
    const app = await openAt('/orders/pay', orders);
    await paid(app, '#1').waitFor();
    await pass(1_000);
    await paid(app, '#1').click();
    await seen(app, instead);
    await testPage.page.getByRole('button', {name: 'Undo'}).click();
    await testPage.page.getByText('Undone: #1 is not marked as paid').waitFor();
    await paid(app, '#1').waitFor();
    await pass(11_000);
    expect(testPage.server.acted).toEqual([]);
  });

  test('a double press marks one order as paid, with the button and with the key', async () => {
    const app = await openAt('/orders/pay', [unpaid(3), unpaid(2), unpaid(1)]);
    await seen(app, 'Buyer of order-3');
    await pass(1_000);
    await paid(app, '#3').dblclick();
    await seen(app, 'Buyer of order-2');
    await pass(1_000);
    await press('p');
    await app.locator('[aria-label^="Pay #1"]').waitFor();
    await press('p');
    await seen(app, '#1 had only just appeared, so your press was not counted.');
    await pass(11_000);
    await expect.poll(actedIds).toEqual(['order-2', 'order-3']);
    await paid(app, '#1').waitFor();
  });

  test('keys act only with the focus on the order, and a held key moves once', async () => {
    const app = await openAt('/orders/pay', [unpaid(3), unpaid(2), unpaid(1)]);
    await seen(app, 'Buyer of order-3');
    await pass(1_000);
    await app.getByRole('button', {name: 'Which keys act'}).focus();
    await press('p');
    await press('j');
    await app.locator('[aria-label^="Pay #3"]').focus();
    await testPage.page.keyboard.down('j');
    await seen(app, 'Buyer of order-2');
    await testPage.page.keyboard.down('j');
    await testPage.page.keyboard.up('j');
    await press('k');
    await seen(app, 'Buyer of order-3');
    await pass(11_000);
    expect(testPage.server.acted).toEqual([]);
  });

  test('the address of an order leads to it; one that is not to be paid any more is not offered', async () => {
    const orders = [unpaid(3), unpaid(2), unpaid(1)];
    const app = await openAt('/orders/pay?order=order-2', orders);
    await seen(app, 'Buyer of order-2');
    await testPage.page.reload();
    await seen(app, 'Buyer of order-2');
    await app.getByRole('button', {name: 'Next, without paying'}).click();
    await seen(app, 'Buyer of order-1');
    await app.getByRole('button', {name: 'Previous'}).click();
    await seen(app, 'Buyer of order-2');
    await pass(1_000);
    testPage.server.answers.orders = [unpaid(3), {...unpaid(2), doNotPay: true}, unpaid(1)];
    testPage.server.answers.details = [anOrderDetail({...unpaid(2), doNotPay: true})];
    await testPage.page.reload();
    await seen(app, 'This order does not wait for your payment any more.');
    await expect.poll(() => app.locator(':focus').getAttribute('aria-label')).toBe('The order');
    expect(await app.getByRole('button', {name: /I paid it/}).count()).toBe(0);
    await app.getByRole('button', {name: 'Next, without paying'}).click();
    await seen(app, 'Buyer of order-3');
  });

  test('keys pay an order of another page of the list; all paid, “u” brings the last one back', async () => {
    const app = await openAt('/orders/pay?order=order-1', [unpaid(4), unpaid(3), unpaid(2), unpaid(1)]);
    for (const [number, left] of [
      [1, 4],
      [4, 3],
      [3, 2],
      [2, 1],
    ] as const) {
      await seen(app, `Buyer of order-${number}`);
      await seen(app, new RegExp(`^${left} orders? left to pay, `));
      await pass(700);
      await press('p');
    }
    await seen(app, 'All paid');
    expect(testPage.server.acted).toEqual([]);
    await press('u');
    await seen(app, 'Buyer of order-2');
    await seen(app, /^1 order left to pay, /);
  });

  test('an address that cannot be read says so and is read again when asked', async () => {
    testPage.expectComplaint(/422/);
    const app = await openAt('/orders/pay', [unpaid(1)]);
    await seen(app, 'Buyer of order-1');
    const {answers} = testPage.server;
    answers.delivery = () => ({
      error: {code: 'order_gone', message: 'Shopify does not know this store order any more.'},
    });
    await testPage.page.reload();
    await seen(app, 'Shopify does not know this store order any more.');
    answers.delivery = () => aDelivery();
    await app.getByRole('button', {name: 'Try again'}).click();
    await seen(app, 'Ada Buyer');
  });

  test('fits, and axe finds nothing', async () => {
    const app = await openAt('/orders/pay', [unpaid(2, {storeOrder: losing}), unpaid(1)], phone);
    await seen(app, 'Buyer of order-2');
    await testPage.expectFits('pay-next');
  });
});
