// Which product of the store may be an article already.
import {expect, test} from 'vitest';
import {createMatcher} from '#domain/catalogue/match-product.ts';
import {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {ArticleId} from '#domain/ids.ts';

const template = ProductTemplate.parse({tags: ['supplier-{id}', '{category}'], vendors: {Nordhaag: 'North'}});
const article = (id: string, sku: string, brand = 'Nordhaag') => ({
  id: ArticleId.parse(id),
  sku,
  brand,
  category: 'Coats',
  name: `Article ${id}`,
});
const product = (facts: {vendor?: string; tags?: readonly string[]; skus?: readonly string[]}) => ({
  vendor: 'North',
  tags: [],
  skus: [],
  ...facts,
});

function matcherOf(...batches: readonly ReturnType<typeof article>[][]) {
  const matcher = createMatcher(template);
  for (const batch of batches) matcher.add(batch);
  return matcher.find;
}

test('the SKU together with the vendor names the article, the vendor as the template has it', () => {
  const find = matcherOf([article('1', 'A-1')], [article('2', 'A-1', 'Sablefen')]);
  expect(find(product({skus: [' a-1 ']}))).toEqual({articleId: '1', foundBy: 'sku'});
  expect(find(product({vendor: 'Sablefen', skus: ['A-1']}))).toEqual({articleId: '2', foundBy: 'sku'});
  expect(find(product({vendor: 'Nordhaag', skus: ['A-1']}))).toBeNull();
});

test('a tag names the article only where no other article gets it', () => {
  const find = matcherOf([article('1', ''), article('2', '')]);
  expect(find(product({tags: ['Supplier-2', 'coats']}))).toEqual({articleId: '2', foundBy: 'tag'});
  expect(find(product({tags: ['coats']}))).toBeNull();
  expect(find(product({tags: ['supplier-1', 'supplier-2']}))).toBeNull();
});

test('an SKU that several articles of a vendor have names none, however many there are and whenever they come', () => {
  const many = Array.from({length: 60_000}, (_, at) => article(String(at), '-'));
  const began = performance.now();
  const find = matcherOf(many, [article('last', '-'), article('own', 'B-7')]);
  expect(find(product({skus: ['-']}))).toBeNull();
  expect(find(product({skus: ['B-7']}))).toEqual({articleId: 'own', foundBy: 'sku'});
  expect(find(product({skus: ['-', 'B-7']}))).toBeNull();
  // With a list for each SKU this took minutes.
  expect(performance.now() - began).toBeLessThan(5_000);
});
