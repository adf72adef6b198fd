// The settings about products and runs, each described once. Import rules, template and field owners are lists and maps; their schemas are
// in server/domain/catalogue.
import {type Range, type SettingDescriptions, toRange} from '#domain/settings/describe.ts';

/** The settings about products that have a field on the page Settings. */
export const publishingSettings = {
  /** Whether new products are on sale at once or drafts. */
  newProducts: {
    kind: 'choice',
    default: 'draft',
    choices: {draft: 'Drafts, which you publish yourself', active: 'Active products, on sale at once'},
    label: 'New products arrive as',
  },
  /** When the nightly run starts, HH:MM in the store's local time. */
  nightlyAt: {
    kind: 'time',
    default: '04:00',
    label: 'Nightly update starts at',
    details: 'Your store’s local time, 03:30 or later.',
  },
} as const satisfies SettingDescriptions;

/** The settings about products whose article is no longer listed or chosen. */
export const offSaleSettings = {
  /** Whether such products stay on sale as they are. */
  keepOnSale: {
    kind: 'switch',
    default: false,
    label: 'Keep products on sale that the supplier no longer lists or your rules no longer choose',
    details:
      'They stay as they are, also their price. An order of one may wait for you. What you leave out by hand goes.',
  },
  /** The status that a retired product gets. */
  retireAs: {
    kind: 'choice',
    default: 'draft',
    choices: {draft: 'Drafts', archive: 'Archived products'},
    label: 'Products that are taken off sale become',
  },
} as const satisfies SettingDescriptions;

/** How long the history of the updates is stored. */
export const historySettings = {
  /** How long runs and their changes are stored. */
  historyDays: {
    kind: 'number',
    default: 90,
    range: {...toRange(7, 730), tooLittle: 'Keep at least 7 days.', tooMuch: 'Keep at most 730 days.'},
    isWhole: true,
    unit: 'days',
    notNumber: 'Enter whole days, such as 90.',
    label: 'Days that updates and their changes are kept',
  },
} as const satisfies SettingDescriptions;

/** All settings about products and runs. */
export const catalogueSettings = {
  ...publishingSettings,
  ...offSaleSettings,
  ...historySettings,
  /** Whether articles are imported whose real price is only available on request. */
  onRequest: {kind: 'switch', default: false},
} as const satisfies SettingDescriptions;

/** The earliest time for the nightly run, because most clock changes are over by then. (In eastern Europe they end at 04:00.) */
export const earliestNightly = '03:30';

/** A sentence if the nightly run may not start at this time; null if it may. */
export function nightlyError(time: string): string | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'Enter a time like 04:00.';
  if (time >= earliestNightly) return null;
  return `The nightly update starts at ${earliestNightly} or later: earlier hours are skipped or doubled when clocks change.`;
}

/** The limits of a margin as a condition of an import rule, in per cent of the price without tax. */
export const marginRange: Range = {...toRange(-100, 100, ' %'), tooLittle: 'Enter -100 % or more.'};
