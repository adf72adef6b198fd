// What a markup does to a cost, in one example.
import {markupRange} from '#domain/settings-limits.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {readNumber} from '../form/read-number.ts';

const cost = 10;
/** While the field is empty, or what stands in it cannot be used. */
const usualPercent = 60;

/** @param typed the markup as it stands in the field. */
export function markupExample(typed: string): string {
  const read = readNumber(typed, '%', markupRange, '');
  const percent = typeof read === 'number' ? read : usualPercent;
  const price = cost * (1 + percent / 100);
  return `${writeDecimal(percent)} % turns a cost of ${cost.toFixed(2)} into ${price.toFixed(2)} before tax.`;
}
