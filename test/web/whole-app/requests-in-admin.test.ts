// The merchant requests fulfilment by clicking in the store's admin, and reads there what the app answers: the admin's pages, the app's
// workers and both stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {markPaid, markShipped} from '../../../server/actions/merchant-actions.ts';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {contextOf, tracked, writeBack} from '../../jobs/orders/placed-order.ts';
import {openRequestsApp, type RequestsApp} from '../../jobs/requests/requests-app.ts';
import {adminFrame} from '../../sandbox/admin/admin-frame.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {browserRuns, openBrowser, phone, suiteName} from '../browser.ts';
import {expectFits} from '../layout/expect-fits.ts';

const minute = 60_000;

describe.runIf(browserRuns)(suiteName('fulfilment requested in the admin of the store'), () => {
  let browser: Browser;
  let app: RequestsApp;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    app = await openRequestsApp(quickestEngine, {
      shopify: {mount: (routes, sandbox) => void routes.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    // Orders wait ten minutes, so that the merchant is quicker than the app.
    await saveSettings(app.worker.db, app.shop, {orders: {delayMinutes: 10}}, app.clock.now());
    page = await browser.newPage({viewport: {width: phone, height: 900}});
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    expect(complaints, 'the browser console').toEqual([]);
  });

  const openAt = (path: string) =>
    page.goto(`${app.shopify.origin}/store/${app.shop.replace('.myshopify.com', '')}${path}`);
  const openOrder = (id: string) => openAt(`/orders/${id.split('/').at(-1)}`);
  /** The card of a fulfilment order, by its place and location. */
  const card = (name = '1. Piecewise') => page.getByRole('region', {name});
  const press = (button: string, name?: string) => card(name).getByRole('button', {name: button}).click();
  const seen = (text: string | RegExp, name?: string) => card(name).getByText(text).first().waitFor();
  /** A badge of the card: its status or its request status. */
  const state = (text: string, name?: string) => card(name).getByText(text, {exact: true}).waitFor();
  const said = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  const bought = async (order: Parameters<RequestsApp['buy']>[0] = {}) => {
    const {id} = app.buy(order);
    await app.quiet();
    return id;
  };
  /** The delay of the orders is over, and the app has looked at what is asked. */
  const later = async () => {
    app.clock.turn(11 * minute);
    await app.upkeep('recheck-open');
    await app.sweep();
  };
  const accepted = async (order: Parameters<RequestsApp['buy']>[0] = {}) => {
    const id = await bought(order);
    await later();
    await openOrder(id);
    await state('accepted');
    return id;
  };

  test('a request with a note becomes one dropship order, and the page says that it is accepted', async () => {
    const id = await bought();
    await openOrder(id);
    await state('unsubmitted');
    await card().getByLabel('Note to the service (optional)').fill('A gift, please.');
    await press('Request fulfillment');
    await said('1. Piecewise: Fulfillment is requested.');
    await state('submitted');
    await seen('A gift, please.');
    expect(await card().getByRole('button').allTextContents()).toEqual(['Cancel fulfillment']);
    await later();
    expect(app.taken(await app.row(id))).toHaveLength(1);
    // The page still shows what was so before: Shopify refuses, and the page shows how.
    await press('Cancel fulfillment');
    await said("Fulfillment order is not in cancelable request state and can't be canceled.");
    complaints.splice(0);
    await page.reload();
    await state('in progress');
    await seen('Piecewise accepted the request.');
    await seen('Ordered at the supplier.');
    await expectFits(page, page.mainFrame(), 'request-accepted');
    expect(app.taken(await app.row(id))).toHaveLength(1);
  });

  const moveToNorway = async () => {
    await page.getByRole('combobox', {name: 'Deliver to'}).selectOption('NO');
    await page.getByRole('button', {name: 'Change the address'}).click();
    await said('goes to another address.');
    await app.quiet();
  };

  test.each([
    ['a country that is not served', {}, moveToNorway, 'undeliverable destination', /Norway/],
    ['a buyer without a name', {name: null}, async () => {}, 'invalid contact information', /name is missing/],
  ] as const)('a request for %s is rejected, and the page shows why', async (_, order, change, reason, message) => {
    const id = await bought(order);
    await openOrder(id);
    await change();
    await press('Request fulfillment');
    await said('1. Piecewise: Fulfillment is requested.');
    await later();
    await page.reload();
    await seen(`Piecewise rejected the request: ${reason}.`);
    await seen(message);
    await card().getByRole('button', {name: 'Request fulfillment'}).waitFor();
    await expectFits(page, page.mainFrame(), `request-rejected-${reason.split(' ')[0]}`);
    expect(app.taken(await app.row(id))).toEqual([]);
  });

  test('a request for an article that left the list is rejected, and the page shows why', async () => {
    const goods = app.goods();
    app.supplier.catalogue.withdraw(goods.articleId);
    const id = await bought({goods});
    await openOrder(id);
    await press('Request fulfillment');
    await said('1. Piecewise: Fulfillment is requested.');
    await later();
    await page.reload();
    await seen('Piecewise rejected the request: inventory out of stock.');
    await seen('The supplier does not offer this article for single-piece purchase any more.');
    expect(app.taken(await app.row(id))).toEqual([]);
    app.supplier.catalogue.restore(goods.articleId);
  });

  test('a cancellation is accepted before the supplier is paid and rejected afterwards, each with a sentence', async () => {
    await accepted();
    await press('Request cancellation');
    await said('1. Piecewise: Its cancellation is requested.');
    await app.sweep();
    await page.reload();
    await seen('Piecewise accepted the cancellation.');
    await seen('Piecewise knows of no payment for it. Do not pay for it at the supplier.');
    const paid = await accepted();
    await markPaid(app.worker.db, contextOf(app, await app.row(paid)), app.clock.now());
    await card().getByLabel('Note to the service (optional)').fill('The buyer changed her mind.');
    await press('Request cancellation');
    await said('1. Piecewise: Its cancellation is requested.');
    await app.sweep();
    await page.reload();
    await state('cancellation rejected');
    const told = (await card().getByRole('listitem').allTextContents()).slice(1);
    expect(told).toEqual([
      expect.stringContaining('You requested fulfillment.'),
      'Piecewise accepted the request. Ordered at the supplier.',
      'You asked to cancel. The buyer changed her mind.',
      expect.stringMatching(/^Piecewise rejected the cancellation\. .*was paid for .* and cannot cancel it/),
    ]);
    await expectFits(page, page.mainFrame(), 'cancellation-rejected');
  });

  test('the tracking number stands at the order with its carrier, and the buyer was sent it', async () => {
    const id = await accepted();
    const row = await app.row(id);
    await markPaid(app.worker.db, contextOf(app, row), app.clock.now());
    await markShipped(app.worker.db, contextOf(app, row), tracked, app.clock.now());
    await writeBack(app);
    await page.reload();
    await page.getByText('1 piece, DHL 00340').waitFor();
    await page.getByText('The buyer was notified: DHL 00340.').waitFor();
    await state('closed');
    expect(app.store.order(id)?.fulfillments).toMatchObject([{notifications: [{tracking: [{number: '00340'}]}]}]);
    await expectFits(page, page.mainFrame(), 'request-shipped');
  });

  test('with automatic fulfilment switched on, a paid order is requested without a click', async () => {
    await openAt('/settings/general');
    await page.getByLabel('Automatically fulfill the order’s line items').check();
    await page.getByRole('button', {name: 'Save'}).click();
    await said('Paid orders are requested automatically.');
    await expectFits(page, page.mainFrame(), 'order-processing');
    const id = await bought();
    await openOrder(id);
    await state('submitted');
    await later();
    await page.reload();
    await seen('Piecewise accepted the request.');
    expect(app.taken(await app.row(id))).toHaveLength(1);
    await openAt('/settings/general');
    await page.getByLabel('Don’t fulfill any of the order’s line items automatically').check();
    await page.getByRole('button', {name: 'Save'}).click();
    await said('Nothing is requested automatically.');
  });

  test('a fulfilment is held, released and moved to the merchant’s own location, where nothing is requested', async () => {
    const id = await bought();
    await openOrder(id);
    await press('Hold');
    await said('1. Piecewise: The fulfillment is on hold.');
    await state('on hold');
    await press('Release hold');
    await said('1. Piecewise: The hold is released.');
    await card().getByLabel('Another location').selectOption('Shop location');
    await press('Move');
    await said('1. Piecewise: It is moved to the other location.');
    await state('open', '1. Shop location');
    expect(await card('1. Shop location').getByRole('button', {name: 'Request'}).count()).toBe(0);
  });

  test('the locations and a product’s page say what is stocked at the service', async () => {
    const {variantId, productId} = app.goods();
    const stock = app.store.services.stock();
    const [at = ''] = stock[variantId] ?? [];
    const stocked = Object.values(stock).filter((locations) => locations.includes(at)).length;
    expect(stocked).toBeGreaterThan(1);
    await openAt('/settings/locations');
    const service = page.getByRole('listitem').filter({hasText: 'Fulfillment service, managed by Piecewise'});
    await service.getByText(`${stocked} variants stocked`).waitFor();
    await expectFits(page, page.mainFrame(), 'locations');
    await openAt(`/products/${productId.split('/').at(-1)}`);
    await page.getByText('Stocked at Piecewise').first().waitFor();
    await expectFits(page, page.mainFrame(), 'product-stocked');
  });
});
