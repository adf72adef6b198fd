// A plan as one request to the store: what has left the shelves is not taken off twice, and comes back only from where we put it.

import {describe, expect, test} from 'vitest';
import type {KnownListing} from '#domain/catalogue/known-listing.ts';
import {toOperation} from '#domain/catalogue/to-operation.ts';
import {ArticleId, VariantGid} from '#domain/ids.ts';
import {aListing, aStockReading, usualSettings} from './builders.ts';
import {imported, planOf, withState} from './plan-again.ts';

const settings = usualSettings();
const variants = (listing: KnownListing) =>
  listing.variants.map((variant, index) => ({
    ...variant,
    gid: VariantGid.parse(`gid://shopify/ProductVariant/${index + 1}`),
  }));
const onSale = (facts: Partial<KnownListing> = {}): KnownListing => {
  const listing = imported();
  return {...listing, variants: variants(listing), ...facts};
};

test('new products are published only where the merchant wants them active', () => {
  expect(toOperation(ArticleId.parse('A-100'), null, planOf(), settings)).toMatchObject({
    kind: 'create',
    key: 'A-100',
    publish: false,
  });
  const active = {...settings, newProducts: 'active' as const};
  expect(toOperation(ArticleId.parse('A-100'), null, planOf(), active)).toMatchObject({publish: true});
});

describe('back on sale', () => {
  test.each<[string, Partial<KnownListing>, 'draft' | 'archive', object | false]>([
    ['what the sync made a draft', {state: 'held', takenOffSale: true}, 'archive', {from: 'DRAFT', to: 'ACTIVE'}],
    [
      'what the merchant had unlisted',
      {state: 'held', takenOffSale: true, takenFrom: 'UNLISTED'},
      'archive',
      {from: 'DRAFT', to: 'UNLISTED'},
    ],
    ['what the sync archived', {state: 'retired', takenOffSale: true}, 'archive', {from: 'ARCHIVED', to: 'ACTIVE'}],
    [
      'what it archived before the setting changed',
      {state: 'retired', takenOffSale: true, written: {status: 'ARCHIVED'}},
      'draft',
      {from: 'ARCHIVED', to: 'ACTIVE'},
    ],
    ['what the merchant took off sale', {state: 'retired', takenOffSale: false}, 'draft', false],
    ['what was never off it', {state: 'active'}, 'draft', false],
  ])('%s', (_name, facts, retireAs, raise) => {
    const listing = onSale(facts);
    const plan = planOf({listing, stock: aStockReading({price: 1_900})});
    expect(toOperation(ArticleId.parse('A-100'), listing, plan, {...settings, retireAs})).toMatchObject({
      kind: 'update',
      raise,
    });
  });
});

describe('a draft', () => {
  const drafted = (listing: KnownListing | null) =>
    toOperation(ArticleId.parse('A-100'), listing, planOf({listing, stock: aStockReading({price: 0})}), settings);

  test('makes a product on sale a draft, whatever becomes of retired ones', () => {
    expect(drafted(onSale())).toMatchObject({kind: 'off_sale', to: 'draft', productGid: 'gid://shopify/Product/1'});
  });

  test.each([null, aListing(), onSale({state: 'held'}), onSale({state: 'retired'})])(
    'asks nothing of what is not on sale',
    (listing) => {
      expect(drafted(listing)).toBeNull();
    },
  );
});

test('a variant put off sale while it is on the product is taken off it', () => {
  const listing = onSale();
  const red = listing.variants.filter(({colour}) => colour === 'Red');
  const both = {
    ...listing,
    variants: [...listing.variants, ...withState({...listing, variants: red}, 'off_sale').variants],
  };
  const operation = toOperation(ArticleId.parse('A-100'), both, planOf({listing: both}), settings);
  expect(operation).toMatchObject({kind: 'update', write: ['variants'], variantsChange: true});
  expect(operation?.kind === 'update' && operation.draft.variants.map(({colour}) => colour)).toEqual(['Blue', 'Blue']);
});

test('what needs no call is no operation', () => {
  const listing = onSale();
  expect(toOperation(ArticleId.parse('A-100'), listing, planOf({listing}), settings)).toBeNull();
  const deleted = onSale({state: 'deleted_in_store'});
  expect(toOperation(ArticleId.parse('A-100'), deleted, planOf({listing: deleted}), settings)).toBeNull();
});
