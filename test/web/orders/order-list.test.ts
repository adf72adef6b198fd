// The list of orders: sorted by its columns' headers, grouped by store order, and as many rows as fit.

import {describe, expect, test} from 'vitest';
import {aBlockedOrder, aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aWithheldOrder} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const ofOneOrder = [
  aDropshipOrder({price: 9_000}),
  aDropshipOrder({id: 'order-b', articleName: 'Maison Perrin silk scarf', state: 'paid', price: 1_000}),
  aDropshipOrder({id: 'order-c', articleName: 'Linen shirt', state: 'shipped', price: 500}),
];
const standing = 'Colour “as pictured”: your standing answer, because the supplier states none.';
/** The rows that a merchant saw cut off: long names, two countries that begin alike, reasons, words taken for the order. */
const walked = [
  aDropshipOrder({
    id: 'o-1',
    orderName: '#1043',
    articleName: 'Aldermoor Oversized polo shirt 100017',
    country: 'GB',
    zone: 'GB',
    colour: 'leopard',
    size: 'XXS',
    quantity: 1,
    price: 14_876,
  }),
  aDropshipOrder({
    id: 'o-2',
    orderName: '#1045',
    articleName: 'Ilmari Loom Pleated belt',
    country: 'US',
    zone: 'US',
    colour: null,
    size: 'one size',
    quantity: 1,
    taken: [{what: 'colour', word: 'as pictured', from: 'standing', text: standing}],
  }),
  aDropshipOrder({
    id: 'o-3',
    orderName: '#1046',
    country: 'NL',
    colour: 'lilac',
    size: null,
    state: 'needs_details',
    reason: 'The supplier states no sizes for this article; say which size to order.',
    ref: null,
    checkoutUrl: null,
  }),
];
const orders = [aBlockedOrder(), ...ofOneOrder, aWithheldOrder()];
const listed = {orders, ordersAPage: 50};

describe.runIf(browserRuns)(suiteName('the list of orders'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const addressInAdmin = () => new URL(testPage.page.url()).search;

  test('is sorted by a press on a column, which stands in the address; the next press turns it round', async () => {
    const app = await openAt('/orders', listed);
    const names = () => app.locator('s-link[id^=open-]').evaluateAll((all) => all.map((one) => one.id));
    await app.getByRole('button', {name: 'Cost: Lowest cost first'}).click();
    await expect.poll(addressInAdmin).toBe('?sort=amount_low');
    await expect.poll(names).toEqual(['order-2', 'order-c', 'order-b', 'order-3', 'order-1'].map((id) => `open-${id}`));
    await app.getByRole('button', {name: 'Cost: Highest cost first'}).click();
    await expect.poll(addressInAdmin).toBe('?sort=amount_high');
    await testPage.page.reload();
    await app.getByRole('button', {name: 'Cost: Lowest cost first'}).waitFor();
    await expect.poll(names).toEqual(['order-1', 'order-3', 'order-b', 'order-c', 'order-2'].map((id) => `open-${id}`));
    // A view keeps the order, and the newest first needs no word in the address.
    await app.getByRole('button', {name: /^To pay/}).click();
    await expect.poll(addressInAdmin).toBe('?state=awaiting_payment&sort=amount_high');
    await app.getByRole('button', {name: 'Date: Oldest order first'}).click();
    await app.getByRole('button', {name: 'Date: Newest order first'}).click();
    await expect.poll(addressInAdmin).toBe('?state=awaiting_payment');
  });

  test('shows the lines of one store order under its heading, whose box chooses all of them', async () => {
    const app = await openAt('/orders', listed);
    await seen(app, '3 lines');
    await app.getByRole('checkbox', {name: 'Choose all lines of #1042'}).check();
    await seen(app, '3 orders chosen');
    expect(await app.getByRole('checkbox', {name: /^Choose all lines/}).count()).toBe(1);
    await testPage.expectFits('orders-grouped');
    // By cost each line is for itself.
    await app.getByRole('button', {name: 'Cost: Lowest cost first'}).click();
    await app.getByText('3 lines').waitFor({state: 'detached'});
  });

  test('keys go on from the box of an order’s heading to the next line of the list', async () => {
    const app = await openAt('/orders', listed);
    await app.getByRole('checkbox', {name: 'Choose all lines of #1042'}).focus();
    await testPage.page.keyboard.press('j');
    const focused = () => app.locator(':focus').evaluate((element) => element.getAttribute('data-order'));
    expect(await focused()).toBe('order-b');
  });

  test('the focus stays in a row when another line of its order leaves', async () => {
    const app = await openAt('/orders', listed);
    const focused = () => app.locator(':focus').evaluate((element) => element.getAttribute('data-order'));
    const loadAgain = () => app.locator('html').evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await seen(app, '3 lines');
    await app.locator('[data-order="order-b"]').focus();
    testPage.server.answers.orders = orders.filter(({id}) => id !== 'order-1');
    await loadAgain();
    await seen(app, '2 lines');
    expect(await focused()).toBe('order-b');
    testPage.server.answers.orders = orders.filter(({id}) => id !== 'order-1' && id !== 'order-c');
    await loadAgain();
    await app.getByText('2 lines').waitFor({state: 'detached'});
    expect(await focused()).toBe('order-b');
  });

  test('on a laptop every row shows its buttons whole, the country without doubt, colour and size, and the day on one line', async () => {
    const app = await openAt('/orders', {orders: [...walked, aDropshipOrder({id: 'o-6', orderName: '#1049'})]}, 1_280);
    await seen(app, 'leopard, XXS');
    await testPage.expectFits('orders-laptop');
    const table = `document.querySelector('s-table').shadowRoot.querySelector('.wide')`;
    expect(await app.locator('html').evaluate(`${table}.scrollWidth - ${table}.clientWidth`)).toBe(0);
    const heightOf = async (text: string) => (await app.getByText(text, {exact: true}).first().boundingBox())?.height;
    for (const text of ['GB', 'US', 'Not sent', '18 Nov', 'leopard, XXS'])
      expect(await heightOf(text), text).toBeLessThan(24);
    expect(await app.getByTitle('United Kingdom').count()).toBe(1);
    expect(await app.getByTitle(/^Aldermoor Oversized polo shirt 100017$/).count()).toBe(1);
    await seen(app, walked[2]?.reason ?? '');
    // The colour that Piecewise takes is named; why is an icon, not six lines.
    await seen(app, 'as pictured, one size');
    expect(await app.locator('s-tooltip', {hasText: 'your standing answer'}).count()).toBe(1);
    for (const name of ['Open #1043', 'Open #1045'])
      expect(
        (await app.locator('s-table-row', {has: app.getByRole('link', {name})}).boundingBox())?.height,
      ).toBeLessThan(50);
    await testPage.expectFits('orders-laptop');
  });

  test('a line that was replaced counts once in the heading of its store order', async () => {
    const [first, second] = [aDropshipOrder(), aDropshipOrder({id: 'order-b', generation: 2})];
    const app = await openAt('/orders', {orders: [first, {...second, lineGid: first.lineGid}], ordersAPage: 50});
    await app.locator('s-table-row', {hasText: '1 line'}).first().waitFor();
  });

  test('on a phone it has a select for the order, and the groups fit', async () => {
    const app = await openAt('/orders', listed, phone);
    await seen(app, '3 lines');
    await testPage.expectFits('orders-grouped-phone');
    await app.getByLabel('Sort by').selectOption('margin_low');
    await expect.poll(addressInAdmin).toBe('?sort=margin_low');
  });

  test('an empty view leads to all orders, and has nothing to sort', async () => {
    const app = await openAt('/orders?search=nothing', listed, phone);
    await seen(app, 'No order is like this.');
    expect(await app.getByLabel('Sort by').count()).toBe(0);
    await app.getByRole('link', {name: 'Show all orders'}).click();
    await seen(app, '3 lines');
  });

  test('shows eight rows and more without scrolling on a usual laptop', async () => {
    const many = Array.from({length: 20}, (_, at) => aDropshipOrder({id: `o-${at}`, orderName: `#${2_000 + at}`}));
    const app = await openAt('/orders', {orders: many, ordersAPage: 50}, 1_280);
    await testPage.page.setViewportSize({width: 1_280, height: 757});
    const eighth = await app.getByRole('link', {name: /^Open #2007/}).boundingBox();
    expect((eighth?.y ?? Infinity) + (eighth?.height ?? 0)).toBeLessThan(757);
  });

  test.each([
    ['changed', 'Changed'],
    ['unconfirmed', 'Not confirmed'],
    ['shipped-recently', 'Shipped in 30 days'],
  ])('an address with the view %s, which the list no longer offers, goes on working', async (value, label) => {
    const app = await openAt(`/orders?state=${value}`, listed);
    await app.getByRole('button', {name: new RegExp(`^${label}`), pressed: true}).waitFor();
  });
});
