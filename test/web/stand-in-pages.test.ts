// The pages of the stand-ins that a visitor sees: the shop window, the order in the admin, the supplier's orders, keys and checkout.
import {readdirSync, readFileSync} from 'node:fs';
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../sandbox/start.ts';
import {goodOrder, orderedSchema} from '../supplier-sandbox/visitor.ts';
import {browserRuns, openBrowser, phone, suiteName} from './browser.ts';
import {expectFits} from './layout/expect-fits.ts';

const withPictures = 4;

describe.runIf(browserRuns)(suiteName('the pages of the stand-ins'), () => {
  let browser: Browser;
  let sandbox: Sandbox;
  let page: Page;
  let checkout: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    sandbox = await startSandbox({articles: 60});
    sandbox.shopify.setAppUrl('http://127.0.0.1:9');
    const store = sandbox.shopify.shop(sandbox.shop);
    const articles = sandbox.supplier.catalogue.all().filter(({images}) => images.length > 0);
    for (const {name, brand, images} of articles.slice(0, withPictures)) {
      const product = store.createProduct({title: name, vendor: brand, status: 'ACTIVE'}, {price: '49.90'});
      store.editProduct(product, {addMedia: images.map((source) => ({source}))});
    }
    const variantId = store.products()[0]?.variants[0]?.id ?? '';
    store.placeOrder({country: 'DE', lines: [{variantId, quantity: 2}], financialStatus: 'PENDING'});
    checkout = await orderAtTheSupplier();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  const orderAtTheSupplier = async () => {
    const {supplier} = sandbox;
    const pictured = ({id}: {id: string}) => (supplier.catalogue.get(id)?.images.length ?? 0) > 0;
    const order = goodOrder(supplier, supplier.catalogue.listed().find(pictured)?.id);
    const answer = await fetch(`${supplier.url}/api/dropship?a=order`, {
      method: 'POST',
      headers: {authorization: `Bearer ${supplier.issueKey('dropship')}`},
      body: JSON.stringify(order),
    });
    return orderedSchema.parse(await answer.json()).checkout_url;
  };

  /** Each page by its address, with how many pictures it has to show. */
  const pages = () => {
    const {shopify, supplier} = sandbox;
    const order = shopify.shop().orders()[0]?.id.split('/').at(-1);
    const product = shopify.shop().products()[0]?.id.split('/').at(-1);
    return {
      stores: [`${shopify.origin}/`, 0],
      mailbox: [`${shopify.origin}/sandbox/mailbox`, 0],
      'shop-window': [`${shopify.origin}/sandbox/store/piecewise-demo`, withPictures],
      'orders-in-admin': [`${shopify.origin}/store/piecewise-demo/orders`, 0],
      'products-in-admin': [`${shopify.origin}/store/piecewise-demo/products`, withPictures],
      'product-in-admin': [`${shopify.origin}/store/piecewise-demo/products/${product}`, 1],
      'locations-in-admin': [`${shopify.origin}/store/piecewise-demo/settings/locations`, 0],
      'order-processing-in-admin': [`${shopify.origin}/store/piecewise-demo/settings/general`, 0],
      'plan-in-admin': [`${shopify.origin}/store/piecewise-demo/settings/plan`, 0],
      'shipping-in-admin': [`${shopify.origin}/store/piecewise-demo/settings/shipping`, 0],
      'markets-in-admin': [`${shopify.origin}/store/piecewise-demo/markets`, 0],
      'order-in-admin': [`${shopify.origin}/store/piecewise-demo/orders/${order}`, 1],
      'supplier-orders': [`${supplier.url}/`, 1],
      'supplier-keys': [`${supplier.url}/keys`, 0],
      'supplier-checkout': [checkout, 1],
    } as const;
  };
  const loaded = `[...document.images].filter((image) => image.naturalWidth === 400).length`;

  describe('opened on a phone', () => {
    beforeAll(async () => {
      page = await browser.newPage({viewport: {width: phone, height: 900}});
      page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
    });
    afterAll(() => page?.close());

    test.each([
      'stores',
      'shop-window',
      'orders-in-admin',
      'products-in-admin',
      'product-in-admin',
      'locations-in-admin',
      'order-processing-in-admin',
      'plan-in-admin',
      'shipping-in-admin',
      'markets-in-admin',
      'order-in-admin',
      'supplier-orders',
      'supplier-keys',
      'supplier-checkout',
    ] as const)('%s fits, shows its pictures, and axe finds nothing', async (name) => {
      const [address, pictures] = pages()[name];
      await page.goto(address);
      await expect.poll(() => page.evaluate(loaded)).toBe(pictures);
      await expectFits(page, page.mainFrame(), `stand-in-${name}`);
    });

    test('the sandbox controls fit beside the app or over it, and axe finds nothing', async () => {
      await page.goto(`${sandbox.shopify.origin}/admin/piecewise-demo`);
      await page.getByRole('button', {name: 'Sandbox controls', exact: true}).click();
      await page.getByText('#1001 · Germany · pending').click();
      await page.getByText(/The supplier lists \d+ articles/).waitFor();
      await expectFits(page, page.mainFrame(), 'stand-in-controls');
    });
  });

  test('every page of the admin that the app leads to is there', async () => {
    const files = readdirSync('web', {recursive: true, encoding: 'utf8'}).filter((file) =>
      /^(?!dist).*\.tsx?$/.test(file),
    );
    const texts = files.map((file) => readFileSync(`web/${file}`, 'utf8'));
    const links = texts.flatMap((text) =>
      [...text.matchAll(/shopify:\/\/admin(\/[^'`"]*)/g)].map(([, path]) => path ?? ''),
    );
    expect(links.length).toBeGreaterThan(5);
    const {shopify, shop} = sandbox;
    const store = shopify.shop(shop);
    // In the source a number is an expression, and so is the kind where one link serves both.
    const pathsOf = (link: string) => [
      link.replace('${what}', 'order').replace(/\$\{.*/, store.orders()[0]?.id.split('/').at(-1) ?? ''),
      link.replace('${what}', 'product').replace(/\$\{.*/, store.products()[0]?.id.split('/').at(-1) ?? ''),
    ];
    for (const path of new Set(links.flatMap(pathsOf))) {
      const {status} = await fetch(`${shopify.origin}/store/piecewise-demo${path}`, {method: 'HEAD'});
      expect({path, status}).toEqual({path, status: 200});
    }
  });

  test('the countries the store ships to are changed in the admin', async () => {
    page = await browser.newPage();
    await page.goto(`${sandbox.shopify.origin}/store/piecewise-demo/settings/shipping`);
    await page.getByRole('button', {name: 'Remove Norway'}).click();
    await page.getByText('The store no longer ships to Norway.').waitFor();
    await page.getByLabel('Another country').selectOption('Brazil');
    await page.getByRole('button', {name: 'Add'}).click();
    await page.getByText('The store ships to Brazil too.').waitFor();
    expect(sandbox.shopify.shop().shipsTo()).toEqual(['DE', 'FR', 'GB', 'US', 'JP', 'BR']);
    await page.goto(`${sandbox.shopify.origin}/store/piecewise-demo/orders`);
    await page.getByRole('link', {name: '#1001'}).click();
    await page.getByRole('heading', {name: 'Order #1001'}).waitFor();
    await page.close();
  });

  test('shipping rates are changed by hand in the admin, and an app’s profile is deleted', async () => {
    const store = sandbox.shopify.shop();
    const zones = [{name: 'Oceania', countries: ['AU'], rates: [{price: '30.00'}]}];
    const id = store.profiles.create({name: 'Of an app', owner: 'other app', zones});
    const ofApp = () => store.profiles.all().find((profile) => profile.id === id);
    page = await browser.newPage();
    await page.goto(`${sandbox.shopify.origin}/store/piecewise-demo/settings/shipping`);
    await page.getByRole('heading', {name: 'Shipping', exact: true}).waitFor();
    await page.getByLabel('Standard, EUR in Oceania, Of an app').fill('31.5');
    await page.getByRole('button', {name: 'Save Standard in Oceania, Of an app'}).click();
    await page.getByText('Standard in Oceania is now 31.5 EUR.').waitFor();
    await page.getByText('Made by another app: 0 variants. Version 2.').waitFor();
    expect(ofApp()).toMatchObject({version: 2, zones: [{rates: [{price: '31.50'}]}]});
    await page.getByLabel('Standard, EUR in Oceania, Of an app').fill('much');
    await page.getByRole('button', {name: 'Save Standard in Oceania, Of an app'}).click();
    await page.getByText('"much" is no price, such as 12.50.').waitFor();
    await page.getByLabel('Free, EUR in Domestic, General profile').waitFor();
    expect(await page.getByRole('button', {name: /^Delete profile/}).count()).toBe(1);
    await page.getByRole('button', {name: 'Delete profile Of an app'}).click();
    await page.getByText('The profile Of an app is deleted.').waitFor();
    expect(ofApp()).toBe(undefined);
    await page.goto(`${sandbox.shopify.origin}/store/piecewise-demo/markets`);
    await page.getByRole('heading', {name: 'Markets', exact: true}).waitFor();
    expect(await page.title()).toBe('Markets');
    await page.close();
  });

  test('a draft is put on sale in the admin, and the shop window leads there', async () => {
    const store = sandbox.shopify.shop();
    const drafts = ['Draft one', 'Draft two', 'Draft three'].map((title) =>
      store.createProduct({title, status: 'DRAFT'}, {price: '10.00'}),
    );
    const statuses = () => drafts.map((id) => store.products().find((product) => product.id === id)?.status);
    page = await browser.newPage();
    await page.goto(`${sandbox.shopify.origin}/sandbox/store/piecewise-demo`);
    await page.getByText('3 more in the store are not active, so shoppers do not see them.').waitFor();
    await page.getByRole('link', {name: 'Set them as active'}).click();
    await page.getByRole('button', {name: 'Set Draft two as active'}).click();
    await page.getByRole('button', {name: 'Set Draft two as active'}).waitFor({state: 'detached'});
    expect(statuses()).toEqual(['DRAFT', 'ACTIVE', 'DRAFT']);
    await page.getByRole('button', {name: 'Set all drafts as active'}).click();
    await page.getByRole('button', {name: 'Set all drafts as active'}).waitFor({state: 'hidden'});
    expect(statuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    await page.close();
  });

  test('the shop window says what shipping costs, and takes no order where nothing is delivered', async () => {
    const store = sandbox.shopify.shop();
    store.createProduct({title: 'By another app', status: 'ACTIVE'}, {price: '10.00'});
    const [product] = store.products().filter(({title}) => title === 'By another app');
    const variantIds = product?.variants.map(({id}) => id) ?? [];
    const zones = [{name: 'Home', countries: ['DE'], rates: [{price: '16.00'}]}];
    store.profiles.create({name: 'Another app', owner: 'other app', zones, variantIds});
    page = await browser.newPage();
    await page.goto(`${sandbox.shopify.origin}/sandbox/store/piecewise-demo`);
    await page.getByRole('button', {name: 'Choose By another app'}).click();
    await page.getByText('Shipping: Standard, €16.00').waitFor();
    // Countries that one could not order from are not listed as if one could.
    const apart = page.locator('select[name="country"] optgroup[label="Not delivered to"] option');
    await expect.poll(() => apart.count()).toBeGreaterThan(100);
    const listed = await page
      .locator('select[name="country"] > option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(listed).toEqual(['DE']);
    const orders = store.orders().length;
    await page.getByLabel('Country').selectOption('JP');
    await page.locator('.shipping-price', {hasText: 'Shipping isn’t available for this address.'}).waitFor();
    const place = page.getByRole('button', {name: 'Place the order'});
    expect(await place.isDisabled()).toBe(true);
    await page.getByLabel('Country').selectOption('CH');
    await page.locator('.shipping-price', {hasText: 'This store doesn’t sell to this country.'}).waitFor();
    expect(await place.isDisabled()).toBe(true);
    await page.getByLabel('Country').selectOption('DE');
    await page.getByText('Shipping: Standard, €16.00').waitFor();
    await place.click();
    await page.getByText(/Order #\d+ is placed/).waitFor();
    expect(store.orders().at(-1)).toMatchObject({total: '26.00'});
    // What the page was told before no longer holds: said once, and no order.
    store.setShipsTo(store.shipsTo().filter((country) => country !== 'DE'));
    await place.click();
    await page.locator('.shipping-price', {hasText: 'This store doesn’t sell to this country.'}).waitFor();
    expect(await place.isDisabled()).toBe(true);
    expect(await page.getByText('This store doesn’t sell to this country.').count()).toBe(1);
    expect(store.orders()).toHaveLength(orders + 1);
    store.setShipsTo([...store.shipsTo(), 'DE']);
    await page.close();
  });

  test('an order that is not there is said to be not there', async () => {
    page = await browser.newPage();
    await page.goto(`${sandbox.shopify.origin}/store/piecewise-demo/orders/1`);
    await page.getByText('piecewise-demo.myshopify.com has no order 1.').waitFor();
    await page.close();
  });

  test('the browser console has nothing to complain of', () => {
    expect(complaints).toEqual([]);
  });
});
