// Postcodes of the countries whose territories are told apart by them: territories.ts.
import {normalForm} from '#domain/text.ts';

/** What a complete postcode looks like without blanks and country prefix. */
const complete: ReadonlyMap<string, RegExp> = new Map([
  ['AU', /^\d{4}$/],
  ['DE', /^\d{5}$/],
  ['DK', /^\d{4}$/],
  ['ES', /^\d{5}$/],
  ['FI', /^\d{5}$/],
  ['FR', /^\d{5}$/],
  // Beside the usual form those of the overseas territories, and the forces' older one.
  ['GB', /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]{4}1ZZ|BFPO\d{1,4})$/],
  ['GR', /^\d{5}$/],
  ['IT', /^\d{5}$/],
  ['US', /^\d{5}(?:\d{4})?$/],
]);

/**
 * Capital letters and digits alone, without the prefix of the country: "f-97110" and "９７１１０" become "97110". Empty where there is none.
 * @param country ISO 3166-1 alpha-2.
 */
export function toPostcode(country: string, text: string | null): string {
  const bare = normalForm(text ?? '', 'NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return bare.replace(country === 'GB' ? /^(?:GB|UK)(?=[A-Z])/ : /^[A-Z]{1,3}(?=\d)/, '');
}

/** Whether a postcode, as `toPostcode` writes it, may be compared with those of a territory; of other countries none is. */
export const isCompletePostcode = (country: string, postcode: string): boolean =>
  complete.get(country)?.test(postcode) ?? false;

/** Whether there is a postcode, but not a whole one, so that it does not tell whether the address is in a territory. */
export function isBrokenPostcode(country: string, text: string | null): boolean {
  const postcode = toPostcode(country, text);
  return postcode !== '' && complete.has(country) && !isCompletePostcode(country, postcode);
}
