// The settings about prices, each described once. Price rules, the exchange rate and the roundings are built from the ranges here:
// `#domain/pricing/pricing-settings.ts`.
import {type Descriptions, type Range, range} from '#domain/settings/describe.ts';

export const markupRange: Range = {
  ...range(0, 1_000, ' %'),
  tooLittle: 'A markup below 0 would sell below cost.',
};

/** Major units of a currency; also of euro, where a rule names a cost. */
export const amountRange: Range = {...range(0, 1_000_000), tooMuch: 'Enter at most 1,000,000.'};

/** Units of a currency for one euro. */
export const rateRange: Range = {
  least: 0.000_000_01,
  tooLittle: 'Enter a rate above 0.',
  most: 9_999_999,
  tooMuch: 'Enter at most 9,999,999.',
};
export const bufferRange: Range = {...range(0, 50, ' %'), tooLittle: 'The buffer is 0 % or more.'};
export const vatRange: Range = {...range(0, 50, ' %'), tooLittle: 'VAT is 0 % or more.'};
export const floorRange: Range = {...range(0, 95, ' %'), tooLittle: 'The margin is 0 % or more.'};

export const priceSettings = {
  /** Per cent on cost, before tax, if no rule matches. */
  markupPercent: {kind: 'number', default: 60, range: markupRange, isWhole: false, unit: '%', label: 'Markup on cost'},
  /** VAT contained in the store's prices; null: the merchant has not set it. */
  vatPercent: {
    kind: 'limit',
    default: null,
    range: vatRange,
    isWhole: false,
    unit: '%',
    label: 'VAT contained in your prices',
  },
  compareAt: {
    kind: 'choice',
    default: 'rrp',
    choices: {rrp: 'on', none: 'off'},
    label: 'Show the recommended price as compare-at price',
  },
  capAtRrp: {kind: 'switch', default: false, label: 'Never above the recommended price'},
  /** Margin before tax, in per cent of the net price; nothing is published below it. 0: no floor. */
  floorMarginPercent: {
    kind: 'number',
    default: 0,
    range: floorRange,
    isWhole: false,
    unit: '%',
    label: 'Lowest margin',
  },
} as const satisfies Descriptions;
