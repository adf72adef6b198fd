import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cleanLine, cleanText} from '#domain/text.ts';
import type {Article} from '../../server/domain/catalogue/article.ts';
import {parseArticle, readArticleId} from '../../server/supplier/schema.ts';
import {ARTICLE_FAULTS} from '../sandbox/supplier/answers/spoil-entries.ts';

const raw = {
  id: '104233',
  sku: 'TT-1',
  brand: 'Tarn & Tweed',
  name: 'Wool coat',
  category: 'Coats',
  description: 'Line one\nLine two',
  unit: 'pc',
  moq: 2,
  sizes: 'S–XXL',
  colours: ['black', 'grey'],
  currency: 'EUR',
  pricing: 'sale',
  price_tiers: [
    {min_qty: 2, price: 40.5},
    {min_qty: 10, price: 38},
  ],
  price_from: 40.5,
  list_price: 50,
  rrp: null,
  origin: 'EU',
  seller: 'via the service',
  images: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
  url: 'https://shop.example/104233',
  added_at: '2026-01-05T10:00:00+01:00',
  stock: {tracked: false, quantity: null, note: ''},
};

const production = {allowLoopbackImages: false};

function read(overrides: Record<string, unknown> = {}): Article {
  const parsed = parseArticle({...raw, ...overrides}, production);
  if (parsed.kind !== 'article') throw new Error(parsed.reason);
  return parsed.article;
}

function reasonFor(overrides: Record<string, unknown>): string {
  const parsed = parseArticle({...raw, ...overrides}, production);
  if (parsed.kind === 'article') throw new Error('It was read.');
  return parsed.reason;
}

test('an article is read whole, prices in cents', () => {
  expect(read()).toEqual({
    id: '104233',
    sku: 'TT-1',
    brand: 'Tarn & Tweed',
    name: 'Wool coat',
    category: 'Coats',
    description: 'Line one\nLine two',
    unit: 'pc',
    moq: 2,
    sizes: 'S–XXL',
    colours: ['black', 'grey'],
    currency: 'EUR',
    pricing: 'sale',
    tiers: [
      {minQty: 2, price: 4_050},
      {minQty: 10, price: 3_800},
    ],
    priceFrom: 4_050,
    listPrice: 5_000,
    rrp: null,
    origin: 'EU',
    seller: 'via the service',
    images: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
    url: 'https://shop.example/104233',
    addedAt: '2026-01-05T09:00:00.000Z',
  });
});

test('what the document allows to be empty may be empty', () => {
  expect(read({sku: '', colours: [], added_at: '', images: [], price_tiers: [], price_from: null})).toMatchObject({
    sku: '',
    colours: [],
    addedAt: null,
    images: [],
    tiers: [],
    priceFrom: null,
  });
});

test('numbers may come as text, an id as a number', () => {
  const article = read({
    id: 104233,
    sku: 77,
    moq: '12',
    price_from: '40.50',
    rrp: '99',
    price_tiers: [{min_qty: '1', price: '40.50'}],
  });
  expect(article).toMatchObject({id: '104233', sku: '77', moq: 12, priceFrom: 4_050, rrp: 9_900});
  expect(article.tiers).toEqual([{minQty: 1, price: 4_050}]);
});

test('a price with more decimals is rounded half up to the cent', () => {
  expect(read({price_from: 10.125, list_price: '10.124999', rrp: 1.005})).toMatchObject({
    priceFrom: 1_013,
    listPrice: 1_012,
    rrp: 101,
  });
});

test('zero and negative prices and other currencies are kept, for the plan to decide on', () => {
  expect(read({price_from: 0, list_price: -3.5})).toMatchObject({priceFrom: 0, listPrice: -350});
  expect(read({currency: 'USD'}).currency).toBe('USD');
});

test('tiers come out ascending', () => {
  const price_tiers = [
    {min_qty: 50, price: 8},
    {min_qty: 1, price: 10},
  ];
  expect(read({price_tiers}).tiers.map(({minQty}) => minQty)).toEqual([1, 50]);
});

test('only secure absolute images are kept, each once, fifty at most', () => {
  const images = [
    'http://img.example/1.jpg',
    '/2.jpg',
    'javascript:alert(1)',
    'https://u:p@img.example/3.jpg',
    7,
    null,
  ];
  expect(read({images}).images).toEqual([]);
  expect(read({images: ['https://img.example/a b.jpg', 'https://img.example/a%20b.jpg']}).images).toHaveLength(1);
  expect(read({images: Array.from({length: 80}, (_, n) => `https://img.example/${n}.jpg`)}).images).toHaveLength(50);
});

test('a page address that is no web address is left out', () => {
  expect(read({url: 'javascript:alert(1)'}).url).toBe('');
});

test('an id called __proto__ is just an id', () => {
  expect(read({id: '__proto__'}).id).toBe('__proto__');
  const polluting = parseArticle(
    JSON.parse('{"__proto__":{"polluted":true},"id":"1","name":"n","pricing":"fixed"}'),
    production,
  );
  expect(polluting.kind).toBe('article');
  expect('polluted' in {}).toBe(false);
});

describe('an article that cannot be read says why, in words', () => {
  test.each([
    [{id: ''}, 'The article has no readable id.'],
    [{id: 'half \ud83d'}, 'The article has no readable id.'],
    [{id: 2 ** 60}, 'The article has no readable id.'],
    [{name: '  '}, 'Its name is empty.'],
    [{name: {en: 'coat'}}, 'Its name is not text.'],
    [{moq: 'a few'}, 'Its moq is not a whole number.'],
    [{colours: 'black'}, 'Its colours is not a list of texts.'],
    [{pricing: 'auction'}, 'Its pricing is none of fixed, sale and on_request.'],
    [{price_tiers: [{min_qty: 1, price: 'NaN'}]}, 'Its price_tiers hold a price that is not a number.'],
    [{price_tiers: [{min_qty: 1.5, price: 1}]}, 'In its price_tiers, the min_qty is not a whole number.'],
    [{price_from: '12,40'}, 'Its price_from is not a number.'],
    [{rrp: 'Infinity'}, 'Its rrp is not a number.'],
  ])('%j', (overrides, reason) => {
    expect(reasonFor(overrides)).toBe(reason);
  });

  test.each([null, 'article', 12, [], undefined])('%j is no article', (item) => {
    expect(parseArticle(item, production)).toEqual({
      kind: 'unreadable',
      id: null,
      reason: 'The entry is not an article.',
    });
  });
});

test.each(Object.entries(ARTICLE_FAULTS))('an article spoilt as "%s" throws nothing', (_, spoil) => {
  const parsed = parseArticle(spoil(raw), production);
  expect(parsed.kind === 'article' ? parsed.article.id : parsed.reason).not.toBe('');
});

test('text is well-formed, free of control characters, and cut', () => {
  expect(cleanLine(' half \ud83d an\r\nemoji\u0000 ', 100)).toBe('half \ufffd an emoji');
  expect(cleanLine('\u202egnihtolc\u202c', 100)).toBe('gnihtolc');
  expect(cleanText('one\r\ntwo\tthree\u2028four\u0007', 100)).toBe('one\ntwo\tthree\nfour');
  expect(cleanLine('ab👗', 3)).toBe('ab');
  expect(read({description: 'x'.repeat(5_000_000), name: 'n'.repeat(900)})).toMatchObject({
    description: 'x'.repeat(50_000),
    name: 'n'.repeat(500),
  });
});

test('whatever an item is made of, it is read or named, and never throws', () => {
  const anyItem = fc.record(
    Object.fromEntries(Object.keys(raw).map((field) => [field, fc.oneof(fc.jsonValue(), fc.string({unit: 'binary'}))])),
    {requiredKeys: []},
  );
  fc.assert(
    fc.property(anyItem, (item) => {
      const parsed = parseArticle(item, production);
      if (parsed.kind === 'unreadable') return /^(The|Its|In its) .+\.$/.test(parsed.reason);
      return parsed.article.name.isWellFormed() && readArticleId(parsed.article.id) === parsed.article.id;
    }),
    {numRuns: 500},
  );
});
