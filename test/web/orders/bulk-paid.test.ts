// Several orders marked as paid at once: saved after ten seconds, until then undone, all together or one by one.
import {describe, expect, test} from 'vitest';
import {aDropshipOrder} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

const unpaid = (number: number) => aDropshipOrder({id: `order-${number}`, orderName: `#${number}`});

describe.runIf(browserRuns)(suiteName('several orders marked as paid'), () => {
  const testPage = useTestPage();
  const openAt = (answers: Parameters<typeof testPage.openAt>[1] = {}) =>
    testPage.openAt('/orders', {orders: [unpaid(3), unpaid(2), unpaid(1)], ...answers}, 1280, (page) =>
      page.clock.install(),
    );
  type App = Awaited<ReturnType<typeof openAt>>;
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const row = (app: App, name: string) => app.locator('s-table-row').filter({hasText: name});
  const toast = (text: string) => testPage.page.getByText(text);
  const acted = () => testPage.server.acted.map(({id, action}) => `${id} ${action}`).toSorted();
  const markAll = async (app: App) => {
    await app.getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await app.getByRole('button', {name: 'Mark as paid: 3 orders'}).click();
    await seen(app, 'You can undo it for ten seconds.');
    await app.locator('s-modal').getByRole('button', {name: 'Mark as paid', exact: true}).click();
    await seen(app, '3 orders will be marked as paid.');
  };

  test('are all undone by “Undo” in the toast', async () => {
    const app = await openAt();
    await markAll(app);
    expect(await app.locator(':focus').getAttribute('role')).toBe('status');
    for (const name of ['#3', '#2', '#1']) await row(app, name).getByText('Paid …', {exact: true}).waitFor();
    expect(await app.getByRole('button', {name: /^Close them:/}).count()).toBe(0);
    await app
      .locator('body')
      .evaluate(
        'const {show} = shopify.toast; window.shown = []; shopify.toast.show = (text, ...how) => (shown.push(text), show(text, ...how))',
      );
    await testPage.page.getByRole('button', {name: 'Undo'}).click();
    await row(app, '#2').getByText('To pay').waitFor();
    // No toast flashes up for those that are undone after the first.
    expect(await app.locator('body').evaluate('window.shown')).toEqual(['Undone: 3 orders not marked as paid']);
    await pass(11_000);
    expect(await toast('3 orders will be marked as paid').count()).toBe(0);
    expect(testPage.server.acted).toEqual([]);
  });

  test('one is undone in its row, and the others are saved after the ten seconds', async () => {
    const app = await openAt();
    await markAll(app);
    await pass(5_000);
    await app.getByRole('button', {name: 'Undo: #2 is not paid'}).click();
    await toast('2 orders will be marked as paid').waitFor();
    await pass(4_000);
    expect(testPage.server.acted).toEqual([]);
    await app.getByLabel('Search').focus();
    await pass(2_000);
    await expect.poll(acted).toEqual(['order-1 paid', 'order-3 paid']);
    await seen(app, '2 orders marked as paid.');
    expect(await app.getByLabel('Search').evaluate((field) => field.matches(':focus, :focus-within'))).toBe(true);
  });

  test('are saved when the tab is closed before the ten seconds are over', async () => {
    const app = await openAt();
    await markAll(app);
    await app.getByRole('button', {name: 'Undo: #2 is not paid'}).click();
    await testPage.page.close({runBeforeUnload: true});
    await expect.poll(acted).toEqual(['order-1 paid', 'order-3 paid']);
  });

  test('that one of them failed is said also to a merchant who has gone to another page', async () => {
    const app = await openAt({bulkErrors: {'order-2': {code: 'not_now', message: 'The order is dismissed.'}}});
    await markAll(app);
    await testPage.followMenu('Updates');
    await seen(app, 'On schedule');
    await pass(11_000);
    await seen(app, '#2 is not marked as paid');
    await seen(app, 'The order is dismissed.');
  });
});
