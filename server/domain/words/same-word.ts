// Defines when two words are the same. Rules, prices, options, maps, search and the matching of products compare these keys, never the
// words. What is sent and shown keeps its own spelling.
//
// Words are the same if they differ only in Unicode's compatible forms (NFKC), case, quotes, primes, dashes, slashes, invisible characters
// or white space. https://www.unicode.org/reports/tr15/ and https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point

import {normalForm} from '#domain/text.ts';

/** A key that is equal for all spellings of the same word. Accents make a difference. */
export function wordKey(text: string): string {
  // Most words are plain, and a run compares a hundred thousand of them.
  if (plainWord.test(text)) return text.toLowerCase();
  const seen = normalForm(text.toWellFormed().replace(unseenCharacters, ''), 'NFKC');
  // Upper case comes first so that "ß" equals "SS", and the two small letters sigma are one.
  const folded = seen.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return normalForm(folded, 'NFKC')
    .replace(/\s+/g, ' ')
    .replace(singleQuotes, "'")
    .replaceAll("''", '"')
    .replace(doubleQuotes, '"')
    .replaceAll('‹', '<')
    .replaceAll('›', '>')
    .replace(dashCharacters, '-')
    .replace(slashCharacters, '/')
    .trim();
}

/** A key for searches: like `wordKey`, but accents make no difference. */
export function plainKey(text: string): string {
  const key = wordKey(text);
  if (asciiOnly.test(key)) return key;
  return wordKey(
    normalForm(key, 'NFD')
      .replace(accentMarks, '')
      .replace(/[øłđæœ]/g, (letter) => lettersWithoutAccent[letter] ?? letter),
  );
}

/** Whether two words have the same `wordKey`. */
export const isSameWord = (one: string, other: string): boolean => wordKey(one) === wordKey(other);

/** Matches ASCII without single quotes, with single blanks between its words. */
const plainWord = /^[!-&(-_a-~]+(?: [!-&(-_a-~]+)*$/;
const asciiOnly = /^[ -~]*$/;

/** Matches control characters, zero-width characters, soft hyphens and variation selectors, but no white space. */
const unseenCharacters = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufeff]/gu;
/** The last alternative is what NFKC makes of an acute accent that stands alone. */
const singleQuotes = /[‘’‚‛′‵`ʹʻʼʽ]| \u0301/g;
const doubleQuotes = /[“”„‟«»〝〞〟ʺ]/g;
/** Matches dashes and the minus sign. */
const dashCharacters = /[\p{Pd}\u2212]/gu;
/** Matches fraction slash, division slash and big solidus. */
const slashCharacters = /[\u2044\u2215\u29f8]/g;
/**
 * Matches the combining marks from U+0300 to U+036F: the accents of Latin and Greek letters, and marks that make another letter in
 * Cyrillic, so that "й" becomes "и". Marks of other scripts are not matched.
 */
const accentMarks = /[\u0300-\u036f]/g;
/** Letters that have no accent to remove, with the letters that a search takes for them. */
const lettersWithoutAccent: Readonly<Record<string, string>> = {ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe'};
