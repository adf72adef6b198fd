// The page of the prices on a phone: a loss before it is saved, a store abroad, and what each zone earns.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {losingPreview, thePricing} from './pricing-answers.ts';

describe.runIf(browserRuns)(suiteName('the page Pricing on a phone'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  type App = Awaited<ReturnType<typeof openAt>>;

  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const markup = (app: App) => app.getByLabel('Markup on cost');
  const vat = (app: App) => app.getByLabel('VAT contained in your prices');
  const losing = {pricePreview: losingPreview};
  const saved = () => testPage.server.saved;

  test('prices that lose money are named with their zones before they are saved, and the save names that preview', async () => {
    const app = await openAt('/pricing', losing, phone);
    await seen(app, '2 of 206 products lose money on one piece');
    await openFold(app, 'Prices, worst first');
    await seen(app, 'Australia −€12.90, United Kingdom −€7.90, United States −€7.90');
    await testPage.expectFits('pricing-losing');
    await markup(app).fill('62,5');
    await save();
    await seen(app, 'Prices that lose money on one piece, worst first');
    await seen(
      app,
      'Fjordline knit jumper: costs €36.83, sells at €71.89; Australia −€12.90, United Kingdom −€7.90, United States −€7.90',
    );
    expect(saved()).toEqual([]);
    await expect.poll(() => app.locator(':focus').getByText('Not saved yet').count()).toBe(1);
    await testPage.expectFits('pricing-review');
    await app.getByRole('button', {name: 'Save these changes'}).click();
    await testPage.page.getByText('Saved', {exact: true}).waitFor();
    expect(saved()).toMatchObject([{pricing: {markupPercent: 62.5, vatPercent: 22}, previewId: 'preview-1'}]);
    await testPage.page.getByText('Unsaved changes').waitFor({state: 'hidden'});
  });

  test('the list of own prices is one press away, and leads back here', async () => {
    const app = await openAt('/pricing', {}, phone);
    const {page} = testPage;
    const label = {name: 'Own prices by list'};
    await page.getByRole('link', label).or(page.getByRole('button', label)).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/sandbox/pricing/own');
    await app.getByText('Save your own prices as CSV').first().waitFor();
    expect(await app.locator('s-link[slot=breadcrumb-actions]').textContent()).toBe('Pricing');
  });

  test('what must be charged is taken over into the form with one click, and not saved by it', async () => {
    const app = await openAt('/pricing', losing, phone);
    await seen(app, 'What must you charge so that no zone loses money?');
    await app.getByRole('button', {name: 'Take over the markup'}).click();
    expect(await markup(app).inputValue()).toBe('95.04');
    await app.getByRole('button', {name: 'Take over the amount'}).click();
    expect(await app.getByLabel('Added to each price, before tax').inputValue()).toBe('12.9');
    await seen(app, 'usually €35.00, before tax');
    await app.getByRole('button', {name: 'Add the fee of Australia to every price'}).click();
    await openFold(app, 'Rounding and limits');
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
    await seen(app, 'Losses cannot be counted before you enter an exchange rate.');
    expect(await app.getByText(/lose money on one piece|loses money on one piece/).count()).toBe(0);
    // Each field has a line of its own on a phone.
    const boxes = await Promise.all(
      ['1 EUR in your currency', 'Date of the rate'].map((label) => app.getByLabel(label).boundingBox()),
    );
    expect(boxes[0]?.x).toBe(boxes[1]?.x);
    // Nothing is on sale that could be tried.
    await app.getByRole('button', {name: 'Switch it on for all products'}).waitFor();
    expect(await app.getByRole('button', {name: 'Try it with three products'}).count()).toBe(0);
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
    await openFold(app, 'Try it on an article');
    await seen(app, 'Choose an article or enter a cost above');
    await openFold(app, 'Prices, worst first');
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).click();
    await seen(app, 'For Fjordline knit jumper, sold at €71.89.');
    await seen(app, 'From €87.63 on, one piece loses money in no zone you sell to.');
    const row = (zone: string) => app.locator('s-table-row').filter({hasText: `${zone}: `});
    expect(await row('AU').textContent()).toContain('−€12.90');
    expect(await row('EU').textContent()).toContain('€4.90 to €12.00');
    expect(await row('KR').count()).toBe(0);
    expect(await app.getByText('Japan: ').count()).toBe(0);
    await seen(app, '1 price is above the brand’s recommended price (RRP).');
    await app.locator('s-table-row').filter({hasText: 'knit jumper'}).getByText('above the RRP').waitFor();
    await testPage.expectFits('pricing-zones');
  });
});
