// The form of the prices: numbers and endings are text until they are saved.
import type {Pricing} from '#contract/settings.ts';
import type {ZoneCode} from '#domain/orders/zone.ts';
import {allMissingForPrices} from '#domain/pricing/missing-for-prices.ts';
import type {Range} from '#domain/settings/describe.ts';
import {
  amountRange,
  bufferRange,
  floorRange,
  markupRange,
  paymentFixedRange,
  paymentRange,
  rateRange,
  vatRange,
} from '#domain/settings/pricing.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import type {ReadingKind} from '../form/form-kind.ts';
import {collectErrors, errorOf, isEmptyNumber, readNumber, toMinorUnits, writeMajorUnits} from '../form/read-number.ts';
import {readEndings, writeEndings} from './price-endings.ts';

type PriceSettings = Pricing['pricing'];

/** A price rule as the form holds it: numbers are text. Costs are in euro, the add-on in the store's currency. */
export type RuleDraft = {
  readonly id: string;
  readonly brands: readonly string[];
  readonly categories: readonly string[];
  readonly costFrom: string;
  readonly costTo: string;
  readonly markupPercent: string;
  readonly addOn: string;
};

/** The prices as the form holds them: numbers are text, amounts in the store's currency. */
export type PricingDraft = {
  readonly markupPercent: string;
  readonly addOn: string;
  readonly vatPercent: string;
  readonly perEuro: string;
  /** The day of the exchange rate, as 2026-11-22; empty: not given. */
  readonly asOf: string;
  readonly bufferPercent: string;
  readonly endings: string;
  readonly floorMarginPercent: string;
  readonly paymentPercent: string;
  readonly paymentFixed: string;
  readonly capAtRrp: boolean;
  readonly showsRrp: boolean;
  /** The zone whose fee every price carries; empty: none. */
  readonly carryZone: ZoneCode | '';
  readonly rules: readonly RuleDraft[];
};

/** The store's currency. Until Shopify has named it, amounts are read as euro. */
export const currencyOf = ({currency}: Pricing): string => currency ?? 'EUR';

/** The draft that shows the stored prices. */
export function pricingDraftOf(loaded: Pricing): PricingDraft {
  const {pricing, currency: _currency, taxesIncluded: _taxes} = loaded;
  const currency = currencyOf(loaded);
  const rate = pricing.rate?.currency === currency ? pricing.rate : null;
  const rounding = pricing.rounding.find((one) => one.currency === currency) ?? null;
  return {
    markupPercent: writeDecimal(pricing.markupPercent),
    addOn: writeMajorUnits(pricing.addOn, currency),
    vatPercent: pricing.vatPercent === null ? '' : writeDecimal(pricing.vatPercent),
    perEuro: rate === null ? '' : writeDecimal(Number(rate.perEuro)),
    asOf: rate?.asOf ?? '',
    bufferPercent: writeDecimal(rate?.bufferPercent ?? 0),
    endings: writeEndings(rounding, currency),
    floorMarginPercent: writeDecimal(pricing.floorMarginPercent),
    paymentPercent: writeDecimal(pricing.paymentPercent),
    paymentFixed: writeMajorUnits(pricing.paymentFixed, currency),
    capAtRrp: pricing.capAtRrp,
    showsRrp: pricing.compareAt === 'rrp',
    carryZone: pricing.carryZone ?? '',
    rules: pricing.rules.map((rule) => ({
      id: rule.id,
      brands: rule.brands,
      categories: rule.categories,
      costFrom: rule.costFrom === null ? '' : writeMajorUnits(rule.costFrom, 'EUR'),
      costTo: rule.costTo === null ? '' : writeMajorUnits(rule.costTo, 'EUR'),
      markupPercent: writeDecimal(rule.markupPercent),
      addOn: writeMajorUnits(rule.addOn, currency),
    })),
  };
}

/** The names of the fields that show an error of their own; the fields of a rule are named `rules.ID.field`. */
export const pricingFieldNames: readonly string[] = [
  'markupPercent',
  'addOn',
  'vatPercent',
  'perEuro',
  'asOf',
  'bufferPercent',
  'endings',
  'floorMarginPercent',
  'paymentPercent',
  'paymentFixed',
  'carryZone',
];

type PricingReading = ReturnType<ReadingKind<PricingDraft, Pricing>['read']>;

/** The draft as settings, or an error for every field that cannot be saved as it is. @param saved keeps what the form does not show. */
export function readPricing(draft: PricingDraft, saved: Pricing): PricingReading {
  const currency = currencyOf(saved);
  const markup = readPercent(draft.markupPercent, markupRange);
  const addOn = readAmount(draft.addOn, currency);
  const vat = isEmptyNumber(draft.vatPercent) ? null : readPercent(draft.vatPercent, vatRange);
  const rate = readRate(draft, currency);
  const floor = readPercent(draft.floorMarginPercent, floorRange);
  const payment = readPayment(draft, currency);
  const rounding = readEndings(draft.endings, currency, roundingOf(saved.pricing, currency));
  const rules = draft.rules.map((rule) => readRule(rule, currency));
  const errors = {
    ...collectErrors({
      markupPercent: errorOf(markup),
      addOn: errorOf(addOn),
      vatPercent: errorOf(vat),
      endings: errorOf(rounding),
      floorMarginPercent: errorOf(floor),
    }),
    ...rate.errors,
    ...payment.errors,
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
  const pricing: PriceSettings = {
    ...kept,
    rules: rules.flatMap(({rule}) => rule ?? []),
    markupPercent: markup,
    addOn,
    vatPercent: vat,
    rate: currency === 'EUR' ? kept.rate : rate.value,
    rounding: replaceRounding(saved.pricing.rounding, rounding, currency),
    compareAt: draft.showsRrp ? 'rrp' : 'none',
    capAtRrp: draft.capAtRrp,
    floorMarginPercent: floor,
    ...payment.value,
    ...(draft.carryZone === '' ? {} : {carryZone: draft.carryZone}),
  };
  return {settings: {...saved, pricing}, errors: {}};
}

/** Like `readPricing`, but the exchange rate and the VAT must not be empty where prices need them: set-up would call itself done. */
export function readCompletePricing(draft: PricingDraft, saved: Pricing): PricingReading {
  const read = readPricing(draft, saved);
  if (read.settings === null) return read;
  const store = {currency: currencyOf(saved), taxesIncluded: saved.taxesIncluded ?? false};
  const missing = allMissingForPrices(store, read.settings.pricing);
  if (missing.length === 0) return read;
  return {
    settings: null,
    errors: collectErrors({
      perEuro: missing.includes('rate')
        ? `Enter the rate: no price in ${store.currency} can be made without it.`
        : null,
      vatPercent: missing.includes('vat') ? 'Enter the VAT that your prices contain, 0 for none.' : null,
    }),
  };
}

/** Replaces the rounding of one currency; those of other currencies stay, in their order. */
function replaceRounding(
  all: PriceSettings['rounding'],
  own: PriceSettings['rounding'][number] | null,
  currency: string,
) {
  const isKnown = all.some((one) => one.currency === currency);
  const kept = all.flatMap((one) => (one.currency === currency ? (own ?? []) : one));
  return isKnown || own === null ? kept : [...kept, own];
}

const roundingOf = ({rounding}: PriceSettings, currency: string) =>
  rounding.find((one) => one.currency === currency) ?? null;

const readPercent = (text: string, range: Range): number | string =>
  readNumber(isEmptyNumber(text) ? '' : text, '%', range, 'Enter a number, such as 62.5.');

/** Reads an amount in minor units of the currency; empty: 0. A string says why it cannot be read. */
function readAmount(text: string, currency: string, range = amountRange): number | string {
  if (isEmptyNumber(text)) return 0;
  const read = readNumber(text, currency, range, 'Enter an amount, such as 4.50.');
  return typeof read === 'string' ? read : (toMinorUnits(read, currency) ?? 'Enter fewer decimals.');
}

/** Reads a limit of a rule's cost in euro cents; empty: no limit. */
const readCostLimit = (text: string): number | string | null => (isEmptyNumber(text) ? null : readAmount(text, 'EUR'));

/** Reads the payment fees; an empty field means no fee. `value` has no fields while one of them cannot be read. */
function readPayment({paymentPercent, paymentFixed}: PricingDraft, currency: string) {
  const share = isEmptyNumber(paymentPercent) ? 0 : readPercent(paymentPercent, paymentRange);
  const fixed = readAmount(paymentFixed, currency, paymentFixedRange);
  const errors = collectErrors({paymentPercent: errorOf(share), paymentFixed: errorOf(fixed)});
  const isRead = typeof share === 'number' && typeof fixed === 'number';
  return {value: isRead ? {paymentPercent: share, paymentFixed: fixed} : {}, errors};
}

/** Reads the exchange rate. `value` is null for a store in euro, for an empty rate, and while a field cannot be read. */
function readRate({perEuro, asOf, bufferPercent}: PricingDraft, currency: string) {
  if (currency === 'EUR' || isEmptyNumber(perEuro)) return {value: null, errors: {}};
  const read = readNumber(perEuro, currency, rateRange, 'Enter a number, such as 11.25.');
  const buffer = isEmptyNumber(bufferPercent) ? 0 : readPercent(bufferPercent, bufferRange);
  const text = typeof read === 'number' ? String(read) : '';
  const errors = collectErrors({
    perEuro: errorOf(read) ?? (/^\d{1,7}(\.\d{1,8})?$/.test(text) ? null : 'Enter at most 8 decimals.'),
    asOf: /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? null : 'Enter the day of the rate.',
    bufferPercent: errorOf(buffer),
  });
  if (typeof buffer === 'string' || Object.keys(errors).length > 0) return {value: null, errors};
  return {value: {currency, perEuro: text, asOf, bufferPercent: buffer}, errors};
}

/** Reads one price rule, its costs in euro cents. `rule` is null while a field cannot be read. */
function readRule({id, brands, categories, ...typed}: RuleDraft, currency: string) {
  const read = {
    markupPercent: readPercent(typed.markupPercent, markupRange),
    addOn: readAmount(typed.addOn, currency),
    costFrom: readCostLimit(typed.costFrom),
    costTo: readCostLimit(typed.costTo),
  };
  const {markupPercent, addOn, costFrom, costTo} = read;
  const isCrossed = typeof costFrom === 'number' && typeof costTo === 'number' && costTo <= costFrom;
  const errors = collectErrors(
    Object.fromEntries(
      Object.entries({...read, costTo: isCrossed ? 'This must be more than the cost before.' : costTo}).map(
        ([name, value]) => [`rules.${id}.${name}`, errorOf(value)],
      ),
    ),
  );
  if (typeof markupPercent === 'string' || typeof addOn === 'string') return {rule: null, errors};
  if (typeof costFrom === 'string' || typeof costTo === 'string') return {rule: null, errors};
  return {rule: {id, brands: [...brands], categories: [...categories], costFrom, costTo, markupPercent, addOn}, errors};
}

/** Whether the pricing settings differ: any change of them may change products. */
export const isPricingChanged = (before: Pricing, after: Pricing): boolean =>
  !isSameValue(before.pricing, after.pricing);
