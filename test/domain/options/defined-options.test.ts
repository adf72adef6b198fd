// Options that a merchant defines where the supplier states none: variants of exactly these words, and the supplier's own first.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {findOffSaleKind} from '#domain/catalogue/off-sale/plan-off-sale-brake.ts';
import {findOptionProblems, proposeOptions} from '#domain/options/check-options.ts';
import {
  type DefinedOptions,
  isOverruled,
  noDefinedOptions,
  withDefinedOptions,
} from '#domain/options/defined-options.ts';
import {words} from '../arbitraries.ts';
import {anArticle, aStockReading} from '../builders.ts';
import {factsOf, imported, planOf, remembered, updateOf} from '../plan-again.ts';

const unstated = aStockReading({colours: [], sizes: []});
const sizes = (...list: string[]): DefinedOptions => ({colours: [], sizes: list});
const draftOf = (given: Parameters<typeof planOf>[0]) => {
  const plan = planOf(given);
  if (plan.kind !== 'create' && plan.kind !== 'update') throw new Error(JSON.stringify(plan));
  return plan.draft;
};
const wordsOf = (variants: readonly {colour: string | null; size: string | null}[]) =>
  variants.map(({colour, size}) => [colour, size]);

test('nothing is split unasked: an article that states nothing is one variant, whatever its text of sizes says', () => {
  const draft = draftOf({article: anArticle({sizes: 'S–XXL', colours: ['Blue', 'Red']}), stock: unstated});
  expect(wordsOf(draft.variants)).toEqual([[null, null]]);
});

describe('what is defined', () => {
  test('becomes the variants, and the history says who defined them', () => {
    const listing = imported({stock: unstated});
    const update = updateOf({listing, stock: unstated, defined: sizes('S', 'M', 'L')});
    expect(wordsOf(update.draft.variants)).toEqual([
      [null, 'S'],
      [null, 'M'],
      [null, 'L'],
    ]);
    expect(update.draft.options).toEqual({colours: false, sizes: true});
    expect(update.changes.filter(({field}) => field === 'variants')).toMatchObject([
      {after: 'S, M, L', why: 'You defined the sizes of this article.'},
      {before: 'one variant', after: null},
    ]);
    // The single variant became three more exact ones: nothing is lost, and no brake counts it.
    expect(findOffSaleKind(listing, update)).toBeNull();
    const next = remembered(listing, update);
    expect(planOf({listing: next, stock: unstated, defined: sizes('S', 'M', 'L')}).kind).toBe('unchanged');
  });

  test('completes what is stated: colours of the supplier, sizes of the merchant', () => {
    const draft = draftOf({stock: aStockReading({colours: ['Blue', 'Red'], sizes: []}), defined: sizes('S', 'M')});
    expect(wordsOf(draft.variants)).toEqual([
      ['Blue', 'S'],
      ['Blue', 'M'],
      ['Red', 'S'],
      ['Red', 'M'],
    ]);
  });

  test('counts only where the supplier states no word, for any words of either', () => {
    fc.assert(
      fc.property(words, words, words, words, (colours, stated, mine, yours) => {
        const reading = aStockReading({colours, sizes: stated});
        const blank = (list: readonly string[]) => list.every((word) => word.trim() === '');
        const made = withDefinedOptions(reading, {colours: mine, sizes: yours});
        expect(made.colours).toEqual(blank(colours) && mine.length > 0 ? mine : colours);
        expect(made.sizes).toEqual(blank(stated) && yours.length > 0 ? yours : stated);
        expect(made.price).toBe(reading.price);
      }),
    );
  });

  test('gives way when the supplier states its own, and counts again when it no longer does', () => {
    const defined = sizes('S', 'M', 'L');
    const listing = imported({stock: unstated, defined});
    const stated = aStockReading({colours: [], sizes: ['S', 'M']});
    const update = updateOf({listing, stock: stated, defined});
    expect(wordsOf(update.draft.variants)).toEqual([
      [null, 'S'],
      [null, 'M'],
    ]);
    expect(wordsOf(update.gone)).toEqual([[null, 'L']]);
    expect(findOffSaleKind(listing, update)).toBe('variants');
    expect(isOverruled('sizes', stated, defined)).toBe(true);
    const later = remembered(listing, update);
    expect(wordsOf(draftOf({listing: later, stock: unstated, defined}).variants)).toHaveLength(3);
  });

  test('that is taken back leaves one variant, and the words that go count towards the brake', () => {
    const listing = imported({stock: unstated, defined: sizes('S', 'M')});
    const update = updateOf({listing, stock: unstated});
    expect(wordsOf(update.draft.variants)).toEqual([[null, null]]);
    expect(findOffSaleKind(listing, update)).toBe('variants');
    expect(update.changes).toContainEqual(
      expect.objectContaining({after: 'one variant', why: 'Neither colours nor sizes are stated or defined.'}),
    );
  });

  test('holds the product where the supplier’s colours make too many of it', () => {
    const many = Array.from({length: 60}, (_, index) => `word ${index}`);
    const plan = planOf({...factsOf(), stock: aStockReading({colours: many, sizes: []}), defined: sizes(...many)});
    expect(plan).toMatchObject({kind: 'draft', code: 'variants_impossible'});
  });
});

describe('what may be saved', () => {
  const problems = (given: DefinedOptions, stated = unstated, saved = noDefinedOptions) =>
    findOptionProblems(given, stated, saved);

  test('is words that the store tells apart', () => {
    expect(problems(sizes('S', 'M'))).toEqual([]);
    for (const [one, other] of [
      ['M', 'm'],
      ['M', ' M '],
      ['8"', '8″'],
      ["O'Neill", 'O’Neill'],
      ['ＸＬ', 'XL'],
    ] as const) {
      expect(problems(sizes(one, other)), `${one} ${other}`).toEqual([
        {path: 'sizes', message: `In your store “${one}” and “${other}” would be one value.`},
      ]);
    }
  });

  test('is nothing where the supplier states words, but for what was saved before', () => {
    const stated = aStockReading({colours: [], sizes: ['S', 'M']});
    expect(problems(sizes('L'), stated)).toEqual([
      {path: 'sizes', message: 'The supplier states the sizes of this article: S, M. These cannot be replaced.'},
    ]);
    expect(problems({colours: ['Blue'], sizes: ['L']}, stated, sizes('L'))).toEqual([]);
    expect(problems(noDefinedOptions, stated, sizes('L'))).toEqual([]);
  });

  test('is no more than a product can have, counted with what the supplier states', () => {
    const many = Array.from({length: 60}, (_, index) => `word ${index}`);
    expect(problems(sizes(...many))).toEqual([]);
    expect(problems(sizes(...many), aStockReading({colours: many, sizes: []}))).toEqual([
      {path: 'sizes', message: expect.stringContaining('3600 variants; Shopify takes 2048')},
    ]);
  });
});

describe('what is proposed', () => {
  const article = anArticle({sizes: 'S–L', colours: ['Blue', 'blue', 'Red']});

  test('comes from the catalogue’s texts, for what is not stated', () => {
    expect(proposeOptions(article, unstated)).toEqual({colours: ['Blue', 'Red'], sizes: ['S', 'M', 'L']});
    expect(proposeOptions(article, aStockReading({colours: ['Green'], sizes: []}))).toEqual({
      colours: [],
      sizes: ['S', 'M', 'L'],
    });
    expect(proposeOptions(anArticle({sizes: '6 pcs mixed', colours: []}), unstated)).toEqual(noDefinedOptions);
  });

  test('can always be saved as it is, whatever the texts hold', () => {
    const text = fc.array(fc.constantFrom('S', 'XL', '–', '-', '36', '44', ' ', ',', '"', '<b>', 'x'.repeat(101), '/'));
    fc.assert(
      fc.property(text, words, (parts, colours) => {
        const proposed = proposeOptions(anArticle({sizes: parts.join(''), colours}), unstated);
        expect(findOptionProblems(proposed, unstated, noDefinedOptions)).toEqual([]);
      }),
    );
  });
});
