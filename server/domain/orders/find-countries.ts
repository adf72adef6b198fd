// The countries a merchant means by what was typed: a code alone, or the start of a word in a country's English name.
import {normalForm} from '#domain/text.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const names = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'});
const countries: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, plainWords(name)] as const];
    }),
);

/** Usual short forms that are no country's code. */
const shortForms: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['USA', 'US'],
  ['UAE', 'AE'],
]);

/** The codes of the countries; none for a single letter, which would match too many. */
export function findCountries(text: string): readonly string[] {
  const typed = text.trim().toUpperCase();
  const code = shortForms.get(typed) ?? typed;
  if (countries.has(code)) return [code];
  const words = plainWords(typed);
  if (words.length < 2) return [];
  return [...countries].flatMap(([one, name]) => (` ${name}`.includes(` ${words}`) ? [one] : []));
}

/** Lower case, without accents, and with spaces in place of all other signs: "cote d ivoire". */
function plainWords(text: string): string {
  const plain = normalForm(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
