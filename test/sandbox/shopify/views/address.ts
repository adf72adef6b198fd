// Addresses as the API shows them. City and country are shown to every app; name, street, zip and phone need approval
// for protected customer data, which a development store grants (https://shopify.dev/docs/apps/launch/protected-customer-data).

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import type {Address} from '../store/records.ts';

const countryNames = new Intl.DisplayNames('en', {type: 'region'});

/** As Shopify names them, in Latin letters (those of Ontario, New York and Massachusetts recorded); null for others. */
const provinceNames: Readonly<Record<string, string>> = {
  'CA ON': 'Ontario',
  'ES GC': 'Las Palmas',
  'JP JP-13': 'Tokyo',
  'JP JP-27': 'Ōsaka',
  'US FL': 'Florida',
  'US MA': 'Massachusetts',
  'US NY': 'New York',
  'US PR': 'Puerto Rico',
};

export function addressView(address: Address | null, id: number): View | null {
  if (address === null) return null;
  const name = [address.firstName, address.lastName].filter(Boolean).join(' ');
  return {
    __typename: 'MailingAddress',
    id: gid('MailingAddress', id),
    firstName: address.firstName,
    lastName: address.lastName,
    name: name === '' ? null : name,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    zip: address.zip,
    country: countryNames.of(address.countryCode) ?? address.countryCode,
    countryCodeV2: address.countryCode,
    province: provinceNames[`${address.countryCode} ${address.provinceCode}`] ?? null,
    provinceCode: address.provinceCode,
    phone: address.phone,
  };
}
