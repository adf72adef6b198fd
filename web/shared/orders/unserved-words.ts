// Texts about countries the store sells to and the supplier does not deliver to: on Home, and in set-up before the first order comes.
import type {Overview} from '#contract/overview.ts';
import {countryName, joinNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** A heading, and the sentences below it. */
export type UnservedText = {readonly heading: string; readonly sentences: readonly string[]};

const mostCountriesNamed = 5;

/** The text about these countries; null: there are none, or the store's countries were not read yet. */
export function unservedText({unserved, country}: Pick<Overview, 'unserved' | 'country'>): UnservedText | null {
  if (unserved === null || unserved.length === 0) return null;
  const home = unserved.find((code) => code === country);
  const others = unserved.filter((code) => code !== home).map(countryName);
  const names = others.toSorted((one, other) => one.localeCompare(other, 'en'));
  const named = joinNames(names.slice(0, mostCountriesNamed), names.length - mostCountriesNamed);
  if (home === undefined) {
    return {
      heading: `Your store sells to ${countNoun(names.length, 'country', 'countries')} the supplier does not deliver to`,
      sentences: [`${named}.`, unservedConsequence],
    };
  }
  const further = names.length === 0 ? [] : [`Your store sells to these too, and it does not deliver there: ${named}.`];
  return {
    heading: `The supplier does not deliver to ${countryName(home)}, where your store is`,
    sentences: [...further, unservedConsequence],
  };
}

const unservedConsequence =
  'Orders from there are not sent: you would have to refund them. In your shipping settings you choose where you sell; the next update reads them again.';

export const shippingSettings = {label: 'Open shipping in Shopify', href: 'shopify://admin/settings/shipping'} as const;
