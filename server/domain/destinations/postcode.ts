// Normalises postcodes of the countries whose territories are recognised by postcode (territories.ts).
import {normalForm} from '#domain/text.ts';

/** The form of a complete postcode by country, without blanks and country prefix. */
const completePostcodeForms: ReadonlyMap<string, RegExp> = new Map([
  ['AU', /^\d{4}$/],
  ['DE', /^\d{5}$/],
  ['DK', /^\d{4}$/],
  ['ES', /^\d{5}$/],
  ['FI', /^\d{5}$/],
  ['FR', /^\d{5}$/],
  // The usual form, the form of the overseas territories, and the older form of the forces.
  ['GB', /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]{4}1ZZ|BFPO\d{1,4})$/],
  ['GR', /^\d{5}$/],
  ['IT', /^\d{5}$/],
  ['US', /^\d{5}(?:\d{4})?$/],
]);

/**
 * Reduces a postcode to capital letters and digits, without the country's prefix: "f-97110" and "９７１１０" become "97110". Empty: none.
 * @param country ISO 3166-1 alpha-2.
 */
export function toPostcode(country: string, text: string | null): string {
  const bare = normalForm(text ?? '', 'NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return bare.replace(country === 'GB' ? /^(?:GB|UK)(?=[A-Z])/ : /^[A-Z]{1,3}(?=\d)/, '');
}

/** Whether a postcode from `toPostcode` is complete, so that it can be compared with a territory's. False for other countries. */
export const isCompletePostcode = (country: string, postcode: string): boolean =>
  completePostcodeForms.get(country)?.test(postcode) ?? false;

/** Whether there is a postcode but it is not complete, so that it does not show whether the address is in a territory. */
export function isBrokenPostcode(country: string, text: string | null): boolean {
  const postcode = toPostcode(country, text);
  return postcode !== '' && completePostcodeForms.has(country) && !isCompletePostcode(country, postcode);
}
