// The keys of the list of orders, and the rows that stay where they are.
import {describe, expect, test} from 'vitest';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {anOrderDetail} from '../order-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

const unpaid = (number: number, changes: Partial<DropshipOrder> = {}): DropshipOrder =>
  aDropshipOrder({id: `order-${number}`, orderName: `#${number}`, ...changes});

const focusAdmin = (title: {tabIndex?: number; focus?: () => void}) => {
  title.tabIndex = -1;
  title.focus?.();
};

describe.runIf(browserRuns)(suiteName('keys in the list of orders'), () => {
  const testPage = useTestPage();
  const openAt = (address: string) =>
    testPage.openAt(
      address,
      {
        orders: [unpaid(3), unpaid(2), unpaid(1)],
        actOnOrder(id) {
          const {answers} = testPage.server;
          answers.orders = answers.orders.map((order) => (order.id === id ? {...order, state: 'paid'} : order));
          return anOrderDetail();
        },
      },
      1280,
      (page) => page.clock.install(),
    );
  type App = Awaited<ReturnType<typeof openAt>>;
  const press = (key: string) => testPage.page.keyboard.press(key);
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const enterList = (app: App) => app.getByRole('link', {name: /^Open #3/}).focus();
  const focused = (app: App) => app.locator(':focus').getAttribute('data-order');
  const row = (app: App, name: string) => app.locator('s-table-row').filter({hasText: name});

  test('move from row to row, mark as paid and undo; the row stays in its place as “Paid …”', async () => {
    const app = await openAt('/orders?state=awaiting_payment');
    await enterList(app);
    await press('j');
    expect(await focused(app)).toBe('order-2');
    await press('k');
    await press('k');
    expect(await focused(app)).toBe('order-3');
    await press('j');
    const before = await row(app, '#1').boundingBox();
    await press('p');
    await row(app, '#2').getByText('Paid …', {exact: true}).waitFor();
    expect(
      await row(app, '#2')
        .getByRole('link', {name: /checkout/i})
        .count(),
    ).toBe(0);
    expect(
      await row(app, '#2')
        .getByRole('button', {name: /checkout/i})
        .isDisabled(),
    ).toBe(true);
    expect(await focused(app)).toBe('order-1');
    expect(await row(app, '#1').boundingBox()).toEqual(before);
    await press('u');
    expect(await focused(app)).toBe('order-2');
    await row(app, '#2').getByText('To pay').waitFor();
    await pass(11_000);
    expect(testPage.server.acted).toEqual([]);
  });

  test('when a paid row leaves, the focus that was in it goes to the row that takes its place', async () => {
    const app = await openAt('/orders?state=awaiting_payment');
    await enterList(app);
    await press('j');
    await press('p');
    await press('k');
    expect(await focused(app)).toBe('order-2');
    await pass(11_000);
    await row(app, '#2').waitFor({state: 'detached'});
    await expect.poll(() => focused(app)).toBe('order-1');
    expect(testPage.server.acted).toEqual([{id: 'order-2', action: 'paid', input: {}}]);
  });

  test.each<[string, (app: App) => Promise<unknown>, boolean]>([
    ['on another part of the page', (app) => app.getByText(/^One for each line/).click(), false],
    ['in the admin', () => testPage.page.locator('#title').evaluate(focusAdmin), true],
  ])('when a paid row leaves while the focus is %s, it stays there', async (_, goElsewhere, isInAdmin) => {
    const app = await openAt('/orders?state=awaiting_payment');
    await enterList(app);
    await press('p');
    await press('k');
    expect(await focused(app)).toBe('order-3');
    await goElsewhere(app);
    await pass(11_000);
    await row(app, '#3').waitFor({state: 'detached'});
    await app.getByText('#1', {exact: true}).waitFor();
    const list = app.locator('[role=group][aria-label^=List]');
    expect(await list.evaluate((element) => element.matches(':focus-within'))).toBe(false);
    const title = testPage.page.locator('#title');
    expect(await title.evaluate((element) => element.matches(':focus'))).toBe(isInAdmin);
  });

  test('do nothing outside the list, and with the switch off nothing inside it either, in this browser for good', async () => {
    const app = await openAt('/orders?state=awaiting_payment');
    const help = app.getByRole('button', {name: 'Which keys act'});
    await help.click();
    for (const key of ['j: next', 'k: previous', 'c: open the checkout', 'p: I paid it', 'u: undo'])
      await seen(app, key);
    await press('Escape');
    await app.getByLabel('Search').focus();
    await press('p');
    expect(await app.getByLabel('Search').inputValue()).toBe('p');
    await app.getByLabel('Search').fill('');
    await help.click();
    await app.getByLabel('Keyboard shortcuts').uncheck();
    await testPage.page.reload();
    await seen(app, '#3');
    await help.click();
    expect(await app.getByLabel('Keyboard shortcuts').isChecked()).toBe(false);
    await press('Escape');
    await enterList(app);
    await press('p');
    await press('j');
    expect(await app.locator(':focus').getByText('#3').count()).toBe(1);
    expect(await app.getByRole('button', {name: /^Undo/}).count()).toBe(0);
  });
});
