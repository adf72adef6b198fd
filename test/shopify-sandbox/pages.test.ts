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

const act = async (origin: string, id: string, name: string, body: object = {}) => {
  const path = `${origin}/sandbox/api/orders/${id.split('/').at(-1)}/${name}`;
  const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
  return {status: answer.status, said: z.object({error: z.string().optional()}).parse(await answer.json()).error};
};

test('what the admin of Shopify would refuse is refused in a sentence, and nothing happens', async () => {
  const {done, sandbox, shop} = await openShop();
  await done(SetAnswer, productSet, article('A-1'));
  const variantId = shop.products()[0]?.variants[0]?.id ?? '';
  const order = shop.placeOrder({country: 'DE', lines: [{variantId, quantity: 2}], financialStatus: 'PAID'});
  const lineId = order.lines[0]?.id;
  const wishes = [
    ['pay', {}, '#1001 is not waiting for a payment.'],
    ['refund', {lineId, quantity: 3}, 'Of this line, 1 to 2 pieces can be refunded, not 3.'],
    ['refund', {lineId, quantity: 0.5}, 'Of this line, 1 to 2 pieces can be refunded, not 0.5.'],
    ['edit', {lineId, quantity: -1}, 'The quantity is a whole number from 0 to 999.'],
    ['edit', {lineId, quantity: 2}, 'The line has 2 already.'],
    ['edit', {lineId: 'gid://shopify/LineItem/1', quantity: 1}, '#1001 has no such line.'],
    ['edit', {lineId, quantity: 'two'}, 'Line and country are text, and the quantity is a number.'],
    ['move', {country: 'XX'}, '"XX" is not the code of a country.'],
    ['move', {country: 'ZZ'}, '"ZZ" is not the code of a country.'],
    ['dance', {}, 'An order cannot be asked to "dance".'],
  ] as const;
  for (const [name, body, said] of wishes) {
    expect(await act(sandbox.origin, order.id, name, body)).toEqual({status: 400, said});
  }
  expect(shop.order(order.id)).toEqual(order);
  expect(await act(sandbox.origin, 'gid://shopify/Order/1', 'pay')).toMatchObject({said: 'There is no such order.'});

  shop.fulfil(order.id);
  expect((await act(sandbox.origin, order.id, 'cancel')).said).toContain('fulfilled already');
  const other = shop.placeOrder({country: 'DE', lines: [{variantId}], financialStatus: 'PENDING'});
  expect((await act(sandbox.origin, other.id, 'refund')).said).toContain('Nothing was paid for #1002');
  shop.cancelOrder(other.id);
  for (const name of ['pay', 'cancel', 'edit', 'move']) {
    expect((await act(sandbox.origin, other.id, name, {lineId, quantity: 1})).said).toBe('#1002 is cancelled.');
  }
});

test('a visitor can name the countries of Shopify’s list and no other', async () => {
  const {sandbox} = await openShop();
  const codes: unknown = await fetch(`${sandbox.origin}/sandbox/api/countries`).then((answer) => answer.json());
  expect(codes).toEqual(expect.arrayContaining(['DE', 'BR', 'XK']));
  expect(codes).not.toContain('ZZ');
});

test('the countries the store ships to are named by Shopify’s codes, each once', async () => {
  const {sandbox, shop} = await openShop();
  const shipTo = (countries: unknown) =>
    fetch(`${sandbox.origin}/sandbox/api/shipping`, {method: 'POST', headers, body: JSON.stringify({countries})});
  expect(await (await shipTo(['DE', 'BR', 'DE'])).json()).toEqual({countries: ['DE', 'BR']});
  for (const [wish, error] of [
    [['DE', 'XX'], '"XX" is not the code of a country.'],
    ['DE', 'Name each country the store ships to by its code.'],
  ] as const) {
    expect(await (await shipTo(wish)).json()).toEqual({error});
  }
  expect(shop.shipsTo()).toEqual(['DE', 'BR']);
});

test('in the admin the merchant changes a rate by hand and deletes a profile, and the apps are told', async () => {
  const topics = ['profiles/create', 'profiles/update', 'profiles/delete'];
  const {sandbox, shop} = await openShop({webhookTopics: topics, appUrl: 'http://127.0.0.1:9'});
  shop.setScopes([...shop.scopes(), 'write_shipping']);
  const zones = [{name: 'Home', countries: ['DE'], rates: [{price: '7.00'}]}];
  const id = shop.profiles.create({name: 'Supplier', owner: 'other app', zones});
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${sandbox.origin}/sandbox/api/profiles${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({shop: shop.domain, ...body}),
    });
    return {status: answer.status, body: await answer.json()};
  };
  const edited = await send('/rate', {id, zone: 'Home', rate: 'Standard', price: '9.50'});
  expect(edited).toEqual({status: 200, body: shop.profiles.inAdmin()});
  const changed = {version: 2, zones: [{rates: [{price: '9.50'}]}]};
  expect(shop.profiles.all()).toMatchObject([{name: 'General profile'}, changed]);
  for (const price of ['-1', '', 'nine']) {
    expect(await send('/rate', {id, zone: 'Home', rate: 'Standard', price})).toMatchObject({status: 400});
  }
  expect(shop.profiles.all()).toMatchObject([{}, changed]);
  expect((await send('/delete', {id})).status).toBe(200);
  expect(shop.profiles.all()).toMatchObject([{isDefault: true}]);
  expect(await send('/delete', {id: shop.profiles.all()[0]?.id})).toEqual({
    status: 400,
    body: {error: 'The general profile cannot be removed.'},
  });
  const told = () => sandbox.webhooks.deliveries().map(({topic}) => topic);
  await expect.poll(told).toEqual(topics);
});

test('the admin of a market-driven store shows and changes the rates that count, not what the profiles were before', async () => {
  const {sandbox, shop} = await openShop();
  shop.setShippingRates([{name: 'Home', countries: ['DE'], rates: [{price: '4.90'}]}]);
  shop.profiles.create({name: 'Supplier', owner: 'other app'});
  expect(shop.profiles.inAdmin()).toEqual(shop.profiles.all());
  shop.profiles.toMarketDriven();
  const [general] = shop.profiles.inAdmin();
  const edit = {shop: shop.domain, id: general?.id, zone: 'Home', rate: 'Standard', price: '3.00'};
  await fetch(`${sandbox.origin}/sandbox/api/profiles/rate`, {method: 'POST', headers, body: JSON.stringify(edit)});
  const shown = await fetch(`${sandbox.origin}/sandbox/api/profiles`).then((answer) => answer.json());
  expect(shown).toMatchObject([{zones: [{rates: [{price: '3.00'}]}]}, {name: 'Supplier'}]);
  expect(shop.profiles.all()).toMatchObject([{zones: [{rates: [{price: '4.90'}]}]}, {name: 'Supplier'}]);
});

test('further routes live on the same server', async () => {
  const {sandbox} = await openShop({
    mount: (app, {apiKey}) => void app.get('/admin-frame', (_request, response) => void response.send(apiKey)),
  });
  expect(await fetch(`${sandbox.origin}/admin-frame`).then((answer) => answer.text())).toBe(sandbox.apiKey);
});
