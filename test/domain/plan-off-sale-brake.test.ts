// What products on sale would lose, and how much of it is too much.

import {describe, expect, test} from 'vitest';
import {findOffSaleKind, type OffSaleItem, planOffSaleBrake} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {ArticleId} from '#domain/ids.ts';
import {anArticle, aStockReading} from './builders.ts';
import {imported, planOf, withState} from './plan-again.ts';

const losing = (count: number, facts: Partial<OffSaleItem> = {}): OffSaleItem[] =>
  Array.from({length: count}, (_, index) => ({
    articleId: ArticleId.parse(`A-${index}`),
    code: null,
    reason: null,
    sampled: false,
    ...facts,
  }));

test.each<[number, number, 'go' | 'brake']>([
  [3, 3, 'go'],
  [4, 2, 'go'],
  [4, 3, 'brake'],
  [40, 20, 'go'],
  [400, 20, 'go'],
  [400, 21, 'brake'],
  [1_000, 50, 'go'],
  [1_000, 51, 'brake'],
])('of %i products %i would lose something: %s', (liveListings, count, kind) => {
  for (const what of ['variants', 'hold'] as const) {
    expect(planOffSaleBrake(what, {losing: losing(count), liveListings, sampled: 0}).kind).toBe(kind);
  }
});

test.each<[number, number, 'go' | 'brake']>([
  [3, 3, 'go'],
  [4, 2, 'go'],
  [4, 3, 'brake'],
  [7, 7, 'brake'],
])('of %i products whose turn it was %i would lose something: %s', (sampled, count, kind) => {
  const plan = planOffSaleBrake('variants', {losing: losing(count, {sampled: true}), liveListings: 60, sampled});
  expect(plan.kind).toBe(kind);
  if (plan.kind === 'brake') expect(plan.reason).toContain(`${count} of ${sampled} products`);
});

test('the reason is the commonest one', () => {
  const some = losing(10, {code: 'price_invalid', reason: 'No price.'});
  const most = losing(30, {code: 'on_request', reason: 'On request.'});
  expect(planOffSaleBrake('hold', {losing: [...some, ...most], liveListings: 60, sampled: 0})).toMatchObject({
    reason: expect.stringMatching(/^40 of 60 products .*On request\./),
  });
});

describe('a loss is', () => {
  const listing = imported();
  const lost = (stock: Parameters<typeof aStockReading>[0], of = listing) =>
    findOffSaleKind(of, planOf({listing: of, stock: aStockReading(stock)}));

  test('a size or a colour that is not stated any more, or all of them at once', () => {
    expect(lost({sizes: ['S']})).toBe('variants');
    expect(lost({colours: ['Blue'], sizes: ['S', 'M', 'L']})).toBe('variants');
    expect(lost({colours: [], sizes: []})).toBe('variants');
  });

  test('not what is stated more closely, nor what the merchant put off sale', () => {
    expect(lost({})).toBeNull();
    expect(lost({price: 1_900})).toBeNull();
    expect(lost({sizes: ['S', 'M', 'L']})).toBeNull();
    const plain = imported({stock: aStockReading({sizes: []})});
    expect(lost({sizes: ['S', 'M']}, plain)).toBeNull();
    const single = imported({stock: aStockReading({colours: [], sizes: []})});
    expect(lost({}, single)).toBeNull();
    const [first] = listing.variants;
    const off = withState(listing, 'off_sale', ({gid}) => gid === first?.gid).variants.filter(
      ({gid}) => gid === first?.gid,
    );
    expect(lost({}, {...listing, variants: [...listing.variants, ...off]})).toBeNull();
  });

  test('not the place on sale, where the merchant took off every variant that the product has', () => {
    const off = listing.variants.map((variant) => ({...variant, state: 'off_sale' as const}));
    const byHand = {...listing, variants: [...listing.variants, ...off]};
    expect(planOf({listing: byHand})).toMatchObject({kind: 'draft', code: 'variants_gone'});
    expect(lost({}, byHand)).toBeNull();
    // Only one was taken off; the supplier does not state the others any more.
    const [one] = listing.variants;
    const partly = {...listing, variants: [...listing.variants, ...off.filter(({gid}) => gid === one?.gid)]};
    expect(lost({colours: [one?.colour ?? ''], sizes: [one?.size ?? '']}, partly)).toBe('hold');
  });

  test('the place on sale, of a product that has it', () => {
    const given = {article: anArticle({pricing: 'on_request' as const})};
    expect(findOffSaleKind(listing, planOf({...given, listing}))).toBe('hold');
    const held = {...listing, state: 'held' as const};
    expect(findOffSaleKind(held, planOf({...given, listing: held}))).toBeNull();
    expect(findOffSaleKind(null, planOf(given))).toBeNull();
  });
});

test('a product that keeps its variants is priced on what the supplier asks, and nothing of it is forgotten', () => {
  const listing = imported();
  const facts = {listing, stock: aStockReading({price: 1_900, colours: [], sizes: []})};
  const plan = planOf({...facts, keep: {cost: false, variants: true}});
  expect(plan).toMatchObject({kind: 'update', write: ['price', 'cost'], gone: [], variantsChange: false, cost: 1_900});
  expect(planOf({...facts, keep: {cost: true, variants: true}}).kind).toBe('unchanged');
});
