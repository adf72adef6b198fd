// Sizes that the supplier does not state, by clicking: set-up asks once, Products and Home count what is left, proposals are looked at
// before they are taken over, and an order is sent without a question. The real page, server, workers and both stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';
import {expectFits, frameOfApp} from '../layout/expect-fits.ts';

describe.runIf(browserRuns)(suiteName('sizes that are not stated'), () => {
  let browser: Browser;
  let testApp: TestApp;
  let page: Page;
  const heard: string[] = [];
  const [socks, shirts, ties] = ['Socks of the test', 'Shirts of the test', 'Ties of the test'] as const;

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles: 40},
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    const {merchant, supplier} = testApp;
    await merchant.connect('catalogue', supplier.issueKey('catalogue'));
    await merchant.connect('dropship', supplier.issueKey('dropship'));
    await merchant.lastRun();
    await merchant.choose((await merchant.choices()).brands.map(({name}) => name));
    const ids = (await merchant.articles('listed=true&onRequest=false')).articles.map(({id}) => id);
    const texts = [
      ...ids.slice(0, 3).map((id) => [id, socks, '36-40'] as const),
      ...ids.slice(3, 6).map((id) => [id, shirts, 'S–XL'] as const),
      ...ids.slice(6, 8).map((id) => [id, ties, 'ask us'] as const),
    ];
    for (const [id, category, sizes] of texts) {
      supplier.catalogue.change(id, {category, sizes, unit: 'pc', pricing: 'fixed'});
      supplier.catalogue.setStock(id, {colours: [], sizes: []});
    }
    page = await browser.newPage({viewport: {width: 1280, height: 757}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
    expect(heard, 'the browser console').toEqual([]);
  });

  const app = () => page.frameLocator('#app');
  const seen = (text: string | RegExp) => app().getByText(text).first().waitFor();
  const press = (name: string | RegExp) => app().getByRole('button', {name}).first().click();
  const openAt = (address: string) =>
    page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}${address}`);
  const fits = (name: string) => expectFits(page, frameOfApp(page), name);
  const orderOf = async (articleId: string) => {
    const [variant] = (await testApp.merchant.article(articleId)).listing?.variants ?? [];
    const bought = testApp.store.placeOrder({country: 'DE', lines: [{variantId: variant?.gid ?? ''}]});
    return until(30_000, async () => {
      const order = (await testApp.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      return order === undefined || order.state === 'waiting' || order.state === 'placing' ? null : order;
    });
  };
  const idsOf = async (category: string) =>
    (await testApp.merchant.articles(`category=${encodeURIComponent(category)}`)).articles.map(({id}) => id);

  test('set-up asks the supplier, then says how many state no size, and one answer counts for a category', {
    timeout: 120_000,
  }, async () => {
    await openAt('/setup');
    await seen('Ask the supplier first');
    await fits('sizes-unread');
    await press('Ask the supplier now');
    await app()
      .getByText(/chosen articles state no size and have no answer yet: how shall they be ordered\?/)
      .waitFor({timeout: 60_000});
    await fits('sizes-asked');
    await seen('In the catalogue: “36-40”');
    await press(`One size for ${socks}`);
    await press('Use “one size”');
    await seen(`Orders of ${socks} carry the size “one size”.`);
    await app().getByRole('link', {name: 'Answer later'}).click();
    await seen('How much VAT do your prices contain?');
  });

  test('an order of an article that was answered for is sent without a question', {timeout: 120_000}, async () => {
    const {merchant} = testApp;
    await merchant.saveSettings({...(await merchant.settings()), newProducts: 'active', delayMinutes: 0});
    await merchant.savePricing({markupPercent: 60, vatPercent: 22});
    await merchant.startRun();
    await merchant.lastRun();
    const [sock = ''] = await idsOf(socks);
    expect(await orderOf(sock)).toMatchObject({state: 'awaiting_payment', size: 'one size'});
  });

  test('Home counts the others and opens them; a clear text is taken over after its preview, the rest is answered', {
    timeout: 120_000,
  }, async () => {
    const left = (await testApp.merchant.overview()).unanswered.sizes;
    expect(left).toBeGreaterThan(4);
    await openAt('/');
    await seen(`${left} articles state no size`);
    await app().getByRole('link', {name: 'Say how they are ordered'}).click();
    await seen(`No size stated (${left})`);
    await seen('S–XL');
    await fits('view-no-size');
    await press('Answer by category');
    await seen(`${ties}: 2 articles`);
    await fits('view-by-category');
    await press('Answer by category');
    await app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await press('Look at the proposals');
    await seen(/^Not saved yet: \d+ articles would get sizes from the catalogue’s text$/);
    await fits('proposals-shown');
    await press('Accept, update now');
    await seen(/articles have the proposed sizes\./);
    await testApp.merchant.lastRun();
    const [shirt = '', tie = ''] = [(await idsOf(shirts))[0], (await idsOf(ties))[0]];
    expect((await testApp.merchant.article(shirt)).options.defined.sizes).toEqual(['S', 'M', 'L', 'XL']);
    expect((await testApp.merchant.article(tie)).options.defined.sizes).toEqual([]);
    expect(await orderOf(shirt)).toMatchObject({state: 'awaiting_payment', size: 'S'});

    await openAt('/products?show=no-size');
    const name = (await testApp.merchant.article(tie)).name;
    await app()
      .getByRole('checkbox', {name: `Choose ${name}`})
      .first()
      .check();
    await press('Another size for 1 article');
    await app().getByRole('textbox', {name: 'The size that their orders carry'}).fill('150 cm');
    await press('Use this size');
    await seen('Orders of 1 article carry the size “150 cm”.');
    await app().getByRole('checkbox', {name: 'Choose all on this page'}).check();
    await press(/^Ask each time: \d+ articles?$/);
    await seen(/^Nothing is left to answer: /);
    expect((await testApp.merchant.overview()).unanswered.sizes).toBe(0);
    await fits('view-answered');
  });
});
