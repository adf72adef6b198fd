// Checks the colours and sizes that a merchant defines, and proposes some from the catalogue. A proposal is used only after the merchant
// saves it, because the catalogue's size text is free text.
import type {Article} from '#domain/catalogue/article.ts';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {maxOptionValues, toProductOptions} from '#domain/catalogue/options.ts';
import {
  type DefinedOptions,
  hasNoVisibleWord,
  type OptionName,
  optionNames,
  type StatedOptions,
  withDefinedOptions,
} from '#domain/options/defined-options.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** A word that a merchant defines has at most this many characters. */
export const maxDefinedWordLength = 100;

/** Why an option cannot be saved; `message` is a sentence for the merchant. */
export type OptionProblem = {readonly path: OptionName; readonly message: string};

/**
 * Finds why these options cannot be saved; empty: they can. Where the supplier states words of its own, which overrule the merchant's, the
 * merchant's saved words may only stay as they are or be removed.
 */
export function findOptionProblems(
  given: DefinedOptions,
  stated: StatedOptions,
  saved: DefinedOptions,
): readonly OptionProblem[] {
  const problems = optionNames.flatMap((path): OptionProblem[] => {
    const words = given[path];
    const [one, other] = findAlikeWords(words);
    if (one !== undefined) return [{path, message: `In your store “${one}” and “${other}” would be one value.`}];
    if (words.length === 0 || hasNoVisibleWord(stated[path]) || areSameWords(words, saved[path])) return [];
    const known = stated[path].slice(0, maxWordsShown).join(', ');
    return [{path, message: `The supplier states the ${path} of this article: ${known}. These cannot be replaced.`}];
  });
  if (problems.length > 0) return problems;
  const options = toProductOptions(withDefinedOptions(stated, given));
  if (options.kind === 'variants') return [];
  return [{path: given.sizes.length > 0 ? 'sizes' : 'colours', message: options.reason}];
}

/** A message names at most this many of the supplier's words. */
const maxWordsShown = 20;

/** Whether both lists have exactly the same words in the same order. */
export const areSameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);

/** Finds the first two words that the store shows alike. Shopify takes only one of them, and an order could not tell them apart. */
function findAlikeWords(words: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const text of words) {
    const key = wordKey(text);
    const before = seen.get(key);
    if (before !== undefined) return [before, text];
    seen.set(key, text);
  }
  return [];
}

/** Proposes words from the catalogue's texts, for the options that the supplier does not state. */
export function proposeOptions(
  {colours, sizes, category}: Pick<Article, 'colours' | 'sizes' | 'category'>,
  stated: StatedOptions,
): DefinedOptions {
  return {
    colours: hasNoVisibleWord(stated.colours) ? toProposableWords(colours) : [],
    sizes: hasNoVisibleWord(stated.sizes) ? toProposableWords(estimateSizes(sizes, category)) : [],
  };
}

/** Drops words that could not be saved: empty, too long, like another one, or too many. */
export function toProposableWords(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const text of words) {
    const trimmed = text.trim();
    const isFit =
      trimmed !== '' && trimmed.length <= maxDefinedWordLength && findAlikeWords([...kept, trimmed]).length === 0;
    if (isFit && kept.length < maxOptionValues) kept.push(trimmed);
  }
  return kept;
}
