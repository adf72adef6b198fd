// Texts about countries the store sells to and the supplier does not deliver to: on Home, and in set-up before the first order comes.
import type {Overview} from '#contract/overview.ts';
import {countryInSentence, countryName, joinNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** A heading, and the sentences below it. */
export type UnservedText = {readonly heading: string; readonly sentences: readonly string[]};

const mostCountriesNamed = 5;

/**
 * The text about these countries; null: there are none, the store's countries were not read yet, shoppers there cannot order, or it is just
 * being arranged.
 */
export function unservedText({
  unserved,
  country,
  unservedCheckout: checkout,
}: Pick<Overview, 'unserved' | 'country' | 'unservedCheckout'>): UnservedText | null {
  if (unserved === null || unserved.length === 0 || checkout === 'refused' || checkout === 'being_written') return null;
  const home = unserved.find((code) => code === country);
  const others = unserved.filter((code) => code !== home).map(countryName);
  const names = others.toSorted((one, other) => one.localeCompare(other, 'en'));
  const named = joinNames(names.slice(0, mostCountriesNamed), names.length - mostCountriesNamed);
  if (home === undefined) {
    return {
      heading: `Your store sells to ${countNoun(names.length, 'country', 'countries')} the supplier does not deliver to`,
      sentences: [`${named}.`, `${notSent} ${remedies[checkout]}`],
    };
  }
  const further = names.length === 0 ? [] : [`Of the countries your store sells to, it also leaves out ${named}.`];
  return {
    heading: `The supplier does not deliver to ${countryInSentence(home)}, where your store is`,
    sentences: [...further, `${notSent} ${remedies[checkout]}`],
  };
}

const notSent = 'Orders from there are not sent: you would have to refund them.';

const remedies = {
  by_zones:
    'With the shipping profile under Pricing, shoppers there cannot order. Or choose in your shipping settings where you sell; the next update reads them again.',
  by_markets: 'In your markets you choose where you sell; the next update reads them again.',
} as const;

/** Where in Shopify the merchant chooses the countries that the store sells to. */
export const placeOfCountries = (checkout: Overview['unservedCheckout']) =>
  checkout === 'by_markets' ? marketSettings : shippingSettings;

/** The way to the shipping profile, which keeps shoppers there from ordering; not where the store's markets decide. */
export const profileLink = {
  kind: 'page',
  label: 'Use the shipping profile',
  href: '/pricing#shipping-profile',
} as const;

export const marketSettings = {label: 'Open Markets in Shopify', href: 'shopify://admin/markets'} as const;
export const shippingSettings = {label: 'Open shipping in Shopify', href: 'shopify://admin/settings/shipping'} as const;
