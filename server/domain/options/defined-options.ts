// Colours and sizes that a merchant defines by hand for an article whose `a=stock` states none. What the supplier states comes
// first: a definition counts only where the supplier states no word. Nothing is defined unless the merchant asks for it.
import type {StockReading} from '#domain/catalogue/article.ts';
import {sameWord} from '#domain/words/same-word.ts';

/** An empty list: the merchant defines nothing for that option. The words reach the supplier exactly as they stand here. */
export type DefinedOptions = {readonly colours: readonly string[]; readonly sizes: readonly string[]};

/** The words of `a=stock`. */
export type StatedOptions = Pick<StockReading, 'colours' | 'sizes'>;

export const nothingDefined: DefinedOptions = {colours: [], sizes: []};

export const optionNames = ['colours', 'sizes'] as const;
export type OptionName = (typeof optionNames)[number];

/** The words of the product's options: the supplier's, and the merchant's where the supplier states none. */
export function withDefined<Stated extends StatedOptions>(stated: Stated, defined: DefinedOptions | null): Stated {
  return {
    ...stated,
    colours: definitionCounts('colours', stated, defined) ? defined.colours : stated.colours,
    sizes: definitionCounts('sizes', stated, defined) ? defined.sizes : stated.sizes,
  };
}

/** Whether the option has the merchant's words. */
export const definitionCounts = (
  name: OptionName,
  stated: StatedOptions,
  defined: DefinedOptions | null,
): defined is DefinedOptions => defined !== null && defined[name].length > 0 && statesNone(stated[name]);

/** Whether the supplier states words of its own for an option that the merchant defined, so that the merchant's are not used. */
export const isOverruled = (name: OptionName, stated: StatedOptions, defined: DefinedOptions): boolean =>
  defined[name].length > 0 && !statesNone(stated[name]);

/** The definition without those of the named `lists` that the supplier overrules. */
export const withoutOverruled = (
  lists: readonly OptionName[],
  stated: StatedOptions,
  defined: DefinedOptions,
): DefinedOptions => {
  const isLeft = (name: OptionName) => !lists.includes(name) || !isOverruled(name, stated, defined);
  return {colours: isLeft('colours') ? defined.colours : [], sizes: isLeft('sizes') ? defined.sizes : []};
};

/** Whether the list has no visible word: then the supplier does not state this option. */
export const statesNone = (words: readonly string[]): boolean => words.every((word) => sameWord(word, ''));
