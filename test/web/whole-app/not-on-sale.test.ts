// Two holds that only the merchant can end, before the whole app: each is seen on "To decide" and settled from there by clicking.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {importEverything, openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';
import {openAllFolds} from '../layout/folds.ts';

describe.runIf(browserRuns)(suiteName('holds settled by clicking'), () => {
  let browser: Browser;
  let testApp: TestApp;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles: 80},
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    await importEverything(testApp);
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
  const run = async () => {
    await testApp.merchant.startRun();
    expect((await testApp.merchant.lastRun()).state).toBe('done');
  };
  const listings = () =>
    testApp.deps.db.selectFrom('listings').select(['article_id', 'state', 'reason_code']).execute();
  const heldFor = async (code: string) =>
    (await listings()).filter(({state, reason_code: reason}) => state === 'held' && reason === code);

  test('prices on request: “To decide” leads to Settings, and the next run puts the articles on sale', async () => {
    const held = await heldFor('on_request');
    expect(held.length).toBeGreaterThan(0);
    await openAt('/decisions');
    await app().getByRole('link', {name: 'Open Settings: Price on request'}).click();
    await app().locator('#prices-on-request:focus').waitFor();
    await app().getByRole('button', {name: 'Sell them at the stated price', exact: true}).click();
    await seen(`${held.length} products are made.`);
    expect(await heldFor('on_request')).toHaveLength(held.length);
    await app().getByRole('button', {name: 'Save these changes', exact: true}).click();
    await seen('They are sold at the price that your rules make of the stated one.');
    await run();
    expect(await heldFor('on_request')).toEqual([]);
    const [one] = held;
    expect(testApp.store.products().some(({articleId}) => articleId === one?.article_id)).toBe(true);
  }, 60_000);

  test('no variant left: “To decide” leads to the article, where a variant is put on sale again', async () => {
    const products = testApp.store.products().filter(({status}) => status === 'ACTIVE');
    const [least] = products.toSorted((one, other) => one.variants.length - other.variants.length);
    const id = least?.articleId ?? '';
    await openAt(`/products/${encodeURIComponent(id)}`);
    await openAllFolds(app());
    const off = app().getByRole('button', {name: /^Take off sale: /});
    await off.first().waitFor();
    for (let left = await off.count(); left > 0; left -= 1) {
      await off.first().click();
      await expect.poll(() => off.count()).toBe(left - 1);
    }
    await run();
    expect((await heldFor('variants_gone')).map((one) => one.article_id)).toEqual([id]);
    await openAt('/decisions');
    await app().getByRole('button', {name: 'Show them: No variant left'}).click();
    await app()
      .getByRole('link', {name: /^Open (?!on|Settings|Pricing|Home)/})
      .first()
      .click();
    await app()
      .getByRole('button', {name: /^Put on sale again/})
      .first()
      .click();
    await seen(/is made again by the next update\.$/);
    await run();
    expect(await heldFor('variants_gone')).toEqual([]);
    const product = testApp.store.products().find(({articleId}) => articleId === id);
    expect(product?.status).toBe('ACTIVE');
  }, 60_000);
});
