// The steps of a price calculation in words.
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {calendarDay, countryInSentence, euros, money} from '../../text/format.ts';

/** A step in words, and the amount after it. */
type PriceStepText = {readonly text: string; readonly amount: string};

/**
 * A step of the price calculation in words, with the amount after it. Null: there is nothing to say, because no rule fits or there is no
 * compare-at price.
 */
export function toPriceStepText(step: PriceStep, currency: string): PriceStepText | null {
  const amount = step.step === 'supplier' ? euros(step.amount) : money(step.amount, currency);
  const text = stepSentence(step, currency);
  return text === null ? null : {text, amount};
}

/** The text of a step of the price calculation; null: there is nothing to say. */
function stepSentence(step: PriceStep, currency: string): string | null {
  switch (step.step) {
    case 'supplier':
      return 'The supplier’s cost';
    case 'rate':
      return `At ${step.perEuro} ${step.currency} for one euro, of ${calendarDay(step.asOf)}${step.bufferPercent > 0 ? `, with a buffer of ${writeDecimal(step.bufferPercent)} %` : ''}`;
    case 'rule':
      return step.rule === null ? null : 'A rule of yours fits this article';
    case 'markup':
      return `Markup of ${writeDecimal(step.percent)} %`;
    case 'own_markup':
      return `Your own markup of this product, ${writeDecimal(step.percent)} %`;
    case 'own_price':
      return 'Your own price of this product';
    case 'add_on':
      return `${money(step.add, currency)} added`;
    case 'shipping':
      return `The shipping fee of ${countryInSentence(step.zone)}, ${euros(step.fee)}`;
    case 'tax':
      return step.percent === 0 ? 'Rounded to whole cents' : `VAT of ${writeDecimal(step.percent)} %`;
    case 'rounding':
      return 'Raised to your ending';
    case 'cap':
      return 'Lowered to the recommended price';
    case 'floor':
      return `Lowest margin of ${writeDecimal(step.percent)} %: at least ${money(step.minimum, currency)}`;
    case 'compare_at':
      return step.compareAt === null ? null : `Compare-at price ${money(step.compareAt, currency)}`;
    default:
      return unknownStep(step);
  }
}

/** The text of a step that this page does not know, because the page can be older than the server. */
const unknownStep = ({step}: {readonly step: string}): string => `Another step: ${step.replaceAll('_', ' ')}`;
