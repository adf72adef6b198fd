// What leaves the shelves, and the brake that keeps a broken list from emptying a store.

import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type ListingAvailability, planRetirement as plan} from '#domain/catalogue/off-sale/plan-retirement.ts';
import {ArticleId} from '#domain/ids.ts';

const planRetirement = (states: readonly ListingAvailability[], choiceConfirmed = true) =>
  plan(states, {choiceConfirmed});

const listings = (count: number, facts: Partial<ListingAvailability> = {}, from = 0): ListingAvailability[] =>
  Array.from({length: count}, (_, index) => ({
    articleId: ArticleId.parse(`A-${from + index}`),
    state: 'active' as const,
    listed: true,
    chosen: true,
    leftOut: false,
    ...facts,
  }));

const shopOf = (total: number, unlisted: number): ListingAvailability[] => [
  ...listings(unlisted, {listed: false}),
  ...listings(total - unlisted, {}, unlisted),
];

describe('brake: more than max(20, 5 %), or more than half of four or more', () => {
  test.each<[number, number, 'retire' | 'brake']>([
    [1, 1, 'retire'],
    [3, 3, 'retire'],
    [4, 2, 'retire'],
    [4, 3, 'brake'],
    [5, 2, 'retire'],
    [5, 3, 'brake'],
    [39, 19, 'retire'],
    [39, 20, 'brake'],
    [40, 20, 'retire'],
    [40, 21, 'brake'],
    [400, 20, 'retire'],
    [400, 21, 'brake'],
    [419, 20, 'retire'],
    [419, 21, 'brake'],
    [420, 21, 'retire'],
    [420, 22, 'brake'],
    [1_000, 50, 'retire'],
    [1_000, 51, 'brake'],
    [100_000, 5_000, 'retire'],
    [100_000, 5_001, 'brake'],
    [100_000, 0, 'retire'],
  ])('of %i products %i no longer listed: %s', (total, unlisted, kind) => {
    const planned = planRetirement(shopOf(total, unlisted));
    expect(planned.kind).toBe(kind);
    expect(planned.retire).toHaveLength(kind === 'brake' ? 0 : unlisted);
  });

  test('the reason names both numbers', () => {
    const planned = planRetirement(shopOf(1_000, 400));
    expect(planned).toMatchObject({kind: 'brake', reason: expect.stringContaining('400 of 1000')});
  });

  test('what already left the shelves neither counts nor leaves again', () => {
    const gone = [
      ...listings(500, {state: 'retired', listed: false}),
      ...listings(500, {state: 'deleted_in_store'}, 500),
    ];
    const states = [...gone, ...listings(2, {listed: false}, 1_000), ...listings(2, {}, 2_000)];
    const planned = planRetirement(states);
    expect(planned.kind).toBe('retire');
    expect(planned.retire.map(({articleId}) => articleId)).toEqual(['A-1000', 'A-1001']);
  });
});

test('what is listed but no longer chosen leaves at the merchant’s word, without a brake', () => {
  const planned = planRetirement(listings(200, {chosen: false}));
  expect(planned.kind).toBe('retire');
  expect(planned.retire).toHaveLength(200);
  expect(planned.retire[0]?.reason).toContain('chosen');
});

test('under the brake the merchant’s own word is still carried out', () => {
  const planned = planRetirement([
    ...listings(100, {listed: false}),
    ...listings(7, {chosen: false}, 100),
    ...listings(50, {}, 200),
  ]);
  expect(planned.kind).toBe('brake');
  expect(planned.retire.map(({articleId}) => articleId)).toEqual(
    Array.from({length: 7}, (_, index) => `A-${100 + index}`),
  );
});

describe('what rules no longer choose although no preview was confirmed', () => {
  test('brakes like what is no longer listed: the feed may have renamed its categories', () => {
    const planned = planRetirement(listings(200, {chosen: false}), false);
    if (planned.kind !== 'brake') throw new Error(planned.kind);
    expect(planned.retire).toEqual([]);
    expect(planned.waiting).toHaveLength(200);
    expect(planned.reason).toContain('200 of 200 products are no longer among the chosen');
  });

  test('counts together with what is no longer listed', () => {
    const states = [...listings(15, {listed: false}), ...listings(15, {chosen: false}, 15), ...listings(100, {}, 30)];
    expect(planRetirement(states, false).kind).toBe('brake');
    expect(planRetirement(states, true).kind).toBe('retire');
  });

  test('but what was left out by hand leaves at once, brake or not', () => {
    const leftOut = listings(60, {chosen: false, leftOut: true});
    const planned = planRetirement([...leftOut, ...listings(40, {listed: false}, 60)], false);
    expect(planned.kind).toBe('brake');
    expect(planned.retire).toHaveLength(60);
    expect(planned.retire[0]).toMatchObject({code: 'left_out'});
  });
});

test('what was left out by hand is not braked because the supplier does not list it any more', () => {
  const planned = planRetirement(listings(60, {listed: false, chosen: false, leftOut: true}), false);
  expect(planned).toMatchObject({kind: 'retire', retire: {length: 60}});
  expect(planned.retire[0]).toMatchObject({code: 'left_out'});
});

describe('a first choice that was not confirmed', () => {
  const first = (states: readonly ListingAvailability[]) => plan(states, {choiceConfirmed: false, isFirstChoice: true});

  test('keeps every product it does not cover until the merchant releases it, however few they are', () => {
    const planned = first([...listings(1, {chosen: false}), ...listings(99, {}, 1)]);
    if (planned.kind !== 'brake') throw new Error(planned.kind);
    expect(planned).toMatchObject({retire: [], waiting: [{articleId: 'A-0', code: 'not_chosen'}]});
    expect(planned.reason).toContain('1 of 100 products');
  });

  test('lets go what is no longer listed or was left out by hand, up to the usual limits', () => {
    const states = [
      ...listings(5, {listed: false}),
      ...listings(3, {chosen: false, leftOut: true}, 5),
      ...listings(92, {}, 8),
    ];
    expect(first(states)).toMatchObject({kind: 'retire', retire: {length: 8}});
    const planned = first([...states, ...listings(2, {chosen: false}, 100)]);
    expect(planned).toMatchObject({kind: 'brake', retire: {length: 8}, waiting: {length: 2}});
    expect(first(shopOf(39, 20))).toMatchObject({kind: 'brake', waiting: {length: 20}});
  });
});

test('what is listed and chosen never leaves, what was left out by hand always does, and nothing leaves twice or without a reason', () => {
  const states = fc.array(
    fc.record({
      state: fc.constantFrom('active' as const, 'held' as const, 'retired' as const, 'deleted_in_store' as const),
      listed: fc.boolean(),
      chosen: fc.boolean(),
      leftOut: fc.boolean(),
    }),
    {maxLength: 120},
  );
  fc.assert(
    fc.property(states, fc.boolean(), (drawn, confirmed) => {
      const shop = drawn.map((state, index) => ({articleId: ArticleId.parse(`A-${index}`), ...state}));
      const planned = planRetirement(shop, confirmed);
      const retire = [...planned.retire, ...(planned.kind === 'brake' ? planned.waiting : [])];
      const ids = new Set(retire.map(({articleId}) => articleId));
      expect(ids.size).toBe(retire.length);
      expect(retire.every(({reason}) => reason.length > 10)).toBe(true);
      const stay = shop.filter(({state, listed, chosen}) => !['active', 'held'].includes(state) || (listed && chosen));
      expect(stay.filter(({articleId}) => ids.has(ArticleId.parse(articleId)))).toEqual([]);
      const byHand = shop.filter(
        ({leftOut, ...one}) => leftOut && !stay.some(({articleId}) => articleId === one.articleId),
      );
      const leaving = new Set(planned.retire.map(({articleId}) => articleId));
      expect(byHand.filter(({articleId}) => !leaving.has(articleId))).toEqual([]);
    }),
  );
});
