// What an article's texts in the catalogue propose for an option that the supplier does not state.
import type {OptionName} from '#domain/options/defined-options.ts';
import {type OptionProposal, proposeColours, proposeSizes} from '#domain/options/proposals.ts';
import type {UnansweredArticle} from '../../../db/catalogue/unanswered.ts';
import type {ArticleRow} from '../../contract/articles.ts';

/** The texts of an article that may propose something. */
type OptionTexts = Pick<UnansweredArticle, 'category' | 'sizeText' | 'unit' | 'colours'>;

export const toProposal = (
  {category, sizeText, unit, colours}: OptionTexts,
  option: OptionName,
): OptionProposal | null => (option === 'sizes' ? proposeSizes(sizeText, category, unit) : proposeColours(colours));

/** What the catalogue says about the option, for a row of the article list. @param option null: the list does not ask. */
export function toProposalPart(texts: OptionTexts, option: OptionName | null): ArticleRow['proposal'] {
  if (option === null) return null;
  const {words, isSure} = toProposal(texts, option) ?? {words: [], isSure: false};
  return {text: optionText(texts, option), words: [...words], isSure};
}

/** What the catalogue says about the option. */
export const optionText = ({sizeText, colours}: OptionTexts, option: OptionName): string =>
  option === 'sizes' ? sizeText : colours.join(', ');
