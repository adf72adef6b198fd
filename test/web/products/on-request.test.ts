// Settings: whether articles with prices on request are sold at the stated price. What it does is shown before it is saved.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {losingPreview} from '../pricing/pricing-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticle} from './product-answers.ts';

describe.runIf(browserRuns)(suiteName('prices on request'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;
  const articles = [anArticle(), anArticle({id: 'B'})];
  const press = (app: App, name: string) => app.getByRole('button', {name, exact: true}).click();
  const focused = (app: App) => app.locator('s-button:focus').textContent();
  const form = {newProducts: 'draft', keepOnSale: false, retireAs: 'draft', historyDays: 90};

  test('are sold, and taken off sale again, once what it does was shown with the prices that lose money', async () => {
    const preview = {...losingPreview(), id: 'sell', created: 2, pricesChanged: 0};
    const app = await openAt('/settings', {articles, preview}, phone);
    await seen(app, 'Concerns: 2 chosen articles.');
    await press(app, 'Sell them at the stated price');
    await seen(app, '2 products are made.');
    await seen(app, /2 products lose money in a zone your store sells to/);
    await expect.poll(() => app.locator(':focus').getByText('Not saved yet').count()).toBe(1);
    await testPage.expectFits('prices-on-request-sell-them');
    expect([testPage.server.previewed, testPage.server.saved]).toEqual([[{onRequest: true}], []]);
    await press(app, 'Save these changes');
    await seen(app, 'They are sold at the price that your rules make of the stated one.');
    await expect.poll(() => focused(app)).toBe('Take them off sale');

    testPage.server.answers.preview = aPreview({id: 'hold', takenOffSale: {on_request: 2}});
    await press(app, 'Take them off sale');
    await seen(app, '2 products are taken off sale (Price on request: 2).');
    await testPage.expectFits('prices-on-request-hold-them-back');
    await press(app, 'Save these changes');
    await seen(app, 'They are not on sale.');
    expect(testPage.server.saved).toEqual([
      {importing: {...form, onRequest: true, previewId: 'sell'}},
      {importing: {...form, onRequest: false, previewId: 'hold'}},
    ]);
  });

  test('stay as they are where what it does is discarded', async () => {
    const app = await openAt('/settings', {articles, preview: aPreview({created: 2})});
    await press(app, 'Sell them at the stated price');
    await press(app, 'Discard them');
    await expect.poll(() => focused(app)).toBe('Sell them at the stated price');
    expect(await app.getByText('Not saved yet').count()).toBe(0);
    expect(testPage.server.saved).toEqual([]);
  });

  test('that concern nothing in the store are saved at once, with the preview that says so', async () => {
    const app = await openAt('/settings', {articles: []});
    await press(app, 'Sell them at the stated price');
    await seen(app, 'They are sold at the price that your rules make of the stated one.');
    expect(testPage.server.saved).toEqual([{importing: {...form, onRequest: true, previewId: 'preview-1'}}]);
  });

  test('stay as they were where these settings were saved in another tab meanwhile', async () => {
    testPage.expectComplaint(/status of 409/);
    const app = await openAt('/settings', {preview: aPreview({created: 2})}, phone);
    await press(app, 'Sell them at the stated price');
    await seen(app, '2 products are made.');
    Object.assign(testPage.server.answers.importing, {historyDays: 30});
    await press(app, 'Save these changes');
    await seen(app, 'These settings were saved elsewhere.');
    await seen(app, 'They are not on sale.');
    await testPage.expectFits('prices-on-request-not-saved');
    await press(app, 'Try again');
    await seen(app, '2 products are made.');
    await press(app, 'Save these changes');
    await seen(app, 'They are sold at the price that your rules make of the stated one.');
    expect(testPage.server.saved).toMatchObject([{importing: {historyDays: 30, onRequest: true}}]);
  });

  test('do not take back what was saved in the form above while their effect was read', async () => {
    testPage.expectComplaint(/status of 409/);
    const app = await openAt('/settings', {preview: aPreview({created: 2})});
    await press(app, 'Sell them at the stated price');
    await seen(app, '2 products are made.');
    await app.getByText('Active products, on sale at once').click();
    Object.assign(testPage.server.answers.importing, {newProducts: 'active'});
    await testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
    // Said once everything on the page is loaded again.
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    await press(app, 'Save these changes');
    await seen(app, 'These settings were saved elsewhere.');
    expect(testPage.server.saved).toMatchObject([{newProducts: 'active'}]);
    await press(app, 'Try again');
    await seen(app, '2 products are made.');
    await press(app, 'Save these changes');
    await seen(app, 'They are sold at the price that your rules make of the stated one.');
    expect(testPage.server.saved).toMatchObject([
      {newProducts: 'active'},
      {importing: {newProducts: 'active', onRequest: true}},
    ]);
  });
});
