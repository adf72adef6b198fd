// One definition of "the same word" wherever words are compared: rules, prices, maps, options, products found in the store.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {ChoiceRule, createChooser} from '#domain/catalogue/choice-rule.ts';
import {createMatcher} from '#domain/catalogue/match-product.ts';
import {toProductOptions} from '#domain/catalogue/options.ts';
import {lookUpWord} from '#domain/catalogue/template/product-template.ts';
import {toPrintedLine} from '#domain/catalogue/to-product.ts';
import {ArticleId} from '#domain/ids.ts';
import {matchPriceRule} from '#domain/pricing/price-rule.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {pickTrial} from '#domain/set-up/pick-trial.ts';
import {isSameWord, plainKey, wordKey} from '#domain/words/same-word.ts';
import {anArticle, usualSettings} from '../builders.ts';

/** Letters with and without accents, look-alikes, invisible characters, and what changes under normalisation or case. */
const letters = 'a B é e\u0301 ß SS ﬁ İ ı ς Σ ΐ \u03aa\u0301 カ ﾊﾞ ① ½ ６ 6'.split(' ');
const unseen = Array.from(' \u00a0\t\u3000\u200b\u200d\u00ad\ufeff\ufe0f\u2060\u3164\u034f');
const marks = [...Array.from('"“”„″‴\'’‘′´`\u1ffd\u1fef«‹<>˝¨\u0308-–—\u2011−/⁄∕／&.🧵'), '\ud83d', '\udc57'];
const parts = [...letters, ...unseen, ...marks];
const written = fc.oneof(
  fc.array(fc.constantFrom(...parts), {maxLength: 8}).map((some) => some.join('')),
  fc.string({unit: 'binary', maxLength: 12}),
);

describe('the key', () => {
  test('is its own key, in every spelling of Unicode', () => {
    fc.assert(
      fc.property(written, (text) => {
        const key = wordKey(text);
        expect(wordKey(key)).toBe(key);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(wordKey(text.normalize(form))).toBe(key);
      }),
      {numRuns: 2_000},
    );
  });

  test('stays when a theme-proof line is made of the word, so two words never become one line', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(wordKey(toPrintedLine(text))).toBe(wordKey(text));
      }),
      {numRuns: 2_000},
    );
  });

  test('without accents depends on the key alone', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(plainKey(wordKey(text))).toBe(plainKey(text));
        expect(plainKey(plainKey(text))).toBe(plainKey(text));
      }),
      {numRuns: 2_000},
    );
  });

  test('of plain words is the word in lower case, found without the long way round', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w.,&"/-]{1,5}(?: [\w.,&"/-]{1,5}){0,2}$/), (text) => {
        expect(wordKey(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

const same: readonly (readonly [string, string, string])[] = [
  ['composed and decomposed accents', 'Café', 'Cafe\u0301'],
  ['case', 'GROSSE STRASSE', 'große Straße'],
  ['Greek at the end of a word', 'ΟΔΟΣ', 'οδοσ'],
  ['a typographic apostrophe', "Men's navy", 'Men’s navy'],
  ['inches', '6"', '6″'],
  ['inches as two marks', "6''", '6″'],
  ['typographic quotes', '"Sport" line', '„Sport“ line'],
  ['a zero-width space', 'Black', 'Black\u200b'],
  ['a soft hyphen', 'Turquoise', 'Tur\u00adquoise'],
  ['a byte order mark', 'Black', '\ufeffBlack'],
  ['a variation selector', 'Heart ❤', 'Heart ❤\ufe0f'],
  ['white space', 'Royal Blue', ' Royal\u00a0  Blue\t'],
  ['a dash', 'T-shirt', 'T‑shirt'],
  ['a slash', 'Black / White', 'Black ∕ White'],
  ['full width', 'XL', 'ＸＬ'],
];
const different: readonly (readonly [string, string, string])[] = [
  ['accents', 'Pate', 'Pâté'],
  ['blanks around a slash', 'Black/White', 'Black / White'],
  ['a prime', '6', '6″'],
  ['feet and inches', "6'", '6"'],
  ['another letter', 'Black', 'Slack'],
];

describe.each(same)('%s makes no other word: %j and %j', (_what, one, other) => {
  test('for rules', () => {
    for (const [inRule, inFeed] of [
      [one, other],
      [other, one],
    ] as const) {
      const rules = [ChoiceRule.parse({id: 'r', effect: 'include', brands: [inRule], categories: [inRule]})];
      const facts = {brand: inFeed, category: inFeed, cost: 1, marginPercent: null, hasImage: true, onRequest: false};
      expect(createChooser(rules)({...facts, hand: null}).chosen).toBe(true);
    }
  });

  test('for prices', () => {
    for (const [inRule, inFeed] of [
      [one, other],
      [other, one],
    ] as const) {
      const rule = {id: 'r', brands: [inRule], categories: [inRule], costFrom: null, costTo: null, markupPercent: 200};
      const settings = PricingSettings.parse({rules: [rule]});
      expect(matchPriceRule(settings, {brand: inFeed, category: inFeed}, 1_000)?.id).toBe('r');
    }
  });

  test('for the names that vendors, types and weights are mapped by', () => {
    expect(lookUpWord({[one]: 'mapped'}, other)).toBe('mapped');
    expect(lookUpWord({[other]: 'mapped'}, one)).toBe('mapped');
  });

  test('for options: one variant, with the supplier’s exact word that comes first', () => {
    const variants = (...colours: string[]) => {
      const options = toProductOptions({colours, sizes: []});
      return options.kind === 'variants' ? options.variants : options.reason;
    };
    expect(variants(one, other)).toEqual([{colour: one, size: null}]);
    expect(variants(other, one)).toEqual([{colour: other, size: null}]);
  });

  test('for products found in the store', () => {
    const matcher = createMatcher(usualSettings().template);
    matcher.add([anArticle({sku: one, brand: one})]);
    expect(matcher.find({vendor: other, tags: [], skus: [other]})?.foundBy).toBe('sku');
  });

  test('for the brands of a trial', () => {
    const candidate = (id: string, brand: string) =>
      ({id: ArticleId.parse(id), brand, isTried: false, stated: 'both'}) as const;
    const picked = pickTrial([candidate('A', one), candidate('B', other), candidate('C', 'zz')], () => true);
    expect(picked.slice(0, 2)).toContain('C');
  });
});

test.each(different)('%s makes another word: %j and %j', (_what, one, other) => {
  expect(isSameWord(one, other)).toBe(false);
  expect(toProductOptions({colours: [one, other], sizes: []})).toMatchObject({
    variants: [{colour: one}, {colour: other}],
  });
});
