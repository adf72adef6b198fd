// Settings: whether articles with prices on request are sold at the stated price.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName, widths} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticle} from './product-answers.ts';

describe.runIf(browserRuns)(suiteName('prices on request'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const articles = [anArticle(), anArticle({id: 'B'})];

  test.each(widths)('are sold, and held back again, after a question that says how many, at %i px', async (width) => {
    const app = await openAt('/settings', {articles}, width);
    const press = async (name: string) => {
      await app.getByRole('button', {name, exact: true}).click();
      await seen(app, /^Concerns: 2 chosen articles\./);
      await testPage.expectFits(`prices-on-request-${name.toLowerCase().replaceAll(' ', '-')}`);
      await app.locator('s-modal').getByRole('button', {name, exact: true}).click();
    };
    await press('Sell them at the stated price');
    await seen(app, 'They are sold at the price that your rules make of the stated one.');
    await seen(app, 'Saved. The next run does it.');
    await press('Hold them back');
    await seen(app, 'They are held back and do not go on sale.');
    const form = {newProducts: 'draft', retireAs: 'draft', historyDays: 90};
    expect(testPage.server.saved).toEqual([
      {importing: {...form, onRequest: true}},
      {importing: {...form, onRequest: false}},
    ]);
  });

  test('stay as they were where these settings were saved in another tab meanwhile', async () => {
    testPage.expectComplaint(/status of 409/);
    const app = await openAt('/settings');
    await seen(app, 'They are held back and do not go on sale.');
    Object.assign(testPage.server.answers.importing, {historyDays: 30});
    await app.getByRole('button', {name: 'Sell them at the stated price'}).click();
    await app.locator('s-modal').getByRole('button', {name: 'Sell them at the stated price'}).click();
    await seen(app, 'These settings were saved elsewhere.');
    await seen(app, 'They are held back and do not go on sale.');
  });
});
