// "Response shape: not shown": every form the stand-in knows is read, over HTTP, and some more by hand.
import {afterEach, describe, expect, test} from 'vitest';
import {ArticleId} from '../../server/domain/ids.ts';
import {fetchArticle, fetchPartner} from '../../server/supplier/catalogue.ts';
import {fetchDropshipList, fetchDropshipStock, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {findList} from '../../server/supplier/find-list.ts';
import {readListed, readPartner} from '../../server/supplier/list-entries.ts';
import {SHAPES} from '../sandbox/supplier/answers/shapes.ts';
import {type SupplierOptions, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, thrownBy} from './client-on.ts';

const open: SupplierSandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((supplier) => supplier.close()));
});

async function supplierIn(shapes: SupplierOptions['shapes']) {
  const supplier = await startSupplier({articles: 230, ...(shapes && {shapes})});
  open.push(supplier);
  const {client} = clientOn(supplier.url);
  return {supplier, client, catalogueKey: supplier.issueKey('catalogue'), dropshipKey: supplier.issueKey('dropship')};
}

test.each(SHAPES.list)('a=list as %s: every article and its price, complete', async (list) => {
  const {supplier, client, dropshipKey} = await supplierIn({list});
  const read = await fetchDropshipList(client, dropshipKey);
  expect(read).toMatchObject({complete: true, incompleteBecause: null, unreadable: []});
  const prices = new Map(supplier.catalogue.listed().map(({id, cents}) => [id, cents]));
  expect(read.prices).toEqual(prices);
});

test.each(SHAPES.whoami)('a=whoami as %s: the partner and the notes', async (whoami) => {
  const {client, catalogueKey} = await supplierIn({whoami});
  const {partner, notes} = await fetchPartner(client, catalogueKey);
  expect(partner).toBe('Halden Mode GmbH');
  expect(notes.join(' ').toLowerCase()).toMatch(/stock.*barcodes/);
});

test.each(SHAPES.stock)('a=stock as %s: price, colours, sizes, three zones', async (stock) => {
  const {supplier, client, dropshipKey} = await supplierIn({stock});
  const [listed] = supplier.catalogue.listed();
  const reading = await fetchDropshipStock(client, dropshipKey, ArticleId.parse(listed?.id));
  expect(reading).toMatchObject({price: listed?.cents, ...supplier.catalogue.stated(listed?.id ?? '')});
  expect(reading?.shipping['EU']).toEqual({label: expect.any(String), fee: 1_600, transit: '5–7'});
  expect(Object.keys(reading?.shipping ?? {})).toHaveLength(3);
});

describe.each(SHAPES.errors)('errors as %s', (errors) => {
  test('an unknown article is null, in the catalogue and in the dropship interface', async () => {
    const {client, catalogueKey, dropshipKey} = await supplierIn({errors});
    const id = ArticleId.parse('no-such-article');
    expect(await fetchArticle(client, catalogueKey, id)).toBeNull();
    expect(await fetchDropshipStock(client, dropshipKey, id)).toBeNull();
  });

  test('a refused order is rejected where the supplier says ok: false, and unconfirmed where it does not', async () => {
    const {client, dropshipKey} = await supplierIn({errors});
    const outcome = await sendDropshipOrder(client, dropshipKey, {
      id: ArticleId.parse('no-such-article'),
      colour: 'black',
      size: 'M',
      qty: 1,
      zone: 'EU',
      country: 'DE',
      reference: 'K7Q-1-1',
      customerEmail: 'buyer@example.org',
      customerName: 'Ana Buyer',
    });
    const saysNo = !['problem', 'bare', 'empty'].includes(errors);
    expect(outcome.kind).toBe(saysNo ? 'rejected' : 'unconfirmed');
    if (outcome.kind === 'rejected') expect(outcome.message).toMatch(/not_found|There is no article/);
  });
});

describe('other forms of a list', () => {
  const entries = (body: unknown) => findList(body, ['articles'], (fields) => fields.has('price'))?.entries;
  test.each<[string, unknown]>([
    ['wrapped in data', {ok: true, data: {items: [{id: 'a'}], total: 1}}],
    ['data is the list', {ok: true, data: [{id: 'a'}]}],
    ['under an unknown name', {ok: true, kollektion: [{id: 'a'}]}],
    ['plain ids', ['a']],
  ])('%s', (_, body) => {
    expect([...readListed(entries(body) ?? [])]).toEqual([{id: 'a', price: null}]);
  });

  test.each<[string, unknown]>([
    ['a bare map of prices', {a: 12.5}],
    ['a map in data', {ok: true, data: {a: {price: '12.50'}}}],
    ['a map whose records name their id', {ok: true, list: {'0': {id: 'a', price: 12.5}}}],
    ['deeper names', {ok: true, rows: [{product: {id: 'a', dropshipPrice: 12.5}}]}],
    ['the article as text', {ok: true, rows: [{article: 'a', price: {value: 12.5, currency: 'EUR'}}]}],
  ])('%s', (_, body) => {
    expect([...readListed(entries(body) ?? [])]).toEqual([{id: 'a', price: 1_250}]);
  });

  test.each<[string, unknown]>([
    ['two lists under unknown names', {ok: true, one: [{id: 'a'}], two: [{id: 'b'}]}],
    ['no list', {ok: true}],
    ['nothing', {}],
    ['text', 'articles'],
    ['null', null],
    ['figures about a list', {ok: true, summary: {articles: 12}}],
  ])('%s: unreadable, not guessed', (_, body) => {
    expect(entries(body)).toBeUndefined();
  });

  test('a price in another currency is not taken for euros', () => {
    const price = {amount: '12.50', currency: 'USD'};
    expect([...readListed([{key: null, value: {id: 'a', price}}])]).toEqual([{id: 'a', price: null}]);
    expect([...readListed([{key: null, value: {id: 'a', price: 12.5, currency: 'USD'}}])]).toEqual([
      {id: 'a', price: null},
    ]);
  });

  test('whoami without a partner names none; what is no object is unreadable', () => {
    expect(readPartner({ok: true})).toEqual({partner: null, notes: []});
    expect(readPartner(['x'])).toBeNull();
  });
});

test.each([
  ['a=whoami at /api/catalog', 'whoami'],
  ['a=list at /api/dropship', 'list'],
  ['a=stock at /api/dropship', 'stock'],
] as const)('an unreadable answer is an error naming %s', async (place, a) => {
  const {supplier, client, catalogueKey, dropshipKey} = await supplierIn({});
  const ask = {
    whoami: () => fetchPartner(client, catalogueKey),
    list: () => fetchDropshipList(client, dropshipKey),
    stock: () => fetchDropshipStock(client, dropshipKey, ArticleId.parse('1')),
  };
  for (const text of ['"soon"', '[[[]]]', '<html></html>', '{"items":[{"nothing":true}]}', '']) {
    const stop = supplier.misbehave({a, does: {kind: 'say', text}});
    // A whoami that describes something is one, whoever it is about.
    if (a === 'whoami' && text.startsWith('{')) expect(await ask[a]()).toEqual({partner: null, notes: []});
    else {
      expect(await thrownBy(ask[a]())).toMatchObject({
        name: 'Failure',
        kind: 'malformed',
        message: expect.stringContaining(`The supplier's answer to ${place} could not be read: `),
      });
    }
    stop();
  }
});
