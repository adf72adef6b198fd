// What a listing needs: nothing while the feed says the same, and never what the merchant took out of the store.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {KnownListing, KnownVariant} from '#domain/catalogue/known-listing.ts';
import {findOffSaleKind} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {variantKey} from '#domain/catalogue/options.ts';
import type {ListingFacts} from '#domain/catalogue/plan-listing.ts';
import {VariantGid} from '#domain/ids.ts';
import {articles, priceCases, stockReadings} from './arbitraries.ts';
import {anArticle, aStockReading, usualPricing, usualSettings} from './builders.ts';
import {factsOf, imported, planOf, remembered, updateOf, withState} from './plan-again.ts';

const settingsWith = (pricing: Partial<ReturnType<typeof usualPricing>>) =>
  usualSettings({pricing: usualPricing(pricing)});

describe('an unchanged feed', () => {
  test('is planned once; planned again it needs nothing', () => {
    fc.assert(
      fc.property(articles, stockReadings, priceCases, fc.boolean(), (article, stock, {pricing, store}, onRequest) => {
        const given = {article, stock, store, settings: usualSettings({pricing, onRequest})};
        const first = planOf(given);
        const listing = remembered(null, first);
        const second = planOf({...given, listing});
        if (first.kind === 'create') expect(second.kind).toBe('unchanged');
        else expect(second).toEqual(first);
        expect(planOf({...given, listing: remembered(listing, second)})).toEqual(second);
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
          const given: ListingFacts = factsOf({stock, article: anArticle({rrp}), listing});
          const plan = planOf(given);
          listing = remembered(listing, plan);
          if (plan.kind === 'create' || plan.kind === 'update') {
            const keys = plan.draft.variants.map(variantKey);
            expect(keys.filter((key) => deleted.has(key))).toEqual([]);
            expect(planOf({...given, listing}).kind).toBe('unchanged');
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
    const stock = aStockReading({colours: ['RED', 'Blue', 'Red'], sizes: ['M', ' s']});
    expect(planOf({stock, listing: imported()}).kind).toBe('unchanged');
  });
});

describe('a change in the feed', () => {
  test.each<[string, Partial<ListingFacts>, string[]]>([
    ['cost', {stock: aStockReading({price: 1_801})}, ['price', 'cost']],
    ['rrp', {article: anArticle({rrp: 5_990})}, ['compareAt']],
    ['SKU', {article: anArticle({sku: 'LH-8'})}, ['variants']],
    ['markup', {settings: settingsWith({markupPercent: 61})}, ['price']],
    ['VAT', {settings: settingsWith({vatPercent: 20})}, ['price']],
  ])('of the %s writes what follows from it and no more', (_what, change, write) => {
    const plan = updateOf({...change, listing: imported()});
    expect(plan).toMatchObject({write, variantsChange: false, gone: [], restore: false});
  });

  test('of the cost is told with both costs, and shows in price and cost', () => {
    const why = expect.stringContaining('from €18.00 to €20.00');
    expect(updateOf({stock: aStockReading({price: 2_000}), listing: imported()}).changes).toEqual([
      {field: 'price', before: '34.27', after: '38.08', why},
      {field: 'cost', before: '18.00', after: '20.00', why},
    ]);
  });

  test('of the cost alone is written too, where another markup keeps the price', () => {
    const before = {stock: aStockReading({price: 1_250}), settings: settingsWith({markupPercent: 28})};
    const after = {stock: aStockReading({price: 1_600}), settings: settingsWith({markupPercent: 0})};
    const plan = updateOf({...after, listing: imported(before)});
    expect(plan).toMatchObject({write: ['cost'], draft: {variants: [{price: 1_904, cost: 1_600}, {}, {}, {}]}});
  });

  test('a colour no longer stated leaves the product, since untracked would mean still for sale', () => {
    const plan = updateOf({stock: aStockReading({colours: ['Blue']}), listing: imported()});
    expect(plan.variantsChange).toBe(true);
    expect(plan.write).toEqual(['variants']);
    expect(plan.gone.map(({colour, size}) => `${colour} ${size}`)).toEqual(['Red S', 'Red M']);
    expect(plan.draft.variants.map(({colour}) => colour)).toEqual(['Blue', 'Blue']);
    expect(plan.changes).toMatchObject([{field: 'variants', before: 'Red / S, Red / M', after: null}]);
  });

  test('a colour stated again comes back by itself', () => {
    const blue = remembered(imported(), updateOf({stock: aStockReading({colours: ['Blue']}), listing: imported()}));
    const plan = updateOf({listing: blue});
    expect(plan.draft.variants).toHaveLength(4);
    expect(plan.changes).toMatchObject([{field: 'variants', before: null, after: 'Red / S, Red / M'}]);
  });

  test('a store that changes its currency is priced again', () => {
    const rate = {currency: 'GBP', perEuro: '1', asOf: '2026-11-01', bufferPercent: 0};
    const plan = updateOf({
      store: {currency: 'GBP', taxesIncluded: true},
      settings: settingsWith({rate}),
      listing: imported(),
    });
    expect(plan.write).toEqual(['price', 'compareAt', 'cost']);
    expect(planOf({store: {currency: 'GBP', taxesIncluded: true}, listing: imported()})).toMatchObject({
      code: 'no_rate',
    });
  });
});

describe('what the merchant took out of the store', () => {
  test('a deleted product is not made again, whatever the feed says', () => {
    fc.assert(
      fc.property(articles, stockReadings, priceCases, (article, stock, {pricing, store}) => {
        const listing = {...imported(), state: 'deleted_in_store' as const};
        const settings = usualSettings({pricing, onRequest: true});
        expect(planOf({article, stock, settings, store, listing}).kind).toBe('keep');
      }),
    );
  });

  test('a deleted variant stays away while the others are repriced', () => {
    const listing = withState(imported(), 'deleted_in_store', ({size}) => size === 'M');
    const plan = updateOf({stock: aStockReading({price: 2_000}), listing});
    expect(plan.draft.variants.map(({size}) => size)).toEqual(['S', 'S']);
    expect(plan.variantsChange).toBe(false);
  });

  test('with the last variant gone the product becomes a draft, not filled again', () => {
    const listing = withState(imported(), 'deleted_in_store');
    expect(planOf({listing})).toMatchObject({
      kind: 'draft',
      code: 'variants_gone',
      productGid: listing.productGid,
      changes: [{field: 'status', before: 'ACTIVE', after: 'DRAFT'}],
    });
  });
});

describe('a variant put off sale although it is stated', () => {
  const isRed = ({colour}: KnownVariant) => colour === 'Red';

  test('stays off, night after night', () => {
    const listing = withState(imported(), 'off_sale', isRed);
    const plan = planOf({listing});
    expect(plan).toMatchObject({kind: 'unchanged', forgotten: []});
    expect(planOf({listing: remembered(listing, plan)}).kind).toBe('unchanged');
  });

  test('comes back when it was not stated for a while and is stated again', () => {
    const listing = withState(imported(), 'off_sale', isRed);
    const without = {stock: aStockReading({colours: ['Blue']})};
    const meanwhile = planOf({...without, listing});
    expect(meanwhile).toMatchObject({forgotten: [expect.stringContaining('red'), expect.stringContaining('red')]});
    const forgotten = remembered(listing, meanwhile);
    expect(planOf({...without, listing: forgotten}).kind).toBe('unchanged');
    expect(updateOf({listing: forgotten}).draft.variants).toHaveLength(4);
  });

  test('comes back when it is released', () => {
    const off = withState(imported(), 'off_sale', isRed);
    const released = withState(remembered(off, planOf({listing: off})) ?? off, 'suppressed', isRed);
    expect(updateOf({listing: released}).changes).toMatchObject([{field: 'variants', after: 'Red / S, Red / M'}]);
  });

  test('the last one makes the product a draft', () => {
    expect(planOf({listing: withState(imported(), 'off_sale')})).toMatchObject({kind: 'draft', code: 'variants_gone'});
  });
});

describe('two variants that an earlier version made of one word', () => {
  const twice = ['Blue', 'Red', 'Blue\u200b'];
  /** As the version before left it: a variant for each spelling, and a fingerprint of its own. */
  const madeTwice = (): KnownListing => {
    const listing = imported();
    const more = listing.variants
      .filter(({colour}) => colour === 'Blue')
      .map((variant) => ({...variant, gid: VariantGid.parse(`${variant.gid}9`), colour: 'Blue\u200b'}));
    return {
      ...listing,
      variants: [...more, ...listing.variants],
      fingerprint: (listing.fingerprint ?? '').replace(/variants:\S+/, 'variants:before'),
    };
  };
  const stock = aStockReading({colours: twice});

  test('become one: the one with the exact word stays', () => {
    const update = updateOf({stock, listing: madeTwice()});
    expect(update).toMatchObject({write: ['variants'], variantsChange: true});
    expect(update.gone.map(({colour}) => colour)).toEqual(['Blue\u200b', 'Blue\u200b']);
    expect(update.draft.variants.map(({colour}) => colour)).toEqual(['Blue', 'Blue', 'Red', 'Red']);
    expect(findOffSaleKind(madeTwice(), update)).toBeNull();
  });

  test.each(['off_sale', 'deleted_in_store'] as const)(
    'one that the merchant made %s does not take the other along',
    (state) => {
      const listing = withState(madeTwice(), state, ({colour}) => colour === 'Blue\u200b');
      const plan = planOf({stock, listing});
      if (plan.kind !== 'update' && plan.kind !== 'unchanged') throw new Error(plan.kind);
      if (plan.kind === 'update') expect(plan.draft.variants).toHaveLength(4);
    },
  );

  test('under a brake on variants are kept, each word once', () => {
    const plan = planOf({
      stock: aStockReading({colours: ['Red']}),
      listing: madeTwice(),
      keep: {cost: false, variants: true},
    });
    if (plan.kind !== 'update') throw new Error(plan.kind);
    expect(plan.draft.variants.map(({colour}) => colour)).toEqual(['Blue\u200b', 'Blue\u200b', 'Red', 'Red']);
  });
});
