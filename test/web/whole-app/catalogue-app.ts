// A browser before the whole app in a store whose products are on sale: the real page, server, workers and both stand-ins, in real time.
import type {Browser, FrameLocator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect} from 'vitest';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {importEverything, openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {openBrowser} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';

export type CatalogueApp = {
  readonly testApp: () => TestApp;
  readonly page: () => Page;
  /** The page inside the frame of the admin. */
  readonly app: () => FrameLocator;
  readonly seen: (text: string | RegExp) => Promise<void>;
  /** Opens an address of the app in the admin. */
  readonly openAt: (address: string) => Promise<void>;
  /** Everything the browser's console said, and forgets it. */
  readonly complaints: () => readonly string[];
};

/** One for the suite it is called in; a complaint of the console fails it. @param articles of the supplier. */
export function useCatalogueApp(articles: number): CatalogueApp {
  let browser: Browser;
  let testApp: TestApp;
  let page: Page;
  const heard: string[] = [];
  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles},
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    await importEverything(testApp);
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
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
  return {
    testApp: () => testApp,
    page: () => page,
    app,
    complaints: () => heard.splice(0),
    seen: (text) => app().getByText(text).first().waitFor(),
    async openAt(address) {
      await page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}${address}`);
    },
  };
}
