// Only a complete list may take anything off sale.
import {afterAll, afterEach, beforeAll, expect, test} from 'vitest';
import {type DropshipList, fetchDropshipList} from '../../server/supplier/dropship.ts';
import {isListFault, LIST_FAULTS} from '../sandbox/supplier/answers/spoil-entries.ts';
import {type Misdeed, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, type TestClient, thrownBy} from './client-on.ts';

type Standing = {supplier: SupplierSandbox; on: TestClient; key: string};

let whole: Standing;
let paged: Standing;

const stops: (() => void)[] = [];

beforeAll(async () => {
  whole = await stand('text-price');
  paged = await stand('paged');
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

afterAll(async () => {
  await Promise.all([whole.supplier.close(), paged.supplier.close()]);
});

async function stand(list: 'text-price' | 'paged'): Promise<Standing> {
  const supplier = await startSupplier({articles: 420, shapes: {list}});
  return {supplier, on: clientOn(supplier.url), key: supplier.issueKey('dropship')};
}

async function readDuring({supplier, on, key}: Standing, does: Misdeed, page?: number): Promise<DropshipList> {
  stops.push(supplier.misbehave({a: 'list', does, ...(page !== undefined && {page})}));
  return fetchDropshipList(on.client, key);
}

const pricesOf = (prices: Readonly<Record<string, number | null>>) => new Map(Object.entries(prices));

const say = (body: unknown): Misdeed => ({kind: 'say', text: JSON.stringify(body)});

test('a list in several pages is walked to its end', async () => {
  const list = await fetchDropshipList(paged.on.client, paged.key);
  expect(list.complete).toBe(true);
  expect([...list.prices.keys()].map(String).toSorted()).toEqual(
    paged.supplier.catalogue
      .listed()
      .map(({id}) => id)
      .toSorted(),
  );
  expect(paged.supplier.requests().map(({params}) => params['page'])).toEqual([undefined, '2', '3', '4']);
});

test('an empty list is not complete', async () => {
  expect(await readDuring(whole, say({ok: true, items: []}))).toEqual({
    complete: false,
    incompleteBecause: 'It is empty.',
    prices: new Map(),
    unreadable: [],
  });
});

const incomplete: [string, unknown, string][] = [
  ['fewer entries than its total', {total: 3, items: [{id: 'a'}, {id: 'b'}]}, 'It says it has 3 entries, and 2 came.'],
  ['more entries than its total', {total: 1, items: [{id: 'a'}, {id: 'b'}]}, 'It says it has 1 entries, and 2 came.'],
  ['another count than came', {count: 5, items: [{id: 'a'}, {id: 'b'}]}, 'It says it has 5 entries, and 2 came.'],
  [
    'further pages without a number',
    {has_more: true, items: [{id: 'a'}]},
    'It has further pages that it gives no number for.',
  ],
  [
    'a next page that is no number',
    {next: 'c8f2', items: [{id: 'a'}]},
    'It has further pages that it gives no number for.',
  ],
  ['a next page that leads back', {page: 1, next_page: 1, items: [{id: 'a'}]}, 'Page 1 is followed by page 1.'],
  [
    'figures beside the list',
    {meta: {pagination: 1, total: 9}, items: [{id: 'a'}]},
    'It says it has 9 entries, and 1 came.',
  ],
  [
    'more pages that are all the same',
    {pages: 3, items: [{id: 'a'}]},
    'It shifted while it was read: an article came on two of its pages.',
  ],
  ['an entry without an id', {items: [{id: 'a'}, {price: 4}]}, '1 of its 2 entries have no readable article id.'],
];
test.each(incomplete)('a list with %s is not complete', async (_, body, reason) => {
  const list = await readDuring(whole, say(body));
  expect(list).toMatchObject({complete: false, incompleteBecause: reason});
  expect([...list.prices.keys()]).toContain('a');
  expect(whole.on.logged()).toContain(reason);
});

test('a next page given as an address is followed', async () => {
  stops.push(whole.supplier.misbehave({a: 'list', page: 2, does: say({items: [{id: 'b'}]})}));
  const list = await readDuring(
    whole,
    say({next: 'https://x.example/api/dropship?a=list&page=2', items: [{id: 'a'}]}),
    1,
  );
  expect(list).toMatchObject({complete: true, prices: pricesOf({a: null, b: null})});
});

test.each(Object.keys(LIST_FAULTS).filter(isListFault))(
  'an entry spoilt as "%s" makes the list incomplete if its id is gone',
  async (fault) => {
    const list = await readDuring(whole, {kind: 'entries', fault, at: 3});
    const keepsId = fault.endsWith('-price');
    expect(list.complete).toBe(keepsId);
    expect(list.prices.size).toBe(whole.supplier.catalogue.listed().length - (keepsId ? 0 : 1));
  },
);

test('an article that comes twice with one price is one article of a complete list', async () => {
  const items = [{id: 'a', price: 4}, {id: 'a', price: '4.00'}, {id: 'b'}];
  expect(await readDuring(whole, say({items}))).toMatchObject({
    complete: true,
    prices: pricesOf({a: 400, b: null}),
    unreadable: [],
  });
});

test('with two prices the list does not say its price, and that is noted', async () => {
  const items = [
    {id: 'a', price: 4},
    {id: 'a', price: 5},
    {id: 'a', price: 4},
  ];
  expect(await readDuring(whole, say({items}))).toMatchObject({
    complete: true,
    prices: pricesOf({a: null}),
    unreadable: [{id: 'a', reason: 'The list names this article more than once, with different prices.'}],
  });
});

test('a list that shrinks while it is walked is not complete', async () => {
  const list = await readDuring(paged, {kind: 'shift', how: 'remove', count: 40}, 1);
  expect(list).toMatchObject({complete: false, incompleteBecause: 'Its total changed while it was read.'});
});

test('a list that grows while it is walked is not complete', async () => {
  expect(await readDuring(paged, {kind: 'shift', how: 'insert', count: 40}, 1)).toMatchObject({complete: false});
});

test('another page than the one asked for makes it incomplete', async () => {
  const list = await readDuring(paged, {kind: 'envelope', patch: {page: 1}}, 2);
  expect(list).toMatchObject({complete: false, incompleteBecause: 'Page 2 was asked for and page 1 came.'});
});

test('a page that stays away ends the reading', async () => {
  stops.push(paged.supplier.misbehave({a: 'list', page: 2, does: {kind: 'status', status: 502}}));
  expect(await thrownBy(fetchDropshipList(paged.on.client, paged.key))).toMatchObject({
    kind: 'unavailable',
    status: 502,
  });
});

test('an article called __proto__ is an article like any other', async () => {
  const text = '{"ok":true,"articles":{"__proto__":4.5,"constructor":5,"104":6}}';
  expect(await readDuring(whole, {kind: 'say', text})).toMatchObject({
    complete: true,
    prices: new Map([
      ['104', 600],
      ['__proto__', 450],
      ['constructor', 500],
    ]),
  });
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
