// "I paid it", in the list and on the page of an order: saved after ten seconds or when the page is closed, until then undone.
import {describe, expect, test} from 'vitest';
import {aCancelledOrder} from './answers.ts';
import {browserRuns, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {seen, useTestPage} from './test-page.ts';

describe.runIf(browserRuns)(suiteName('“I paid it”'), () => {
  const testPage = useTestPage();
  const openAt = (address: string, answers: Parameters<typeof testPage.openAt>[1] = {}) =>
    testPage.openAt(address, answers, 1280, (page) => page.clock.install());
  type App = Awaited<ReturnType<typeof openAt>>;
  const paidButton = (app: App) => app.getByRole('button', {name: 'I paid it: #1042'});
  const undoButton = (app: App) => app.getByRole('button', {name: 'Undo: #1042 is not paid'});
  const toast = () => testPage.page.getByText('#1042 will be marked as paid');
  const pass = (ms: number) => testPage.page.clock.fastForward(ms);
  const acted = [{id: 'order-1', action: 'paid', input: {}}];

  test('can be taken back for ten seconds, with the keyboard alone, and the focus stays', async () => {
    const app = await openAt('/orders');
    await paidButton(app).press('Enter');
    await undoButton(app).waitFor();
    await seen(app, 'Paid …');
    await pass(1_000);
    await testPage.page.keyboard.press('Enter');
    await paidButton(app).waitFor();
    await pass(1_000);
    await testPage.page.keyboard.press('Enter');
    await undoButton(app).waitFor();
    await pass(1_000);
    await testPage.page.keyboard.press('Enter');
    await paidButton(app).waitFor();
    await pass(11_000);
    expect(testPage.server.acted).toEqual([]);
    await paidButton(app).click();
    await undoButton(app).waitFor();
    expect(testPage.server.acted).toEqual([]);
    await pass(11_000);
    await expect.poll(() => testPage.server.acted).toEqual(acted);
  });

  test('is saved by itself when the server was too busy at first', async () => {
    testPage.expectComplaint(/429/);
    const app = await openAt('/orders', {refusedActions: 2});
    await paidButton(app).click();
    await undoButton(app).waitFor();
    await pass(11_000);
    await expect.poll(() => testPage.server.acted, {timeout: 10_000}).toEqual(acted);
    expect(await app.getByText('#1042 is not marked as paid').count()).toBe(0);
  });

  test('says that it was not saved when the server stays too busy', async () => {
    testPage.expectComplaint(/429/);
    const app = await openAt('/orders', {refusedActions: 3});
    await paidButton(app).click();
    await undoButton(app).waitFor();
    await pass(11_000);
    await app.getByText('#1042 is not marked as paid').waitFor();
    expect(testPage.server.acted).toEqual([]);
  });

  test('pressed twice at once, it is not undone', async () => {
    const app = await openAt('/orders');
    await paidButton(app).dblclick();
    await undoButton(app).waitFor();
    await pass(11_000);
    await expect.poll(() => testPage.server.acted).toEqual(acted);
  });

  test('takes the words about the checkout’s address away at once, and brings them back when it is undone', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    const words = [
      'The supplier’s checkout asks for the delivery address.',
      'Shown without asking while the order waits',
    ];
    for (const text of words) await seen(app, text);
    await paidButton(app).click();
    await undoButton(app).waitFor();
    for (const text of words) expect(await app.getByText(text).count()).toBe(0);
    await seen(app, 'Lindenweg 5, Hinterhaus');
    await pass(1_000);
    await undoButton(app).click();
    for (const text of words) await seen(app, text);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the browser goes to another address', () => testPage.page.goto('about:blank')],
    ['the admin takes the frame away', () => testPage.page.evaluate("document.querySelector('#app').remove()")],
    ['the tab is closed', () => testPage.page.close({runBeforeUnload: true})],
  ])('is saved when %s before the ten seconds are over', async (_, leave) => {
    const app = await openAt('/orders');
    await paidButton(app).click();
    await undoButton(app).waitFor();
    expect(testPage.server.acted).toEqual([]);
    await leave();
    await expect.poll(() => testPage.server.acted).toEqual(acted);
  });

  test('is saved when the page is left before the admin has given a token for that', async () => {
    const app = await openAt('/orders');
    await paidButton(app).waitFor();
    await testPage.page.route('**/session-token', () => {});
    await paidButton(app).click();
    await undoButton(app).waitFor();
    await testPage.page.goto('about:blank');
    await expect.poll(() => testPage.server.acted).toEqual(acted);
  });

  test('can be taken back from another page of the app', async () => {
    const app = await openAt('/orders');
    await paidButton(app).click();
    await testPage.followMenu('Updates');
    await seen(app, 'On schedule');
    await toast().getByRole('button', {name: 'Undo'}).click();
    await toast().waitFor({state: 'detached'});
    await pass(11_000);
    await testPage.followMenu('Orders');
    await paidButton(app).waitFor();
    expect(testPage.server.acted).toEqual([]);
  });

  test('marked in the list, the page of the order offers to undo it and nothing else', async () => {
    const app = await openAt('/orders', {details: [anOrderDetail()]});
    await paidButton(app).click();
    await app.getByRole('link', {name: /^Open #1042/}).click();
    await undoButton(app).waitFor();
    expect(await app.getByRole('button', {name: 'Close without paying'}).count()).toBe(0);
    await undoButton(app).click();
    await app.getByRole('button', {name: 'Close without paying'}).first().waitFor();
    await pass(11_000);
    expect(testPage.server.acted).toEqual([]);
  });

  test('waits ten seconds on the page of the order too', async () => {
    const app = await openAt('/orders/order-1', {details: [anOrderDetail()]});
    await paidButton(app).click();
    await undoButton(app).waitFor();
    expect(testPage.server.acted).toEqual([]);
    await pass(11_000);
    await expect.poll(() => testPage.server.acted).toEqual(acted);
    await testPage.page.getByText('#1042 is marked as paid').waitFor();
  });

  test('that it failed is said also to a merchant who has gone to another page', async () => {
    testPage.expectComplaint(/422/);
    const error = {code: 'not_now', message: 'The order is dismissed.'};
    const app = await openAt('/orders', {actOnOrder: () => ({error})});
    await paidButton(app).click();
    await undoButton(app).waitFor();
    await testPage.followMenu('Updates');
    await seen(app, 'On schedule');
    await pass(11_000);
    await seen(app, '#1042 is not marked as paid');
    await seen(app, 'The order is dismissed.');
    await testPage.expectFits('not-marked-as-paid');
    // Longer than any toast stays.
    await pass(60_000);
    await app.getByRole('link', {name: 'Open #1042'}).waitFor();
    await app.getByRole('button', {name: 'Close', exact: true}).click();
    await app.getByText('#1042 is not marked as paid').waitFor({state: 'detached'});
  });

  test('is not offered in the list for an order that is not to be paid', async () => {
    const app = await openAt('/orders', {orders: [aCancelledOrder()]});
    await seen(app, 'Do not pay');
    expect(await app.getByRole('button', {name: /I paid it/}).count()).toBe(0);
  });
});
