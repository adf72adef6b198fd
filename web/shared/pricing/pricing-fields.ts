// The fields of the price form: their labels, when two of their values mean the same, how a value is shown, and an example of a markup.
import type {Pricing} from '#contract/settings.ts';
import {markupRange, priceSettings} from '#domain/settings/pricing.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {euros} from '../../text/format.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from '../form/form-kind.ts';
import {readNumber} from '../form/read-number.ts';
import {
  isPricingChanged,
  type PricingDraft,
  pricingDraftOf,
  pricingFieldNames,
  type RuleDraft,
  readPricing,
} from './pricing-draft.ts';

type Field = FormField<PricingDraft>;

export const pricingLabels = {
  markupPercent: priceSettings.markupPercent.label,
  addOn: 'Added to each price, before tax',
  vatPercent: priceSettings.vatPercent.label,
  perEuro: '1 EUR in your currency',
  asOf: 'Date of the rate',
  bufferPercent: 'Buffer on the rate',
  endings: 'Prices end in',
  floorMarginPercent: priceSettings.floorMarginPercent.label,
  paymentPercent: priceSettings.paymentPercent.label,
  paymentFixed: 'Payment fee, fixed amount',
  capAtRrp: priceSettings.capAtRrp.label,
  showsRrp: priceSettings.compareAt.label,
  carryZone: 'Add the shipping fee of a zone to every price',
  rules: 'Rules for brands, categories and costs',
} as const;

const pricingFields: readonly Field[] = [
  numberField('markupPercent', '%'),
  numberField('addOn', ''),
  numberField('vatPercent', '%'),
  numberField('perEuro', ''),
  textField('asOf'),
  numberField('bufferPercent', '%'),
  textField('endings'),
  numberField('floorMarginPercent', '%'),
  numberField('paymentPercent', '%'),
  numberField('paymentFixed', ''),
  switchField('capAtRrp'),
  switchField('showsRrp'),
  {
    label: pricingLabels.carryZone,
    meaning: ({carryZone}) => carryZone,
    textOf: ({carryZone}) => (carryZone === '' ? 'none' : carryZone),
  },
  {
    label: pricingLabels.rules,
    meaning: ({rules}) => rules.map(ruleMeaning),
    textOf: ({rules}) => (rules.length === 0 ? 'none' : `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`),
  },
];

/** How the form of the prices makes, compares and reads its draft. */
export const pricingKind: FormKind<PricingDraft, Pricing> & ReadingKind<PricingDraft, Pricing> = {
  draftOf: pricingDraftOf,
  fieldsOf: () => pricingFields,
  fieldNames: pricingFieldNames,
  read: readPricing,
  changesProducts: isPricingChanged,
};

type NumberName =
  | 'markupPercent'
  | 'addOn'
  | 'vatPercent'
  | 'perEuro'
  | 'bufferPercent'
  | 'floorMarginPercent'
  | 'paymentPercent'
  | 'paymentFixed';

/** A field of the form that holds a number. */
function numberField(which: NumberName, unit: string): Field {
  return {
    label: pricingLabels[which],
    meaning: (draft) => numberMeaning(draft[which], unit),
    textOf: (draft) => (draft[which].trim() === '' ? 'empty' : `${draft[which]} ${unit}`.trim()),
  };
}

/** What a rule means: the order of ticked names does not matter, and an empty add-on means 0. */
const ruleMeaning = ({brands, categories, costFrom, costTo, markupPercent, addOn, id}: RuleDraft): unknown => [
  id,
  brands.toSorted(),
  categories.toSorted(),
  numberMeaning(costFrom, 'EUR'),
  numberMeaning(costTo, 'EUR'),
  numberMeaning(markupPercent, '%'),
  numberMeaning(addOn.trim() === '' ? '0' : addOn, ''),
];

/** A field of the form that holds text. */
function textField(which: 'asOf' | 'endings'): Field {
  return {
    label: pricingLabels[which],
    meaning: (draft) => draft[which].trim(),
    textOf: (draft) => draft[which].trim() || 'empty',
  };
}

/** A field of the form that is a switch. */
function switchField(which: 'capAtRrp' | 'showsRrp'): Field {
  return {
    label: pricingLabels[which],
    meaning: (draft) => draft[which],
    textOf: (draft) => (draft[which] ? 'on' : 'off'),
  };
}

/** A cost for an example, in euro cents. */
const exampleCost = 1_000;
/** The markup of the example while the field is empty or cannot be used. */
const defaultPercent = 60;

/** What a markup does to a cost, as a sentence. @param typed the markup as typed in the field. */
export function markupExample(typed: string): string {
  const read = readNumber(typed, '%', markupRange, '');
  const percent = typeof read === 'number' ? read : defaultPercent;
  const price = Math.round(exampleCost * (1 + percent / 100));
  return `${writeDecimal(percent)} % turns a cost of ${euros(exampleCost)} into ${euros(price)} before tax.`;
}

/** What is to be known of an added amount while shoppers pay shipping by the profile. */
export const addOnBesideProfileText = `Shoppers of products in the shipping profile pay the supplier’s fee at checkout. If “${pricingLabels.addOn}” was meant for it, they pay it twice.`;
