// What a unit of the euro is in other currencies, for a shipping rate that is stored in another currency than the store's. Invented
// round numbers near those of 2026: "rates are converted for the buyer" is recorded, at which rates is Shopify's own business.

import {minorIn, toMoney} from './money.ts';

const perEuro: Readonly<Record<string, number>> = {
  EUR: 1,
  AED: 4.2,
  AUD: 1.75,
  CAD: 1.6,
  CHF: 0.95,
  CZK: 24.5,
  DKK: 7.46,
  GBP: 0.86,
  JPY: 170,
  KRW: 1600,
  NOK: 11.7,
  PLN: 4.25,
  QAR: 4.2,
  SAR: 4.3,
  SEK: 11.1,
  SGD: 1.5,
  USD: 1.15,
};

/** Both in minor units of their currency; throws for a currency that the table does not have. */
export function converted(minor: number, from: string, to: string): number {
  if (from === to) return minor;
  return minorIn(to, (Number(toMoney(minor, from)) / unitsOf(from)) * unitsOf(to));
}

function unitsOf(currency: string): number {
  const units = perEuro[currency];
  if (units === undefined) throw new Error(`The stand-in has no exchange rate of ${currency}.`);
  return units;
}
