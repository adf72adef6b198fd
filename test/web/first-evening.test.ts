// A merchant's first evening, all of it in the browser: the real page, the real server, both stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../sandbox/admin/admin-frame.ts';
import {openTestApp, quickestEngine, type TestApp} from '../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from './browser.ts';
import {ensurePageIsBuilt} from './built-page.ts';
import {pressDespiteLoss} from './press-despite-loss.ts';

describe.runIf(browserRuns)(suiteName('the first evening in the browser'), () => {
  let browser: Browser;
  let testApp: TestApp;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openTestApp(quickestEngine, {
      supplier: {articles: 40},
      shopify: {
        mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()})),
      },
    });
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
  });

  const handle = () => testApp.shop.replace('.myshopify.com', '');
  const app = () => page.frameLocator('#app');
  const followMenu = (label: string) =>
    page.getByRole('navigation').getByRole('link', {name: label, exact: true}).click();
  /** Each save has one of its own. */
  const untilNoToast = () => expect.poll(() => page.getByText('Saved', {exact: true}).count()).toBe(0);
  const openAdmin = () => page.goto(`${testApp.shopify.origin}/admin/${handle()}`);

  test('both keys are connected, and the catalogue is read by itself', async () => {
    await openAdmin();
    await app().getByText('0 of 6 steps done').waitFor();
    await app().getByRole('link', {name: 'Continue set-up'}).click();
    for (const [label, key] of [
      ['Catalogue key', testApp.supplier.issueKey('catalogue')],
      ['Dropship key', testApp.supplier.issueKey('dropship')],
    ] as const) {
      await app().getByLabel(label).fill(key);
      await app().getByLabel(label).press('Enter');
      await page.getByText(`${label} connected`).waitFor();
    }
    await app().getByText('1 of 6 steps done').waitFor();
    // The step of the keys is left by itself.
    await app().getByText('What goes into your store').waitFor();
    await followMenu('Updates');
    await app().getByText('After a key was connected').waitFor();
    await followMenu('Set-up');
  });

  test('brands and categories are chosen, prices set, and without a trial everything is put into the store', async () => {
    await app().getByRole('checkbox').last().waitFor();
    for (const box of await app().locator('s-checkbox').getByRole('checkbox').all()) await box.check();
    await app().getByRole('button', {name: 'Save and go on'}).click();
    await app().getByRole('link', {name: 'Answer later'}).click();
    await app().getByText('How much VAT do your prices contain?').waitFor();
    await app().getByLabel('VAT contained in your prices').fill('19');
    await app().getByRole('button', {name: 'Save and go on'}).click();
    await app().getByText('Prices that lose money on one piece, worst first').waitFor();
    await app()
      .getByText(/^Afterwards your store has (about )?\d+ products of the supplier with (about )?\d+ variants\.$/)
      .waitFor();
    await app().getByRole('button', {name: 'Save these changes'}).click();
    await untilNoToast();
    await app().getByText('Active products, on sale at once').click();
    await page.getByText('Saved', {exact: true}).waitFor();
    await untilNoToast();
    // A new shop waits ten minutes.
    await followMenu('Settings');
    await app().getByLabel('Minutes to wait before an order is sent').fill('0');
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Saved', {exact: true}).waitFor();
    await followMenu('Set-up');
    await app().getByRole('link', {name: 'Skip the trial'}).click();
    expect(testApp.store.products()).toEqual([]);
    await app().getByRole('button', {name: 'Put everything into the store'}).click();
    // Once the run has put everything there.
    await app().getByRole('heading', {name: 'All set up'}).waitFor({timeout: 60_000});
    expect(testApp.store.products().length).toBeGreaterThan(10);
    await followMenu('Updates');
    await app().getByText('Started by you').first().waitFor();
  });

  test('a shopper orders, and the merchant finds the checkout of the supplier', async () => {
    await page.goto(`${testApp.shopify.origin}/sandbox/store/${handle()}`);
    await page.getByRole('row').filter({hasText: 'active'}).getByRole('button').first().click();
    await page.getByLabel('Country').selectOption('JP');
    await page.getByRole('button', {name: 'Place the order'}).click();
    await page.getByText(/Order #\d+ is placed/).waitFor();
    const newest = async () => (await testApp.merchant.orders()).orders[0]?.state;
    await expect.poll(newest, {timeout: 20_000}).toBe('awaiting_payment');

    await openAdmin();
    await followMenu('Orders');
    await app().getByText('JP', {exact: true}).waitFor();
    const opener = app()
      .locator('s-button')
      .filter({hasText: /^Checkout/});
    const opened = page.waitForEvent('popup');
    await pressDespiteLoss(opener, async () => page.context().pages().length > 1);
    const checkout = await opened;
    await checkout.waitForLoadState();
    expect(checkout.url()).toContain(`${testApp.supplier.url}/checkout/`);
    expect(await checkout.evaluate('window.opener')).toBeNull();
    await checkout.close();
  });

  test('the shopper’s order is cancelled in the store: the page leads to no payment, until and after that was seen', async () => {
    const newest = async () => (await testApp.merchant.orders()).orders[0];
    testApp.store.cancelOrder((await newest())?.orderGid ?? '');
    await expect.poll(async () => (await newest())?.doNotPay, {timeout: 20_000}).toBe(true);
    await openAdmin();
    await app().getByText('1 order changed in your store after it was sent').waitFor();
    expect(
      await app()
        .getByText(/waits? for your payment/)
        .count(),
    ).toBe(0);
    expect(
      await app()
        .getByRole('link', {name: /^Open checkout/})
        .count(),
    ).toBe(0);
    await followMenu('Orders');
    await app()
      .getByRole('button', {name: /^Mark as seen/})
      .click();
    await app()
      .getByText(/^Seen .*The store order was cancelled/)
      .waitFor();
    await app().getByText('1 order changed in your store').waitFor({state: 'detached'});
    expect(
      await app()
        .getByRole('link', {name: /^Open checkout/})
        .count(),
    ).toBe(0);
    expect((await newest())?.flags).toMatchObject([{code: 'order_cancelled', seenAt: expect.any(String)}]);
  });

  test('another order is paid, shipped with its tracking and fulfilled in the store, all by clicking', {
    timeout: 120_000,
  }, async () => {
    await page.goto(`${testApp.shopify.origin}/sandbox/store/${handle()}`);
    await page.getByRole('row').filter({hasText: 'active'}).getByRole('button').first().click();
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button', {name: 'Place the order'}).click();
    await page.getByText(/Order #\d+ is placed/).waitFor();
    const newest = async () => (await testApp.merchant.orders()).orders[0];
    // The cancelled order of before waits for payment too.
    await expect.poll(newest, {timeout: 20_000}).toMatchObject({country: 'DE', state: 'awaiting_payment'});

    await openAdmin();
    await app().getByText('1 dropship order waits for your payment').waitFor();
    await app()
      .getByRole('listitem')
      .filter({hasText: 'waits for your payment'})
      .getByRole('link', {name: 'See the order'})
      .click();
    await app()
      .getByText(/ to pay for 1 dropship order$/)
      .waitFor();
    const undo = app().getByRole('button', {name: /^Undo/});
    await pressDespiteLoss(app().getByRole('button', {name: /^I paid it/}), async () => (await undo.count()) > 0);
    expect((await newest())?.state).toBe('awaiting_payment');
    await expect.poll(async () => (await newest())?.state, {timeout: 15_000}).toBe('paid');
    await app()
      .getByText(/ to pay for /)
      .waitFor({state: 'detached'});

    await followMenu('Orders');
    await app()
      .getByLabel('Search')
      .fill((await newest())?.reference ?? '');
    await app().getByText('JP', {exact: true}).waitFor({state: 'detached'});
    await app()
      .getByRole('link', {name: /^Open #/})
      .click();
    await app().getByLabel('Carrier').selectOption('DHL');
    await app().getByLabel('Tracking number').fill('JD0146');
    await app().getByRole('button', {name: 'Mark as shipped'}).click();
    await app().getByText('Marked as shipped.').waitFor();
    expect((await newest())?.state).toBe('shipped');
    const gid = (await newest())?.orderGid ?? '';
    await expect.poll(() => JSON.stringify(testApp.store.order(gid)), {timeout: 20_000}).toContain('JD0146');
    await page.reload();
    await app().getByText('You or a colleague: marked it as shipped').waitFor();
  });

  test('nothing was complained of in the browser console', () => {
    expect(complaints).toEqual([]);
  });
});
