// Ten unpaid orders are worked off by keyboard alone: the real page, the real server, both stand-ins.
import type {Browser, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {adminFrame} from '../sandbox/admin/admin-frame.ts';
import {quickestEngine} from '../support/test-app.ts';
import {browserRuns, openBrowser, suiteName} from './browser.ts';
import {ensurePageIsBuilt} from './built-page.ts';

describe.runIf(browserRuns)(suiteName('ten unpaid orders by keyboard'), () => {
  let browser: Browser;
  let testApp: OrderTestApp;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    await ensurePageIsBuilt();
    browser = await openBrowser();
    testApp = await openOrderTestApp(quickestEngine, {
      shopify: {mount: (app, sandbox) => void app.use(adminFrame({...sandbox, shops: sandbox.shopDomains()}))},
    });
    page = await browser.newPage({viewport: {width: 1280, height: 900}});
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.clock.install();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await testApp?.close();
  });

  const app = () => page.frameLocator('#app');
  const openAt = (address: string) =>
    page.goto(`${testApp.shopify.origin}/admin/${testApp.shop.replace('.myshopify.com', '')}${address}`);
  let keysPressed = 0;
  const press = (key: string) => {
    keysPressed += 1;
    return page.keyboard.press(key);
  };
  const pass = (ms: number) => page.clock.fastForward(ms);
  const focusedOrder = async (): Promise<string | null> => {
    const row = app()
      .locator('s-table-row')
      .filter({has: app().locator(':focus')});
    return (await row.count()) === 0 ? null : row.locator('[data-order]').getAttribute('data-order');
  };
  /** Nine that earn something and one that loses money, all of them at the supplier and unpaid. */
  const placeOrders = async () => {
    const goods = testApp.goods();
    const bought = Array.from({length: 10}, (_, at) =>
      testApp.buy({lines: [{variantId: goods.variantId, price: at === 4 ? '1.00' : '900.00'}]}),
    );
    await testApp.quiet();
    const rows = await Promise.all(bought.map(({id}) => testApp.row(id)));
    expect(rows.map(({state}) => state)).toEqual(Array.from({length: 10}, () => 'awaiting_payment'));
    return {ids: rows.map(({id}) => id), losing: rows[4]?.id};
  };
  const statesOf = async (ids: readonly string[]) => {
    const {orders} = await testApp.merchant.orders();
    return orders.filter(({id}) => ids.includes(id)).map(({state}) => state);
  };
  const deedsOn = async (id: string) =>
    (await testApp.deps.db.selectFrom('audit').selectAll().where('subject', '=', id).execute()).map(
      ({action}) => action,
    );
  const allPaid = Array.from({length: 10}, () => 'paid');

  test('in the list: none is paid twice, and the one that loses money asks once more', {timeout: 180_000}, async () => {
    const {ids, losing} = await placeOrders();
    await openAt('/orders?state=awaiting_payment');
    await app().getByText('to pay for 10 dropship orders').waitFor();
    for (let tab = 0; tab < 60 && (await focusedOrder()) === null; tab += 1) await press('Tab');
    keysPressed = 0;
    const paid: (string | null)[] = [];
    for (let at = 0; at < 10; at += 1) {
      const id = await focusedOrder();
      if (at === 0) {
        const popup = page.waitForEvent('popup');
        await press('c');
        expect((await popup).url()).toContain(`${testApp.supplier.url}/checkout/`);
        await (await popup).close();
      }
      await press('p');
      if (id === losing) {
        await app().getByText('Press once more to go on all the same.').waitFor();
        expect(await focusedOrder()).toBe(id);
        await pass(1_000);
        await press('p');
      }
      paid.push(id);
    }
    // One key for each order, one more for the order that loses money, and one for the checkout that was opened.
    expect(keysPressed).toBe(12);
    expect(new Set(paid)).toEqual(new Set(ids));
    await pass(11_000);
    await expect.poll(() => statesOf(ids), {timeout: 30_000}).toEqual(allPaid);
    for (const id of ids) expect(await deedsOn(id)).toEqual(['marked_paid']);
    await app().getByText('No order is like this.').waitFor();
    expect(await app().locator(':focus').getAttribute('aria-label')).toBe('List of dropship orders');
  });

  test('in “Pay next”: each beside its address, to the end', {timeout: 180_000}, async () => {
    const {ids, losing} = await placeOrders();
    await openAt('/orders/pay');
    for (let at = 0; at < 10; at += 1) {
      await app().getByRole('button', {name: 'Copy E-mail'}).waitFor();
      const id = new URL(page.url()).searchParams.get('order');
      await pass(1_000);
      await press('p');
      if (id === losing) {
        await app().getByText('Press once more to go on all the same.').waitFor();
        await pass(1_000);
        await press('p');
      }
      await expect.poll(() => new URL(page.url()).searchParams.get('order')).not.toBe(id);
    }
    await app().getByText('All paid').waitFor();
    await pass(11_000);
    await expect.poll(() => statesOf(ids), {timeout: 30_000}).toEqual(allPaid);
    for (const id of ids) {
      expect((await deedsOn(id)).toSorted()).toEqual(['address_read', 'marked_paid']);
    }
    expect(complaints).toEqual([]);
  });
});
