// The steps of a price calculation in words, with amounts that add up.
import type {PriceStep} from '#domain/pricing/price-trace.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {calendarDay, countryInSentence, euros, money} from '../../text/format.ts';

/** A part of a price in words, and its amount; null: it has none. */
type PricePart = {readonly text: string; readonly amount: string | null};

/** A price as a bill. The amounts of `parts` add up to `total`, which is null where no price was calculated; `notes` change nothing. */
export type PriceLedger = {
  readonly parts: readonly PricePart[];
  readonly total: string | null;
  readonly notes: readonly string[];
};

/** The steps of a price calculation as a bill. A step has the total after it, so its part is the difference to the step before. */
export function toPriceLedger(trace: readonly PriceStep[], currency: string): PriceLedger {
  const parts: PricePart[] = [];
  const notes: string[] = [];
  let total: number | null = null;
  const rate = trace.find((step) => step.step === 'rate');
  for (const step of trace) {
    if (step.step === 'supplier') {
      parts.push({text: costText(step.amount, rate), amount: rate ? money(rate.amount, currency) : euros(step.amount)});
    } else if (step.step === 'own_price') {
      parts.splice(0, parts.length, {text: 'Your own price of this product', amount: money(step.amount, currency)});
    } else {
      const text = stepSentence(step, currency);
      const part = step.step === 'rule' ? null : money(step.amount - (total ?? 0), currency);
      if (text !== null && isNote(step)) notes.push(text);
      else if (text !== null) parts.push({text, amount: part});
    }
    total = step.amount;
  }
  const isPriced = trace.some(({step}) => step !== 'supplier' && step !== 'rate');
  return {parts, total: isPriced && total !== null ? money(total, currency) : null, notes};
}

/** Whether the step is no part of the price. */
const isNote = ({step}: PriceStep): boolean => step === 'floor' || step === 'compare_at';

/** The supplier's cost, which a store in another currency than the euro has converted. */
const costText = (cost: number, rate: Extract<PriceStep, {step: 'rate'}> | undefined): string =>
  rate === undefined
    ? 'The supplier’s cost'
    : `The supplier’s cost of ${euros(cost)}, at ${rate.perEuro} ${rate.currency} for one euro, of ${calendarDay(rate.asOf)}${rate.bufferPercent > 0 ? `, with a buffer of ${writeDecimal(rate.bufferPercent)} %` : ''}`;

/** The text of a step of the price calculation; null: there is nothing to say. */
function stepSentence(step: PriceStep, currency: string): string | null {
  switch (step.step) {
    case 'supplier':
    case 'rate':
    case 'own_price':
      return null;
    case 'rule':
      return step.rule === null ? null : 'A rule of yours fits this article';
    case 'markup':
      return `Markup of ${writeDecimal(step.percent)} %`;
    case 'own_markup':
      return `Your own markup of this product, ${writeDecimal(step.percent)} %`;
    case 'add_on':
      return 'Added amount';
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
