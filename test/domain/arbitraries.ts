// Inputs for property tests: amounts, percentages, texts as a feed may hold them, stock answers.
import fc from 'fast-check';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import {highestOwnAmount, type OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {anArticle, aStockReading} from './builders.ts';

/** Minor units up to a hundred billion units of the currency. */
export const amounts = fc.oneof(fc.integer({min: 0, max: 1_000_000}), fc.integer({min: 0, max: 99_999_999_999}));

/** Costs that are believed: one cent to a million euro. */
export const costs = fc.oneof(fc.integer({min: 1, max: 50}), fc.integer({min: 1, max: 100_000_000}));

/** Per cent with up to two decimals. */
export const percents = (max: number) =>
  fc.oneof(
    fc.integer({min: 0, max}),
    fc.integer({min: 0, max: max * 100}).map((basis) => basis / 100),
  );

const ids = fc.string({unit: 'grapheme-ascii', minLength: 1, maxLength: 4});
export const brands = fc.constantFrom('Nordwind', 'NORDWIND', 'Solsken', '__proto__', '');
export const categories = fc.constantFrom('Shirts', 'shirts', 'Shoes', 'constructor', '');
const bound = fc.option(fc.oneof(fc.integer({min: 0, max: 5_000}), fc.integer({min: 0, max: 100_000_000})));

const priceRule = fc.record({
  id: ids,
  brands: fc.array(brands.filter(Boolean), {maxLength: 2}),
  categories: fc.array(categories.filter(Boolean), {maxLength: 2}),
  costFrom: bound,
  costTo: bound,
  markupPercent: percents(1000),
  addOn: fc.oneof(fc.constant(0), fc.nat(2_000)),
});

/** Currencies with two, none and three decimals, strong and weak ones. */
const rates: readonly (readonly [string, string, number])[] = [
  ['GBP', '0.85731', 2],
  ['JPY', '163.27', 0],
  ['KWD', '0.33412345', 3],
  ['PLN', '4.2563', 2],
];
const endings = fc.constantFrom([[99], 100], [[0, 50, 95], 100], [[999], 1_000], [[0], 1], [[7, 3], 10] as const);

/** A store and what its merchant set: everything that can be set, so that a price can be made of any believable cost. */
export const priceCases: fc.Arbitrary<{pricing: PricingSettings; store: PriceStore}> = fc
  .record({
    rules: fc.array(priceRule, {maxLength: 4}),
    markupPercent: fc.oneof(fc.constant(0), percents(1000)),
    addOn: fc.oneof(fc.constant(0), fc.nat(2_000)),
    vatPercent: percents(50),
    compareAt: fc.constantFrom('rrp' as const, 'none' as const),
    capAtRrp: fc.boolean(),
    floorMarginPercent: fc.oneof(fc.constant(0), percents(95)),
    rate: fc.option(fc.constantFrom(...rates)),
    bufferPercent: fc.oneof(fc.constant(0), percents(50)),
    rounded: fc.option(endings),
    taxesIncluded: fc.boolean(),
    carryZone: fc.constantFrom(undefined, 'EU' as const, 'US' as const, 'KR' as const),
  })
  .map(({rate, bufferPercent, rounded, taxesIncluded, carryZone, ...pricing}) => {
    const [currency, perEuro] = rate ?? ['EUR', '1'];
    const [given, step] = rounded ?? [[], 1];
    return {
      store: {currency, taxesIncluded},
      pricing: {
        ...pricing,
        paymentPercent: 0,
        paymentFixed: 0,
        ...(carryZone === undefined ? {} : {carryZone}),
        rate: rate === null ? null : {currency, perEuro, asOf: '2026-11-01', bufferPercent},
        rounding: rounded === null ? [] : [{currency, endings: [...given], step}],
      },
    };
  });

/** An own price, also one in another currency than the store's. */
export const ownPrices: fc.Arbitrary<OwnPrice | null> = fc.option(
  fc.oneof(
    percents(1000).map((percent) => ({kind: 'markup' as const, percent})),
    fc.record({
      kind: fc.constant('fixed' as const),
      amount: fc.oneof(fc.integer({min: 1, max: 1_000_000}), fc.integer({min: 1, max: highestOwnAmount})),
      currency: fc.constantFrom('EUR', 'EUR', ...rates.map(([currency]) => currency)),
    }),
  ),
);

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{ shop.name }}',
  '&lt;b&gt;',
  '\u202e',
  '\u0000',
  '\u2028',
  '\ud83d',
  '\udc55',
  ...'<!-- --> </p> <br> ]]> &#60; < > & " \' قميص 👕 Leinenhemd'.split(' '),
  '\n',
  '\n\n',
  '\r\n',
  '\t',
  ' ',
];

/** Anything a feed may hold as text: markup, right-to-left text and marks, lone surrogates, emoji, line breaks. */
export const feedText = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({unit: 'binary', maxLength: 12})), {maxLength: 30})
  .map((parts) => parts.join(''));

const word = fc.oneof(
  fc.constantFrom(
    'Blau',
    'blau',
    ' BLAU ',
    'Rot',
    'XS',
    'xs',
    'S–XXL',
    '44–54',
    '',
    '  ',
    'Ｘ Ｓ',
    'Grün',
    'Gru\u0308n',
  ),
  fc.string({unit: 'grapheme', minLength: 1, maxLength: 6}),
);
export const words = fc.array(word, {maxLength: 8});

export const stockReadings: fc.Arbitrary<StockReading> = fc
  .record({price: fc.oneof(costs, fc.constantFrom(0, -5)), colours: words, sizes: words})
  .map(aStockReading);

export const articles: fc.Arbitrary<Article> = fc
  .record({
    sku: fc.constantFrom('', ' ', 'SKU-1'),
    brand: brands,
    category: categories,
    name: feedText,
    description: feedText,
    pricing: fc.constantFrom('fixed' as const, 'sale' as const, 'on_request' as const),
    rrp: fc.option(amounts),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  })
  .map(anArticle);
