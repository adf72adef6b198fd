// Home's banner where the store lets the app see or do less than it asks for.
import {describe, expect, test} from 'vitest';
import {anOverview} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('what the store has not granted'), () => {
  const testPage = useTestPage();
  const {open} = testPage;
  const asking = 'Piecewise needs a permission that your store has not given yet';

  test('a missing permission is named; where Shopify does not ask for it, the banner says where it does', async () => {
    const app = await open({overview: anOverview({missingScopes: ['read_shipping'], buyerData: 'plan'})});
    await seen(app, asking);
    await seen(app, 'A new version asks for: read shipping.');
    expect(await app.getByText('does not show Piecewise the names').count()).toBe(0);
    await testPage.expectFits('home-missing-permission');
    await app.getByRole('button', {name: 'Give the permission'}).click();
    await seen(app, 'Leave Piecewise and open it again from the Apps list');
  });

  test('once Shopify has the merchant’s yes, the banner goes; after a no it stays', async () => {
    const app = await open({overview: anOverview({missingScopes: ['read_shipping', 'write_shipping']})});
    await seen(app, asking);
    const answerWith = (result: string) =>
      app.locator('html').evaluate((_root, said) => {
        Object.assign(Reflect.get(globalThis, 'shopify').scopes, {
          request: async (wanted: string[]) => {
            Object.assign(globalThis, {wanted});
            return {result: said, detail: {granted: [], required: [], optional: []}};
          },
        });
      }, result);
    await answerWith('declined-all');
    await app.getByRole('button', {name: 'Give the permission'}).click();
    await seen(app, 'It was not given, so nothing has changed.');
    await answerWith('granted-all');
    testPage.server.answers.overview = anOverview();
    await app.getByRole('button', {name: 'Give the permission'}).click();
    await app.getByText(asking).waitFor({state: 'detached'});
    expect(await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'))).toEqual([
      'read_shipping',
      'write_shipping',
    ]);
  });

  test('an app that was removed says so as the heading, on every page', async () => {
    testPage.expectComplaint(/Failed to load resource/);
    const message = 'To use it again, install it.';
    const app = await testPage.openAt('/', {}, 1280, async (page) => {
      const json = {error: {code: 'app_removed', message}};
      await page.route('**/api/overview', (route) => route.fulfill({status: 401, json}));
    });
    await seen(app, 'Piecewise was removed from this store');
    await seen(app, message);
    await testPage.expectFits('home-removed');
    expect(await app.getByText('Could not load').count()).toBe(0);
  });

  test.each([
    [
      'plan',
      'Your Shopify plan does not show Piecewise the names and e-mails of your buyers',
      ['See these orders', 'See your plan in Shopify'],
    ],
    [
      'plan_expected',
      'Your Shopify plan may not show Piecewise the names and e-mails of your buyers',
      ['See your plan in Shopify'],
    ],
    ['approval', 'Shopify does not show Piecewise the names and e-mails of your buyers', ['See these orders']],
  ] as const)('buyers’ data withheld (%s) says why, and what to do', async (buyerData, heading, links) => {
    const app = await open({overview: anOverview({buyerData})});
    await seen(app, heading);
    for (const name of ['See these orders', 'See your plan in Shopify']) {
      const times = links.some((link) => link === name) ? 1 : 0;
      await expect.poll(() => app.getByRole('link', {name}).count()).toBe(times);
    }
    await testPage.expectFits(`home-buyer-data-${buyerData}`);
  });
});
