// Set-up is English in a store with another language too: numbers, money and dates stay in the language of their sentences.
import {describe, expect, test} from 'vitest';
import {anOverview} from '../answers.ts';
import {browserRuns, suiteName} from '../browser.ts';
import {thePricing} from '../pricing/pricing-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aTrial, aTrialRun, settingUp} from './setup-answers.ts';

describe.runIf(browserRuns)(suiteName('set-up in a store in another language'), () => {
  const testPage = useTestPage();

  test.each(['de', 'ja', 'ar'])('reads the same in “%s”, and nothing is cut off', async (locale) => {
    // The texts are those of every language, so axe looks at them once.
    const expectFits = locale === 'ar' ? testPage.expectFits : testPage.expectLaidOut;
    const articles = aTrial().articles.map((article) => ({...article, price: 1_234_550, name: 'فستان حريري طويل'}));
    const app = await testPage.openAt(
      `/setup?locale=${locale}`,
      {
        overview: anOverview({currency: 'CHF', ...settingUp({pricesSaved: true, trial: aTrialRun()})}),
        trial: {run: aTrialRun(), articles},
        pricing: thePricing({currency: 'CHF'}),
      },
      390,
      async (page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setLocaleOverride', {locale});
      },
    );
    await seen(app, /^You chose 212 articles\. .* 2,410 variants/);
    await app.getByRole('link', {name: 'Open: Try ten products'}).click();
    await seen(app, 'CHF 12,345.50, costs you €95.00');
    expect(await app.locator('s-text:dir(rtl)').first().textContent()).toBe('فستان حريري طويل');
    await expectFits(`setup-trial-${locale}`);
    await app.getByRole('link', {name: 'Open: Set your prices'}).click();
    await seen(app, 'How many CHF is one euro?');
    await expectFits(`setup-prices-${locale}`);
  });
});
