import {isEnumType} from 'graphql';
import {adminSchema} from './schema.ts';

/** In Shopify's list, but no country: "Unknown country code". */
const unknown = 'ZZ';

/** The codes of CountryCode, the countries an address in Shopify can have. */
export function countryCodes(): readonly string[] {
  const type = adminSchema().schema.getType('CountryCode');
  if (!isEnumType(type)) throw new Error('The schema has no CountryCode.');
  return type.getValues().flatMap(({name}) => (name === unknown ? [] : [name]));
}
