// The words of the pages about colours and sizes that the supplier does not state.
import type {OptionName} from '#domain/options/defined-options.ts';
import {countNoun} from '../../text/words.ts';

type OptionWords = {
  readonly one: string;
  /** The answer that fits most articles: its button, and the word that orders carry. */
  readonly usual: {readonly label: string; readonly word: string};
  readonly example: string;
};

export const optionWords: Readonly<Record<OptionName, OptionWords>> = {
  sizes: {one: 'size', usual: {label: 'One size', word: 'one size'}, example: 'For example: M, or 42.'},
  colours: {one: 'colour', usual: {label: 'As pictured', word: 'as pictured'}, example: 'For example: black.'},
};

export const askLabel = 'Ask each time';

/** Articles whose text in the catalogue may name several sizes or colours, with one such text. */
export type SeveralNamed = {readonly articles: number; readonly example: string};

/** What is thought of before one word is ordered for such articles. */
export const severalText = (option: OptionName, {articles, example}: SeveralNamed): string =>
  `The catalogue’s text of ${countNoun(articles, 'article')} may name several ${option}, such as “${example}”. Every order would carry the same one.`;

/** What was answered for some articles, and where that is taken back. @param word null: each order asks. */
export const answeredText = (option: OptionName, subject: string, word: string | null): string =>
  [
    word === null
      ? `Each order of ${subject} asks you for the ${optionWords[option].one}.`
      : `Orders of ${subject} carry the ${optionWords[option].one} “${word}”.`,
    'You can forget this answer under Settings.',
  ].join(' ');
