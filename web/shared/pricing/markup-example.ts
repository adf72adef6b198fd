// Shows in one example what a markup does to a cost.
import {markupRange} from '#domain/settings/pricing.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {readNumber} from '../form/read-number.ts';

const exampleCost = 10;
/** The markup of the example while the field is empty or cannot be used. */
const defaultPercent = 60;

/** The example as a sentence. @param typed the markup as typed in the field. */
export function markupExample(typed: string): string {
  const read = readNumber(typed, '%', markupRange, '');
  const percent = typeof read === 'number' ? read : defaultPercent;
  const price = exampleCost * (1 + percent / 100);
  return `${writeDecimal(percent)} % turns a cost of ${exampleCost.toFixed(2)} into ${price.toFixed(2)} before tax.`;
}
