// The page while its server is down and after it is back, and keys that are wrong: the real page, server and stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {type FaultProxy, startFaultProxy} from '../../support/fault-proxy.ts';
import {openTestApp, quickestEngine, type TestApp} from '../../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from '../browser.ts';
import {ensurePageIsBuilt} from '../built-page.ts';

describe.runIf(browserRuns)(suiteName('a server that goes away, and keys that are wrong'), () => {
  let browser: Browser;
  let testApp: TestApp;
  /** The address under which the browser knows the app. */
  let address: FaultProxy;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles: 20},
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    address = await startFaultProxy(testApp.url);
    testApp.shopify.setAppUrl(address.url);
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(
      `${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}/settings/connection`,
    );
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await address?.close();
    await testApp?.close();
  });

  const app = () => page.frameLocator('#app');
  const enter = async (label: string, key: string) => {
    await app().getByLabel(label, {exact: true}).fill(key);
    await app().getByLabel(label, {exact: true}).press('Enter');
  };
  /** What stands at a field: the page says elsewhere that it is out of date. */
  const said = (text: string | RegExp) =>
    app().locator('s-password-field').getByRole('alert').filter({hasText: text}).waitFor();
  /** The state of the two keys in the database. */
  const stored = async () => {
    const keys = testApp.deps.db.selectFrom('shops').select(['catalogue_key_state', 'dropship_key_state']);
    return Object.values(await keys.executeTakeFirstOrThrow());
  };

  test('a wrong key is refused in words, and nothing is stored', async () => {
    await enter('Catalogue key', 'no-such-key');
    await said('The supplier does not accept this catalogue key.');
    expect(await app().getByLabel('Catalogue key').inputValue()).toBe('no-such-key');
    expect(await stored()).toEqual(['absent', 'absent']);
  });

  test('swapped keys are recognised and named, and nothing is stored', async () => {
    const keys = {catalogue: testApp.supplier.issueKey('catalogue'), dropship: testApp.supplier.issueKey('dropship')};
    await enter('Catalogue key', keys.dropship);
    await said('This is your dropship key, not the catalogue key. Enter it in the field of the dropship key.');
    await enter('Dropship key', keys.catalogue);
    await said('This is your catalogue key, not the dropship key. Enter it in the field of the catalogue key.');
    expect(await stored()).toEqual(['absent', 'absent']);
  });

  test('while the server is down the page says so and keeps what was typed; back, it goes on without a reload', async () => {
    const key = testApp.supplier.issueKey('catalogue');
    await address.refuse();
    await enter('Catalogue key', key);
    await said('Piecewise cannot be reached right now.');
    expect(await app().getByLabel('Catalogue key').inputValue()).toBe(key);
    await app().locator('html').evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await app().getByText('This may be out of date: your store could not be loaded again').waitFor();
    await address.accept();
    await app().getByRole('button', {name: 'Try again'}).first().click();
    await app().getByText('This may be out of date').waitFor({state: 'detached'});
    expect(await app().getByLabel('Catalogue key').inputValue()).toBe(key);
    await app().getByLabel('Catalogue key').press('Enter');
    await page.getByText('Catalogue key connected').waitFor();
    await app()
      .getByText(`Key ending in ${key.slice(-4)}`)
      .waitFor();
    expect(await stored()).toEqual(['accepted', 'absent']);
  });

  test('a page whose script was not loaded yet says so while the server is down, and opens when it is back', async () => {
    // A key that is typed and not connected would be asked about first.
    await app().getByLabel('Dropship key', {exact: true}).fill('');
    await address.refuse();
    await page.getByRole('navigation').getByRole('link', {name: 'Updates', exact: true}).click();
    await app().getByText('This page could not be opened').waitFor();
    await address.accept();
    await app().getByRole('button', {name: 'Try again'}).click();
    await app().getByRole('button', {name: 'Start an update'}).waitFor();
  });

  test('the browser console complains of the refused requests and of nothing else', () => {
    const refused = /422|ERR_CONNECTION_(REFUSED|RESET)|Failed to fetch dynamically imported module/;
    expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
  });
});
