// The panel of "Pay next": the parts of the address, and what it keeps while the list behind it changes.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {aDelivery, anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const unpaid = (number: number): DropshipOrder =>
  aDropshipOrder({id: `order-${number}`, orderName: `#${number}`, checkoutUrl: `http://127.0.0.1:9/${number}`});

describe.runIf(browserRuns)(suiteName('the panel of “Pay next”'), () => {
  const testPage = useTestPage();
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const press = (key: string) => testPage.page.keyboard.press(key);
  const openAt = (
    address: string,
    orders: DropshipOrder[],
    delivery = (id: string) => aDelivery({name: `Buyer of ${id}`}),
  ) =>
    testPage.openAt(
      address,
      {
        orders,
        details: orders.map((order) => anOrderDetail(order)),
        delivery,
      },
      1280,
      (page) => page.clock.install(),
    );
  type App = Awaited<ReturnType<typeof openAt>>;
  const paid = (app: App, name: string) => app.getByRole('button', {name: `I paid it, next: ${name}`, exact: true});

  test('copies the province by its names, in Latin letters and in its own script, before the country', async () => {
    const app = await openAt('/orders/pay', [unpaid(1)], () =>
      aDelivery({city: 'Shinjuku', province: 'Tokyo', provinceLocal: '東京都', country: 'Japan'}),
    );
    await seen(app, '東京都');
    const buttons = app.getByRole('button', {name: /^Copy /});
    const labels = () => buttons.evaluateAll((all) => all.map((one) => (one as {ariaLabel?: string}).ariaLabel));
    const parts = ['Name', 'Street', 'Postcode', 'City', 'Province', 'Province, local', 'Country', 'E-mail'];
    const named = ['Copy amount', 'Copy all of the address', ...parts.map((part) => `Copy ${part}`)];
    await expect.poll(labels).toEqual(named);
    await app.getByRole('button', {name: 'Copy Province, local'}).click();
    await testPage.page.getByText('Province, local copied').waitFor();
    await testPage.expectFits('pay-next-province');
  });

  test('an order that the list has only later keeps its panel, its focus and its time on the page', async () => {
    const app = await openAt('/orders/pay?order=order-1', [unpaid(4), unpaid(3), unpaid(2), unpaid(1)]);
    await seen(app, 'Buyer of order-1');
    await pass(1_000);
    await app.getByRole('button', {name: 'Copy Street'}).focus();
    const {answers} = testPage.server;
    answers.orders = answers.orders.map((order) => (order.id === 'order-4' ? {...order, state: 'paid'} : order));
    await pass(90_000);
    await seen(app, /^3 orders left to pay, /);
    expect(await app.locator('s-button:focus').getAttribute('accessibilitylabel')).toBe('Copy Street');
    await press('p');
    await seen(app, 'Buyer of order-3');
  });

  test('while the next page of the list is loaded, “u” brings back the order before', async () => {
    const app = await openAt('/orders/pay?order=order-2', [unpaid(4), unpaid(3), unpaid(2), unpaid(1)]);
    await seen(app, 'Buyer of order-2');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await testPage.page.route(/dropship-orders\?.*cursor=/, async (route) => {
      await held;
      await route.continue();
    });
    await pass(1_000);
    await press('p');
    await app.getByLabel('Loading', {exact: true}).waitFor();
    await press('u');
    await paid(app, '#2').waitFor();
    answer();
    await pass(11_000);
    await paid(app, '#2').waitFor();
    expect(testPage.server.acted).toEqual([]);
  });

  test('offers to close an order that loses money before its checkout, and says then where the buyer is refunded', async () => {
    const losing = {...unpaid(1), storeOrder: {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true}};
    const app = await openAt('/orders/pay', [losing]);
    const primary = app.locator('s-button[variant=primary]:not([slot])');
    const close = app.getByRole('button', {name: 'Close without paying: #1'});
    await close.waitFor();
    const tops = await Promise.all(
      [close, app.getByRole('button', {name: 'Open checkout for #1'})].map((one) => one.boundingBox()),
    );
    expect(tops[0]?.x).toBeLessThan(tops[1]?.x ?? 0);
    expect(await primary.count()).toBe(0);
    testPage.server.answers.actOnOrder = (id) => {
      const closed = {...losing, state: 'dismissed' as const};
      testPage.server.answers.orders = [];
      testPage.server.answers.details = [anOrderDetail(closed)];
      return anOrderDetail({...closed, id});
    };
    await close.click();
    await seen(app, /What the buyer paid you for it is paid back on its page\.$/);
    await app.locator('s-modal').getByRole('button', {name: 'Close without paying', exact: true}).click();
    await seen(app, 'The buyer can be refunded on its page.');
    expect(testPage.server.acted).toEqual([{id: 'order-1', action: 'dismiss', input: {}}]);
    await app.getByRole('link', {name: 'Open #1'}).waitFor();
    await testPage.expectFits('pay-next-closed');
  });

  test('leads to the page of an order of which it is not known whether it loses money', async () => {
    const app = await openAt('/orders/pay', [{...unpaid(1), storeOrder: null}]);
    const link = app.getByRole('link', {name: 'See #1'});
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/orders/order-1');
  });
});
