// The form of an own price: what is typed, and what it means.
import {highestOwnAmount, type OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {toRange} from '#domain/settings/describe.ts';
import {markupRange} from '#domain/settings/pricing.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {isEmptyNumber, readNumber, toMinorUnits, writeMajorUnits} from '../form/read-number.ts';

/** `none`: the price rules decide. */
export type OwnPriceDraft = {
  readonly kind: 'none' | OwnPrice['kind'];
  readonly amount: string;
  readonly percent: string;
};

export const emptyOwnPrice: OwnPriceDraft = {kind: 'none', amount: '', percent: ''};

export function ownPriceToDraft(own: OwnPrice | null): OwnPriceDraft {
  if (own === null) return emptyOwnPrice;
  return own.kind === 'fixed'
    ? {...emptyOwnPrice, kind: 'fixed', amount: writeMajorUnits(own.amount, own.currency)}
    : {...emptyOwnPrice, kind: 'markup', percent: writeDecimal(own.percent)};
}

/** The own price that the draft means, null for none; or a sentence that says why it cannot be read. */
export function readOwnPrice({kind, amount, percent}: OwnPriceDraft, currency: string): OwnPrice | null | string {
  if (kind === 'none') return null;
  return kind === 'fixed' ? readFixed(amount, currency) : readMarkup(percent);
}

/** In whole units of the currency, twelve digits; the preview says which price is not believed. */
const priceRange = {...toRange(0, 999_999_999_999), tooMuch: 'Enter a smaller price.'};

/** A fixed price in the store's currency, or why there is none. */
export function readFixed(text: string, currency: string): OwnPrice | string {
  const read = readNumber(isEmptyNumber(text) ? '' : text, currency, priceRange, 'Enter a price, such as 129.90.');
  if (typeof read === 'string') return read;
  const amount = toMinorUnits(read, currency);
  if (amount === null) return 'Enter fewer decimals.';
  if (amount > highestOwnAmount) return priceRange.tooMuch;
  return amount > 0 ? {kind: 'fixed', amount, currency} : 'Enter a price above 0.';
}

/** An own markup, or why there is none. */
export function readMarkup(text: string): OwnPrice | string {
  const percent = readNumber(isEmptyNumber(text) ? '' : text, '%', markupRange, 'Enter a number, such as 62.5.');
  if (typeof percent === 'string') return percent;
  return Math.round(percent * 100) / 100 === percent ? {kind: 'markup', percent} : 'Enter at most two decimals.';
}
