// The words and figures of a report.
import type {Report, ReportRow} from '#contract/reports/report.ts';
import {day} from '#domain/durations.ts';
import {leftOutSentence} from '../../shared/chart/left-out.ts';
import {age, calendarDay, count, countryName, dayAndMonth, money, percent} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** Shown for a figure that is not known. */
const notKnownMark = '–';

/** An amount in the store's currency; a dash where it is not known. @param currency null: not known. */
export const amountText = (minor: number | undefined, currency: string | null): string =>
  minor === undefined || currency === null ? notKnownMark : money(minor, currency);

export const percentText = (value: number | null | undefined): string =>
  value == null ? notKnownMark : percent(value);

/** The name of a row: "22 Nov 2026", "16 Nov – 22 Nov 2026", "November 2026", or what was sold. */
export function rowName({key, until, name}: Pick<ReportRow, 'key' | 'until' | 'name'>, by: Report['by']): string {
  if (until !== null) return periodName(key, until, by);
  if (key === '') return by === 'zone' ? 'Country not known' : 'No longer in the catalogue';
  return by === 'zone' ? countryName(key) : (name ?? key);
}

function periodName(from: string, until: string, by: Report['by']): string {
  if (from === until) return calendarDay(from);
  if (by === 'month' && from.endsWith('-01') && isLastOfMonth(until)) {
    const format = new Intl.DateTimeFormat('en-GB', {month: 'long', year: 'numeric', timeZone: 'UTC'});
    return format.format(new Date(from));
  }
  return `${dayAndMonth(from)} – ${calendarDay(until)}`;
}

const isLastOfMonth = (text: string): boolean => new Date(Date.parse(text) + day).getUTCDate() === 1;

export type Figure = {readonly label: string; readonly value: string; readonly note: string};

/** The figures of all orders of the report. */
export function toFigures({total, currency, paid}: Report): readonly Figure[] {
  const {orders, refunded, unread, amounts} = total;
  const amount = (minor: number | undefined) => amountText(minor, currency);
  const read = orders - unread;
  return [
    {label: 'Orders', value: count(orders), note: 'with articles of the supplier'},
    {label: 'Revenue', value: amount(amounts?.revenue), note: 'with shipping, without tax'},
    {label: 'Cost', value: amount(amounts?.cost), note: 'of the articles'},
    {
      label: 'Fees',
      value: amount(amounts === null ? undefined : amounts.fees + amounts.payment),
      note:
        amounts === null || amounts.payment === 0
          ? 'of the supplier'
          : `${amount(amounts.payment)} of them for payment`,
    },
    {label: 'Margin', value: amount(amounts?.margin), note: `${percentText(amounts?.marginPercent)} of revenue`},
    {
      label: 'Refund rate',
      value: read === 0 ? notKnownMark : percent((100 * refunded) / read),
      note: `${count(refunded)} of ${countNoun(read, 'order')}${unread > 0 ? `; ${count(unread)} not read yet` : ''}`,
    },
    {
      label: 'Order to paid',
      value: paid.medianSeconds === null ? notKnownMark : durationText(paid.medianSeconds),
      note: `median of ${countNoun(paid.count, 'dropship order')}`,
    },
  ];
}

const durationText = (seconds: number): string => age(new Date(0).toISOString(), new Date(seconds * 1_000));

/** Which orders are in no amount; null: all are in them. */
export function leftOutText({total: {unknown, ended, otherCurrency}, currency}: Report): string | null {
  const sentence = leftOutSentence({unknown, ended});
  if (sentence === null || otherCurrency === 0) return sentence;
  return `${sentence} ${countNoun(otherCurrency, 'order is', 'orders are')} in another currency than ${currency ?? 'the store’s'}.`;
}
