// Whose a field is: what the merchant typed survives every run, until the field is given back to the sync.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {returnFieldToSync} from '#domain/catalogue/edits.ts';
import {allOwnedByMerchant, type KnownListing} from '#domain/catalogue/known-listing.ts';
import {FieldOwners} from '#domain/catalogue/owned-field.ts';
import {
  type OwnableField,
  ownableFields,
  toFingerprintTexts,
  toWrittenValues,
} from '#domain/catalogue/product-fields.ts';
import {anArticle, aStockReading, usualPricing, usualSettings} from './builders.ts';
import {imported, planOf, remembered, updateOf} from './plan-again.ts';

const changedFeed = {
  article: anArticle({
    name: 'New name',
    description: 'New text.',
    brand: 'New brand',
    category: 'New category',
    images: ['https://img.example/new.jpg'],
    rrp: 8_990,
  }),
  stock: aStockReading({price: 2_000, colours: ['Green']}),
};
const owning = (...fields: readonly OwnableField[]) =>
  FieldOwners.parse(
    Object.fromEntries(ownableFields.map((field) => [field, fields.includes(field) ? 'sync' : 'merchant'])),
  );
const edit = (written: string | null, live: string | null) => ({written, live});

describe('a feed in which everything changes', () => {
  test('writes by default price, compare-at, cost and variants, and none of the text', () => {
    const plan = updateOf({...changedFeed, listing: imported()});
    expect(plan.write).toEqual(['price', 'compareAt', 'cost', 'variants']);
  });

  test('in text alone needs nothing by default', () => {
    expect(planOf({article: changedFeed.article, listing: imported({article: anArticle({rrp: 8_990})})}).kind).toBe(
      'unchanged',
    );
  });

  test('writes exactly what the sync owns, for any division of the fields', () => {
    fc.assert(
      fc.property(fc.subarray([...ownableFields]), fc.subarray([...ownableFields]), (shop, edited) => {
        const settings = usualSettings({
          owned: owning(...shop),
          template: {...usualSettings().template, tags: ['{brand}']},
        });
        const edits = Object.fromEntries(edited.map((field) => [field, edit('a', 'b')]));
        const listing = {...imported({settings}), edits};
        const plan = planOf({...changedFeed, settings, listing});
        const wanted = ownableFields.filter((field) => shop.includes(field) && !edited.includes(field));
        expect(plan.kind === 'update' ? plan.write : []).toEqual(wanted);
        expect(planOf({...changedFeed, settings, listing: remembered(listing, plan)}).kind).toBe('unchanged');
      }),
    );
  });

  test('of a product whose variants are the merchant’s adds and removes none', () => {
    const plan = updateOf({...changedFeed, listing: {...imported(), ownedHere: {variants: 'merchant'}}});
    expect(plan).toMatchObject({variantsChange: false, gone: []});
    expect(plan.write).not.toContain('variants');
  });

  test('writes nothing to a product that was found again after a reinstall, but may take it off sale', () => {
    const listing = {...imported(), ownedHere: allOwnedByMerchant, fingerprint: null, written: {}};
    expect(planOf({...changedFeed, listing}).kind).toBe('unchanged');
    expect(planOf({...changedFeed, stock: aStockReading({price: 0}), listing})).toMatchObject({
      kind: 'draft',
      productGid: listing.productGid,
    });
  });
});

describe('a title the merchant edited', () => {
  const settings = usualSettings({owned: owning('title', 'price')});
  const listing = (): KnownListing => ({...imported({settings}), edits: {title: edit('Linen shirt', 'My shirt')}});
  const renamed = {settings, article: anArticle({name: 'Linen shirt, new cut'})};

  test('stays, whatever the feed says', () => {
    expect(planOf({...renamed, listing: listing()}).kind).toBe('unchanged');
  });

  test('is written again once it is given back, although the feed did not change', () => {
    const given = {...listing(), ...returnFieldToSync(listing(), 'title')};
    expect(given).toMatchObject({edits: {}, ownedHere: {title: 'sync'}});
    const plan = updateOf({settings, listing: given});
    expect(plan.write).toEqual(['title']);
    expect(plan.changes).toEqual([
      {field: 'title', before: null, after: 'Linen shirt', why: 'You gave this field to Piecewise.'},
    ]);
    expect(planOf({settings, listing: remembered(given, plan)}).kind).toBe('unchanged');
  });

  test('does not keep prices from being written', () => {
    const plan = updateOf({...renamed, stock: aStockReading({price: 1_900}), listing: listing()});
    expect(plan.write).toEqual(['price']);
  });
});

test('a field given to the sync for this product alone is written from then on', () => {
  const listing = {...imported(), ...returnFieldToSync(imported(), 'description')};
  const plan = updateOf({article: anArticle({description: 'Better text.'}), listing});
  expect(plan.write).toEqual(['description']);
});

test('a price the merchant set stays while cost and compare-at follow the supplier', () => {
  const listing = {...imported(), edits: {price: edit('34.27', '29.00')}};
  const pricing = usualPricing({markupPercent: 70});
  expect(planOf({settings: usualSettings({pricing}), listing}).kind).toBe('unchanged');
  expect(updateOf({stock: aStockReading({price: 1_900}), listing}).write).toEqual(['cost']);
});

test('a template changed for titles the sync owns renames them and says why', () => {
  const settings = usualSettings({owned: owning('title')});
  const template = {...settings.template, title: '{brand} – {name}'};
  const plan = updateOf({settings: {...settings, template}, listing: imported({settings})});
  expect(plan.changes).toEqual([
    {field: 'title', before: 'Linen shirt', after: 'Nordwind – Linen shirt', why: expect.stringContaining('template')},
  ]);
});

function draft() {
  const plan = planOf();
  if (plan.kind !== 'create') throw new Error(plan.kind);
  return {...plan.draft, tags: ['b', 'A'], images: ['https://img.example/1.jpg?X-Amz-Signature=a&v=2']};
}

test('the text compared of each field is the one of earlier versions, or every product would be written again', () => {
  expect(Object.fromEntries(toFingerprintTexts(draft(), ownableFields))).toEqual({
    price: '3427 EUR',
    compareAt: '4990 EUR',
    cost: '1800 EUR',
    variants: String.raw`[true,true,["[\"blue\",\"m\"]","[\"blue\",\"s\"]","[\"red\",\"m\"]","[\"red\",\"s\"]"]]`,
    title: 'Linen shirt',
    description: '<p>A linen shirt.</p>',
    images: '["https://img.example/1.jpg?v=2"]',
    tags: '["A","b"]',
    vendor: 'Nordwind',
    type: 'Shirts',
  });
});

test('a draft without variants has no amounts, and compares as earlier versions did', () => {
  const none = {...draft(), variants: []};
  expect(toFingerprintTexts(none, ['price'])).toEqual([['price', 'undefined EUR']]);
  expect(toWrittenValues(none)).toMatchObject({price: null, compareAt: null, cost: null});
});

test('from the start the sync owns prices, costs and variants; texts and images are the merchant’s', () => {
  const owned = Object.entries(FieldOwners.parse({})).filter(([, owner]) => owner === 'sync');
  expect(owned.map(([field]) => field)).toEqual(['price', 'compareAt', 'cost', 'variants']);
});
