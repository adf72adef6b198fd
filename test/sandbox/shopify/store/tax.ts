// The tax on a sale of a shop that is registered in one country of the EU: its VAT on what goes to the EU, and nothing on what leaves it.
// Prices that include tax stay the same everywhere: https://help.shopify.com/en/manual/taxes/include-exclude-taxes, without the option
// to leave it out by the customer's country.

import type {ShopSettings} from './shop-store.ts';

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
/** Spanish provinces outside the EU's VAT area: the Canary Islands, Ceuta and Melilla. */
const untaxedProvinces = ['GC', 'TF', 'CE', 'ML'];

export type Destination = {readonly country: string; readonly province: string | null};

/** Per cent. */
export function vatPercentFor({vatPercent}: ShopSettings, {country, province}: Destination): number {
  const isUntaxed = country === 'ES' && province !== null && untaxedProvinces.includes(province);
  return euCountries.includes(country) && !isUntaxed ? vatPercent : 0;
}

/** Of an amount in minor units: the part that is tax where prices include it, otherwise what comes on top. */
export function taxOn({taxesIncluded}: ShopSettings, amount: number, percent: number): number {
  return Math.round((amount * percent) / (taxesIncluded ? 100 + percent : 100));
}

/** In the EU until the shop says otherwise; without a registration a shop charges none. */
export const usualVatPercent = (countryCode: string): number => (euCountries.includes(countryCode) ? 19 : 0);
