import {expect, test} from 'vitest';
import {openGenerator} from '../sandbox/supplier/catalogue/catalogue-generator.ts';
import {BRANDS} from '../sandbox/supplier/catalogue/words.ts';
import {startSupplier} from '../sandbox/supplier/start.ts';
import {productSchema, visit} from './visitor.ts';

const COUNT = 3_000;
const generator = openGenerator(1, COUNT);
const drawn = Array.from({length: COUNT}, (_, index) => generator.generate(index));
const articles = drawn.map(({article}) => article);

test('the same seed gives the same catalogue byte for byte, another seed another one', () => {
  const again = openGenerator(1, COUNT);
  const other = openGenerator(2, COUNT);
  const textOf = (from: typeof generator) =>
    JSON.stringify(Array.from({length: 50}, (_, index) => from.generate(index)));
  expect(textOf(again)).toBe(textOf(generator));
  expect(textOf(other)).not.toBe(textOf(generator));
});

test('every article is a product object of the document, its id is its own, its tiers ascend', () => {
  for (const article of articles) {
    productSchema.parse(article);
    const quantities = article.price_tiers.map(({min_qty}) => min_qty);
    expect(quantities).toEqual([...new Set(quantities)].toSorted((one, other) => one - other));
    expect(article.price_from).toBe(article.price_tiers[0]?.price ?? null);
  }
  expect(new Set(articles.map(({id}) => id)).size).toBe(COUNT);
});

test('an article is found by its id and by no other spelling of it', () => {
  for (const index of [0, 1, COUNT - 1]) expect(generator.indexOf(generator.idOf(index))).toBe(index);
  for (const id of ['', '-1', '99999', '0100000', '100000 ', 'L1-A', `${100_000 + COUNT}`]) {
    expect(generator.indexOf(id)).toBeUndefined();
  }
});

test('what is drawn for queries and prices agrees with the article', () => {
  for (const [index, {brand, category, added_at}] of articles.entries()) {
    const sketch = generator.sketch(index);
    expect(sketch).toMatchObject({brand, category});
    const second = (ms: number) => Math.floor(ms / 1000);
    expect(second(sketch.addedAt ?? Number.NaN)).toEqual(second(Date.parse(added_at)));
  }
});

const IRREGULARITIES: Record<string, (article: (typeof articles)[number]) => boolean> = {
  'an empty sku': ({sku}) => sku === '',
  'no colours': ({colours}) => colours.length === 0,
  'no date': ({added_at}) => added_at === '',
  'a date with another offset': ({added_at}) => added_at.endsWith('+02:00'),
  'a run of letter sizes': ({sizes}) => /^[A-Z]+–[A-Z]+$/.test(sizes),
  'a run of numbers': ({sizes}) => /^\d\d–\d\d$/.test(sizes),
  'a pack rule': ({sizes}) => sizes === '2S 4M 4L 2XL per pack',
  'no sizes': ({sizes}) => sizes === '',
  'a price on request': ({pricing, price_tiers}) => pricing === 'on_request' && price_tiers.length > 0,
  'no tiers at all': ({pricing, price_tiers, price_from}) =>
    pricing === 'on_request' && price_tiers.length === 0 && price_from === null,
  'no recommended price': ({rrp}) => rrp === null,
  'a sale price under its list price': ({pricing, list_price, price_from}) =>
    pricing === 'sale' && list_price !== null && price_from !== null && list_price > price_from,
  'a sale without list price': ({pricing, list_price}) => pricing === 'sale' && list_price === null,
  'several tiers': ({price_tiers}) => price_tiers.length > 2,
  'a price with three decimals': ({price_from}) => price_from !== null && /\.\d{3}$/.test(String(price_from)),
  'a minimum quantity': ({moq}) => moq >= 12,
  'a pack': ({unit}) => unit === 'pack',
  'a box': ({unit}) => unit === 'box',
  'markup in the text': ({description}) => description.includes('<script>'),
  'emoji in the text': ({description}) => description.includes('🔥'),
  'an empty text': ({description}) => description === '',
  'a long text': ({description}) => description.length > 1_000,
  'markup in the name': ({name}) => name.includes('<i>'),
  'no image': ({images}) => images.length === 0,
  'several images': ({images}) => images.length > 3,
  'an unnamed seller': ({seller}) => seller === 'via the service',
  'a named seller': ({seller}) => seller !== 'via the service',
  'no origin': ({origin}) => origin === '',
  boxershorts: ({category}) => category === 'Boxershorts',
};

test.each(Object.entries(IRREGULARITIES))('some articles, not most, have %s', (_, has) => {
  const share = articles.filter(has).length / COUNT;
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(0.7);
});

test('some skus belong to several articles', () => {
  const counts = new Map<string, number>();
  for (const {sku} of articles) if (sku !== '') counts.set(sku, (counts.get(sku) ?? 0) + 1);
  expect([...counts.values()].some((count) => count > 1)).toBe(true);
});

test('some listings state colours but no sizes, some sizes but no colours, some neither', () => {
  const kinds = new Set(drawn.map(({stated}) => `${stated.colours.length > 0} ${stated.sizes.length > 0}`));
  expect(kinds).toEqual(new Set(['true true', 'true false', 'false true', 'false false']));
});

test('only invented brands, all of them used', () => {
  expect(new Set(articles.map(({brand}) => brand))).toEqual(new Set(BRANDS));
});

test.each([1, 2, 7])('a catalogue of %i articles is a whole one', async (count) => {
  await using visitor = await visit({articles: count});
  expect(visitor.supplier.catalogue.all()).toHaveLength(count);
  expect((await visitor.catalogue('a=products')).json).toMatchObject({total: count, next_page: null});
});

test('200,000 articles are served as lazily as one', async () => {
  const supplier = await startSupplier({articles: 200_000});
  try {
    expect(supplier.catalogue.size()).toBe(200_000);
    const last = supplier.catalogue.ids().at(-1) ?? '';
    expect(supplier.catalogue.get(last)?.id).toBe(last);
    expect(supplier.catalogue.listed().length).toBeGreaterThan(150_000);
  } finally {
    await supplier.close();
  }
});

test.each([0, 200_001, 1.5])('%d articles are not offered', async (count) => {
  await expect(startSupplier({articles: count})).rejects.toThrow('articles');
});
