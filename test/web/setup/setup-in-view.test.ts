// Set-up keeps what the merchant needs in view while something is counted, and says before the first order where nothing is delivered.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName, widths} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {losingPreview} from '../pricing/pricing-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {chosen} from './setup-answers.ts';

describe.runIf(browserRuns)(suiteName('the step of the prices'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;

  test.each(widths)(
    'the button that saves stays where it is while the table of prices comes (%i px)',
    async (width) => {
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const app = await openAt('/setup', {overview: chosen(), pricePreview: losingPreview}, width, async (page) => {
        await page.route('**/api/preview', async (route) => {
          await answered;
          await route.continue();
        });
      });
      const save = app.getByRole('button', {name: 'Save and go on'});
      const before = await save.boundingBox();
      answer();
      await seen(app, 'What must you charge so that no zone loses money?');
      expect(await save.boundingBox()).toEqual(before);
    },
  );

  test('leads back to the choice, within set-up, while nothing is chosen', async () => {
    const preview = aPreview({products: 0, chosen: 0, unchanged: 0, prices: []});
    const app = await openAt('/setup?step=prices', {overview: chosen({}, {chosen: false}), preview});
    await app.getByRole('link', {name: 'Choose brands or categories', exact: true}).click();
    await app.getByRole('heading', {name: 'What goes into your store'}).waitFor();
  });

  test('says where the store sells and the supplier does not deliver, the store’s own country first, before all is asked for', async () => {
    const app = await openAt('/setup', {overview: chosen({}, {country: 'CH', unserved: ['NO', 'CH']})});
    await seen(app, 'The supplier does not deliver to Switzerland, where your store is');
    await seen(app, /^Of the countries your store sells to, it also leaves out Norway\./);
    const shipping = app.getByRole('link', {name: 'Open shipping in Shopify'});
    expect(await shipping.getAttribute('href')).toBe('shopify://admin/settings/shipping');
    const profile = app.getByRole('link', {name: 'See the shipping profile'});
    expect(await profile.getAttribute('href')).toBe('/pricing#shipping-profile');
    const remedy = app.getByRole('link', {name: 'Use the shipping profile'});
    expect(await remedy.getAttribute('href')).toBe('/pricing#shipping-profile');
    await testPage.expectFits('setup-prices-not-served');
    await app.getByRole('link', {name: 'Open: Put everything into the store'}).click();
    await seen(app, /^You chose 212 articles/);
    await seen(app, 'The supplier does not deliver to Switzerland, where your store is');
  });
});
