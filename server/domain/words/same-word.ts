// When two words are the same word. The only definition: rules, prices, options, maps, search and the matching of products compare these
// keys, never the words. What is sent and shown keeps its own spelling.
//
// Equal are words that differ in Unicode's compatible forms (NFKC), case, quotes, primes, dashes, slashes, characters that cannot be seen, and
// white space. https://www.unicode.org/reports/tr15/ and https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point

import {normalForm} from '#domain/text.ts';

/** The same text for two spellings of the same word. Accents count. */
export function wordKey(text: string): string {
  // Most words are plain, and a run compares a hundred thousand of them.
  if (plain.test(text)) return text.toLowerCase();
  const seen = normalForm(text.toWellFormed().replace(unseen, ''), 'NFKC');
  // Upper case first: "ß" and "SS", the two small letters sigma.
  const folded = seen.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return normalForm(folded, 'NFKC')
    .replace(/\s+/g, ' ')
    .replace(singleQuotes, "'")
    .replaceAll("''", '"')
    .replace(doubleQuotes, '"')
    .replaceAll('‹', '<')
    .replaceAll('›', '>')
    .replace(dashes, '-')
    .replace(slashes, '/')
    .trim();
}

/** For a search: as above, and accents do not count either. */
export function plainKey(text: string): string {
  const key = wordKey(text);
  if (ascii.test(key)) return key;
  return wordKey(
    normalForm(key, 'NFD')
      .replace(accents, '')
      .replace(/[øłđæœ]/g, (letter) => withoutAccent[letter] ?? letter),
  );
}

export const sameWord = (one: string, other: string): boolean => wordKey(one) === wordKey(other);

/** ASCII without single quotes, with single blanks between its words. */
const plain = /^[!-&(-_a-~]+(?: [!-&(-_a-~]+)*$/;
const ascii = /^[ -~]*$/;

/** Control characters, zero-width characters, soft hyphens, variation selectors; white space is not among them. */
const unseen = /(?![\t\n\v\f\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufeff]/gu;
/** The last one is what NFKC makes of an acute accent that stands alone. */
const singleQuotes = /[‘’‚‛′‵`ʹʻʼʽ]| \u0301/g;
const doubleQuotes = /[“”„‟«»〝〞〟ʺ]/g;
const dashes = /[\p{Pd}\u2212]/gu;
/** Fraction slash, division slash, big solidus. */
const slashes = /[\u2044\u2215\u29f8]/g;
/** Only these: in other scripts such marks make another letter. */
const accents = /[\u0300-\u036f]/g;
const withoutAccent: Readonly<Record<string, string>> = {ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe'};
