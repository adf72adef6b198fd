// Inputs for property tests: amounts, percentages, texts as a feed may hold them, stock answers.
import fc from 'fast-check';
import type {Article, StockReading} from '#domain/catalogue/article.ts';
import type {PriceRules} from '#domain/catalogue/price.ts';
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

export const priceRules: fc.Arbitrary<PriceRules> = fc.record({
  markupPercent: fc.oneof(fc.constant(0), percents(1000)),
  vatPercent: percents(50),
  taxesIncluded: fc.boolean(),
  currency: fc.constant('EUR'),
});

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
    name: feedText,
    description: feedText,
    pricing: fc.constantFrom('fixed' as const, 'sale' as const, 'on_request' as const),
    rrp: fc.option(amounts),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  })
  .map(anArticle);
