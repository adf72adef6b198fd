// Faults on demand.

import {expect, test} from 'vitest';
import {article, openShop, productSet, SetAnswer, userErrorsOf} from './open-shop.ts';

const name = 'query Name { shop { name } }';

test('a cut connection before the work changes nothing, one after it has changed everything', async () => {
  const {gql, sandbox, shop} = await openShop();
  await gql(name);
  sandbox.misbehave({fault: 'cut', at: 'before', times: 1});
  await expect(gql(productSet, article('A-1'))).rejects.toThrow();
  expect(shop.products()).toHaveLength(0);
  sandbox.misbehave({fault: 'cut', at: 'after', times: 1});
  await expect(gql(productSet, article('A-1'))).rejects.toThrow();
  expect(shop.products()).toHaveLength(1);
  expect((await gql(name)).errors).toBeUndefined();
});

test('an unreadable answer comes after the work', async () => {
  const {gql, sandbox, shop} = await openShop();
  await gql(name);
  sandbox.misbehave({fault: 'unreadable', times: 1});
  await expect(gql(productSet, article('A-1'))).rejects.toThrow();
  expect(shop.products()).toHaveLength(1);
});

test('a status strikes only the requests it is for, and ends when taken back', async () => {
  const {post, gql, sandbox} = await openShop();
  await gql(name);
  const stop = sandbox.misbehave({
    fault: 'status',
    status: 503,
    retryAfterSeconds: 2,
    when: ({kind}) => kind === 'token',
  });
  expect((await gql(name)).errors).toBeUndefined();
  expect((await post('/admin/oauth/access_token', {})).status).toBe(503);
  stop();
  expect((await post('/admin/oauth/access_token', {})).status).toBe(400);
});

test('a live token can be told to be dead', async () => {
  const {post, exchange, sandbox} = await openShop();
  const {body} = await exchange();
  const token = String(Reflect.get(Object(body), 'access_token'));
  const ask = () => post('/admin/api/2026-10/graphql.json', {query: name}, {'x-shopify-access-token': token});
  sandbox.misbehave({fault: 'unauthorised', times: 1});
  expect((await ask()).status).toBe(401);
  expect((await ask()).status).toBe(200);
});

test('user errors for one article leave the others alone', async () => {
  const {done, gql, sandbox, shop} = await openShop();
  const userErrors = [{code: 'GENERIC_ERROR', field: null, message: 'Something went wrong, please try again.'}];
  const isSecond = (variables: object) => JSON.stringify(variables).includes('"A-2"');
  sandbox.misbehave({
    fault: 'userErrors',
    userErrors,
    when: ({rootFields, variables}) => rootFields.includes('productSet') && isSecond(variables),
  });
  await done(SetAnswer, productSet, article('A-1'));
  expect(userErrorsOf(await gql(productSet, article('A-2')))).toEqual(userErrors);
  await done(SetAnswer, productSet, article('A-3'));
  expect(shop.products().map(({articleId, title}) => [articleId, title])).toEqual([
    [null, 'Linen shirt A-1'],
    [null, 'Linen shirt A-3'],
  ]);
});

test('an update of a product that is refused on demand answers the product as it still is, as every refused one does', async () => {
  const {done, gql, sandbox} = await openShop();
  const {productSet: made} = await done(SetAnswer, productSet, article('A-1'));
  const userErrors = [{field: ['title'], message: 'No.'}];
  sandbox.misbehave({fault: 'userErrors', userErrors});
  const patch = `mutation ($product: ProductUpdateInput!) { productUpdate(product: $product) { product { title }
    userErrors { field message } } }`;
  expect((await gql(patch, {product: {id: made.product.id, title: 'New'}})).data).toEqual({
    productUpdate: {product: {title: 'Linen shirt A-1'}, userErrors},
  });
});

test('a slow answer is late by what it was told', async () => {
  const {gql, sandbox} = await openShop();
  await gql(name);
  sandbox.misbehave({fault: 'delay', ms: 40, times: 1});
  const started = performance.now();
  await gql(name);
  expect(performance.now() - started).toBeGreaterThanOrEqual(39);
});

test('the log says what was asked, by whom, for how much and how it went', async () => {
  const {gql, sandbox} = await openShop();
  await gql(name);
  sandbox.misbehave({fault: 'throttle', times: 1});
  await gql(name);
  const seen = sandbox.requests().map(({kind, operationName, cost, outcome}) => [kind, operationName, cost, outcome]);
  expect(seen).toEqual([
    ['token', null, 0, '200'],
    ['query', 'Name', 1, 'executed'],
    ['query', 'Name', 0, 'throttled'],
  ]);
});

test('a body that is no JSON is a bad request', async () => {
  const {sandbox, shop} = await openShop();
  const reply = await fetch(`${sandbox.origin}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: {'content-type': 'application/json', 'x-forwarded-host': shop.domain},
    body: '{"query":',
  });
  expect(reply.status).toBe(400);
});
