// The links from the pages of orders and products in the Shopify admin: where they lead, and what their pages say.
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {parseToml} from '../sandbox/shopify/app-config.ts';
import {aDropshipOrder} from './answers.ts';
import {browserRuns, suiteName} from './browser.ts';
import {anOrderDetail} from './order-answers.ts';
import {seen, useTestPage} from './test-page.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Target and address of each link that a deploy sends. */
function linksSent(): readonly (readonly [string, string])[] {
  const {extension_directories: folders} = parseToml(read('shopify.app.toml'));
  expect(folders).toEqual(['web/extensions/*']);
  return readdirSync(new URL('web/extensions', root)).map((folder) => {
    const text = read(`web/extensions/${folder}/shopify.extension.toml`);
    const of = (key: string) => new RegExp(`^\\s*${key} = "([^"]+)"$`, 'm').exec(text)?.[1] ?? '';
    expect(of('type')).toBe('admin_link');
    expect(of('name').length).toBeGreaterThan(0);
    return [of('target'), of('url')] as const;
  });
}

test('“More actions” of an order and of a product each lead to a page that the app has', () => {
  const links = linksSent();
  expect(Object.fromEntries(links)).toEqual({
    'admin.order-details.action.link': '/open/order',
    'admin.product-details.action.link': '/open/product',
  });
  const routes = read('web/routes.ts');
  for (const [, url] of links) expect(routes).toContain(`'${url}': {folder: `);
});

describe.runIf(browserRuns)(suiteName('opened from the Shopify admin'), () => {
  const testPage = useTestPage();
  const {openAt} = testPage;
  const pathInAdmin = () =>
    decodeURIComponent(new URL(testPage.page.url()).pathname + new URL(testPage.page.url()).search);
  const one = aDropshipOrder();
  const number = /\d+$/.exec(one.orderGid)?.[0] ?? '';

  test.each([
    ['its number', number],
    ['its whole id', one.orderGid],
  ])('an order with one dropship order, by %s, shows that one', async (_what, id) => {
    const app = await openAt(`/open/order?id=${encodeURIComponent(id)}`, {
      orders: [one],
      details: [anOrderDetail({id: one.id})],
    });
    await seen(app, 'Open the order in Shopify');
    expect(pathInAdmin()).toBe(`/admin/sandbox/orders/${one.id}`);
  });

  test('an order with several shows only those', async () => {
    const orders = [
      one,
      {...one, id: 'order-9'},
      aDropshipOrder({id: 'order-8', orderGid: 'gid://shopify/Order/8', orderName: '#0008'}),
    ];
    const app = await openAt(`/open/order?id=${number}`, {orders});
    await app.getByRole('button', {name: 'Remove: Only those of one store order'}).waitFor();
    expect(pathInAdmin()).toBe(`/admin/sandbox/orders?store=${one.orderGid}`);
    expect(await app.getByText('#0008').count()).toBe(0);
  });

  test('an order without one says so, and leads back to it', async () => {
    const app = await openAt('/open/order?id=77', {orders: [one]});
    await seen(app, 'Piecewise has no dropship order for this order.');
    const back = app.getByRole('link', {name: 'Open the order in Shopify'});
    expect(await back.getAttribute('href')).toBe('shopify://admin/orders/77');
    await testPage.expectFits('opened-order-unknown');
  });

  test.each(['', '?id=', '?id=gid://shopify/Product/7', '?id=7%20or%201'])(
    'an address that names no order says so: "%s"',
    async (query) => {
      await seen(
        await openAt(`/open/order${query}`, {orders: [one]}),
        'The link does not say which order it was opened on.',
      );
    },
  );

  test('a product leads to the article it was made from', async () => {
    const app = await openAt('/open/product?id=7', {productArticles: {'gid://shopify/Product/7': 'A-100'}});
    await seen(app, 'Why this price');
    expect(pathInAdmin()).toBe('/admin/sandbox/products/A-100');
  });

  test('a product of somebody else says so', async () => {
    await seen(await openAt('/open/product?id=8'), 'This product was not made by Piecewise');
  });
});
