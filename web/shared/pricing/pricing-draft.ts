// The form of the prices: numbers and endings are text until they are saved.
import type {Pricing} from '#contract/settings.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {allMissingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {
  addOnRange,
  bufferRange,
  costRange,
  floorRange,
  markupRange,
  type rangeError,
  rateRange,
  vatRange,
} from '#domain/settings-limits.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import type {SavingKind} from '../form/form-kind.ts';
import {errorIn, errorsIn, isEmpty, readNumber, toMajor, toMinor} from '../form/read-number.ts';
import {readEndings, writeEndings} from './price-endings.ts';

type Settings = Pricing['pricing'];

export type RuleDraft = {
  readonly id: string;
  readonly brands: readonly string[];
  readonly categories: readonly string[];
  readonly costFrom: string;
  readonly costTo: string;
  readonly markupPercent: string;
  readonly addOn: string;
};

export type PricingDraft = {
  readonly markupPercent: string;
  readonly addOn: string;
  readonly vatPercent: string;
  readonly perEuro: string;
  readonly asOf: string;
  readonly bufferPercent: string;
  readonly endings: string;
  readonly floorMarginPercent: string;
  readonly capAtRrp: boolean;
  readonly showsRrp: boolean;
  /** Empty: none. */
  readonly carryZone: ZoneCode | '';
  readonly rules: readonly RuleDraft[];
};

/** Where Shopify has not named the store's currency yet, amounts are read as euro. */
export const currencyOf = ({currency}: Pricing): string => currency ?? 'EUR';

export function draftOf(loaded: Pricing): PricingDraft {
  const {pricing, currency: _currency, taxesIncluded: _taxes} = loaded;
  const currency = currencyOf(loaded);
  const rate = pricing.rate?.currency === currency ? pricing.rate : null;
  const rounding = pricing.rounding.find((one) => one.currency === currency) ?? null;
  return {
    markupPercent: writeDecimal(pricing.markupPercent),
    addOn: toMajor(pricing.addOn, currency),
    vatPercent: pricing.vatPercent === null ? '' : writeDecimal(pricing.vatPercent),
    perEuro: rate === null ? '' : writeDecimal(Number(rate.perEuro)),
    asOf: rate?.asOf ?? '',
    bufferPercent: writeDecimal(rate?.bufferPercent ?? 0),
    endings: writeEndings(rounding, currency),
    floorMarginPercent: writeDecimal(pricing.floorMarginPercent),
    capAtRrp: pricing.capAtRrp,
    showsRrp: pricing.compareAt === 'rrp',
    carryZone: pricing.carryZone ?? '',
    rules: pricing.rules.map((rule) => ({
      id: rule.id,
      brands: rule.brands,
      categories: rule.categories,
      costFrom: rule.costFrom === null ? '' : toMajor(rule.costFrom, 'EUR'),
      costTo: rule.costTo === null ? '' : toMajor(rule.costTo, 'EUR'),
      markupPercent: writeDecimal(rule.markupPercent),
      addOn: toMajor(rule.addOn, currency),
    })),
  };
}

/** The fields that show an error of their own; those of a rule are named `rules.ID.field`. */
export const fieldNames: readonly string[] = [
  'markupPercent',
  'addOn',
  'vatPercent',
  'perEuro',
  'asOf',
  'bufferPercent',
  'endings',
  'floorMarginPercent',
  'carryZone',
];

type Read = ReturnType<SavingKind<PricingDraft, Pricing>['read']>;

/** The draft as settings, or an error for every field that cannot be saved as it is. @param saved keeps what the form does not show. */
export function pricingOf(draft: PricingDraft, saved: Pricing): Read {
  const currency = currencyOf(saved);
  const markup = percent(draft.markupPercent, markupRange);
  const addOn = amount(draft.addOn, currency);
  const vat = isEmpty(draft.vatPercent) ? null : percent(draft.vatPercent, vatRange);
  const rate = readRate(draft, currency);
  const floor = percent(draft.floorMarginPercent, floorRange);
  const rounding = readEndings(draft.endings, currency, roundingOf(saved.pricing, currency));
  const rules = draft.rules.map((rule) => readRule(rule, currency));
  const errors = {
    ...errorsIn({
      markupPercent: errorIn(markup),
      addOn: errorIn(addOn),
      vatPercent: errorIn(vat),
      endings: errorIn(rounding),
      floorMarginPercent: errorIn(floor),
    }),
    ...rate.errors,
    ...Object.assign({}, ...rules.map((rule) => rule.errors)),
  };
  if (
    typeof markup === 'string' ||
    typeof addOn === 'string' ||
    typeof vat === 'string' ||
    typeof floor === 'string' ||
    typeof rounding === 'string' ||
    Object.keys(errors).length > 0
  )
    return {settings: null, errors};
  const {carryZone: _carried, ...kept} = saved.pricing;
  const pricing: Settings = {
    ...kept,
    rules: rules.flatMap(({rule}) => rule ?? []),
    markupPercent: markup,
    addOn,
    vatPercent: vat,
    rate: currency === 'EUR' ? kept.rate : rate.value,
    rounding: withRounding(saved.pricing.rounding, rounding, currency),
    compareAt: draft.showsRrp ? 'rrp' : 'none',
    capAtRrp: draft.capAtRrp,
    floorMarginPercent: floor,
    ...(draft.carryZone === '' ? {} : {carryZone: draft.carryZone}),
  };
  return {settings: {...saved, pricing}, errors: {}};
}

/** Like `pricingOf`, but what every price needs may not stay empty: set-up goes on from here, so it must not call this step saved. */
export function completePricingOf(draft: PricingDraft, saved: Pricing): Read {
  const read = pricingOf(draft, saved);
  if (read.settings === null) return read;
  const store = {currency: currencyOf(saved), taxesIncluded: saved.taxesIncluded ?? false};
  const missing = allMissingForPrices(store, read.settings.pricing);
  if (missing.length === 0) return read;
  return {
    settings: null,
    errors: errorsIn({
      perEuro: missing.includes('rate')
        ? `Enter the rate: no price in ${store.currency} can be made without it.`
        : null,
      vatPercent: missing.includes('vat') ? 'Enter the VAT that your prices contain, 0 for none.' : null,
    }),
  };
}

/** The roundings of other currencies stay, in their order. */
function withRounding(all: Settings['rounding'], own: Settings['rounding'][number] | null, currency: string) {
  const isKnown = all.some((one) => one.currency === currency);
  const kept = all.flatMap((one) => (one.currency === currency ? (own ?? []) : one));
  return isKnown || own === null ? kept : [...kept, own];
}

const roundingOf = ({rounding}: Settings, currency: string) =>
  rounding.find((one) => one.currency === currency) ?? null;

type Range = Parameters<typeof rangeError>[0];

const percent = (text: string, range: Range): number | string =>
  readNumber(isEmpty(text) ? '' : text, '%', range, 'Enter a number, such as 62.5.');

/** Minor units of the currency; empty: 0. */
function amount(text: string, currency: string, range = addOnRange): number | string {
  if (isEmpty(text)) return 0;
  const read = readNumber(text, currency, range, 'Enter an amount, such as 4.50.');
  return typeof read === 'string' ? read : (toMinor(read, currency) ?? 'Enter fewer decimals.');
}

/** Empty: no limit. */
const limit = (text: string): number | string | null => (isEmpty(text) ? null : amount(text, 'EUR', costRange));

function readRate({perEuro, asOf, bufferPercent}: PricingDraft, currency: string) {
  if (currency === 'EUR' || isEmpty(perEuro)) return {value: null, errors: {}};
  const read = readNumber(perEuro, currency, rateRange, 'Enter a number, such as 11.25.');
  const buffer = isEmpty(bufferPercent) ? 0 : percent(bufferPercent, bufferRange);
  const text = typeof read === 'number' ? String(read) : '';
  const errors = errorsIn({
    perEuro: errorIn(read) ?? (/^\d{1,7}(\.\d{1,8})?$/.test(text) ? null : 'Enter at most 8 decimals.'),
    asOf: /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? null : 'Enter the day of the rate.',
    bufferPercent: errorIn(buffer),
  });
  if (typeof buffer === 'string' || Object.keys(errors).length > 0) return {value: null, errors};
  return {value: {currency, perEuro: text, asOf, bufferPercent: buffer}, errors};
}

function readRule({id, brands, categories, ...typed}: RuleDraft, currency: string) {
  const read = {
    markupPercent: percent(typed.markupPercent, markupRange),
    addOn: amount(typed.addOn, currency),
    costFrom: limit(typed.costFrom),
    costTo: limit(typed.costTo),
  };
  const {markupPercent, addOn, costFrom, costTo} = read;
  const isCrossed = typeof costFrom === 'number' && typeof costTo === 'number' && costTo <= costFrom;
  const errors = errorsIn(
    Object.fromEntries(
      Object.entries({...read, costTo: isCrossed ? 'This must be more than the cost before.' : costTo}).map(
        ([name, value]) => [`rules.${id}.${name}`, errorIn(value)],
      ),
    ),
  );
  if (
    typeof markupPercent === 'string' ||
    typeof addOn === 'string' ||
    typeof costFrom === 'string' ||
    typeof costTo === 'string'
  )
    return {rule: null, errors};
  return {rule: {id, brands: [...brands], categories: [...categories], costFrom, costTo, markupPercent, addOn}, errors};
}

/** Any change of prices may change products. */
export const changesProducts = (before: Pricing, after: Pricing): boolean =>
  !isSameValue(before.pricing, after.pricing);
