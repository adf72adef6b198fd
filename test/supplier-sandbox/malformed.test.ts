import {expect, test} from 'vitest';
import {z} from 'zod';
import {SHAPES} from '../sandbox/supplier/answers/shapes.ts';
import {
  ARTICLE_FAULTS,
  type ArticleFault,
  LIST_FAULTS,
  type ListFault,
} from '../sandbox/supplier/answers/spoil-entries.ts';
import {anyListed, productSchema, visit} from './visitor.ts';

const envelopeSchema = z.object({items: z.array(z.unknown())});

const ARTICLE_NAMES = Object.keys(ARTICLE_FAULTS).filter((name): name is ArticleFault => name in ARTICLE_FAULTS);
const LIST_NAMES = Object.keys(LIST_FAULTS).filter((name): name is ListFault => name in LIST_FAULTS);

/** Faults that keep to the letter of the document and are wrong, or dangerous, all the same. */
const WITHIN_THE_LETTER = new Set<ArticleFault>([
  ...(['no-tiers', 'descending-tiers', 'script-text', 'huge-text', 'lone-surrogate', 'right-to-left'] as const),
  'null-byte',
  'local-image',
]);

test.each(ARTICLE_NAMES)('an article of a page may be malformed: %s', async (fault) => {
  await using visitor = await visit({articles: 5});
  const id = visitor.supplier.catalogue.ids()[1] ?? '';
  visitor.supplier.misbehave({a: 'products', does: {kind: 'entries', fault, at: 1}});
  const {json, text} = await visitor.catalogue('a=products');
  expect(json).toMatchObject({ok: true, total: 5, items: {length: 5}});
  const {items} = envelopeSchema.parse(json);
  const intact = items.filter((_, place) => place !== 1);
  for (const item of intact) expect(visitor.supplier.catalogue.all()).toContainEqual(item);
  expect(items[1]).not.toEqual(visitor.supplier.catalogue.get(id));
  expect(productSchema.safeParse(items[1]).success).toBe(WITHIN_THE_LETTER.has(fault));
  if (fault === 'proto') expect(text).toContain('"__proto__":{"polluted":true}');
});

test.each(LIST_NAMES)('a line of the list may be malformed: %s', async (fault) => {
  await using visitor = await visit({articles: 5, excludedBrands: [], excludedCategory: 'none'});
  const right = await visitor.dropship('a=list');
  visitor.supplier.misbehave({a: 'list', does: {kind: 'entries', fault, at: 0}});
  const wrong = await visitor.dropship('a=list');
  const {items: before} = envelopeSchema.parse(right.json);
  const {items: after} = envelopeSchema.parse(wrong.json);
  expect(after).toHaveLength(before.length);
  expect(after[0]).not.toEqual(before[0]);
  expect(after.slice(1)).toEqual(before.slice(1));
});

test.each(SHAPES.list)('a list as %s may hold one line without an id', async (list) => {
  await using visitor = await visit({articles: 5, shapes: {list}, excludedBrands: [], excludedCategory: 'none'});
  const id = anyListed(visitor.supplier);
  expect((await visitor.dropship('a=list')).text).toContain(id);
  visitor.supplier.misbehave({a: 'list', does: {kind: 'entries', fault: 'no-id'}});
  const {text} = await visitor.dropship('a=list');
  expect(text).not.toContain(`"${id}"`);
  expect(text).not.toMatch(new RegExp(`"id":${id}\\b`));
});

test('an article may come twice', async () => {
  await using visitor = await visit({articles: 5});
  const [first, ...rest] = visitor.supplier.catalogue.all();
  visitor.supplier.misbehave({does: {kind: 'entries', fault: 'repeat'}});
  expect((await visitor.catalogue('a=products')).json).toMatchObject({total: 5, items: [first, first, ...rest]});
});
