// The countries a merchant means by what was typed: a code, or part of a country's English name.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const names = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'});
const countries: readonly (readonly [code: string, name: string])[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[code, name.toLowerCase()] as const];
  });

/** One letter names none: half of all countries have it. */
export function findCountries(text: string): readonly string[] {
  const typed = text.trim().toLowerCase();
  if (typed.length < 2) return [];
  return countries.flatMap(([code, name]) => (code.toLowerCase() === typed || name.includes(typed) ? [code] : []));
}
