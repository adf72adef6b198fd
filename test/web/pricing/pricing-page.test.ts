// The page Pricing: what loses money is named before it is saved, what must be charged is taken over, and each zone tells the truth.
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview} from '../answers.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {aPreview} from '../catalogue-answers.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticleRow, aPriceTry, losingPreview, notPermitted, thePricing} from './pricing-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Pricing'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const markup = (app: App) => app.getByLabel('Markup on cost');
  const vat = (app: App) => app.getByLabel('VAT contained in your prices');
  const losing = {pricePreview: losingPreview};
  const saved = () => testPage.server.saved;

  describe('opened on a phone', () => {
    test('prices that lose money are named with their zones before they are saved, and the save names that preview', async () => {
      const app = await openAt('/pricing', losing, phone);
      await seen(app, '2 of 206 products lose money on one piece');
      await seen(app, 'AU -€12.90, GB -€7.90, US -€7.90');
      await testPage.expectFits('pricing-losing');
      await markup(app).fill('62,5');
      await save();
      await seen(app, 'Prices that lose money on one piece, worst first');
      await seen(app, 'Fjordline knit jumper: costs €36.83, sells at €71.89; AU -€12.90, GB -€7.90, US -€7.90');
      expect(saved()).toEqual([]);
      await expect.poll(() => app.locator(':focus').getByText('Not saved yet').count()).toBe(1);
      await testPage.expectFits('pricing-review');
      await app.getByRole('button', {name: 'Save these changes'}).click();
      await testPage.page.getByText('Saved', {exact: true}).waitFor();
      expect(saved()).toMatchObject([{pricing: {markupPercent: 62.5, vatPercent: 22}, previewId: 'preview-1'}]);
      await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
    });

    test('what must be charged is taken over into the form with one click, and not saved by it', async () => {
      const app = await openAt('/pricing', losing, phone);
      await seen(app, 'What must you charge so that no zone loses money?');
      await app.getByRole('button', {name: 'Take over the markup'}).click();
      expect(await markup(app).inputValue()).toBe('95.04');
      await app.getByRole('button', {name: 'Take over the amount'}).click();
      expect(await app.getByLabel('Added to each price, before tax').inputValue()).toBe('12.9');
      await app.getByRole('button', {name: 'Add the fee of Australia to every price'}).click();
      expect(await app.getByLabel('Add the shipping fee of a zone to every price').inputValue()).toBe('AU');
      await testPage.page.getByText('Unsaved changes').waitFor();
      expect(saved()).toEqual([]);
      await expect
        .poll(() => testPage.server.previewed.at(-1))
        .toMatchObject({pricing: {markupPercent: 95.04, addOn: 1_290, carryZone: 'AU'}, charges: true});
    });

    test('a store abroad is asked for its rate, with its day and a buffer, and for the VAT its prices contain', async () => {
      const pricing = thePricing({currency: 'SEK', pricing: {...thePricing().pricing, vatPercent: null}});
      const app = await openAt('/pricing', {pricing}, phone);
      await seen(app, 'How many SEK is one euro?');
      await testPage.expectFits('pricing-no-rate');
      await app.getByLabel('1 EUR in your currency').fill('11,25');
      await seen(app, 'How much VAT do your prices contain?');
      await vat(app).fill('25');
      await app.getByLabel('Date of the rate').fill('2026-11-20');
      await app.getByLabel('Buffer on the rate').fill('2');
      await save();
      const rate = {currency: 'SEK', perEuro: '11.25', asOf: '2026-11-20', bufferPercent: 2};
      await expect.poll(saved).toMatchObject([{pricing: {vatPercent: 25, rate}, previewId: 'preview-1'}]);
    });

    test('each zone shows the fee, the time, what the store charges and what a piece of the tried article earns', async () => {
      const app = await openAt('/pricing', losing, phone);
      await seen(app, 'Choose an article or enter a cost above');
      await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).click();
      await seen(app, 'For Fjordline knit jumper, sold at €71.89.');
      await seen(app, 'From €87.63 on, one piece loses money in no zone you sell to.');
      const row = (zone: string) => app.locator('s-table-row').filter({hasText: `${zone}: `});
      expect(await row('AU').textContent()).toContain('-€12.90');
      expect(await row('EU').textContent()).toContain('€4.90 to €12.00');
      await row('KR').getByText('You do not sell there').waitFor();
      await seen(app, 'Japan: Duties and import taxes are due on delivery');
      await seen(app, '1 price is above the brand’s recommended price (RRP).');
      await app.locator('s-table-row').filter({hasText: 'knit jumper'}).getByText('above the RRP').waitFor();
      await testPage.expectFits('pricing-zones');
    });
  });

  test('without the permission the column says why it is empty; the button asks for it, and then it is filled', async () => {
    const app = await openAt('/pricing', {shipping: notPermitted()});
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
    await seen(app, 'It was not allowed, so nothing has changed.');
    await answerWith('granted-all');
    testPage.server.answers.shipping = {...notPermitted(), charges: 'read', chargesComplete: true};
    await ask.click();
    await app.getByText('Piecewise may not read its rates.').waitFor({state: 'detached'});
    expect(await app.locator('html').evaluate(() => Reflect.get(globalThis, 'wanted'))).toEqual(['read_shipping']);
  });

  test('a rule is added, moved, filled and saved, on a phone', async () => {
    const pricing = thePricing({pricing: {...thePricing().pricing, addOn: 450}});
    const app = await openAt('/pricing', {pricing}, phone);
    await app.getByRole('button', {name: 'Add a rule'}).click();
    const began = ['Markup of this rule', 'Added to the price'].map((label) => app.getByLabel(label).inputValue());
    expect(await Promise.all(began)).toEqual(['60', '4.5']);
    await app.getByLabel('Markup of this rule').fill('40');
    await app.getByLabel('Cost from').fill('100');
    await app.getByLabel('Fjordline (95)').check();
    await seen(app, '1. Fjordline · cost from 100 EUR');
    await app.getByRole('button', {name: 'Add a rule'}).click();
    await app.getByRole('button', {name: 'Move rule 2 up'}).click();
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
    await seen(app, '1. Fjordline · cost from 100 EUR');
  });

  test('a number with two meanings is asked about, and every wrong field is marked at once', async () => {
    const app = await openAt('/pricing');
    await markup(app).fill('much');
    await vat(app).fill('7,500');
    await app.getByLabel('Prices end in').fill('nice');
    await save();
    for (const text of [
      'Enter a number, such as 62.5.',
      'Say which of the two numbers you mean.',
      'Enter an ending such as .99',
    ]) {
      await app.getByRole('alert').filter({hasText: text}).first().waitFor();
    }
    await expect.poll(() => app.locator('s-text-field:focus').getAttribute('data-field')).toBe('markupPercent');
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

  test('a price of the merchant’s own is marked, and so is how many lose money; a very long list says where it ends', async () => {
    const prices = losingPreview().prices.map((price, at) => ({...price, own: at === 0}));
    const pricePreview = () => ({...losingPreview(), prices, losing: 30_000, losingOwn: 1, pricesListed: 20_020});
    const app = await openAt('/pricing', {pricePreview});
    await seen(app, 'your own price');
    await seen(app, /^1 product loses money at a price of your own, which nothing on this page changes/);
    await testPage.expectFits('pricing-own-price');
    await markup(app).fill('62,5');
    await save();
    await seen(
      app,
      'Fjordline knit jumper: costs €36.83, sells at €71.89, your own price; AU -€12.90, GB -€7.90, US -€7.90',
    );
    await seen(app, 'And 29,998 more products: Pricing lists the first 20,020.');
  });

  test('all prices can be looked through, worst first, and a cost can be tried instead of an article', async () => {
    const [first, second] = losingPreview().prices;
    const pages = [first, second].flatMap((price) => (price === undefined ? [] : [price]));
    const pricePreview = (_pricing: unknown, from: number) => ({
      ...losingPreview(),
      prices: pages.slice(from, from + 1),
      pricesNext: from + 1 < pages.length ? from + 1 : null,
    });
    const app = await openAt('/pricing', {pricePreview});
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).waitFor();
    await app.getByRole('button', {name: 'Next'}).click();
    await app.getByRole('button', {name: 'Try it on Maison Perrin silk scarf'}).waitFor();
    await app.getByRole('button', {name: 'Previous'}).click();
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).waitFor();
    await app.getByLabel('Or on a cost').fill('36,83');
    await seen(app, 'A cost of €36.83');
    expect(testPage.server.tried.at(-1)).toMatchObject({cost: 3_683});
    expect(await testPage.page.getByText('Unsaved changes').isVisible()).toBe(false);
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
