// Several orders of the list at once: chosen, asked about, done, and each failure named.
import {describe, expect, test} from 'vitest';
import {aBlockedOrder, aCancelledOrder, aDropshipOrder} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

const losing = {currency: 'EUR', margin: -420, unknown: 0, losesMoney: true};
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>')}`;
const first = aDropshipOrder({picture});
const second = aDropshipOrder({id: 'order-7', orderName: '#1047', storeOrder: losing});
const held = {...aBlockedOrder(), state: 'held', reasonCode: 'risk'} as const;

describe.runIf(browserRuns)(suiteName('several orders at once'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;
  const choose = (app: App, name: string) => app.getByRole('checkbox', {name: new RegExp(`^Choose ${name},`)}).check();
  const confirm = (app: App, button: string) =>
    app.locator('s-modal').getByRole('button', {name: button, exact: true}).click();
  const row = (app: App, name: string) => app.locator('s-table-row').filter({hasText: name});

  test('are marked as paid after a question with their sum and their losses; the failure stands in its row', async () => {
    const app = await testPage.openAt('/orders', {
      orders: [first, second, held],
      bulkErrors: {'order-7': {code: 'not_now', message: 'The order is dismissed.'}},
    });
    await testPage.page.clock.install();
    await choose(app, '#1042');
    await choose(app, '#1047');
    await app.getByRole('button', {name: 'Mark as paid: 2 orders'}).click();
    await seen(
      app,
      'Do this when you have paid €113.80 for them at the supplier’s checkout. You can undo it for ten seconds.',
    );
    await seen(app, 'Store orders that lose money: #1047 (€4.20).');
    expect(testPage.server.acted).toEqual([]);
    await confirm(app, 'Mark as paid');
    await seen(app, '2 orders will be marked as paid.');
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
    await testPage.page.clock.fastForward(11_000);
    await seen(app, '1 order marked as paid. 1 order not marked as paid:');
    await row(app, '#1047').getByText('Not done: The order is dismissed.').waitFor();
    expect(testPage.server.acted.map(({id, action}) => `${id} ${action}`)).toEqual(['order-1 paid', 'order-7 paid']);
  });

  test('offer each action for those that allow it: none marks as paid what is not to be paid', async () => {
    const app = await testPage.openAt('/orders', {orders: [aCancelledOrder(), first, held]});
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await seen(app, '3 orders chosen');
    await app.getByRole('button', {name: 'Mark as paid: 1 order'}).waitFor();
    await app.getByRole('button', {name: 'Send now: 1 order'}).waitFor();
    await app.getByRole('button', {name: 'Close them: 3 orders'}).click();
    await confirm(app, 'Close them');
    await seen(app, '3 orders closed.');
    expect(testPage.server.acted).toHaveLength(3);
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).waitFor();
    expect(await app.getByRole('button', {name: /^Close them:/}).count()).toBe(0);
  });

  test('are sent now as they were shown, so that nothing else is overruled', async () => {
    const app = await testPage.openAt('/orders', {orders: [held]});
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Send now: 1 order'}).click();
    await confirm(app, 'Send now');
    const {id, reason, quantity, price, fee} = held;
    await expect
      .poll(() => testPage.server.acted)
      .toEqual([{id, action: 'approve', input: {reason, quantity, price, fee}}]);
  });

  test('one that failed and has left the list is named above it', async () => {
    const app = await testPage.openAt('/orders?state=awaiting_payment', {
      orders: [first, second],
      bulkErrors: {'order-1': {code: 'not_now', message: 'The order is dismissed.'}},
    });
    await choose(app, '#1042');
    await app.getByRole('button', {name: 'Close them: 1 order'}).click();
    testPage.server.answers.orders = [second];
    await confirm(app, 'Close them');
    await seen(app, '#1042: The order is dismissed.');
  });

  test('the list with pictures and chosen orders fits, and axe finds nothing', async () => {
    const app = await testPage.openAt('/orders', {orders: [first, second, held]}, phone);
    await choose(app, '#1042');
    await expect
      .poll(() =>
        row(app, '#1042')
          .locator('s-image img')
          .evaluate((image) => (image as {naturalWidth?: number}).naturalWidth),
      )
      .toBeGreaterThan(0);
    expect(await row(app, '#1042').locator('s-image').getAttribute('loading')).toBe('lazy');
    await testPage.expectFits('orders-chosen');
  });
});
