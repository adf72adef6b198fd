// Three chosen articles with their price as it is typed, in set-up and on the page Pricing.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {chosen} from '../setup/setup-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aPriceTry} from './pricing-answers.ts';
import {on} from './profile-answers.ts';

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
    const preview = aPreview({losing: 3, losingByZone: {GB: 3}});
    const app = await testPage.openAt(address, {overview: chosen(), priceExamples, priceTry, preview}, phone);
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

  test.each(['preview', 'try'] as const)(
    'count other shipping rates in all figures or in none, whichever is last: %s',
    async (last) => {
      const charge = {rule: null, articles: 3, losing: 3, markupPercent: 80, addOn: 1_125, capped: 0};
      const app = await testPage.openAt('/pricing', {
        priceExamples,
        priceTry: aPriceTry({cost: 9_500, price: 18_990, leastPrice: 20_000, currency: 'EUR'}),
        preview: aPreview({losing: 3, losingByZone: {GB: 3}, charges: [charge]}),
        profile: on({isWorking: true, isReached: false}),
      });
      await seen(app, 'a loss below €200.00');
      await seen(app, '€11.25 added');
      const {promise, resolve} = Promise.withResolvers<void>();
      Object.assign(testPage.server.answers, {
        priceTry: aPriceTry({cost: 9_500, price: 18_990, leastPrice: 19_500, currency: 'EUR'}),
        preview: aPreview({losing: 3, losingByZone: {GB: 3}, charges: [{...charge, addOn: 432}]}),
        profile: on({settledAt: '2026-11-20T10:00:00.000Z'}),
        pricesWait: {[last]: promise},
      });
      await seen(app, last === 'try' ? '€4.32 added' : 'a loss below €195.00');
      expect(await app.getByText(last === 'try' ? 'a loss below' : 'is enough on its own').count()).toBe(0);
      resolve();
      await seen(app, 'a loss below €195.00');
      await seen(app, 'Each of these is enough on its own.');
      await seen(app, '€4.32 added');
    },
  );

  test('are counted again where they were counted before the store’s rates were read', async () => {
    const uncounted = aPriceTry({
      cost: 9_500,
      price: 18_990,
      leastPrice: 20_000,
      currency: 'EUR',
      shipping: 'not_read',
    });
    const app = await testPage.openAt('/pricing', {priceExamples, priceTry: uncounted});
    await seen(app, '€189.90');
    expect(await app.getByText('a loss below').count()).toBe(0);
    testPage.server.answers.priceTry = {...uncounted, leastPrice: 19_500, shipping: 'counted'};
    await expect.poll(() => app.getByText('a loss below €195.00').count()).toBe(3);
    expect(testPage.server.tried).toHaveLength(6);
  });

  test('are not shown while nothing is chosen', async () => {
    const app = await testPage.openAt('/setup?step=prices', {overview: chosen()});
    await seen(app, 'What these prices do');
    await expect.poll(() => app.getByText('On three of your articles').count()).toBe(0);
  });
});
