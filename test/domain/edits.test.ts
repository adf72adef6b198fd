// Edits: what the store shows beside what the sync wrote last. Our own writes fall out, whatever form the store gives them.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  detectEdits,
  FieldEdits,
  type LiveProduct,
  toShownValues,
  WrittenValues,
  withoutIntended,
} from '#domain/catalogue/edits.ts';
import {toTagsText, toWrittenValues} from '#domain/catalogue/product-fields.ts';
import type {ProductDraft} from '#domain/catalogue/to-product.ts';
import {feedText} from './arbitraries.ts';
import {planOf} from './plan-again.ts';

const ours = {variants: new Set(['v1', 'v2']), media: ['m1', 'm2'], currency: 'EUR'};
const variant = (gid: string, price = '34.27', compareAt: string | null = '49.90', cost: string | null = '18.0') => ({
  gid,
  price,
  compareAt,
  cost,
});
const shown = (facts: Partial<LiveProduct> = {}): LiveProduct => ({
  title: 'Linen shirt',
  description: '<p>A linen shirt.</p>',
  vendor: 'Nordwind',
  type: 'Shirts',
  tags: toTagsText(['b', 'A']),
  media: [{id: 'm1'}, {id: 'm2'}],
  variants: [variant('v1'), variant('v2')],
  ...facts,
});

function draft(): ProductDraft {
  const plan = planOf();
  if (plan.kind !== 'create') throw new Error(plan.kind);
  return {...plan.draft, tags: ['A', 'b']};
}
const written = toWrittenValues(draft());

test('what the sync wrote is no edit, in whatever order tags come and however many zeros amounts have', () => {
  expect(detectEdits(written, shown(), ours)).toEqual({});
});

test('of any text the store keeps nothing is an edit, once it was read back', () => {
  fc.assert(
    fc.property(feedText, fc.array(feedText), (title, tags) => {
      const live = shown({title, tags: toTagsText(tags)});
      expect(detectEdits(toShownValues(live, ours), live, ours)).toEqual({});
      expect(WrittenValues.parse(toShownValues(live, ours))).toEqual(toShownValues(live, ours));
    }),
  );
});

describe('an edit', () => {
  test.each<[string, Partial<LiveProduct>, string | null, string | null]>([
    ['title', {title: 'My shirt'}, 'Linen shirt', 'My shirt'],
    ['description', {description: ''}, '<p>A linen shirt.</p>', ''],
    ['vendor', {vendor: 'Us'}, 'Nordwind', 'Us'],
    ['type', {type: 'Tops'}, 'Shirts', 'Tops'],
    ['tags', {tags: toTagsText(['A'])}, '["A","b"]', '["A"]'],
    ['price', {variants: [variant('v1', '30'), variant('v2', '30.00')]}, '34.27', '30.00'],
    ['price', {variants: [variant('v1', '30.00'), variant('v2')]}, '34.27', '30.00, 34.27'],
    ['compareAt', {variants: [variant('v1', '34.27', null), variant('v2', '34.27', null)]}, '49.90', null],
    ['cost', {variants: [variant('v1', '34.27', '49.90', null), variant('v2')]}, '18.00', '–, 18.00'],
    ['images', {media: [{id: 'm2'}, {id: 'theirs'}]}, '2 of ours', '1 of ours'],
  ])('of the %s is seen with what was written and what is there', (field, change, before, now) => {
    const edits = detectEdits(written, shown(change), ours);
    expect(edits).toEqual({[field]: {written: before, live: now}});
    expect(FieldEdits.parse(edits)).toEqual(edits);
  });

  test('is none: a variant of the merchant’s own at another price, an image of theirs beside ours', () => {
    const live = shown({
      variants: [variant('v1'), variant('v2'), variant('theirs', '1.00')],
      media: [{id: 'm1'}, {id: 'x'}, {id: 'm2'}],
    });
    expect(detectEdits(written, live, ours)).toEqual({});
  });

  test('is none in a field that was never written', () => {
    expect(detectEdits({}, shown({title: 'My shirt'}), ours)).toEqual({});
  });

  test('of prices cannot be told where all our variants are gone', () => {
    expect(detectEdits(written, shown({variants: []}), ours)).toEqual({});
  });

  test('the merchant takes back is one no longer', () => {
    expect(detectEdits(written, shown({title: 'My shirt'}), ours)).toHaveProperty('title');
    expect(detectEdits(written, shown(), ours)).toEqual({});
  });
});

test('an amount without decimals in its currency is compared as such', () => {
  const yen = {...draft(), currency: 'JPY'};
  const live = shown({variants: [variant('v1', '3427.0', '4990', '1800')]});
  expect(detectEdits({price: toWrittenValues(yen).price}, live, {...ours, currency: 'JPY'})).toEqual({});
});

test('a store that changed its currency has edited nothing: our amounts stand there in another one', () => {
  const live = shown({title: 'My shirt', variants: [variant('v1', '34', '50', '18')]});
  const known = {...written, currency: 'EUR'};
  expect(Object.keys(detectEdits(known, live, {...ours, currency: 'JPY'}))).toEqual(['title']);
  expect(Object.keys(detectEdits(known, live, ours))).toEqual(['price', 'compareAt', 'title']);
});

test('a price that a run wrote to some of the variants only is no edit; a third price among them is one', () => {
  const seen = (...amounts: string[]) => {
    const variants = amounts.map((amount, at) => variant(`v${at + 1}`, amount));
    return withoutIntended(detectEdits({price: '34.27'}, shown({variants}), ours), {price: '36.00'}, 'EUR');
  };
  expect(seen('36.00', '34.27')).toEqual({});
  expect(seen('36.00', '36.00')).toEqual({});
  expect(seen('36.00', '30.00')).toEqual({price: {written: '34.27', live: '36.00, 30.00'}});
  expect(seen('30.00', '30.00')).toHaveProperty('price');
});
