// The page Pricing: what loses money is named before it is saved, what must be charged is taken over, and each zone tells the truth.
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticleRow, aPriceTry, notPermitted, thePricing} from './pricing-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Pricing'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const markup = (app: App) => app.getByLabel('Markup on cost');
  const vat = (app: App) => app.getByLabel('VAT contained in your prices');
  const saved = () => testPage.server.saved;

  test('without the permission the column says why it is empty; the button asks for it, and then it is filled', async () => {
    const app = await openAt('/pricing', {shipping: notPermitted()});
    await openFold(app, 'Try it on an article');
    await seen(app, 'What your store charges for shipping is not counted: Piecewise may not read its rates.');
    await testPage.expectFits('pricing-not-permitted');
    const ask = app.getByRole('button', {name: 'Allow reading the rates'});
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
    await ask.click();
    await seen(app, 'You did not give Piecewise the permission that Shopify asked for, so nothing has changed.');
    await answerWith('granted-all');
    testPage.server.answers.shipping = {...notPermitted(), charges: 'read', chargesComplete: true};
    await ask.click();
    await app.getByText('Piecewise may not read its rates.').waitFor({state: 'detached'});
    expect(await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'))).toEqual(['read_shipping']);
  });

  test('a rule is added, moved, filled and saved, on a phone', async () => {
    const pricing = thePricing({pricing: {...thePricing().pricing, addOn: 450}});
    const app = await openAt('/pricing', {pricing}, phone);
    await openFold(app, 'Rules for some articles');
    await app.getByRole('button', {name: 'Add a rule'}).click();
    const began = ['Markup of this rule', 'Added to the price'].map((label) => app.getByLabel(label).inputValue());
    expect(await Promise.all(began)).toEqual(['60', '4.5']);
    await app.getByLabel('Markup of this rule').fill('40');
    await app.getByLabel('Cost from').fill('100');
    await app.getByLabel('Fjordline (95)').check();
    await seen(app, '1. Fjordline · cost from €100');
    await app.getByRole('button', {name: 'Add a rule'}).click();
    expect(await app.getByText('so this one counts for none').count()).toBe(0);
    await app.getByRole('button', {name: 'Move rule 2 up'}).click();
    await seen(app, 'Rule 1 fits all its articles and comes first, so this one counts for none. Move it up.');
    await app.getByLabel('Markup of this rule').first().fill('much');
    await testPage.expectFits('pricing-rules');
    await save();
    await seen(app, 'Enter a number, such as 62.5.');
    await app.getByLabel('Markup of this rule').first().fill('90');
    await save();
    const second = {markupPercent: 40, brands: ['Fjordline'], costFrom: 10_000};
    const rules = [{markupPercent: 90, brands: [], costFrom: null}, second];
    await expect.poll(saved).toMatchObject([{pricing: {rules}}]);
    await app.getByRole('button', {name: 'Remove rule 1'}).click();
    await seen(app, '1. Fjordline · cost from €100');
  });

  test('a number with two meanings is asked about, and every wrong field is marked at once', async () => {
    const app = await openAt('/pricing');
    await markup(app).fill('much');
    await vat(app).fill('7,500');
    await openFold(app, 'Rounding and limits');
    await app.getByLabel('Prices end in').fill('nice');
    await app.getByText('Rounding and limits').click();
    await app.getByLabel('Prices end in').waitFor({state: 'detached'});
    await save();
    for (const text of [
      'Enter a number, such as 62.5.',
      'Say which of the two numbers you mean.',
      'Enter an ending such as .99',
    ]) {
      await app.getByRole('alert').filter({hasText: text}).first().waitFor();
    }
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('markupPercent');
    await seen(app, 'A number above cannot be read, so nothing is counted.');
    expect(await app.getByText('Counting what these prices do…').count()).toBe(0);
    await testPage.expectFits('pricing-errors');
    await app.getByRole('button', {name: '7.5 %', exact: true}).click();
    expect(await vat(app).inputValue()).toBe('7.5');
    expect(saved()).toEqual([]);
    await testPage.page.getByRole('button', {name: 'Discard'}).click();
    await expect.poll(() => markup(app).inputValue()).toBe('60');
  });

  test('the second of two tabs is told what was saved, and keeps its edits', async () => {
    testPage.expectComplaint(/409/);
    const app = await openAt('/pricing');
    await markup(app).fill('62,5');
    testPage.server.answers.pricing = thePricing({
      pricing: {...thePricing().pricing, markupPercent: 70, vatPercent: 19},
    });
    await save();
    await seen(app, 'Markup on cost: saved is 70 %, you have 62,5 %.');
    await seen(app, /^VAT contained in your prices: saved is 19 %, you have /);
    expect(await markup(app).inputValue()).toBe('62,5');
    await app.getByRole('button', {name: 'Load what was saved'}).click();
    await expect.poll(() => markup(app).inputValue()).toBe('70');
    await markup(app).fill('62,5');
    await save();
    await expect.poll(saved).toMatchObject([{pricing: {markupPercent: 62.5, vatPercent: 19}}]);
  });

  test('an article is found by its name, and what stops a price is said in words', async () => {
    const priceTry = aPriceTry({
      price: null,
      zones: [],
      trace: [],
      leastPrice: null,
      reason: 'The supplier states no price above zero.',
    });
    const found = {id: 'A-100', name: 'Fjordline knit jumper', brand: 'Fjordline'};
    const app = await openAt('/pricing', {priceTry, foundArticles: [Object.assign(anArticleRow(), found)]});
    await openFold(app, 'Try it on an article');
    await app.getByLabel('Search an article').fill('knit');
    await app.getByRole('button', {name: 'Fjordline knit jumper (Fjordline)'}).click();
    await seen(app, 'The supplier states no price above zero.');
    await testPage.expectFits('pricing-no-price');
  });

  test('the reason of an order without a known margin leads here, and so does a missing rate on Home', async () => {
    const overview = anOverview({
      missingForPrices: 'The store sells in SEK, for which no exchange rate is set under Pricing.',
    });
    const app = await openAt('/', {overview});
    await seen(app, 'No price can be calculated');
    await app.getByRole('link', {name: 'Set the prices'}).click();
    await markup(app).waitFor();
    await testPage.followMenu('Settings');
    await app.getByRole('link', {name: 'Open Pricing'}).click();
    await markup(app).waitFor();
  });

  test('where all products were deleted it blames no price', async () => {
    const app = await openAt('/pricing', {
      preview: aPreview({products: 0, chosen: 133, left: 133, unchanged: 0, prices: []}),
    });
    await seen(
      app,
      'An update changes none of 133 chosen articles: their products were deleted, or prices not read yet.',
    );
    testPage.server.answers.preview = aPreview({products: 0, chosen: 133, left: 132, unchanged: 0, prices: []});
    await markup(app).fill('61');
    await seen(app, 'None of 133 chosen articles can be sold at these prices.');
  });

  test('before anything is chosen the page says so, and its fields can be set', async () => {
    const overview = anOverview({connection: aConnection(), chosen: false, lastRun: null, firstRunDone: false});
    const app = await openAt('/pricing', {
      overview,
      preview: aPreview({products: 0, chosen: 0, unchanged: 0, prices: []}),
    });
    await seen(app, 'No article is chosen yet, so there is no price to look at.');
    await testPage.expectFits('pricing-nothing-chosen');
  });
});
