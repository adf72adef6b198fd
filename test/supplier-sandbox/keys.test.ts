import {expect, test} from 'vitest';
import {openKeyring} from '../sandbox/supplier/keys.ts';
import {ask, bearer, goodOrder, visit} from './visitor.ts';

const STRANGER = {status: 401, text: '{"ok":false,"error":"unauthorized"}'};

test('a key is a fixed prefix, another for each API, and a secret body', async () => {
  await using visitor = await visit();
  const keys = [visitor.keys.catalogue, visitor.supplier.issueKey('catalogue')];
  for (const key of keys) expect(key).toMatch(/^ctg_live_[\w-]{32}$/);
  expect(visitor.keys.dropship).toMatch(/^dsp_live_[\w-]{32}$/);
  expect(new Set(keys).size).toBe(2);
});

test('only a one-way hash of a key is kept', () => {
  const keyring = openKeyring();
  const key = keyring.issue('catalogue');
  expect(keyring.kept()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(JSON.stringify(keyring.kept())).not.toContain(key.slice('ctg_live_'.length));
});

test('a missing, foreign or malformed key is answered with 401 and the body of the document', async () => {
  await using visitor = await visit();
  const {url} = visitor.supplier;
  const {catalogue, dropship} = visitor.keys;
  const headers: Record<string, string>[] = [
    {},
    bearer(''),
    bearer(dropship),
    bearer(`${catalogue}x`),
    {authorization: catalogue},
    {authorization: `Basic ${catalogue}`},
  ];
  for (const sent of headers) {
    for (const a of ['products', 'product&id=1', 'brands', 'whoami', 'nothing']) {
      expect(await ask(`${url}/api/catalog?a=${a}`, {headers: sent})).toMatchObject(STRANGER);
    }
  }
  for (const a of ['list', 'stock&id=1', 'nothing']) {
    expect(await ask(`${url}/api/dropship?a=${a}`, {headers: bearer(catalogue)})).toMatchObject(STRANGER);
  }
});

test('without a key no order is taken, however good it is', async () => {
  await using visitor = await visit();
  const body = JSON.stringify(goodOrder(visitor.supplier));
  const headers = bearer(visitor.keys.catalogue);
  expect(await ask(`${visitor.supplier.url}/api/dropship?a=order`, {method: 'POST', headers, body})).toMatchObject(
    STRANGER,
  );
  expect(visitor.supplier.orders()).toEqual([]);
  expect(visitor.supplier.orderRequests()).toBe(1);
});

test('a revoked key is refused at once, the other keys of the partner still work', async () => {
  await using visitor = await visit();
  const second = visitor.supplier.issueKey('catalogue');
  expect((await visitor.catalogue('a=whoami')).status).toBe(200);
  visitor.supplier.revokeKey(visitor.keys.catalogue);
  expect(await visitor.catalogue('a=whoami')).toMatchObject(STRANGER);
  expect((await visitor.dropship('a=list')).status).toBe(200);
  expect((await ask(`${visitor.supplier.url}/api/catalog?a=whoami`, {headers: bearer(second)})).status).toBe(200);
});

test('the scheme word may be written in any case', async () => {
  await using visitor = await visit();
  const headers = {authorization: `bearer ${visitor.keys.catalogue}`};
  expect((await ask(`${visitor.supplier.url}/api/catalog?a=whoami`, {headers})).status).toBe(200);
});

test('how the dropship key travels is a setting, and then the only way', async () => {
  await using visitor = await visit({dropshipAuth: 'X-Dropship-Key: {key}'});
  const list = `${visitor.supplier.url}/api/dropship?a=list`;
  expect(await visitor.dropship('a=list')).toMatchObject(STRANGER);
  expect((await ask(list, {headers: {'x-dropship-key': visitor.keys.dropship}})).status).toBe(200);
  await expect(visit({dropshipAuth: 'Bearer'})).rejects.toThrow('{key}');
});
