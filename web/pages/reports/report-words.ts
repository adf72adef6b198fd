// The words and figures of a report.
import type {Report, ReportRow} from '#contract/reports/report.ts';
import {day} from '#domain/durations.ts';
import {unservedZone} from '#domain/reports/report-names.ts';
import {leftOutSentence} from '../../shared/chart/left-out.ts';
import {age, calendarDay, count, countryName, dayAndMonth, money, notKnownMark, percent} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** An amount in the store's currency; a dash where it is not known. @param currency null: not known. */
export const amountText = (minor: number | null | undefined, currency: string | null): string =>
  minor == null || currency === null ? notKnownMark : money(minor, currency);

const plurals: Readonly<Record<Report['by'], string>> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  brand: 'brands',
  category: 'categories',
  zone: 'zones',
  article: 'articles',
};

export const pluralOf = (by: Report['by']): string => plurals[by];

/** The name of a row: "22 Nov 2026", "16 Nov – 22 Nov 2026", "November 2026", or what was sold. Two articles may have one name. */
export function rowName({key, until, name}: Pick<ReportRow, 'key' | 'until' | 'name'>, by: Report['by']): string {
  if (until !== null) return periodName(key, until, by);
  if (by === 'zone') return zoneName(key);
  if (key === '') return `No ${by} stated`;
  return name === null ? key : `${name} (${key})`;
}

function zoneName(key: string): string {
  if (key === '') return 'Country not known';
  return key === unservedZone ? 'Countries not delivered to' : countryName(key);
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
    {
      label: 'Margin',
      value: amount(amounts?.margin),
      note: amounts?.marginPercent == null ? 'less cost and fees' : `${percent(amounts.marginPercent)} of revenue`,
    },
    {
      label: 'Refund rate',
      value: read === 0 ? notKnownMark : percent((100 * refunded) / read),
      note: `money back in ${count(refunded)} of ${countNoun(read, 'order')}${unread > 0 ? `; ${count(unread)} not read yet` : ''}`,
    },
    {
      label: 'Order to paid',
      value: paid.medianSeconds === null ? notKnownMark : durationText(paid.medianSeconds),
      note: `median of ${countNoun(paid.count, 'dropship order')}`,
    },
  ];
}

const durationText = (seconds: number): string => age(new Date(0).toISOString(), new Date(seconds * 1_000));

/** Of how many periods no order counts, though there are some; null: of each one does. */
export function uncountedNote({rows, by}: Report): string | null {
  const periods = rows.filter(({amounts}) => amounts === null).length;
  return periods === 0 ? null : `Grey: ${countNoun(periods, by, pluralOf(by))} in which no order counts.`;
}

/** How long what a report is about is kept; null: that is not known. */
export const keptText = ({keptDays}: Report): string | null =>
  keptDays === null
    ? null
    : `Orders are kept for ${countNoun(keptDays, 'day')} after they have ended, as set under Settings; a report of earlier days lacks them.`;

/** Which orders are in no amount; null: all are in them. */
export function leftOutText({total: {unknown, ended, otherCurrency}, currency}: Report): string | null {
  const sentence = leftOutSentence({unknown, ended});
  if (sentence === null || otherCurrency === 0) return sentence;
  return `${sentence} ${countNoun(otherCurrency, 'order is', 'orders are')} in another currency than ${currency ?? 'the store’s'}.`;
}
