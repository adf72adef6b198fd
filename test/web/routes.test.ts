// Every page of the app at its own address, in the frame.
import {describe, expect, test} from 'vitest';
import {aConnection, anOverview} from './answers.ts';
import {browserRuns, phone, suiteName} from './browser.ts';
import {seen, useTestPage} from './test-page.ts';

/** Each address with something that only its page shows. */
const routes = [
  ['/', 'On sale'],
  ['/orders', '#1043'],
  ['/orders?state=awaiting_payment', '#1042'],
  ['/orders/pay?order=order-1', 'Ada Buyer'],
  ['/orders/ship', 'Paste them here'],
  ['/pricing/own', 'Save your own prices as CSV'],
  ['/products', 'Fjordline knit jumper'],
  ['/products/A-100', 'S to XL, runs small'],
  ['/products?show=retired', 'No article is like this.'],
  ['/decisions', 'Price below cost: 2'],
  ['/runs', 'On schedule'],
  ['/reports?days=90&by=brand', 'Maison Perrin'],
  ['/rules', '212 articles are chosen.'],
  ['/pricing', 'None of 206 products loses money'],
  ['/runs/run-1', 'What changed'],
  ['/settings', 'Publishing'],
  ['/settings/connection', 'Connection to the supplier'],
  ['/settings/fulfilment', '1,204 variants of 402 products'],
  ['/settings/mail', 'May not have arrived'],
  ['/settings/activity', 'You: approved the new cost'],
  ['/settings/help', 'refused by the supplier'],
  ['/settings/leave', 'Do this before you remove Piecewise in Shopify'],
  ['/nothing/here', 'This address leads nowhere in Piecewise.'],
] as const;

describe.runIf(browserRuns)(suiteName('the pages of the app'), () => {
  const testPage = useTestPage();
  const {open, openAt} = testPage;
  const pathInAdmin = () => new URL(testPage.page.url()).pathname + new URL(testPage.page.url()).search;

  describe('opened on a phone', () => {
    test.each(routes)(
      '%s opens at its address, again when loaded again, fits, and axe finds nothing',
      async (address, shown) => {
        const app = await openAt(address, {}, phone);
        await seen(app, shown);
        await testPage.expectFits(`route${address.replaceAll(/\W+/g, '-')}`);
        await testPage.page.reload();
        await seen(app, shown);
        expect(pathInAdmin()).toBe(`/admin/sandbox${address === '/' ? '' : address}`);
      },
    );
  });

  test('the way back from a page leads to the entry of the menu that the admin highlights', async () => {
    const back: [string, string | null, string | null][] = [];
    for (const [address] of routes) {
      const app = await openAt(address);
      await app.locator('s-page').first().waitFor();
      const link = app.locator('s-link[slot=breadcrumb-actions]');
      if ((await link.count()) === 0) continue;
      const entry = testPage.page.locator('nav [aria-current=page]').last();
      await expect.poll(() => entry.count()).toBe(1);
      back.push([address, await link.textContent(), await entry.textContent()]);
    }
    expect(back.map(([address, label]) => [address, label])).toEqual(
      back.map(([address, , entry]) => [address, entry]),
    );
    expect(back.length).toBeGreaterThanOrEqual(10);
  });

  test('a page that was reached by links is shown again when only the frame is loaded again', async () => {
    const app = await open();
    await app.getByRole('link', {name: 'See the orders'}).first().click();
    await seen(app, '#1042');
    expect(pathInAdmin()).toBe('/admin/sandbox/orders?state=awaiting_payment');
    await app.locator('html').evaluate('location.reload()');
    await seen(app, '#1042');
    expect(await app.getByText('#1043').count()).toBe(0);
  });

  test('a page whose script does not load says so, the others still open, and “Try again” loads it', async () => {
    testPage.expectComplaint(/Failed to (load resource|fetch dynamically imported module)/);
    const scripts = '**/assets/runs-*.js';
    const app = await openAt('/', {}, 1280, async (page) => {
      await page.route(scripts, (route) => route.abort());
    });
    await seen(app, 'On sale');
    await testPage.followMenu('Updates');
    await seen(app, 'This page could not be opened');
    await testPage.followMenu('Orders');
    await seen(app, '#1043');
    await testPage.followMenu('Updates');
    await seen(app, 'This page could not be opened');
    await testPage.page.unroute(scripts);
    await app.getByRole('button', {name: 'Try again'}).click();
    await seen(app, 'On schedule');
  });

  test('the menu leads to each page, the address follows, and so does the focus', async () => {
    const app = await open();
    await seen(app, 'On sale');
    for (const [label, path, shown] of [
      ['Orders', '/orders', '#1043'],
      ['Products', '/products', 'Fjordline knit jumper'],
      ['To decide', '/decisions', 'Price below cost: 2'],
      ['Reports', '/reports', 'Order to paid'],
      ['Settings', '/settings', 'Publishing'],
      ['Import rules', '/rules', '212 articles are chosen.'],
      ['Pricing', '/pricing', 'None of 206 products loses money'],
      ['Updates', '/runs', 'On schedule'],
    ] as const) {
      await testPage.followMenu(label);
      // The text may be on the page before it too.
      await expect.poll(pathInAdmin).toBe(`/admin/sandbox${path}`);
      await seen(app, shown);
      await app.locator(':focus').locator('s-page').waitFor();
      expect(await testPage.page.getByRole('navigation').locator('[aria-current=page]').textContent()).toBe(label);
    }
  });

  test('the admin’s title bar names the page, and the frame does not draw its name once more', async () => {
    const app = await openAt('/runs');
    await testPage.page.locator('#title').getByText('Updates', {exact: true}).waitFor();
    await testPage.followMenu('Orders');
    await testPage.page.locator('#title').getByText('Orders', {exact: true}).waitFor();
    const box = await app.locator('s-page .head').first().boundingBox();
    expect(box?.height).toBeLessThanOrEqual(1);
    expect(await app.getByRole('heading', {name: 'Orders', exact: true}).count()).toBe(1);
  });

  test('the browser’s way back leads through the pages of the app', async () => {
    const app = await open();
    await testPage.followMenu('Orders');
    await seen(app, '#1043');
    await testPage.page.goBack();
    await seen(app, 'On sale');
    await expect.poll(pathInAdmin).toBe('/admin/sandbox');
  });

  test('what is found wrong with a key leads to the page where it is replaced', async () => {
    const dropship = {state: 'rejected', last4: '07ab', answeredAt: null} as const;
    const app = await open({overview: anOverview({connection: aConnection({dropship})})});
    await app.getByRole('link', {name: 'Replace the key'}).click();
    await app.getByLabel('New dropship key').waitFor();
  });
});
