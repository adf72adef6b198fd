// The report of all prices on Pricing, and what is tried from it: with pictures, page by page, each zone that the store sells to.
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {losingPreview, theShipping} from './pricing-answers.ts';

describe.runIf(browserRuns)(suiteName('the report of the prices'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const save = () => testPage.page.getByRole('button', {name: 'Save', exact: true}).click();
  const losing = {pricePreview: losingPreview};

  test('the report of the prices has the picture of each article, and opens its page', async () => {
    const address = 'https://img.example/100.jpg';
    const prices = losingPreview().prices.map((price, at) => (at === 0 ? {...price, image: address} : price));
    const pricePreview = () => ({...losingPreview(), prices});
    const app = await openAt('/pricing', {pricePreview}, phone, async (page) => {
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/></svg>';
      await page.route('https://img.example/**', (route) => route.fulfill({contentType: 'image/svg+xml', body}));
    });
    await openFold(app, 'Prices, worst first');
    const row = (name: string) => app.locator('s-table-row').filter({hasText: name});
    await row('knit jumper').locator(`img[src="${address}"], s-image[src="${address}"]`).first().waitFor();
    await row('silk scarf').getByText('No picture').waitFor({state: 'attached'});
    await testPage.expectFits('pricing-pictures');
    await app.getByRole('link', {name: 'Open Fjordline knit jumper'}).click();
    await seen(app, 'Variants');
  });

  test('duties into Japan are named where the store sells there', async () => {
    const {zones, ...shipping} = theShipping();
    const sold = zones.map((zone) => (zone.zone === 'JP' ? {...zone, sold: true} : zone));
    const app = await openAt('/pricing', {...losing, shipping: {...shipping, zones: sold}});
    await openFold(app, 'Try it on an article');
    await openFold(app, 'Prices, worst first');
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).click();
    await seen(app, 'Japan: Duties and import taxes are due on delivery');
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
    await openFold(app, 'Prices, worst first');
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).waitFor();
    await app.getByRole('button', {name: 'Next'}).click();
    await app.getByRole('button', {name: 'Try it on Maison Perrin silk scarf'}).waitFor();
    await app.getByRole('button', {name: 'Previous'}).click();
    await app.getByRole('button', {name: 'Try it on Fjordline knit jumper'}).waitFor();
    await openFold(app, 'Try it on an article');
    await app.getByLabel('Or on a cost').fill('36,83');
    await seen(app, 'A cost of €36.83');
    expect(testPage.server.tried.at(-1)).toMatchObject({cost: 3_683});
    expect(await testPage.page.getByText('Unsaved changes').isVisible()).toBe(false);
  });

  test('a price of the merchant’s own is marked, and so is how many lose money; a long list names five and says where it ends', async () => {
    const [own, other] = losingPreview().prices;
    if (own === undefined || other === undefined) throw new Error('two prices are needed');
    const others = Array.from({length: 6}, (_, at) => ({...other, articleId: `B-${at}`, name: `Silk scarf ${at}`}));
    const prices = [{...own, own: true}, ...others];
    const pricePreview = () => ({...losingPreview(), prices, losing: 30_000, losingOwn: 1, pricesListed: 20_020});
    const app = await openAt('/pricing', {pricePreview});
    await openFold(app, 'Prices, worst first');
    await seen(app, 'your own price');
    await seen(
      app,
      /^1 product loses money at a price of your own or one that an undo set back, which nothing on this page changes/,
    );
    await testPage.expectFits('pricing-own-price');
    await app.getByLabel('Markup on cost').fill('62,5');
    await save();
    await seen(
      app,
      'Fjordline knit jumper: costs €36.83, sells at €71.89, your own price; Australia −€12.90, United Kingdom −€7.90, United States −€7.90',
    );
    await seen(app, /^Silk scarf 3: costs/);
    expect(await app.getByText(/^Silk scarf 4: costs/).count()).toBe(0);
    await seen(app, 'And 29,995 more products: Pricing lists the first 20,020.');
  });
});
