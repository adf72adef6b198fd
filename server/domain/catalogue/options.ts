// The variants of an article in the store: option Colour if it has colours, option Size if it has sizes. Those are what `a=stock`
// states, or what the merchant defined (domain/options).
import type {StockReading} from '#domain/catalogue/article.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** The exact words that are ordered; null if there are none (this does not mean that the article has no colour or size). */
export type VariantWords = {readonly colour: string | null; readonly size: string | null};

/** Shopify's limit. https://shopify.dev/docs/apps/build/graphql/migrate/new-product-model */
const maxVariants = 2048;
/** The most values of one option that a real store takes. */
export const mostValues = 100;
/** Longest option value Shopify accepts. */
const maxWordLength = 255;

export type Options =
  | {
      readonly kind: 'variants';
      readonly colours: boolean;
      readonly sizes: boolean;
      readonly variants: readonly VariantWords[];
    }
  | {readonly kind: 'unusable'; readonly reason: string};

/** Remembers the result for these two arrays: a preview counts many unread articles that share their arrays. */
export function toOptions({colours, sizes}: Words): Options {
  const bySizes = remembered.get(colours) ?? new WeakMap<readonly string[], Options>();
  remembered.set(colours, bySizes);
  const options = bySizes.get(sizes) ?? combine({colours, sizes});
  bySizes.set(sizes, options);
  return options;
}

type Words = Pick<StockReading, 'colours' | 'sizes'>;

const remembered = new WeakMap<readonly string[], WeakMap<readonly string[], Options>>();

function combine(stock: Words): Options {
  const colours = distinctWords(stock.colours);
  const sizes = distinctWords(stock.sizes);
  const count = Math.max(1, colours.length) * Math.max(1, sizes.length);
  if (count > maxVariants) {
    return {
      kind: 'unusable',
      reason: `${colours.length} colours times ${sizes.length} sizes make ${count} variants; Shopify takes ${maxVariants}.`,
    };
  }
  const [axis, values] = colours.length > mostValues ? ['colours', colours.length] : ['sizes', sizes.length];
  if (values > mostValues) {
    return {
      kind: 'unusable',
      reason: `The article has ${values} ${axis}; Shopify takes at most ${mostValues} values of one option.`,
    };
  }
  const long = [...colours, ...sizes].find((word) => word.length > maxWordLength);
  if (long !== undefined) {
    return {
      kind: 'unusable',
      reason: `A colour or size is longer than ${maxWordLength} characters: "${long.slice(0, 40).toWellFormed()}…".`,
    };
  }
  const variants = orOne(colours).flatMap((colour) => orOne(sizes).map((size) => ({colour, size})));
  return {kind: 'variants', colours: colours.length > 0, sizes: sizes.length > 0, variants};
}

/**
 * Tells whether one of these names the same variant as another, or names it more precisely, for example when sizes are stated for the first
 * time. The keys are made once: a product may have 2,048 variants, and so may the reading.
 */
export function namedAmong(variants: readonly VariantWords[]): (wider: VariantWords) => boolean {
  const keys = new Set(
    variants.flatMap(({colour, size}) => [
      variantKey({colour, size}),
      variantKey({colour, size: null}),
      variantKey({colour: null, size}),
      variantKey({colour: null, size: null}),
    ]),
  );
  return (wider) => keys.has(variantKey(wider));
}

export const variantKey = ({colour, size}: VariantWords): string =>
  JSON.stringify([colour === null ? null : wordKey(colour), size === null ? null : wordKey(size)]);

/**
 * One of each word, by its key. An earlier version made two variants of some words that are the same: the one whose words are wanted to
 * the letter stays, else the first.
 */
export function oneOfEach<V extends VariantWords>(
  variants: readonly V[],
  wanted: readonly VariantWords[],
): ReadonlyMap<string, V> {
  const exact = new Set(wanted.map(({colour, size}) => JSON.stringify([colour, size])));
  const isExact = ({colour, size}: V) => exact.has(JSON.stringify([colour, size]));
  const kept = new Map<string, V>();
  for (const variant of variants) {
    const key = variantKey(variant);
    const before = kept.get(key);
    if (before === undefined || (isExact(variant) && !isExact(before))) kept.set(key, variant);
  }
  return kept;
}

function distinctWords(words: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const text of words) {
    const key = wordKey(text);
    if (key !== '' && !seen.has(key)) seen.set(key, text);
  }
  return [...seen.values()];
}

const orOne = (words: readonly string[]): readonly (string | null)[] => (words.length > 0 ? words : [null]);
