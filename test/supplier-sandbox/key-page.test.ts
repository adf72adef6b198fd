// The page on which a visitor of the sandbox gets keys, revokes them and gives them back.
import {expect, test} from 'vitest';
import {startSupplier} from '../sandbox/supplier/start.ts';
import {ask, bearer, visit} from './visitor.ts';

const issue = (url: string, api: string) => ask(`${url}/keys`, {method: 'POST', body: new URLSearchParams({api})});

test.each([
  ['catalogue', 'catalog?a=whoami'],
  ['dropship', 'dropship?a=list'],
])('a %s key is issued, shown once, and works', async (api, path) => {
  await using visitor = await visit();
  const {url} = visitor.supplier;
  const {status, text} = await issue(url, api);
  const [, key = ''] = /readonly value="([^"]+)"/.exec(text) ?? [];
  expect(status).toBe(200);
  expect((await ask(`${url}/api/${path}`, {headers: bearer(key)})).status).toBe(200);
  const again = await ask(`${url}/keys`);
  expect(again.text).toContain(key.slice(-4));
  expect(again.text).not.toContain(key);
});

test('no other kind of key is issued', async () => {
  await using visitor = await visit();
  expect((await issue(visitor.supplier.url, 'master')).status).toBe(400);
  expect((await issue(visitor.supplier.url, '')).status).toBe(400);
  expect(visitor.supplier.keys()).toHaveLength(2);
});

test('a revoked key is refused, and accepted as before once it is given back', async () => {
  await using visitor = await visit();
  const {url} = visitor.supplier;
  const {id} = visitor.supplier.keys().find(({api}) => api === 'catalogue') ?? {};
  const decide = (act: string) => ask(`${url}/keys/${id}/${act}`, {method: 'POST'});
  expect((await decide('revoke')).status).toBe(303);
  expect((await visitor.catalogue('a=whoami')).status).toBe(401);
  expect((await visitor.dropship('a=list')).status).toBe(200);
  expect((await ask(`${url}/keys`)).text).toContain('Give it back');
  expect((await decide('restore')).status).toBe(303);
  expect((await visitor.catalogue('a=whoami')).status).toBe(200);
  expect((await ask(`${url}/keys/99/revoke`, {method: 'POST'})).status).toBe(404);
});

test('a supplier that is taken down refuses connections, and afterwards knows everything it knew', async () => {
  await using visitor = await visit();
  const {supplier} = visitor;
  await supplier.setDown(true);
  expect(supplier.isDown()).toBe(true);
  await expect(visitor.catalogue('a=whoami')).rejects.toThrow('fetch failed');
  await supplier.setDown(true);
  await supplier.setDown(false);
  expect(supplier.isDown()).toBe(false);
  expect((await visitor.catalogue('a=whoami')).status).toBe(200);
});

test('a supplier that is down can be closed', async () => {
  const supplier = await startSupplier({articles: 5});
  await supplier.setDown(true);
  await supplier.close();
  expect(supplier.isDown()).toBe(true);
});
