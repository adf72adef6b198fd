// From cost to price: never below cost once the tax is taken out, compare-at only where it is a real one, else no price.
import {describe, expect, test} from 'vitest';
import type {z} from 'zod';
import {type PriceStore, toPrice} from '#domain/pricing/price.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {euroStore, usualPricing} from './builders.ts';

const shirt = {brand: 'Nordwind', category: 'Shirts', ownPrice: null};

type Pricing = Partial<z.input<typeof PricingSettings>>;
const pricingOf = (given: Pricing): PricingSettings => PricingSettings.parse({...usualPricing(), ...given});

function priceOf(cost: number, given: Pricing = {}, rrp: number | null = null, store: PriceStore = euroStore) {
  const priced = toPrice(cost, rrp, shirt, pricingOf(given), store);
  if (priced.kind !== 'price') throw new Error(`${priced.code}: ${priced.reason}`);
  return priced;
}

const abroad = (currency: string, taxesIncluded = true): PriceStore => ({currency, taxesIncluded});
const rate = (currency: string, perEuro: string, bufferPercent = 0) => ({
  currency,
  perEuro,
  asOf: '2026-11-02',
  bufferPercent,
});

describe('markup and tax', () => {
  test.each<[number, Pricing, boolean, number]>([
    [1_000, {markupPercent: 60, vatPercent: 22}, true, 1_952],
    [1_000, {markupPercent: 60, vatPercent: 0}, true, 1_600],
    [1_000, {markupPercent: 60, vatPercent: null}, false, 1_600],
    [1_000, {markupPercent: 60, vatPercent: 22}, false, 1_600],
    [1_111, {markupPercent: 33.33, vatPercent: 19}, true, 1_763],
    [1, {markupPercent: 0, vatPercent: 0}, true, 1],
    // 1002 + 19 % is 1192.38: the half-up price would be 1001.68 without tax.
    [1_002, {markupPercent: 0, vatPercent: 19}, true, 1_193],
    [1, {markupPercent: 0, vatPercent: 19}, true, 2],
    [1_000, {markupPercent: 50, addOn: 250, vatPercent: 20}, true, 2_100],
  ])('a cost of %i cents with %j sells (tax included: %s) at %i cents', (cost, given, taxesIncluded, price) => {
    expect(priceOf(cost, given, null, {currency: 'EUR', taxesIncluded})).toMatchObject({price, cost, compareAt: null});
  });

  test('the margin is that of the price without its tax', () => {
    expect(priceOf(1_000, {markupPercent: 100, vatPercent: 19})).toMatchObject({
      price: 2_380,
      net: 2_000,
      marginPercent: 50,
    });
    expect(priceOf(1_000, {markupPercent: 50, vatPercent: 0})).toMatchObject({net: 1_500, marginPercent: 33.33});
  });
});

describe('which rule', () => {
  const rules = [
    {id: 'dear', costFrom: 5_000, markupPercent: 20},
    {id: 'nordwind shirts', brands: ['NORDWIND'], categories: ['shirts'], markupPercent: 100},
    {id: 'cheap', costTo: 1_000, markupPercent: 300, addOn: 200},
    {id: 'all', markupPercent: 70},
  ];
  test.each<[string, number, {brand: string; category: string}]>([
    ['dear', 5_000, shirt],
    ['nordwind shirts', 4_999, shirt],
    ['cheap', 999, {brand: 'Solsken', category: 'Shirts'}],
    ['all', 1_000, {brand: 'Solsken', category: 'Shirts'}],
    ['all', 1_000, {brand: '__proto__', category: 'constructor'}],
  ])('%s: the first all of whose conditions hold, ranges from included and to excluded', (id, cost, article) => {
    const priced = toPrice(cost, null, {...article, ownPrice: null}, pricingOf({rules}), euroStore);
    expect(priced.trace.find(({step}) => step === 'rule')).toMatchObject({rule: id});
  });

  test('none: the shop’s general markup and add-on', () => {
    const given = {
      rules: [{id: 'other', brands: ['Other'], markupPercent: 0}],
      markupPercent: 10,
      addOn: 5,
      vatPercent: 0,
    };
    expect(priceOf(100, given)).toMatchObject({price: 115});
    expect(priceOf(100, given).trace).toContainEqual({step: 'rule', rule: null, amount: 100});
  });
});

describe('a store in another currency', () => {
  test.each<[string, string, number, number, number]>([
    ['GBP', '0.85', 1_000, 850, 1_360],
    // 16.327 yen a cent: a cost is never rounded down.
    ['JPY', '163.27', 1_000, 1_633, 2_613],
    ['KWD', '0.334', 1_000, 3_340, 5_344],
    ['PLN', '4.2563', 999, 4_253, 6_805],
  ])('%s at %s', (currency, perEuro, cents, cost, price) => {
    const given = {vatPercent: 0, rate: rate(currency, perEuro)};
    expect(priceOf(cents, given, null, abroad(currency))).toMatchObject({cost, price});
  });

  test('the buffer raises cost and price; the recommended price is taken at the plain rate', () => {
    const given = {vatPercent: 0, markupPercent: 0, rate: rate('GBP', '0.8', 5)};
    expect(priceOf(1_000, given, 2_000, abroad('GBP'))).toMatchObject({cost: 840, price: 840, compareAt: 1_600});
  });

  test('the rate, its day and its buffer are part of the trace', () => {
    const given = {rate: rate('CHF', '0.9421', 2.5)};
    expect(priceOf(1_000, given, null, abroad('CHF')).trace[1]).toEqual({
      step: 'rate',
      currency: 'CHF',
      perEuro: '0.9421',
      asOf: '2026-11-02',
      bufferPercent: 2.5,
      amount: 966,
    });
  });
});

describe('endings', () => {
  test.each<[string, number[], number, number, number]>([
    ['.99', [99], 100, 1_904, 1_999],
    ['.99 is there already', [99], 100, 1_999, 1_999],
    ['.49 and .99, whichever comes first', [99, 49], 100, 1_904, 1_949],
    ['just above an ending goes to the next', [49, 99], 100, 1_950, 1_999],
    ['9.99 in tens', [999], 1_000, 1_904, 1_999],
    ['.00', [0], 100, 1_901, 2_000],
  ])('%s', (_name, endings, step, before, after) => {
    const given = {vatPercent: 0, markupPercent: 0, rounding: [{currency: 'EUR', endings, step}]};
    expect(priceOf(before, given).price).toBe(after);
  });

  test('of another currency do not touch the price', () => {
    const rounding = [{currency: 'SEK', endings: [0], step: 1_000}];
    expect(priceOf(1_000, {vatPercent: 0, markupPercent: 0, rounding}).price).toBe(1_000);
  });

  test('that do not fit their step are refused when they are set', () => {
    expect(() => pricingOf({rounding: [{currency: 'EUR', endings: [100], step: 100}]})).toThrow(
      /smaller than its step/,
    );
  });
});

describe('the recommended price', () => {
  const plain = {vatPercent: 0, markupPercent: 50};
  test.each<[string, Pricing, number | null, number, number | null]>([
    ['above the price is shown beside it', plain, 2_000, 1_500, 2_000],
    ['equal to the price is not', plain, 1_500, 1_500, null],
    ['below the price is not', plain, 1_400, 1_500, null],
    ['of zero, as a quarter of some feeds states, is none', plain, 0, 1_500, null],
    ['below zero is none', plain, -5, 1_500, null],
    ['unknown is none', plain, null, 1_500, null],
    ['unwanted is not shown', {...plain, compareAt: 'none'}, 2_000, 1_500, null],
    ['caps the price where the merchant wants it', {...plain, capAtRrp: true}, 1_400, 1_400, null],
    [
      'caps what endings raised',
      {...plain, capAtRrp: true, rounding: [{currency: 'EUR', endings: [99], step: 100}]},
      1_550,
      1_550,
      null,
    ],
  ])('%s', (_name, given, rrp, price, compareAt) => {
    expect(priceOf(1_000, given, rrp)).toMatchObject({price, compareAt});
  });

  test('says nothing where the store’s prices contain no tax, since it does', () => {
    const given = {...plain, capAtRrp: true};
    expect(priceOf(1_000, given, 1_200, {currency: 'EUR', taxesIncluded: false})).toMatchObject({
      price: 1_500,
      compareAt: null,
    });
  });
});

describe('a draft, with code and reason', () => {
  test.each<[string, number, number | null, Pricing, PriceStore, RegExp]>([
    ['price_invalid', 0, null, {}, euroStore, /no price above zero/],
    ['price_invalid', -100, null, {}, euroStore, /no price above zero/],
    ['price_invalid', 10.5, null, {}, euroStore, /no price above zero/],
    ['price_invalid', Number.NaN, null, {}, euroStore, /no price above zero/],
    ['price_invalid', 100_000_001, null, {}, euroStore, /over 1,000,000\.00/],
    [
      'price_invalid',
      100_000_000,
      null,
      {markupPercent: 1_000, vatPercent: 50, rate: rate('IDR', '17000', 50)},
      abroad('IDR'),
      /too large/,
    ],
    ['no_rate', 1_000, null, {}, abroad('USD'), /sells in USD.*not set/],
    ['no_rate', 1_000, null, {rate: rate('GBP', '0.85')}, abroad('USD'), /USD.*is for GBP/],
    ['no_rate', 1_000, null, {rate: rate('USD', '0.0')}, abroad('USD'), /not above zero/],
    ['vat_missing', 1_000, null, {vatPercent: null}, euroStore, /VAT/],
    ['below_cost', 1_000, 900, {capAtRrp: true}, euroStore, /below cost/],
    ['below_cost', 1_000, 1_100, {capAtRrp: true}, euroStore, /below cost/],
    ['below_floor', 1_000, null, {markupPercent: 10, floorMarginPercent: 20}, euroStore, /floor of 20 %/],
    ['below_floor', 1_000, 1_400, {capAtRrp: true, floorMarginPercent: 20}, euroStore, /floor of 20 %/],
  ])('%s: a cost of %d, recommended %d, with %j in %j', (code, cost, rrp, given, store, reason) => {
    expect(toPrice(cost, rrp, shirt, pricingOf(given), store)).toMatchObject({
      kind: 'draft',
      code,
      reason: expect.stringMatching(reason),
    });
  });

  test('a million euro exactly is still believed, and VAT of zero is a statement', () => {
    expect(priceOf(100_000_000).kind).toBe('price');
    expect(priceOf(1_000, {vatPercent: 0}).kind).toBe('price');
  });

  test.each([
    ['JPY', '163.5', '3270001'],
    ['KRW', '1650', '33000001'],
    ['KWD', '0.335', '6700.001'],
    ['IDR', '18200.5', '364010000.01'],
    ['VND', '30500', '610000001'],
    ['LAK', '25400', '508000000.01'],
  ])(
    'what costs 20,000 euro and a little is sold in %s at %s to the euro like anywhere else',
    (currency, perEuro, least) => {
      const given = {markupPercent: 0, vatPercent: 0, rate: rate(currency, perEuro)};
      const {price, cost} = priceOf(2_000_001, given, null, abroad(currency));
      expect(price).toBe(cost);
      expect(price).toBeGreaterThanOrEqual(Number(least.replace('.', '')));
      const absurd = {...given, markupPercent: 1_000, vatPercent: 50, rate: rate(currency, perEuro, 50)};
      expect(toPrice(100_000_000, null, shirt, pricingOf(absurd), abroad(currency))).toMatchObject({
        code: 'price_invalid',
      });
    },
  );

  test('no amount is larger than what a number holds exactly, whatever the rate', () => {
    const given = {markupPercent: 0, vatPercent: 0, rate: rate('CLF', '9999999')};
    expect(toPrice(100_000_000, null, shirt, pricingOf(given), abroad('CLF'))).toMatchObject({code: 'price_invalid'});
    expect(Number.isSafeInteger(priceOf(100_000, given, null, abroad('CLF')).price)).toBe(true);
  });

  test('a floor that is met to the cent is met', () => {
    expect(priceOf(800, {markupPercent: 25, vatPercent: 0, floorMarginPercent: 20}).price).toBe(1_000);
    expect(() => priceOf(801, {markupPercent: 24.99, vatPercent: 0, floorMarginPercent: 20})).toThrow('below_floor');
  });
});
