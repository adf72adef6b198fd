// What leaves the shelves, and the brake that keeps a broken list from emptying a store.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type ListedState, planRetirement} from '#domain/catalogue/plan-retirement.ts';

const shelf = (count: number, facts: Partial<ListedState> = {}, from = 0): ListedState[] =>
  Array.from({length: count}, (_, index) => ({
    articleId: `A-${from + index}`,
    state: 'active' as const,
    listed: true,
    chosen: true,
    ...facts,
  }));

const shopOf = (total: number, unlisted: number): ListedState[] => [
  ...shelf(unlisted, {listed: false}),
  ...shelf(total - unlisted, {}, unlisted),
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
    const plan = planRetirement(shopOf(total, unlisted));
    expect(plan.kind).toBe(kind);
    expect(plan.retire).toHaveLength(kind === 'brake' ? 0 : unlisted);
  });

  test('the reason names both numbers', () => {
    const plan = planRetirement(shopOf(1_000, 400));
    expect(plan).toMatchObject({kind: 'brake', reason: expect.stringContaining('400 of 1000')});
  });

  test('what already left the shelves neither counts nor leaves again', () => {
    const gone = [...shelf(500, {state: 'retired', listed: false}), ...shelf(500, {state: 'deleted_in_store'}, 500)];
    const states = [...gone, ...shelf(2, {listed: false}, 1_000), ...shelf(2, {}, 2_000)];
    const plan = planRetirement(states);
    expect(plan.kind).toBe('retire');
    expect(plan.retire.map(({articleId}) => articleId)).toEqual(['A-1000', 'A-1001']);
  });
});

test('what is listed but no longer chosen leaves at the merchant’s word, without a brake', () => {
  const plan = planRetirement(shelf(200, {chosen: false}));
  expect(plan.kind).toBe('retire');
  expect(plan.retire).toHaveLength(200);
  expect(plan.retire[0]?.reason).toContain('chosen');
});

test('under the brake the merchant’s own word is still carried out', () => {
  const plan = planRetirement([
    ...shelf(100, {listed: false}),
    ...shelf(7, {chosen: false}, 100),
    ...shelf(50, {}, 200),
  ]);
  expect(plan.kind).toBe('brake');
  expect(plan.retire.map(({articleId}) => articleId)).toEqual(
    Array.from({length: 7}, (_, index) => `A-${100 + index}`),
  );
});

test('what is listed and chosen never leaves, and nothing leaves twice or without a reason', () => {
  const states = fc.array(
    fc.record({
      state: fc.constantFrom('active' as const, 'held' as const, 'retired' as const, 'deleted_in_store' as const),
      listed: fc.boolean(),
      chosen: fc.boolean(),
    }),
    {maxLength: 120},
  );
  fc.assert(
    fc.property(states, (drawn) => {
      const shop = drawn.map((state, index) => ({articleId: `A-${index}`, ...state}));
      const {retire} = planRetirement(shop);
      const ids = new Set(retire.map(({articleId}) => articleId));
      expect(ids.size).toBe(retire.length);
      expect(retire.every(({reason}) => reason.length > 10)).toBe(true);
      const stay = shop.filter(({state, listed, chosen}) => !['active', 'held'].includes(state) || (listed && chosen));
      expect(stay.filter(({articleId}) => ids.has(articleId))).toEqual([]);
    }),
  );
});
