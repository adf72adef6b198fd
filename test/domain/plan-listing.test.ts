// What a listing needs: nothing while the feed says the same, and never what the merchant took out of the store.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {StockReading} from '#domain/catalogue/article.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import {type KnownListing, type KnownVariant, type ListingPlan, planListing} from '#domain/catalogue/plan-listing.ts';
import {articles, priceRules, stockReadings} from './arbitraries.ts';
import {anArticle, aStockReading, euroRules} from './builders.ts';

type Facts = Parameters<typeof planListing>[0];

const digest = (text: string) => text;
const facts = (given: Partial<Facts> = {}): Facts => ({
  article: anArticle(),
  stock: aStockReading(),
  listing: null,
  rules: euroRules,
  onRequest: false,
  digest,
  ...given,
});

/** What the house remembers once the store has done what the plan asks. */
function remembered(listing: KnownListing | null, plan: ListingPlan): KnownListing | null {
  switch (plan.kind) {
    case 'unchanged':
    case 'leave':
    case 'quarantine':
      return listing;
    case 'hold':
      return {...(listing ?? {productGid: null, variants: []}), state: 'held', fingerprint: null};
    case 'create':
    case 'update': {
      const before = new Map(listing?.variants.map((variant) => [variantKey(variant), variant]));
      const wanted = new Map(plan.draft.variants.map((words) => [variantKey(words), words]));
      const left = [...before.values()]
        .filter((variant) => !wanted.has(variantKey(variant)))
        .map((variant) => (variant.state === 'live' ? {...variant, state: 'suppressed' as const} : variant));
      const live = [...wanted].map(([key, {colour, size}]) => ({
        colour,
        size,
        gid: `gid ${key}`,
        state: 'live' as const,
      }));
      return {
        state: 'active',
        productGid: listing?.productGid ?? 'product',
        fingerprint: plan.fingerprint,
        variants: [...left, ...live],
      };
    }
  }
}

const writes = (plan: ListingPlan) => plan.kind === 'create' || plan.kind === 'update';

function imported(given: Partial<Facts> = {}): KnownListing {
  const listing = remembered(null, planListing(facts(given)));
  if (listing === null) throw new Error('was not imported');
  return listing;
}

function withState(listing: KnownListing, state: KnownVariant['state'], is: (variant: KnownVariant) => boolean) {
  return {...listing, variants: listing.variants.map((variant) => (is(variant) ? {...variant, state} : variant))};
}

describe('an unchanged feed', () => {
  test('is planned once; planned again it needs nothing', () => {
    fc.assert(
      fc.property(articles, stockReadings, priceRules, fc.boolean(), (article, stock, rules, onRequest) => {
        const first = planListing(facts({article, stock, rules, onRequest}));
        const listing = remembered(null, first);
        const second = planListing(facts({article, stock, rules, onRequest, listing}));
        if (writes(first)) expect(second).toEqual({kind: 'unchanged'});
        else expect({...second, productGid: null}).toEqual({...first, productGid: null});
      }),
    );
  });

  test('stays unchanged after any history of feeds and of variants deleted in the store', () => {
    const step = fc.record({stock: stockReadings, deletes: fc.option(fc.nat(9)), rrp: fc.option(fc.nat(9_999))});
    fc.assert(
      fc.property(fc.array(step, {minLength: 1, maxLength: 6}), (history) => {
        let listing: KnownListing | null = null;
        const deleted = new Set<string>();
        for (const {stock, deletes, rrp} of history) {
          const given = facts({stock, article: anArticle({rrp}), listing});
          const plan = planListing(given);
          listing = remembered(listing, plan);
          if (plan.kind === 'create' || plan.kind === 'update') {
            const keys = plan.draft.variants.map(variantKey);
            expect(keys.filter((key) => deleted.has(key))).toEqual([]);
            expect(planListing({...given, listing})).toEqual({kind: 'unchanged'});
          }
          const victim: KnownVariant | undefined = listing?.variants[deletes ?? -1];
          if (listing === null || victim?.state !== 'live') continue;
          deleted.add(variantKey(victim));
          listing = withState(listing, 'deleted_in_store', ({gid}) => gid === victim.gid);
        }
      }),
    );
  });

  test('is the same feed when colours and sizes come in another order or case', () => {
    const listing = imported();
    const stock = aStockReading({colours: ['RED', 'Blue', 'Red'], sizes: ['M', ' s']});
    expect(planListing(facts({stock, listing}))).toEqual({kind: 'unchanged'});
  });

  test('is the same feed when only what the merchant owns after creation changed', () => {
    const article = anArticle({name: 'New name', description: 'New text', brand: 'B', category: 'C', images: []});
    expect(planListing(facts({article, listing: imported()}))).toEqual({kind: 'unchanged'});
  });
});

describe('a change in the feed', () => {
  test.each<[string, Partial<Facts>]>([
    ['cost', {stock: aStockReading({price: 1_801})}],
    ['rrp', {article: anArticle({rrp: 5_990})}],
    ['SKU', {article: anArticle({sku: 'LH-8'})}],
    ['markup', {rules: {...euroRules, markupPercent: 61}}],
    ['VAT', {rules: {...euroRules, vatPercent: 20}}],
  ])('of the %s reprices the variants that are there', (_what, change) => {
    const plan = planListing(facts({...change, listing: imported()}));
    expect(plan).toMatchObject({kind: 'update', variantsChange: false, gone: [], restore: false});
  });

  test('of the cost alone is written too, where another markup keeps the price', () => {
    const before = {stock: aStockReading({price: 1_000}), rules: {...euroRules, markupPercent: 60}};
    const after = {stock: aStockReading({price: 1_600}), rules: {...euroRules, markupPercent: 0}};
    const plan = planListing(facts({...after, listing: imported(before)}));
    expect(plan).toMatchObject({kind: 'update', draft: {variants: [{price: 1_904, cost: 1_600}, {}, {}, {}]}});
  });

  test('a colour no longer stated leaves the product, since untracked would mean still for sale', () => {
    const plan = planListing(facts({stock: aStockReading({colours: ['Blue']}), listing: imported()}));
    if (plan.kind !== 'update') throw new Error(plan.kind);
    expect(plan.variantsChange).toBe(true);
    expect(plan.gone.map(({colour, size}) => `${colour} ${size}`)).toEqual(['Red S', 'Red M']);
    expect(plan.draft.variants.map(({colour}) => colour)).toEqual(['Blue', 'Blue']);
  });

  test('a colour stated again comes back by itself', () => {
    const listing = withState(imported(), 'suppressed', ({colour}) => colour === 'Red');
    const plan = planListing(facts({listing: {...listing, fingerprint: 'of blue alone'}}));
    if (plan.kind !== 'update') throw new Error(plan.kind);
    expect(plan.variantsChange).toBe(true);
    expect(plan.draft.variants).toHaveLength(4);
  });
});

describe('what the merchant took out of the store', () => {
  test('a deleted product is not made again, whatever the feed says', () => {
    fc.assert(
      fc.property(articles, stockReadings, priceRules, (article, stock, rules) => {
        const listing: KnownListing = {...imported(), state: 'deleted_in_store'};
        expect(planListing(facts({article, stock, rules, listing, onRequest: true})).kind).toBe('leave');
      }),
    );
  });

  test('a deleted variant stays away while the others are repriced', () => {
    const listing = withState(imported(), 'deleted_in_store', ({size}) => size === 'M');
    const plan = planListing(facts({stock: aStockReading({price: 2_000}), listing}));
    if (plan.kind !== 'update') throw new Error(plan.kind);
    expect(plan.draft.variants.map(({size}) => size)).toEqual(['S', 'S']);
    expect(plan.variantsChange).toBe(false);
  });

  test('with the last variant gone the product is held, not filled again', () => {
    const listing = withState(imported(), 'deleted_in_store', () => true);
    expect(planListing(facts({listing}))).toEqual({
      kind: 'hold',
      reason: expect.stringContaining('taken out of the store'),
      productGid: 'product',
    });
  });
});

describe('held, with the reason and the product to take off sale', () => {
  test.each<[string, Partial<Facts>, RegExp]>([
    ['a price on request', {article: anArticle({pricing: 'on_request'})}, /on request/],
    ['no valid price', {stock: aStockReading({price: 0})}, /no price above zero/],
    ['VAT not stated', {rules: {...euroRules, vatPercent: null}}, /VAT/],
    ['a store in another currency', {rules: {...euroRules, currency: 'CHF'}}, /CHF/],
  ])('%s', (_what, given, reason) => {
    expect(planListing(facts(given))).toEqual({
      kind: 'hold',
      reason: expect.stringMatching(reason),
      productGid: null,
    });
    expect(planListing(facts({...given, listing: imported()}))).toMatchObject({kind: 'hold', productGid: 'product'});
  });

  test('a price on request is imported where the merchant opted in', () => {
    const given = facts({article: anArticle({pricing: 'on_request'}), onRequest: true});
    expect(planListing(given).kind).toBe('create');
  });
});

describe('set aside, the run goes on', () => {
  test.each<[string, Partial<Facts>, RegExp]>([
    ['an article in another currency', {article: anArticle({currency: 'USD'})}, /"USD", not EUR/],
    ['a currency of absurd length', {article: anArticle({currency: 'X'.repeat(5_000)})}, /^.{1,80}$/],
    [
      'three thousand variants',
      {stock: aStockReading({colours: Array.from({length: 1_500}, (_, index) => `colour ${index}`)})},
      /3000 variants/,
    ],
  ])('%s', (_what, given, reason) => {
    expect(planListing(facts(given))).toEqual({kind: 'quarantine', reason: expect.stringMatching(reason)});
  });
});

describe('back on the shelf', () => {
  test.each(['retired', 'held'] as const)('what was %s is updated and may be raised again', (state) => {
    const listing: KnownListing = {...imported(), state, fingerprint: null};
    expect(planListing(facts({listing}))).toMatchObject({kind: 'update', restore: true, variantsChange: false});
  });

  test('even where nothing of it changed in between', () => {
    expect(planListing(facts({listing: {...imported(), state: 'retired'}}))).toMatchObject({restore: true});
  });

  test('what was held before it had a product is created', () => {
    const listing: KnownListing = {state: 'held', productGid: null, fingerprint: null, variants: []};
    expect(planListing(facts({listing})).kind).toBe('create');
  });
});

test('every variant carries price, cost and the article number; a blank number is none', () => {
  const stock: StockReading = aStockReading({colours: [], sizes: []});
  const plan = planListing(facts({stock, article: anArticle({sku: '  '})}));
  if (plan.kind !== 'create') throw new Error(plan.kind);
  expect(plan.draft.options).toEqual({colours: false, sizes: false});
  expect(plan.draft.variants).toEqual([
    {colour: null, size: null, sku: null, price: 3_427, compareAt: 4_990, cost: 1_800},
  ]);
});
