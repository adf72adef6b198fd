// Texts about countries the store sells to and the supplier does not deliver to: on Home, and in set-up before the first order comes.
import type {Overview} from '#contract/overview.ts';
import {countryName, listed} from '../../text/format.ts';
import {counted} from '../../text/words.ts';

export type UnservedWords = {readonly heading: string; readonly sentences: readonly string[]};

const countriesNamed = 5;

/** Null: there are none, or the store's countries were not read yet. */
export function unservedWords({unserved, country}: Pick<Overview, 'unserved' | 'country'>): UnservedWords | null {
  if (unserved === null || unserved.length === 0) return null;
  const home = unserved.find((code) => code === country);
  const others = unserved.filter((code) => code !== home).map(countryName);
  const names = others.toSorted((one, other) => one.localeCompare(other, 'en'));
  const named = listed(names.slice(0, countriesNamed), names.length - countriesNamed);
  if (home === undefined) {
    return {
      heading: `Your store sells to ${counted(names.length, 'country', 'countries')} the supplier does not deliver to`,
      sentences: [`${named}.`, whatHappens],
    };
  }
  const further = names.length === 0 ? [] : [`Your store sells to these too, and it does not deliver there: ${named}.`];
  return {
    heading: `The supplier does not deliver to ${countryName(home)}, where your store is`,
    sentences: [...further, whatHappens],
  };
}

const whatHappens =
  'Orders from there are not sent: you would have to refund them. In your shipping settings you choose where you sell; the next run reads them again.';

export const shippingSettings = {label: 'Open shipping in Shopify', href: 'shopify://admin/settings/shipping'} as const;
