// Products before the whole app: an article is found, chosen by hand and imported; it is understood on its page, a field of it becomes the
// merchant's, and its product is deleted with a typed word.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {importEverything, openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';
import {openAllFolds, openFold} from '../layout/folds.ts';

describe.runIf(browserRuns)(suiteName('products in the whole app'), () => {
  let browser: Browser;
  let testApp: TestApp;
  let page: Page;
  /** Of a brand that the rules leave out. */
  let unchosen: {id: string; name: string};
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles: 60},
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    const articles = testApp.supplier.catalogue.all();
    const buyable = new Set(testApp.supplier.catalogue.listed().map(({id}) => id));
    const [brand = ''] = articles.filter(({id}) => buyable.has(id)).map((article) => article.brand);
    await importEverything(testApp, [brand]);
    const other = articles.find((article) => article.brand !== brand && buyable.has(article.id));
    unchosen = {id: other?.id ?? '', name: other?.name ?? ''};
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
    expect(complaints, 'the browser console').toEqual([]);
  });

  const app = () => page.frameLocator('#app');
  const seen = (text: string | RegExp) => app().getByText(text).first().waitFor();
  const openAt = (address: string) =>
    page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}${address}`);
  const inStore = () => testApp.store.products().map(({articleId}) => articleId);
  const find = async (text: string) => {
    await app().getByLabel('Search').fill(text);
    await seen('1 article.');
  };

  test('an article that no rule chooses is read when it is opened, chosen by hand, and imported by the next run', async () => {
    await openAt('/products?show=not-chosen');
    await find(unchosen.id);
    await app()
      .getByRole('link', {name: `Open ${unchosen.name}`})
      .click();
    // What is folded comes once the supplier has answered.
    await app().locator('summary').filter({hasText: 'Why this price'}).waitFor();
    await openAllFolds(app());
    await seen(/^With your saved prices an update would sell it at €/);
    await seen(/, the price in your store now\.$|, the price an update would set\.$/);
    const stated = testApp.supplier.catalogue.stated(unchosen.id);
    await seen([stated?.colours.join(', ') || 'no colours', stated?.sizes.join(', ') || 'no sizes'].join('; '));
    await expectFits(page, frameOfApp(page), 'whole-app-article-not-chosen');
    expect(inStore()).not.toContain(unchosen.id);
    await app().getByRole('button', {name: 'Always include', exact: true}).click();
    await seen('The article is always included from the next update on.');
    await testApp.merchant.startRun();
    expect((await testApp.merchant.lastRun()).state).toBe('done');
    expect(inStore()).toContain(unchosen.id);
    await page.reload();
    await seen('In your store');
    await openFold(app(), 'Left per piece, by zone');
    await seen(/, the price in your store now\.$/);
    const price = testApp.store.products().find(({articleId}) => articleId === unchosen.id)?.variants[0]?.price;
    await seen(`At €${price}, the price in your store now.`);
    await expectFits(page, frameOfApp(page), 'whole-app-article');
  }, 60_000);

  test('a field made the merchant’s is left by the next run, and follows again once it is given back', async () => {
    const priceNow = () =>
      testApp.store.products().find(({articleId}) => articleId === unchosen.id)?.variants[0]?.price ?? '';
    const before = priceNow();
    await openAt(`/products/${encodeURIComponent(unchosen.id)}`);
    await openFold(app(), 'Fields of the product');
    await app().getByRole('button', {name: 'Make it mine: Price'}).click();
    await seen('Price is yours: no update writes it from now on.');
    const cents = testApp.supplier.catalogue.listed().find(({id}) => id === unchosen.id)?.cents ?? 0;
    testApp.supplier.catalogue.setStock(unchosen.id, {price: Math.round(cents * 1.2) / 100});
    await testApp.merchant.startRun();
    await testApp.merchant.lastRun();
    expect(priceNow()).toBe(before);
    await page.reload();
    await openFold(app(), 'Fields of the product');
    await app().getByRole('button', {name: 'Give back: Price'}).click();
    await expect.poll(priceNow, {timeout: 30_000}).not.toBe(before);
    await app().getByRole('link', {name: 'Open the update', exact: true}).waitFor();
  }, 60_000);

  test('sorted by margin the list begins with the lowest, and its product is deleted once the word is typed', async () => {
    await openAt('/products?show=in-store&sort=margin-low');
    await seen(/^\d+ articles\. Those without a price/);
    const margins = await app().locator('s-table-row s-table-cell:nth-child(4)').allTextContents();
    const numbers = margins.map((text) => Number.parseFloat(text));
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    await expectFits(page, frameOfApp(page), 'whole-app-products');
    await find(unchosen.id);
    await app()
      .getByRole('checkbox', {name: `Choose ${unchosen.name}`})
      .check();
    await app().getByRole('button', {name: 'Delete from the store: 1 product'}).click();
    await app().getByLabel('Type DELETE to confirm').fill('DELETE');
    await app().locator('s-modal').getByRole('button', {name: 'Delete', exact: true}).click();
    await seen('1 product is deleted from your store.');
    await app().getByRole('link', {name: 'Open the update', exact: true}).waitFor({timeout: 30_000});
    expect(inStore()).not.toContain(unchosen.id);
    await openAt('/products?show=deleted');
    await seen(unchosen.name);
  }, 60_000);
});
