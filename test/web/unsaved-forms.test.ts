// What was typed in a form without a save bar is not lost by following a link, or by the browser's Back, without a question.
import {describe, expect, test} from 'vitest';
import {anOverview, noConnection} from './answers.ts';
import {browserRuns, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {settingUp} from './setup/setup-answers.ts';
import {seen, useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('what was typed'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;
  const answer = (app: App, button: string) =>
    app.locator('#leave-question').getByRole('button', {name: button, exact: true}).click();
  const path = () => new URL(testPage.page.url()).pathname;
  const details = [anOrderDetail({state: 'paid', actions: ['shipped', 'details']}), anOrderDetail({id: 'order-9'})];

  test('on the page of an order is asked about, though another form of the page was emptied again', async () => {
    const app = await openAt('/orders/order-1', {details});
    await app.getByLabel('Tracking number').fill('J1');
    await app.getByLabel('Buyer’s name').fill('Ada');
    await app.getByLabel('Buyer’s name').fill('');
    await app.getByRole('link', {name: /silk scarf/}).click();
    await seen(app, 'Leave without saving?');
    await testPage.expectFits('order-leaving');
    await answer(app, 'Stay');
    expect(await app.getByLabel('Tracking number').inputValue()).toBe('J1');
    expect(path()).toBe('/admin/sandbox/orders/order-1');
    await app.getByRole('link', {name: /silk scarf/}).click();
    await answer(app, 'Leave');
    await expect.poll(path).toBe('/admin/sandbox/orders/order-9');
  });

  test('is asked about before the browser’s Back', async () => {
    const app = await openAt('/orders', {details});
    await app.getByRole('link', {name: /^Open #1042,/}).click();
    await app.getByLabel('Tracking number').fill('J1');
    await testPage.page.goBack();
    await seen(app, 'Leave without saving?');
    expect(await app.getByLabel('Tracking number').inputValue()).toBe('J1');
    await answer(app, 'Leave');
    await expect.poll(path).toBe('/admin/sandbox/orders');
  });

  test('and sent is not asked about', async () => {
    const app = await openAt('/orders/order-1', {details});
    await app.getByLabel('Tracking number').fill('J1');
    await app.getByRole('button', {name: 'Mark as shipped'}).click();
    await seen(app, 'Marked as shipped.');
    await app.getByRole('link', {name: /silk scarf/}).click();
    await expect.poll(path).toBe('/admin/sandbox/orders/order-9');
  });

  test('as a key is asked about before the menu leads away', async () => {
    const app = await openAt('/settings/connection', {
      overview: anOverview({connection: noConnection(), lastRun: null, ...settingUp()}),
    });
    await app.getByLabel('Catalogue key').fill('pk_1');
    await testPage.followMenu('Updates');
    await seen(app, 'Leave without saving?');
    await answer(app, 'Stay');
    expect(await app.getByLabel('Catalogue key').inputValue()).toBe('pk_1');
  });
});
