// Finds the countries that a merchant means by a search text: a code, or the start of a word in a country's English name.
import {normalForm} from '#domain/text.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** Every code of two letters; not all are of a country. */
export const twoLetterCodes: readonly string[] = alphabet.flatMap((first) => alphabet.map((second) => first + second));
const regionNames = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'});
/** The English names of all countries by code, as `plainWords` writes them. */
const plainCountryNames: ReadonlyMap<string, string> = new Map(
  twoLetterCodes.flatMap((code) => {
    const name = regionNames.of(code);
    return name === undefined ? [] : [[code, plainWords(name)] as const];
  }),
);

/** Usual short forms that are not country codes. */
const shortForms: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['USA', 'US'],
  ['UAE', 'AE'],
]);

/** The codes of the countries that the text may mean; none for a single letter, which would match too many. */
export function findCountries(text: string): readonly string[] {
  const typed = text.trim().toUpperCase();
  const code = shortForms.get(typed) ?? typed;
  if (plainCountryNames.has(code)) return [code];
  const words = plainWords(typed);
  if (words.length < 2) return [];
  return [...plainCountryNames].flatMap(([one, name]) => (` ${name}`.includes(` ${words}`) ? [one] : []));
}

/** Makes a text lower case, removes accents, and replaces all other signs by spaces: "cote d ivoire". */
function plainWords(text: string): string {
  const plain = normalForm(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
