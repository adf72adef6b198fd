// The sandbox's own controls beside the app: each is clicked once, and what it caused is looked at where it arrives.
import type {Router} from 'express';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {adminFrame} from '../sandbox/admin/admin-frame.ts';
import {importEverything, openTestApp, quickestEngine, type TestApp} from '../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from './browser.ts';
import {ensurePageIsBuilt} from './built-page.ts';

describe.runIf(browserRuns)(suiteName('the sandbox controls beside the app'), () => {
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
        mount(app, sandbox) {
          const shops = sandbox.shopDomains();
          // The frame is asked for only once the supplier is there too.
          let frame: Router | undefined;
          app.use((...request) => (frame ??= adminFrame({...sandbox, shops, supplier: testApp.supplier}))(...request));
        },
      },
    });
    await importEverything(testApp);
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}`);
    await page.getByRole('button', {name: 'Sandbox controls', exact: true}).click();
    await controls()
      .getByText(/\d+ products on sale/)
      .waitFor();
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
  });

  const controls = () => page.getByRole('complementary', {name: 'Sandbox controls'});
  const click = (name: string | RegExp) => controls().getByRole('button', {name}).click();
  const said = (text: string | RegExp) => controls().getByRole('status').getByText(text).waitFor();
  const storeOrder = () => testApp.store.orders()[0];
  const newest = async () => (await testApp.merchant.orders()).orders[0];
  const delivered = (topic: string) => () =>
    testApp.shopify.webhooks.deliveries().filter((one) => one.topic === topic && one.state === 'delivered').length;

  test('an order that is paid later reaches the app, which blocks it outside the zones; none is taken outside the markets', async () => {
    const place = controls().getByRole('button', {name: 'Place the store order'});
    await controls().getByLabel('Deliver to').selectOption('Brazil');
    await said('This store doesn’t sell to this country.');
    expect(await place.isDisabled()).toBe(true);
    testApp.store.setShipsTo([...testApp.store.shipsTo(), 'BR']);
    await controls().getByLabel('Deliver to').selectOption('Germany');
    await controls().getByLabel('Deliver to').selectOption('Brazil');
    await controls().getByLabel('Payment').selectOption('Pays later');
    await click('Place the store order');
    await said('#1001 is placed. Shopify tells the app.');
    await expect.poll(delivered('orders/create')).toBe(1);
    expect(storeOrder()).toMatchObject({countryCode: 'BR', financialStatus: 'PENDING'});
    await expect.poll(async () => (await newest())?.state).toBe('blocked');
  });

  test('its address and its quantity are changed, and what cannot be is refused in a sentence', async () => {
    await controls().getByText('#1001 · Brazil · pending').click();
    const order = controls().locator('details').first();
    await order.getByLabel('Deliver to').selectOption('Japan');
    await order.getByRole('button', {name: 'Change the address'}).click();
    await said('#1001 goes to another address.');
    expect(storeOrder()).toMatchObject({countryCode: 'JP', shippingAddress: {city: 'Nagoya'}});
    await order.getByLabel(/: pieces$/).fill('-1');
    await order.getByRole('button', {name: 'Change the quantity'}).click();
    await said('The quantity is a whole number from 0 to 999.');
    await order.getByLabel(/: pieces$/).fill('2');
    await order.getByRole('button', {name: 'Change the quantity'}).click();
    await said(/^#1001 now has 2 of /);
    await expect.poll(delivered('orders/edited')).toBe(1);
    expect(storeOrder()?.lines[0]?.currentQuantity).toBe(2);
  });

  test('it is paid later, and then the app orders both pieces for the new country', async () => {
    await click('Mark as paid: #1001');
    await said('#1001 is paid.');
    await expect.poll(delivered('orders/paid')).toBe(1);
    await expect.poll(async () => (await newest())?.state).toBe('awaiting_payment');
    expect(testApp.supplier.orders()).toMatchObject([{qty: 2, zone: 'JP'}]);
  });

  test('a piece is refunded, then the order is cancelled and all money given back: the app says not to pay', async () => {
    const order = controls().locator('details').first();
    await order.getByLabel(/: pieces$/).fill('1');
    await order.getByRole('button', {name: 'Refund these pieces'}).click();
    await said(/^#1001 is refunded: 1 of /);
    await expect.poll(delivered('refunds/create')).toBe(1);
    await click('Cancel: #1001');
    await said('#1001 is cancelled.');
    await expect.poll(delivered('orders/cancelled')).toBe(1);
    await expect.poll(async () => (await newest())?.doNotPay).toBe(true);
    await click('Give all money back: #1001');
    await said('#1001 got its money back.');
    expect(storeOrder()).toMatchObject({financialStatus: 'REFUNDED', kept: '0.00'});
    await expect.poll(delivered('refunds/create')).toBe(2);
  });

  test('an order without the buyer’s name waits for it', async () => {
    await controls().getByLabel('Deliver to').first().selectOption('Germany');
    await controls().getByLabel('Payment').selectOption('Paid at once');
    await controls().getByLabel('Buyer’s name').selectOption('Left out');
    await click('Place the store order');
    await said('#1002 is placed. Shopify tells the app.');
    await expect.poll(async () => (await newest())?.reason).toMatch(/name is missing/);
  });

  test('the supplier’s list is shortened and restored', async () => {
    const whole = testApp.supplier.catalogue.listed().length;
    await controls().getByLabel('Percent to leave out').fill('50');
    await click('Shorten the list');
    await controls()
      .getByText(`The supplier lists ${Math.ceil(whole / 2)} articles`)
      .waitFor();
    expect(testApp.supplier.catalogue.listed()).toHaveLength(Math.ceil(whole / 2));
    await click('Restore the list');
    await controls().getByText(`The supplier lists ${whole} articles to buy singly.`).waitFor();
    expect(testApp.supplier.catalogue.listed()).toHaveLength(whole);
  });

  test('a key issued at the supplier is copied, and a refusal is said; the controls show the key when one comes back', async () => {
    const supplier = await browser.newPage();
    await supplier.goto(`${testApp.supplier.url}/keys`);
    for (const [refused, words] of [
      [false, 'Copied.'],
      [true, /did not let the page copy/],
    ] as const) {
      await supplier.getByRole('button', {name: 'Issue a dropship key'}).click();
      await supplier.evaluate((isRefused) => {
        const writeText = () => (isRefused ? Promise.reject(new Error('refused')) : Promise.resolve());
        Object.defineProperty(navigator, 'clipboard', {value: {writeText}, configurable: true});
      }, refused);
      await supplier.getByRole('button', {name: 'Copy'}).click();
      await supplier.getByRole('status').getByText(words).waitFor();
    }
    const last4 = testApp.supplier.keys().at(-1)?.last4;
    await supplier.close();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await controls()
      .getByRole('button', {name: `Revoke the dropship key ${last4}`})
      .waitFor();
  });

  test('a key is revoked, which the app notices, and given back', async () => {
    const key = () => testApp.supplier.keys().find(({api}) => api === 'catalogue');
    await click(`Revoke the catalogue key ${key()?.last4}`);
    await said('The key is revoked: the supplier refuses it from now on.');
    expect(key()?.revoked).toBe(true);
    await testApp.merchant.startRun();
    expect(await testApp.merchant.lastRun()).toMatchObject({state: 'failed'});
    expect((await testApp.merchant.overview()).connection.catalogue.state).toBe('rejected');
    await click(`Give back the catalogue key ${key()?.last4}`);
    await said('The key is valid again.');
    expect(key()?.revoked).toBe(false);
  });

  test('the supplier is taken down and brought up again', async () => {
    await click('Take the supplier down');
    await said('The supplier is down: connections to it are refused.');
    await expect(fetch(testApp.supplier.url)).rejects.toThrow('fetch failed');
    await click('Bring the supplier up again');
    await said('The supplier is up again.');
    expect((await fetch(testApp.supplier.url)).status).toBe(200);
  });

  test('the supplier’s pictures come into the store, and the app’s page may show them', async () => {
    const [source] = testApp.store.products().flatMap(({media}) => media.map((image) => image.source));
    expect(source).toContain(`${testApp.supplier.url}/pictures/`);
    const frame = page.frames().find((one) => one.url().startsWith(testApp.url));
    const shown = `new Promise((done) => {
      const image = new Image();
      image.onload = () => done(image.naturalWidth);
      image.onerror = () => done('refused');
      image.src = ${JSON.stringify(source)};
    })`;
    expect(await frame?.evaluate(shown)).toBe(400);
  });

  test('the order’s page in the app leads to the order in the admin, with its picture', async () => {
    const order = (await testApp.merchant.orders()).orders.find(({orderName}) => orderName === '#1001');
    await page.goto(
      `${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}/orders/${order?.id}`,
    );
    await page.frameLocator('#app').getByRole('link', {name: 'Open the order in Shopify'}).click();
    await page.getByRole('heading', {name: 'Order #1001'}).waitFor();
    await page.getByText('cancelled', {exact: true}).waitFor();
    await page.getByText('Nagoya').waitFor();
    const article = testApp.supplier.catalogue.get(testApp.supplier.orders()[0]?.articleId ?? '');
    if ((article?.images.length ?? 0) > 0) {
      await expect.poll(() => page.evaluate("document.querySelector('#lines img')?.naturalWidth")).toBe(400);
    }
    await page.getByRole('link', {name: 'Piecewise'}).click();
    await page.frameLocator('#app').getByRole('link', {name: /order/i}).first().waitFor();
  });

  test('the browser console complains of the one refused request and of nothing else', () => {
    expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')]);
  });
});
