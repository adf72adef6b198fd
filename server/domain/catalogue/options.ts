// Makes an article's variants: option Colour if it has colours, option Size if it has sizes. The words are what `a=stock` states, or what
// the merchant defined (domain/options).
import type {StockReading} from '#domain/catalogue/article.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** A variant's colour and size as the supplier's order takes them; null if none is known, which does not mean that the article has none. */
export type VariantWords = {readonly colour: string | null; readonly size: string | null};

/** Shopify's limit. https://shopify.dev/docs/apps/build/graphql/migrate/new-product-model */
const maxVariants = 2048;
/** Shopify takes at most this many values of one option. */
export const maxOptionValues = 100;
/** Longest option value Shopify accepts. */
const maxWordLength = 255;

/**
 * The variants that an article can have in the store. `colours`, `sizes`: whether the product has that option. `unusable`: Shopify cannot
 * take them; `reason` is a sentence.
 */
export type ProductOptions =
  | {
      readonly kind: 'variants';
      readonly colours: boolean;
      readonly sizes: boolean;
      readonly variants: readonly VariantWords[];
    }
  | {readonly kind: 'unusable'; readonly reason: string};

/** All combinations of colours and sizes. Caches the result by the two arrays, because many unread articles share the same arrays. */
export function toProductOptions({colours, sizes}: OptionWords): ProductOptions {
  const bySizes = optionsCache.get(colours) ?? new WeakMap<readonly string[], ProductOptions>();
  optionsCache.set(colours, bySizes);
  const options = bySizes.get(sizes) ?? combineOptions({colours, sizes});
  bySizes.set(sizes, options);
  return options;
}

type OptionWords = Pick<StockReading, 'colours' | 'sizes'>;

const optionsCache = new WeakMap<readonly string[], WeakMap<readonly string[], ProductOptions>>();

/** All combinations, or why Shopify cannot take them. */
function combineOptions(stock: OptionWords): ProductOptions {
  const colours = distinctWords(stock.colours);
  const sizes = distinctWords(stock.sizes);
  const count = Math.max(1, colours.length) * Math.max(1, sizes.length);
  if (count > maxVariants) {
    return {
      kind: 'unusable',
      reason: `${colours.length} colours times ${sizes.length} sizes make ${count} variants; Shopify takes ${maxVariants}.`,
    };
  }
  const [axis, values] = colours.length > maxOptionValues ? ['colours', colours.length] : ['sizes', sizes.length];
  if (values > maxOptionValues) {
    return {
      kind: 'unusable',
      reason: `The article has ${values} ${axis}; Shopify takes at most ${maxOptionValues} values of one option.`,
    };
  }
  const long = [...colours, ...sizes].find((word) => word.length > maxWordLength);
  if (long !== undefined) {
    return {
      kind: 'unusable',
      reason: `A colour or size is longer than ${maxWordLength} characters: "${long.slice(0, 40).toWellFormed()}…".`,
    };
  }
  const variants = wordsOrNull(colours).flatMap((colour) => wordsOrNull(sizes).map((size) => ({colour, size})));
  return {kind: 'variants', colours: colours.length > 0, sizes: sizes.length > 0, variants};
}

/**
 * Returns a test for one variant: whether `variants` names it too, or names it more precisely, for example with a size for the first time.
 * The keys are made once because both sides may have 2,048 variants.
 */
export function createVariantMatcher(variants: readonly VariantWords[]): (wider: VariantWords) => boolean {
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

/** A key that is equal for variants with the same colour and size (`wordKey`). */
export const variantKey = ({colour, size}: VariantWords): string =>
  JSON.stringify([colour === null ? null : wordKey(colour), size === null ? null : wordKey(size)]);

/**
 * Keeps one variant of each `variantKey`, because an earlier version made two variants of some equal words: the one spelled as in `wanted`,
 * else the first.
 */
export function oneVariantPerKey<V extends VariantWords>(
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

/** Removes blank words, and of words that are the same keeps the first. */
function distinctWords(words: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const text of words) {
    const key = wordKey(text);
    if (key !== '' && !seen.has(key)) seen.set(key, text);
  }
  return [...seen.values()];
}

/** The words; if there are none, one null, which stands for a variant without that option. */
const wordsOrNull = (words: readonly string[]): readonly (string | null)[] => (words.length > 0 ? words : [null]);
