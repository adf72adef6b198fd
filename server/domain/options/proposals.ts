// Reads proposals for sizes and colours from an article's texts in the catalogue. Only a text with one meaning makes a sure proposal; any
// other is for the merchant to look at, since the interface document calls `sizes` "Free text, not a list".
import {estimateSizes} from '#domain/catalogue/estimate-sizes.ts';
import {toProposableWords} from '#domain/options/check-options.ts';
import {exactSize} from '#domain/orders/exact-size.ts';
import {isSingleUnit} from '#domain/words/units.ts';

/** Words that an article's text may mean; `isSure`: it can mean nothing else. */
export type OptionProposal = {readonly words: readonly string[]; readonly isSure: boolean};

const letterSize = '(?:x{0,3}s|[23]xs|m|x{0,3}l|[2-6]xl)';
/** Matches two or more letter sizes with commas or semicolons between them. */
const letterList = new RegExp(`^${letterSize}(?: ?[,;] ?${letterSize})+$`, 'i');
/** Matches a run of letter sizes such as "S–XXL". */
const letterRun = new RegExp(`^${letterSize} ?[-–—] ?${letterSize}$`, 'i');
/** Of a run from one size to the next, such as "M–L": it may be one size that fits both. */
const shortestRun = 3;
/** Matches a word that is one size: a letter size, a number, or waist and length. */
const oneSizeWord = new RegExp(`^(?:${letterSize}|\\d{1,3}(?:\\.5)?|w\\d{2}|w?\\d{2}/l?\\d{2})$`, 'i');

/**
 * The sizes that the text proposes; null: none that an order could carry. Ranges of numbers, several numbers, and sizes with a slash or
 * "or" between them can mean two things and are never sure.
 */
export function proposeSizes(text: string, category: string, unit: string): OptionProposal | null {
  const one = exactSize(text, unit);
  if (one !== null) return {words: [one], isSure: true};
  if (!isSingleUnit(unit)) return null;
  const plain = text.trim().replaceAll(/\s+/g, ' ');
  const words = toProposableWords(estimateSizes(plain.replaceAll(/\bor\b/gi, '/'), category));
  if (words.length < 2 || !words.every((word) => oneSizeWord.test(word))) return null;
  const isSure = letterList.test(plain) || (letterRun.test(plain) && words.length >= shortestRun);
  return {words, isSure};
}

/** Matches a colour that may be two colours, a choice, or none in particular. */
const unclearColour = /[/\\,;|&+?]|\b(?:or|and|oder|und|ou|et|o|e|y|mixed|mix|assorted|various|random|multi\w*)\b/iu;

/** The colours that the catalogue's list proposes; null: none. One that may be two colours is not sure. */
export function proposeColours(colours: readonly string[]): OptionProposal | null {
  const words = toProposableWords(colours);
  return words.length === 0 ? null : {words, isSure: !words.some((word) => unclearColour.test(word))};
}
