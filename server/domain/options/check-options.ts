// What a merchant may define, and what is proposed. A proposal is never used before the merchant saves it: the catalogue's size text
// is free text.
import type {Article} from '#domain/catalogue/article.ts';
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {mostValues, toOptions} from '#domain/catalogue/options.ts';
import {
  type DefinedOptions,
  type OptionName,
  optionNames,
  type StatedOptions,
  statesNone,
  withDefined,
} from '#domain/options/defined-options.ts';
import {wordKey} from '#domain/words/same-word.ts';

/** Longest word a merchant may define. */
export const longestWord = 100;

export type OptionProblem = {readonly path: OptionName; readonly message: string};

/**
 * Why these options cannot be saved; empty: they can. Where the supplier states words of its own, which overrule the merchant's, the
 * merchant's saved words may only stay as they are or be removed.
 */
export function findProblems(
  given: DefinedOptions,
  stated: StatedOptions,
  saved: DefinedOptions,
): readonly OptionProblem[] {
  const problems = optionNames.flatMap((path): OptionProblem[] => {
    const words = given[path];
    const [one, other] = findAlike(words);
    if (one !== undefined) return [{path, message: `In your store “${one}” and “${other}” would be one value.`}];
    if (words.length === 0 || statesNone(stated[path]) || sameWords(words, saved[path])) return [];
    const known = stated[path].slice(0, shownWords).join(', ');
    return [{path, message: `The supplier states the ${path} of this article: ${known}. These cannot be replaced.`}];
  });
  if (problems.length > 0) return problems;
  const options = toOptions(withDefined(stated, given));
  if (options.kind === 'variants') return [];
  return [{path: given.sizes.length > 0 ? 'sizes' : 'colours', message: options.reason}];
}

const shownWords = 20;

export const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, index) => word === other[index]);

/** The first two words that the store shows alike: Shopify takes only one of them, and an order could not tell them apart. */
function findAlike(words: readonly string[]): readonly string[] {
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
    colours: statesNone(stated.colours) ? toProposed(colours) : [],
    sizes: statesNone(stated.sizes) ? toProposed(estimateSizes(sizes, category)) : [],
  };
}

/** Words that could be saved as they are. */
function toProposed(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const text of words) {
    const trimmed = text.trim();
    const isFit = trimmed !== '' && trimmed.length <= longestWord && findAlike([...kept, trimmed]).length === 0;
    if (isFit && kept.length < mostValues) kept.push(trimmed);
  }
  return kept;
}
