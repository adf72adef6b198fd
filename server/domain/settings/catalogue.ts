// The settings about products and runs, each described once. Import rules, template and owners of fields are lists and maps: their schemas
// are beside what uses them.
import {type Descriptions, type Range, range} from '#domain/settings/describe.ts';

/** Those with a field on the page Settings. */
export const publishingSettings = {
  newProducts: {
    kind: 'choice',
    default: 'draft',
    choices: {draft: 'Drafts, which you publish yourself', active: 'Active products, on sale at once'},
    label: 'New products arrive as',
  },
  nightlyAt: {
    kind: 'time',
    default: '04:00',
    label: 'Nightly run starts at',
    details: 'Your store’s local time, 03:30 or later.',
  },
} as const satisfies Descriptions;

export const catalogueSettings = {
  ...publishingSettings,
  /** The status of a retired product. A held product becomes a draft. */
  retireAs: {kind: 'choice', default: 'draft', choices: {draft: 'Drafts', archive: 'Archived products'}},
  /** Import articles whose real price is only available as an offer. */
  onRequest: {kind: 'switch', default: false},
  /** Runs and their changes are kept so long. */
  historyDays: {
    kind: 'number',
    default: 90,
    range: {...range(7, 730), tooLittle: 'Keep at least 7 days.', tooMuch: 'Keep at most 730 days.'},
    isWhole: true,
    unit: 'days',
  },
} as const satisfies Descriptions;

/** Earliest nightly time. Most clock changes are over by then; in eastern Europe they end at 04:00, in Greenland they come at 23:00. */
export const earliestNightly = '03:30';

/** Null: a time of day at which the nightly run may start. */
export function nightlyError(time: string): string | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'Enter a time like 04:00.';
  if (time >= earliestNightly) return null;
  return `The nightly run starts at ${earliestNightly} or later: earlier hours are skipped or doubled when clocks change.`;
}

/** Per cent of the price without tax, as a condition of an import rule. */
export const marginRange: Range = {...range(-100, 100, ' %'), tooLittle: 'Enter -100 % or more.'};
