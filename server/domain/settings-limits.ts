// What the fields of the settings may hold, and the sentence for what they may not: the page says it while the form is open. The API says
// the same for the nightly time and the delay; for the others it has limits of its own. Free of zod, so that the page can load it.

type Range = {
  readonly least: number;
  readonly tooLittle: string;
  readonly most: number;
  readonly tooMuch: string;
};

export const markupRange: Range = {
  least: 0,
  tooLittle: 'A markup below 0 would sell below cost.',
  most: 1000,
  tooMuch: 'Enter at most 1000 %.',
};

export const vatRange: Range = {least: 0, tooLittle: 'VAT is 0 % or more.', most: 50, tooMuch: 'Enter at most 50 %.'};

/** Major units of the store's currency. */
export const addOnRange: Range = {
  least: 0,
  tooLittle: 'Enter 0 or more.',
  most: 1_000_000,
  tooMuch: 'Enter at most 1,000,000.',
};

/** Euro. */
export const costRange: Range = {...addOnRange};

/** Units of a currency for one euro. */
export const rateRange: Range = {
  least: 0.000_000_01,
  tooLittle: 'Enter a rate above 0.',
  most: 9_999_999,
  tooMuch: 'Enter at most 9,999,999.',
};

export const bufferRange: Range = {
  least: 0,
  tooLittle: 'The buffer is 0 % or more.',
  most: 50,
  tooMuch: 'Enter at most 50 %.',
};

export const floorRange: Range = {
  least: 0,
  tooLittle: 'The margin is 0 % or more.',
  most: 95,
  tooMuch: 'Enter at most 95 %.',
};

/** Per cent of the price without tax, as a condition of an import rule. */
export const marginRange: Range = {
  least: -100,
  tooLittle: 'Enter -100 % or more.',
  most: 100,
  tooMuch: 'Enter at most 100 %.',
};

/** Minutes between a store order and sending it. */
export const delayRange: Range = {
  least: 0,
  tooLittle: 'Enter 0 or more.',
  most: 2880,
  tooMuch: 'Enter at most 2880 minutes (two days).',
};

/** Null: the value lies in the range. */
export function rangeError({least, tooLittle, most, tooMuch}: Range, value: number): string | null {
  if (value < least) return tooLittle;
  return value > most ? tooMuch : null;
}

/** Earliest nightly time. Most clock changes are over by then; in eastern Europe they end at 04:00, in Greenland they come at 23:00. */
export const earliestNightly = '03:30';

/** Null: a time of day at which the nightly run may start. */
export function nightlyError(time: string): string | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'Enter a time like 04:00.';
  if (time >= earliestNightly) return null;
  return `The nightly run starts at ${earliestNightly} or later: earlier hours are skipped or doubled when clocks change.`;
}
