// A browser before the whole app: the built page in the stand-in's admin, the real server, workers, database and both stand-ins.
import type {Browser, FrameLocator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect} from 'vitest';
import {type OrderTestApp, openOrderTestApp} from '../../jobs/orders/order-test-app.ts';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {patientToken} from '../../support/patient-token.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {openBrowser} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';

export type WholeApp = {
  readonly testApp: () => OrderTestApp;
  readonly page: () => Page;
  /** The page inside the frame of the admin. */
  readonly app: () => FrameLocator;
  /** Opens an address of the app in the admin. */
  readonly openAt: (address: string) => Promise<void>;
  /** Everything the browser's console said, and forgets it. */
  readonly complaints: () => readonly string[];
};

/** One for the suite it is called in; a complaint of the console that no test took fails it. */
export function useWholeApp(): WholeApp {
  let browser: Browser;
  let testApp: OrderTestApp;
  let page: Page;
  const heard: string[] = [];
  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openOrderTestApp(quickestEngine, {
      shopify: {
        mount(app, sandbox) {
          // The test's clock stands still; tokens are looked at by real time, too.
          const sessionToken = (shop: string) => patientToken(testApp.shopify, shop, testApp.clock);
          app.use(adminFrame({...sandbox, sessionToken, shops: sandbox.shopDomains()}));
        },
      },
    });
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => {
      if (message.type() !== 'log') heard.push(message.text());
    });
    page.on('pageerror', (error) => heard.push(error.message));
    await page.clock.install();
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
    expect(heard, 'the browser console').toEqual([]);
  });
  return {
    testApp: () => testApp,
    page: () => page,
    app: () => page.frameLocator('#app'),
    async openAt(address) {
      await page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}${address}`);
    },
    complaints: () => heard.splice(0),
  };
}
