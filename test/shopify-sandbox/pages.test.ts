// The page and the JSON API through which a person or another process drives a shop.

import {expect, test} from 'vitest';
import {z} from 'zod';
import {article, openShop, Pair, productSet, SetAnswer} from './open-shop.ts';

const headers = {'content-type': 'application/json'};

test('another process sees the products, places an order and gets a session token', async () => {
  const {done, exchange, sandbox, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1'));
  const products = await fetch(`${sandbox.origin}/sandbox/api/products`).then((answer) => answer.json());
  const [product] = z.array(z.object({variants: z.array(z.object({id: z.string()}))})).parse(products);
  const placed = await fetch(`${sandbox.origin}/sandbox/api/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      shop: shop.domain,
      country: 'NO',
      lines: [{variantId: product?.variants[0]?.id, quantity: 2}],
    }),
  });
  expect(placed.status).toBe(201);
  expect(shop.orders()).toMatchObject([{countryCode: 'NO', lines: [{quantity: 2, title: 'Linen shirt A-1'}]}]);
  const token = await fetch(`${sandbox.origin}/sandbox/api/session-token?shop=${shop.domain}`).then((answer) =>
    answer.json(),
  );
  const subject_token = z.object({token: z.string()}).parse(token).token;
  expect(Pair.safeParse((await exchange({subject_token})).body).success).toBe(true);
});

test('an impossible order is refused in words', async () => {
  const {sandbox, shop} = await openShop();
  const place = (order: object) =>
    fetch(`${sandbox.origin}/sandbox/api/orders`, {method: 'POST', headers, body: JSON.stringify(order)});
  expect((await place({country: 'Germany', lines: []})).status).toBe(400);
  const unknown = await place({country: 'DE', lines: [{variantId: 'gid://shopify/ProductVariant/1'}]});
  expect(await unknown.json()).toEqual({error: expect.stringContaining('no variant')});
  expect(shop.orders()).toEqual([]);
  expect((await fetch(`${sandbox.origin}/sandbox/api/products?shop=unknown.myshopify.com`)).status).toBe(400);
});

test('a person places an order on the page, and text of the catalogue is only text there', async () => {
  const {done, sandbox, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1', {title: '<script>alert(1)</script>'}));
  const variantId = shop.products()[0]?.variants[0]?.id ?? '';
  const form = new URLSearchParams({
    variantId,
    quantity: '1',
    country: 'jp',
    province: '',
    financialStatus: 'PENDING',
    test: 'on',
  });
  const placed = await fetch(`${sandbox.origin}/sandbox/orders`, {method: 'POST', body: form, redirect: 'manual'});
  expect(placed.status).toBe(303);
  expect(shop.orders()).toMatchObject([{countryCode: 'JP', financialStatus: 'PENDING', test: true}]);
  const page = await fetch(`${sandbox.origin}/sandbox/orders`).then((answer) => answer.text());
  expect(page).toContain('#1001');
  expect(page).not.toContain('<script>alert');
});

test('further routes live on the same server', async () => {
  const {sandbox} = await openShop({
    mount: (app, {apiKey}) => void app.get('/admin-frame', (_request, response) => void response.send(apiKey)),
  });
  expect(await fetch(`${sandbox.origin}/admin-frame`).then((answer) => answer.text())).toBe(sandbox.apiKey);
});
