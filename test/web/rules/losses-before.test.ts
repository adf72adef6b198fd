// What a form says its changes do is what they do: losses that were there before are said apart.
import {describe, expect, test} from 'vitest';
import {browserRuns, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {losingPreview} from '../pricing/pricing-answers.ts';
import {seen, useTestPage} from '../test-page.ts';

describe.runIf(browserRuns)(suiteName('losses in what changes do'), () => {
  const testPage = useTestPage();
  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();

  test('what is so before the changes is no effect of them: it is said apart, and not listed', async () => {
    const {prices} = losingPreview();
    const [already, begins] = [prices[0] ?? expect.fail('a price'), prices[1] ?? expect.fail('a price')];
    const preview = aPreview({
      losing: 7,
      losingAlready: 6,
      losingByZone: {GB: 7},
      aboveRrp: 2,
      aboveRrpAlready: 2,
      prices: [{...already, losesAlready: true}, begins],
    });
    const app = await testPage.openAt('/rules', {preview});
    await app.getByRole('button', {name: 'Choose brands and categories of rule 1'}).click();
    await app.getByLabel('Aurelio Conti (140)').uncheck();
    await save();
    await seen(app, /^1 product loses money in a zone your store sells to, because/);
    await seen(app, /^As before, 6 more products lose money: Pricing lists them\. As before, 2 prices are above/);
    await seen(app, /^Maison Perrin silk scarf: costs/);
    expect(await app.getByText(/^Fjordline knit jumper: costs/).count()).toBe(0);
    await testPage.expectFits('review-as-before');
    testPage.server.answers.preview = aPreview({
      losing: 6,
      losingAlready: 6,
      losingByZone: {GB: 6},
      prices: [{...already, losesAlready: true}],
    });
    await save();
    await seen(app, 'As before, 6 products lose money: Pricing lists them.');
    expect(await app.getByText(/in a zone your store sells to|Prices that lose money/).count()).toBe(0);
  });
});
