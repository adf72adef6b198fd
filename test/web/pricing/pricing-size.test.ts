// The page Pricing is short: what is set most often is seen at once, and the rest is closed until it is asked for.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {sharedWords, shownWords} from '../layout/count-words.ts';
import {frameOfApp} from '../layout/expect-fits.ts';
import {useTestPage} from '../test-page.ts';
import {aProfile, losingPreview, notPermitted, thePricing} from './pricing-answers.ts';
import {on} from './profile-answers.ts';

const mostPixels = 2_000;
const mostWords = 200;

describe.runIf(browserRuns)(suiteName('the page Pricing, at first'), () => {
  const testPage = useTestPage();
  const {pricing} = thePricing();

  /** Another store with other amounts, names and rules, and as much of each as a store may have. */
  const large = () => {
    const prices = Array.from({length: 20}, (_, at) => ({
      ...(losingPreview().prices[0] ?? expect.fail('a price loses money')),
      articleId: `B-${at}`,
      name: `Winterjacke Zermatt ${at}`,
    }));
    const rate = {currency: 'CHF', perEuro: '0.95', asOf: '2026-11-20', bufferPercent: 0};
    const rules = Array.from({length: 12}, (_, at) => ({
      id: `00000000-0000-4000-8000-0000000000${10 + at}`,
      brands: ['Alpenhof'],
      categories: [],
      costFrom: null,
      costTo: null,
      markupPercent: 70,
      addOn: 1_800,
    }));
    return {
      pricing: thePricing({currency: 'CHF', pricing: {...pricing, vatPercent: 8.1, addOn: 1_800, rules, rate}}),
      pricePreview: () => ({...losingPreview(), prices, losing: 180, losingByZone: {GB: 180, JP: 90}}),
      profile: on(),
    };
  };

  test(`it is at most ${mostPixels} px high on a phone and says at most ${mostWords} words of its own, however much is sold`, async () => {
    const own: (readonly string[])[] = [];
    const usual = {
      pricePreview: () => ({...losingPreview(), shipping: 'not_permitted' as const}),
      shipping: notPermitted(),
      profile: aProfile(),
    };
    for (const [name, answers] of Object.entries({usual, large: large()})) {
      const app = await testPage.openAt('/pricing', answers, phone);
      await app.getByText(/lose money on one piece$/).waitFor();
      await app.getByRole('heading', {name: 'Shipping profile'}).waitFor();
      await testPage.expectFits(`pricing-closed-${name}`);
      const frame = frameOfApp(testPage.page);
      expect
        .soft(Number(await frame.evaluate('document.documentElement.scrollHeight')))
        .toBeLessThanOrEqual(mostPixels);
      own.push(await shownWords(frame));
    }
    const [one = [], other = []] = own;
    const fixed = sharedWords(one, other);
    expect(fixed).toContain('markup');
    expect([fixed.length <= mostWords, fixed.length, fixed.join(' ')]).toEqual([true, fixed.length, fixed.join(' ')]);
  });
});
