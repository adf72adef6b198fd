// The settings about prices, each described once. Price rules, the exchange rate and the roundings are built from the ranges here:
// `#domain/pricing/pricing-settings.ts`.
import {type Range, type SettingDescriptions, toRange} from '#domain/settings/describe.ts';

/** The range of a markup, in per cent of the cost. */
export const markupRange: Range = {
  ...toRange(0, 1_000, ' %'),
  tooLittle: 'A markup below 0 would sell below cost.',
};

/** The range of an add-on or of a rule's cost limit, in whole units of the currency, not minor ones. */
export const amountRange: Range = {...toRange(0, 1_000_000), tooMuch: 'Enter at most 1,000,000.'};

/** The range of the exchange rate: units of a currency for one euro. */
export const rateRange: Range = {
  least: 0.000_000_01,
  tooLittle: 'Enter a rate above 0.',
  most: 9_999_999,
  tooMuch: 'Enter at most 9,999,999.',
};
/** The range of the buffer on the exchange rate. */
export const bufferRange: Range = {...toRange(0, 50, ' %'), tooLittle: 'The buffer is 0 % or more.'};
/** The range of the VAT contained in prices. */
export const vatRange: Range = {...toRange(0, 50, ' %'), tooLittle: 'VAT is 0 % or more.'};
/** The range of the payment fee, in per cent of a payment. */
export const paymentRange: Range = {...toRange(0, 20, ' %'), tooLittle: 'The fee is 0 % or more.'};
/** The range of the fixed fee for each payment, in whole units of the store's currency, not minor ones. */
export const paymentFixedRange: Range = {...toRange(0, 10_000), tooLittle: 'The fee is 0 or more.'};
/** The range of the lowest margin, in per cent of the price without tax. */
export const floorRange: Range = {...toRange(0, 95, ' %'), tooLittle: 'The margin is 0 % or more.'};

/** The settings about prices that are a single value. */
export const priceSettings = {
  /** The general markup in per cent of cost, before tax, for articles that no price rule matches. */
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
  /** What the payment provider keeps of a payment. It changes no price, only what is left. */
  paymentPercent: {
    kind: 'number',
    default: 0,
    range: paymentRange,
    isWhole: false,
    unit: '%',
    label: 'Payment fee, per cent',
  },
  /** Whether the recommended price is shown as the compare-at price. */
  compareAt: {
    kind: 'choice',
    default: 'rrp',
    choices: {rrp: 'on', none: 'off'},
    label: 'Show the recommended price as compare-at price',
  },
  /** Whether no price may exceed the recommended one. */
  capAtRrp: {kind: 'switch', default: false, label: 'Never above the recommended price'},
  /** Products with a margin below this, in per cent of the net price, become drafts. 0: no floor. */
  floorMarginPercent: {
    kind: 'number',
    default: 0,
    range: floorRange,
    isWhole: false,
    unit: '%',
    label: 'Lowest margin',
  },
} as const satisfies SettingDescriptions;
