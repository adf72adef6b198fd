// The page of one article is short: what the supplier states is read first, and the rest is closed until it is asked for.
import type {Page} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {sharedWords, shownWords} from '../layout/count-words.ts';
import {frameOfApp} from '../layout/expect-fits.ts';
import {openAllFolds, openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {anArticleDetail, anUnreadArticle, theMargins} from './product-answers.ts';

const mostPixels = 3_000;
const mostWords = 150;

describe.runIf(browserRuns)(suiteName('the page of one article, at first'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const usual = anArticleDetail();
  const supplied = usual.article;
  const known = usual.listing;
  const [change] = usual.history;
  if (supplied === null || known === null || change === undefined) throw new Error('the usual article is in the store');

  /** The name of the button that has the focus. */
  const focusedName = (app: Awaited<ReturnType<typeof openAt>>) =>
    app.locator('s-button:focus').getAttribute('accessibilitylabel');

  const fact = async (app: Awaited<ReturnType<typeof openAt>>, label: string) =>
    (await app.getByText(label, {exact: true}).locator('xpath=ancestor::s-grid[1]').textContent()) ?? '';

  test('the supplier’s facts are read without a press: prices, sale, seller, origin, age, product page', async () => {
    const article = {...supplied, listPrice: 4_500, pricing: 'sale' as const, unit: 'pack', origin: 'Italia'};
    const app = await openAt('/products/A-100', {article: anArticleDetail({article})}, phone);
    await seen(app, '€69.00 to €79.00');
    expect(await fact(app, 'Cost')).toContain('€36.83');
    expect(await fact(app, 'RRP')).toContain('€75.00, tax included');
    expect(await fact(app, 'Before reduction')).toMatch(/€45\.00.*Reduced/);
    expect(await fact(app, 'Minimum order, wholesale')).toContain('6 packs');
    expect(await fact(app, 'Seller')).toContain('Fjordline AS');
    expect(await fact(app, 'Origin')).toContain('Italia');
    expect(await fact(app, 'Added on')).toContain('2 Oct 2026');
    const page = app.getByRole('link', {name: 'Product page at the supplier'});
    expect(await page.getAttribute('href')).toBe('https://supplier.example/a/100');
    await testPage.expectFits('article-facts');
  });

  test('a price above the recommended one is named with both', async () => {
    const app = await openAt('/products/A-100');
    await seen(app, '€79.00 is above the RRP of €75.00.');
    const below = theMargins().prices.map((price) => ({...price, aboveRrp: false}));
    const other = await openAt('/products/A-100', {articleMargins: theMargins({prices: below})});
    await seen(other, '€69.00 to €79.00');
    expect(await other.getByText('is above the RRP').count()).toBe(0);
  });

  test('the price of an article that is not in the store is named as the one that an update would set', async () => {
    const [lowest] = theMargins().prices;
    if (lowest === undefined) throw new Error('the usual article has prices');
    const articleMargins = theMargins({priceFrom: 'settings', prices: [lowest]});
    const next = {kind: 'create', reason: null, price: 6_900, left: null, changes: []} as const;
    const article = anArticleDetail({listing: null, next: {...next, changes: []}});
    const app = await openAt('/products/A-100', {article, articleMargins}, phone);
    expect(await fact(app, 'Price by your settings')).toContain('€69.00');
    expect(await app.getByText('Price in your store').count()).toBe(0);
    await testPage.expectFits('article-planned-price');
  });

  test('a price that could not be compared with the recommended one says so', async () => {
    testPage.expectComplaint(/status of 502/);
    const app = await openAt('/products/A-100', {}, 1280, async (page) => {
      await page.route('**/margins', (route) => route.fulfill({status: 502, body: ''}));
    });
    await seen(app, 'The price could not be compared with the RRP just now.');
    expect(await fact(app, 'Price in your store')).toContain('€71.89');
  });

  const drawPictures = async (page: Page): Promise<void> => {
    await page.route('https://img.example/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="teal"/></svg>',
      }),
    );
  };

  /** As large as an article can be, and in other words than the usual one. */
  const large = () => {
    const words = Array.from({length: 200}, (_, at) => `Farbe${at}`);
    const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
    const variants = words.flatMap((colour, row) =>
      sizes.map((size, at) => ({gid: `gid://shopify/ProductVariant/${row}-${at}`, colour, size, state: 'live'})),
    );
    const images = Array.from({length: 20}, (_, at) => `https://img.example/${at}.jpg`);
    const droppedImages = images.map((url) => ({url, reason: 'Zu viele.'}));
    const history = Array.from({length: 100}, (_, id) => ({
      ...change,
      id,
      field: 'title',
      before: 'Alt',
      after: 'Neu',
      why: 'Grund',
    }));
    return anArticleDetail({
      id: 'B-1',
      name: 'Winterjacke Zermatt',
      article: {
        ...supplied,
        brand: 'Alpenhof',
        name: 'Winterjacke Zermatt',
        category: 'Jacken',
        sku: 'WJZ',
        unit: 'Stück',
        origin: 'Schweiz',
        seller: 'Alpenhof GmbH',
        sizes: 'Größen laut Tabelle, '.repeat(90),
        colours: words,
        images,
        droppedImages,
      },
      stock: usual.stock === null ? null : {...usual.stock, colours: words, sizes, notes: []},
      listing: {...known, variants, media: []},
      history,
    });
  };

  test(`it is at most ${mostPixels} px high on a phone, however much the article has, and says at most ${mostWords} words of its own`, async () => {
    const own: (readonly string[])[] = [];
    for (const article of [usual, large()]) {
      const app = await openAt(`/products/${article.id}`, {article}, phone, drawPictures);
      await seen(app, '€69.00 to €79.00');
      await app.getByText('History', {exact: true}).waitFor();
      const frame = frameOfApp(testPage.page);
      expect(Number(await frame.evaluate('document.documentElement.scrollHeight'))).toBeLessThanOrEqual(mostPixels);
      own.push(await shownWords(frame));
      await testPage.expectFits(`article-closed-${article.id}`);
    }
    const [one = [], other = []] = own;
    const fixed = sharedWords(one, other);
    expect(fixed).toContain('variants');
    expect([fixed.length <= mostWords, fixed.length, fixed.join(' ')]).toEqual([true, fixed.length, fixed.join(' ')]);
  });

  test('variants are grouped by colour, and each colour is opened by itself', async () => {
    const app = await openAt('/products/B-1', {article: large()}, phone, drawPictures);
    await openFold(app, 'Variants');
    expect(await app.locator('s-table-row').count()).toBe(0);
    await openFold(app, 'Farbe3');
    await app.locator('s-table-row').filter({hasText: 'Farbe3, XXL'}).waitFor();
    expect(await app.locator('s-table-row').count()).toBe(6);
    await testPage.expectFits('article-one-colour');
  });

  test('variants of a colour count as sizes only where they have some', async () => {
    const colours = ['navy', 'ecru'];
    const variants = colours.map((colour) => ({
      gid: `gid://shopify/ProductVariant/${colour}`,
      colour,
      size: null,
      state: 'live',
    }));
    const app = await openAt('/products/A-100', {article: anArticleDetail({listing: {...known, variants}})});
    await openFold(app, 'Variants');
    await app.locator('summary').filter({hasText: 'navy'}).waitFor();
    expect(await app.locator('summary').filter({hasText: 'navy'}).textContent()).toContain('1 variant');
    expect(await app.getByText('1 size').count()).toBe(0);
  });

  test('what a button opens takes the focus, as the button is gone, and can be closed again', async () => {
    const app = await openAt('/products/B-1', {article: large()}, phone, drawPictures);
    await app.getByRole('button', {name: 'All 20 pictures'}).click();
    await expect.poll(() => app.locator(':focus').getAttribute('aria-label')).toBe('All 20 pictures');
    expect(await app.locator('[aria-label="All 20 pictures"] s-image').count()).toBe(20);
    await app.getByRole('button', {name: 'Show all: Sizes'}).click();
    await expect.poll(() => app.locator(':focus').textContent()).toMatch(/^(Größen laut Tabelle, ){90}Show less$/);
    await testPage.expectFits('article-opened');
    await app.getByRole('button', {name: 'Show less: Sizes'}).click();
    await expect.poll(() => focusedName(app)).toBe('Show all: Sizes');
    await app.getByRole('button', {name: 'Show less: All 20 pictures'}).click();
    await expect.poll(() => focusedName(app)).toBe('All 20 pictures');
    expect(await app.locator('[aria-label="All 20 pictures"] s-image').count()).toBe(0);
  });

  test('a long text is not cut within a letter', async () => {
    const sizes = `${'x'.repeat(179)}😀${'y'.repeat(100)}`;
    const app = await openAt('/products/A-100', {article: anArticleDetail({article: {...supplied, sizes}})});
    await app.getByText(`${'x'.repeat(179)}…`, {exact: true}).waitFor();
  });

  test('each closed section has a heading', async () => {
    const app = await openAt('/products/A-100');
    for (const name of ['Why this price', 'Variants', 'History', 'Pictures left out'])
      await app.locator('summary s-heading').getByText(name, {exact: true}).waitFor();
  });

  test('opened by the keyboard, and laid out with everything open', async () => {
    const app = await openAt('/products/A-100', {}, phone);
    await app.locator('summary').filter({hasText: 'Why this price'}).press('Enter');
    await seen(app, 'Markup of 60 %');
    await openAllFolds(app);
    await testPage.expectFits('article-open');
  });

  test('an article that was not read shows what the catalogue says of it', async () => {
    const app = await openAt(
      '/products/A-100',
      {article: anUnreadArticle(), readArticle: () => anUnreadArticle()},
      phone,
    );
    expect(await fact(app, 'RRP')).toContain('€75.00');
    await testPage.expectFits('article-not-read');
  });
});
