// Variants are the colours and sizes the supplier states: each word once, none lost, never more than the store takes.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type ProductOptions, toProductOptions, variantKey} from '#domain/catalogue/options.ts';
import {isSameWord} from '#domain/words/same-word.ts';
import {words} from './arbitraries.ts';

type Variants = Extract<ProductOptions, {kind: 'variants'}>;

function variantsOf(colours: readonly string[], sizes: readonly string[]): Variants {
  const options = toProductOptions({colours, sizes});
  if (options.kind !== 'variants') throw new Error(options.reason);
  return options;
}

const numbered = (count: number) => Array.from({length: count}, (_, index) => `word ${index}`);

test('no stated colour or size is lost, and none is made up', () => {
  fc.assert(
    fc.property(words, words, (colours, sizes) => {
      const {variants} = variantsOf(colours, sizes);
      for (const [stated, axis] of [
        [colours, 'colour'],
        [sizes, 'size'],
      ] as const) {
        const made = variants.map((variant) => variant[axis]);
        for (const word of stated.filter((text) => !isSameWord(text, ''))) {
          expect(made.some((value) => value !== null && isSameWord(value, word))).toBe(true);
        }
        for (const value of made) expect(value === null || stated.includes(value)).toBe(true);
      }
    }),
  );
});

test('no two variants are the same to the store', () => {
  fc.assert(
    fc.property(words, words, (colours, sizes) => {
      const {variants} = variantsOf(colours, sizes);
      expect(new Set(variants.map(variantKey)).size).toBe(variants.length);
    }),
  );
});

test('stating a word twice, in whatever case and spacing, changes nothing', () => {
  fc.assert(
    fc.property(words, words, (colours, sizes) => {
      const again = [...colours, ...colours.map((word) => ` ${word.toUpperCase()}  `)];
      const twice = again.filter(
        (word, index) => index < colours.length || colours.some((one) => isSameWord(one, word)),
      );
      expect(variantsOf(twice, sizes)).toEqual(variantsOf(colours, sizes));
    }),
  );
});

test('words are kept to the letter, the first of several spellings', () => {
  expect(variantsOf([' Royal  Blue ', 'royal blue', 'ROYAL BLUE'], []).variants).toEqual([
    {colour: ' Royal  Blue ', size: null},
  ]);
});

test.each<[string, string, boolean]>([
  ['Blau', 'blau', true],
  ['Blau ', ' Blau', true],
  ['Royal Blue', 'royal\u00a0 blue', true],
  ['Grün', 'Gru\u0308n', true],
  ['Blau', 'Bläu', false],
  ['XL', 'XXL', false],
  ['44', '44–54', false],
])('%j and %j: one word is %j', (one, other, same) => {
  expect(isSameWord(one, other)).toBe(same);
});

test('neither colours nor sizes stated: one variant that claims neither', () => {
  expect(toProductOptions({colours: [], sizes: ['', '  ']})).toEqual({
    kind: 'variants',
    colours: false,
    sizes: false,
    variants: [{colour: null, size: null}],
  });
});

test('a word that reads "null" is a word', () => {
  expect(variantKey({colour: 'null', size: null})).not.toBe(variantKey({colour: null, size: null}));
  expect(variantKey({colour: 'M', size: null})).not.toBe(variantKey({colour: null, size: 'M'}));
});

/** What makes text slow to compare elsewhere: marks to be put in order, ligatures that grow, spaces of all kinds, halves. */
const hostile = fc.constantFrom(
  ...'\u0323 \u0301 \u0f71 \u3099 \ufdfa \ud83d \udc55 \u202e \u0130 \u1e9e \u0000 ﬃ 한 a Å . * ( \\ "'.split(' '),
  ...'\u00a0,\u2003, ,\t,\n'.split(','),
);

/** Milliseconds, the least of five: the machine may be busy. */
const leastTime = (work: () => unknown): number =>
  Math.min(
    ...Array.from({length: 5}, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );
const manyMarks = '\u0301\u0323'.repeat(250);
/** What `work` takes, in times of what it takes here and now to put 500 marks in order. */
const timesOfMarks = (work: () => unknown): number => leastTime(work) / leastTime(() => manyMarks.normalize('NFKC'));

test('64 characters take no long time to compare', () => {
  fc.assert(
    fc.property(fc.string({unit: hostile, minLength: 64, maxLength: 64}), (word) => {
      expect(timesOfMarks(() => variantKey({colour: word, size: word}))).toBeLessThan(20);
    }),
    {numRuns: 2_000},
  );
});

test('nor does the longest word that is read, whatever it is made of, or an answer full of them', () => {
  // Putting marks in order takes longer than their number; the reading's cap of 500 keeps that short.
  fc.assert(
    fc.property(fc.array(hostile, {minLength: 1, maxLength: 4}), (parts) => {
      const word = parts.join('').repeat(500).slice(0, 500);
      expect(timesOfMarks(() => variantKey({colour: word, size: word}))).toBeLessThan(20);
    }),
    {numRuns: 500},
  );
  const marked = Array.from({length: 2_000}, (_, index) => `${index}${'\u0301\u0323'.repeat(248)}`);
  expect(timesOfMarks(() => toProductOptions({colours: marked, sizes: []}))).toBeLessThan(2_000 * 10);
});

test.each([
  [64, 32, 2048],
  [0, 100, 100],
])('%i colours and %i sizes fit', (colours, sizes, count) => {
  expect(variantsOf(numbered(colours), numbered(sizes)).variants).toHaveLength(count);
});

test.each([
  [2049, 0],
  [0, 2049],
  [683, 3],
  [3000, 3000],
])('%i colours and %i sizes are more than the store takes, and the reason counts them', (colours, sizes) => {
  const made = Math.max(1, colours) * Math.max(1, sizes);
  expect(toProductOptions({colours: numbered(colours), sizes: numbered(sizes)})).toEqual({
    kind: 'unusable',
    reason: expect.stringContaining(String(made)),
  });
});

test('a word too long for the store makes the article unusable, and the reason is well-formed text', () => {
  expect(variantsOf(['x'.repeat(255)], []).variants).toHaveLength(1);
  const options = toProductOptions({colours: ['x'.repeat(39) + '👕'.repeat(200)], sizes: []});
  if (options.kind !== 'unusable') throw new Error('was taken');
  expect(options.reason.isWellFormed()).toBe(true);
  expect(options.reason).toContain('255');
});

test('a hundred colours are taken, a hundred and one are not, and the reason counts them', () => {
  expect(variantsOf(numbered(100), []).variants).toHaveLength(100);
  expect(toProductOptions({colours: numbered(101), sizes: ['S']})).toEqual({
    kind: 'unusable',
    reason: 'The article has 101 colours; Shopify takes at most 100 values of one option.',
  });
});
