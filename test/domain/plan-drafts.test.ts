// What is not published, and why: a draft with a code, set aside, or waiting for the merchant's approval.

import {describe, expect, test} from 'vitest';
import type {ListingFacts} from '#domain/catalogue/plan-listing.ts';
import {ArticleId} from '#domain/ids.ts';
import {planCostBrake} from '#domain/pricing/plan-cost-brake.ts';
import {aListing, anArticle, aStockReading, usualPricing, usualSettings} from './builders.ts';
import {imported, planOf, remembered, updateOf} from './plan-again.ts';

describe('a draft, with code, reason and the product to take off sale', () => {
  test.each<[string, Partial<ListingFacts>, RegExp]>([
    ['on_request', {article: anArticle({pricing: 'on_request'})}, /on request/],
    [
      'variants_impossible',
      {stock: aStockReading({colours: Array.from({length: 1_500}, (_, index) => `c ${index}`)})},
      /3000 variants/,
    ],
    ['price_invalid', {stock: aStockReading({price: 0})}, /no price above zero/],
    ['vat_missing', {settings: usualSettings({pricing: usualPricing({vatPercent: null})})}, /VAT/],
    ['no_rate', {store: {currency: 'CHF', taxesIncluded: true}}, /CHF/],
    ['below_floor', {settings: usualSettings({pricing: usualPricing({floorMarginPercent: 95})})}, /floor/],
  ])('%s', (code, given, reason) => {
    const drafted = {kind: 'draft', code, reason: expect.stringMatching(reason)};
    expect(planOf(given)).toMatchObject({...drafted, productGid: null, changes: []});
    const live = planOf({...given, listing: imported()});
    expect(live).toMatchObject({
      ...drafted,
      productGid: 'gid://shopify/Product/1',
      changes: [{field: 'status', after: 'DRAFT'}],
    });
  });

  test('without an answer of the supplier nothing goes on sale, and what is on sale stays', () => {
    for (const given of [{stock: null}, {unanswered: true}]) {
      const drafted = {kind: 'draft', code: 'no_stock_answer', changes: []};
      expect(planOf(given)).toMatchObject(drafted);
      expect(planOf({...given, listing: {...imported(), state: 'retired'}})).toMatchObject(drafted);
    }
    expect(planOf({stock: null, listing: imported()}).kind).toBe('keep');
    expect(planOf({unanswered: true, listing: imported()}).kind).toBe('unchanged');
  });

  test('a price on request is imported where the merchant opted in', () => {
    const given = {article: anArticle({pricing: 'on_request' as const}), settings: usualSettings({onRequest: true})};
    expect(planOf(given).kind).toBe('create');
  });
});

describe('a cost that moves more than half', () => {
  const at = (price: number) => ({stock: aStockReading({price}), listing: imported()});

  test.each([
    [2_700, 'update'],
    [2_701, 'draft'],
    [900, 'update'],
    [899, 'draft'],
    [180_000, 'draft'],
    [1_800, 'unchanged'],
  ])('from 18.00 to %d cents: %s', (price, kind) => {
    expect(planOf(at(price)).kind).toBe(kind);
  });

  test('waits with both costs named, and keeps what the product is priced on', () => {
    const plan = planOf(at(180_000));
    expect(plan).toMatchObject({
      code: 'cost_moved',
      cost: 180_000,
      reason: expect.stringContaining('€18.00 to €1,800.00'),
    });
    expect(remembered(imported(), plan)?.previousCost).toBe(1_800);
  });

  test('goes on once this very cost is approved, and on the way back waits again', () => {
    const {stock} = at(180_000);
    const held = remembered(imported(), planOf(at(180_000)));
    if (held === null) throw new Error('not remembered');
    expect(planOf({stock, listing: {...held, approvedCost: 170_000}})).toMatchObject({code: 'cost_moved'});
    const approved = updateOf({stock, listing: {...held, approvedCost: 180_000}});
    expect(approved).toMatchObject({restore: true, cost: 180_000});
    const priced = remembered(held, approved);
    expect(planOf({stock, listing: priced}).kind).toBe('unchanged');
    expect(planOf({listing: priced})).toMatchObject({code: 'cost_moved'});
  });

  test('says nothing of an article that was never priced', () => {
    expect(planOf({...at(180_000), listing: aListing()}).kind).toBe('create');
  });
});

describe('brake: more than a fifth of supplier costs move by more than 30 %', () => {
  const moves = (count: number, next: number, from = 0, sampled = false) =>
    Array.from({length: count}, (_, index) => ({
      articleId: ArticleId.parse(`A-${from + index}`),
      previous: 1_000,
      next,
      sampled,
    }));

  test.each<[number, number, number, 'go' | 'brake']>([
    [20, 80, 1_301, 'go'],
    [21, 79, 1_301, 'brake'],
    [21, 79, 699, 'brake'],
    [100, 0, 1_300, 'go'],
    [100, 0, 700, 'go'],
    [0, 0, 0, 'go'],
  ])('%i moved and %i not, to %d: %s', (moved, still, next, kind) => {
    const plan = planCostBrake([...moves(moved, next), ...moves(still, 1_000, moved)]);
    expect(plan.kind).toBe(kind);
    if (plan.kind === 'brake') expect(plan.articleIds).toEqual(moves(moved, next).map(({articleId}) => articleId));
  });

  test('a list in which all prices are zero brakes, so that not one product is taken off sale', () => {
    const plan = planCostBrake(moves(300, 0));
    expect(plan).toMatchObject({kind: 'brake', reason: expect.stringContaining('300 of 300')});
  });

  test.each<[number, number, 'go' | 'brake']>([
    [7, 0, 'brake'],
    [2, 5, 'brake'],
    [2, 8, 'go'],
    [1, 0, 'go'],
  ])('of those whose turn it was %i moved and %i did not, in a shop of a hundred: %s', (moved, still, kind) => {
    const turn = [...moves(moved, 1_400, 0, true), ...moves(still, 1_000, moved, true)];
    const plan = planCostBrake([...turn, ...moves(100 - turn.length, 1_000, 50)]);
    expect(plan.kind).toBe(kind);
    if (plan.kind === 'brake') expect(plan.reason).toContain(`${moved} of ${moved + still} supplier prices`);
  });

  test('compares only what had a price before', () => {
    const fresh = Array.from({length: 50}, (_, index) => ({
      articleId: ArticleId.parse(`new ${index}`),
      previous: 0,
      next: 5_000,
      sampled: true,
    }));
    expect(planCostBrake([...fresh, ...moves(10, 1_000)]).kind).toBe('go');
  });
});

describe('set aside, the run goes on', () => {
  test.each<[string, Partial<ListingFacts>, RegExp]>([
    ['an article in another currency', {article: anArticle({currency: 'USD'})}, /"USD", not EUR/],
    ['a currency of absurd length', {article: anArticle({currency: 'X'.repeat(5_000)})}, /^.{1,80}$/],
  ])('%s', (_what, given, reason) => {
    expect(planOf(given)).toEqual({kind: 'quarantine', reason: expect.stringMatching(reason)});
  });

  test.each(['active', 'held'] as const)('unless it has a product, which becomes or stays a draft: %s', (state) => {
    const plan = planOf({article: anArticle({currency: 'USD'}), listing: {...imported(), state}});
    expect(plan).toMatchObject({kind: 'draft', code: 'price_invalid', reason: expect.stringContaining('"USD"')});
  });
});

describe('back on sale', () => {
  test.each(['retired', 'held'] as const)(
    'what was %s is restored, and put back on sale where the sync took it off',
    (state) => {
      const listing = {...imported(), state, fingerprint: null};
      expect(updateOf({listing})).toMatchObject({restore: true, variantsChange: false, changes: []});
      expect(updateOf({listing: {...listing, takenOffSale: true}}).changes).toMatchObject([
        {field: 'status', after: 'ACTIVE'},
      ]);
    },
  );

  test('with its fingerprint kept nothing but the status is touched', () => {
    expect(updateOf({listing: {...imported(), state: 'retired'}})).toMatchObject({restore: true, write: []});
  });

  test('what waited before it had a product is created', () => {
    expect(planOf({listing: aListing()}).kind).toBe('create');
  });
});

test('every variant carries price, cost and the article number; a blank number is none', () => {
  const plan = planOf({stock: aStockReading({colours: [], sizes: []}), article: anArticle({sku: '  '})});
  if (plan.kind !== 'create') throw new Error(plan.kind);
  expect(plan.draft.options).toEqual({colours: false, sizes: false});
  expect(plan.draft.variants).toEqual([
    {colour: null, size: null, sku: null, price: 3_427, compareAt: 4_990, cost: 1_800},
  ]);
});

test('a first import shows everything it makes, and nothing that is empty', () => {
  const plan = planOf({stock: aStockReading({colours: ['Blue']}), settings: usualSettings({newProducts: 'active'})});
  if (plan.kind !== 'create') throw new Error(plan.kind);
  expect(plan.changes.map(({field, after}) => [field, after])).toEqual([
    ['status', 'ACTIVE'],
    ['price', '34.27'],
    ['compareAt', '49.90'],
    ['cost', '18.00'],
    ['title', 'Linen shirt'],
    ['description', '<p>A linen shirt.</p>'],
    ['vendor', 'Nordwind'],
    ['type', 'Shirts'],
    ['variants', 'Blue / S, Blue / M'],
    ['images', '1 image'],
  ]);
});

test.each(['__proto__', 'constructor', 'A <b>'])('a brand and category %j are words like others', (word) => {
  const plan = planOf({article: anArticle({brand: word, category: word})});
  if (plan.kind !== 'create') throw new Error(plan.kind);
  expect(plan.draft.vendor.replace('‹', '<')).toBe(word);
});
