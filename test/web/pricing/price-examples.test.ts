// Three chosen articles with their price as it is typed, in set-up and on the page Pricing.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {chosen} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aPriceTry} from './pricing-answers.ts';

const priceExamples = ['A-1', 'A-2', 'A-3'].map((articleId, at) => ({
  articleId,
  name: `Wool coat ${at + 1}`,
  brand: 'Fjordline',
  picture: null,
}));

describe.runIf(browserRuns)(suiteName('prices on three articles'), () => {
  const testPage = useTestPage();

  test.each(['/setup?step=prices', '/pricing'])('follow what is typed, at %s', async (address) => {
    const priceTry = aPriceTry({cost: 9_500, price: 18_990, leastPrice: 20_000, currency: 'EUR'});
    const app = await testPage.openAt(address, {overview: chosen(), priceExamples, priceTry}, phone);
    await seen(app, 'On three of your articles');
    await seen(app, 'Wool coat 3');
    await seen(app, '€189.90');
    await seen(app, 'costs you €95.00');
    await seen(app, 'a loss below €200.00');
    await testPage.expectFits(`price-examples${address.startsWith('/setup') ? '-setup' : ''}`);
    testPage.server.answers.priceTry = aPriceTry({cost: 9_500, price: 25_000, leastPrice: 20_000, currency: 'EUR'});
    await app.getByLabel('Markup on cost').fill('90');
    await seen(app, '€250.00');
    await expect.poll(() => app.getByText('a loss below €200.00').count()).toBe(0);
    const tried = testPage.server.tried.map((body) => Object(body).articleId);
    expect(new Set(tried)).toEqual(new Set(['A-1', 'A-2', 'A-3']));
    expect(testPage.server.tried.at(-1)).toMatchObject({pricing: {markupPercent: 90}});
  });

  test('are not shown while nothing is chosen', async () => {
    const app = await testPage.openAt('/setup?step=prices', {overview: chosen()});
    await seen(app, 'What these prices do');
    await expect.poll(() => app.getByText('On three of your articles').count()).toBe(0);
  });
});
