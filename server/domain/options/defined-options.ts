// Colours and sizes that a merchant defines by hand for an article whose `a=stock` states none. A definition is used only while the
// supplier states no word for that option.
import type {StockReading} from '#domain/catalogue/article.ts';
import {isSameWord} from '#domain/words/same-word.ts';

/** The merchant's words, sent to the supplier exactly as they are. An empty list means that nothing is defined for that option. */
export type DefinedOptions = {readonly colours: readonly string[]; readonly sizes: readonly string[]};

/** The words that `a=stock` states. */
export type StatedOptions = Pick<StockReading, 'colours' | 'sizes'>;

/** What an article has for which the merchant defined nothing. */
export const noDefinedOptions: DefinedOptions = {colours: [], sizes: []};

/** The two options that a product can have. */
export const optionNames = ['colours', 'sizes'] as const;
export type OptionName = (typeof optionNames)[number];

/** Replaces the options for which the supplier states no word with the merchant's words. */
export function withDefinedOptions<Stated extends StatedOptions>(
  stated: Stated,
  defined: DefinedOptions | null,
): Stated {
  return {
    ...stated,
    colours: isDefinitionUsed('colours', stated, defined) ? defined.colours : stated.colours,
    sizes: isDefinitionUsed('sizes', stated, defined) ? defined.sizes : stated.sizes,
  };
}

/** Whether the merchant's words are used for the option. */
export const isDefinitionUsed = (
  name: OptionName,
  stated: StatedOptions,
  defined: DefinedOptions | null,
): defined is DefinedOptions => defined !== null && defined[name].length > 0 && hasNoVisibleWord(stated[name]);

/** Whether the supplier states words of its own for an option that the merchant defined, so that the merchant's are not used. */
export const isOverruled = (name: OptionName, stated: StatedOptions, defined: DefinedOptions): boolean =>
  defined[name].length > 0 && !hasNoVisibleWord(stated[name]);

/** The definition without those options in `lists` for which the supplier states words now. */
export const withoutOverruled = (
  lists: readonly OptionName[],
  stated: StatedOptions,
  defined: DefinedOptions,
): DefinedOptions => {
  const isLeft = (name: OptionName) => !lists.includes(name) || !isOverruled(name, stated, defined);
  return {colours: isLeft('colours') ? defined.colours : [], sizes: isLeft('sizes') ? defined.sizes : []};
};

/** Whether the list has no visible word. Then the supplier does not state the option. */
export const hasNoVisibleWord = (words: readonly string[]): boolean => words.every((word) => isSameWord(word, ''));
