// The form of the prices. Its fields one by one: their names for the merchant, when two of their values are the same, and how a value is shown.
import type {Pricing} from '#contract/settings.ts';
import {priceSettings} from '#domain/settings/pricing.ts';
import {type FormField, type FormKind, numberMeaning, type ReadingKind} from '../form/form-kind.ts';
import {changesProducts, draftOf, fieldNames, type PricingDraft, pricingOf, type RuleDraft} from './pricing-draft.ts';

type Field = FormField<PricingDraft>;

export const labels = {
  markupPercent: priceSettings.markupPercent.label,
  addOn: 'Added to each price, before tax',
  vatPercent: priceSettings.vatPercent.label,
  perEuro: 'Units of your currency for one euro',
  asOf: 'Rate of',
  bufferPercent: 'Buffer on the rate',
  endings: 'Prices end in',
  floorMarginPercent: priceSettings.floorMarginPercent.label,
  capAtRrp: priceSettings.capAtRrp.label,
  showsRrp: priceSettings.compareAt.label,
  carryZone: 'Carry the shipping fee of a zone in every price',
  rules: 'Rules for brands, categories and costs',
} as const;

const fields: readonly Field[] = [
  number('markupPercent', '%'),
  number('addOn', ''),
  number('vatPercent', '%'),
  number('perEuro', ''),
  text('asOf'),
  number('bufferPercent', '%'),
  text('endings'),
  number('floorMarginPercent', '%'),
  onOrOff('capAtRrp'),
  onOrOff('showsRrp'),
  {
    label: labels.carryZone,
    meaning: ({carryZone}) => carryZone,
    shown: ({carryZone}) => (carryZone === '' ? 'none' : carryZone),
  },
  {
    label: labels.rules,
    meaning: ({rules}) => rules.map(ruleMeaning),
    shown: ({rules}) => (rules.length === 0 ? 'none' : `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`),
  },
];

export const pricingKind: FormKind<PricingDraft, Pricing> & ReadingKind<PricingDraft, Pricing> = {
  draftOf,
  fieldsOf: () => fields,
  fieldNames,
  read: pricingOf,
  changesProducts,
};

type NumberName = 'markupPercent' | 'addOn' | 'vatPercent' | 'perEuro' | 'bufferPercent' | 'floorMarginPercent';

function number(which: NumberName, unit: string): Field {
  return {
    label: labels[which],
    meaning: (draft) => numberMeaning(draft[which], unit),
    shown: (draft) => (draft[which].trim() === '' ? 'empty' : `${draft[which]} ${unit}`.trim()),
  };
}

/** The order of ticked names does not matter; an empty add-on is none. */
const ruleMeaning = ({brands, categories, costFrom, costTo, markupPercent, addOn, id}: RuleDraft): unknown => [
  id,
  brands.toSorted(),
  categories.toSorted(),
  numberMeaning(costFrom, 'EUR'),
  numberMeaning(costTo, 'EUR'),
  numberMeaning(markupPercent, '%'),
  numberMeaning(addOn.trim() === '' ? '0' : addOn, ''),
];

function text(which: 'asOf' | 'endings'): Field {
  return {
    label: labels[which],
    meaning: (draft) => draft[which].trim(),
    shown: (draft) => draft[which].trim() || 'empty',
  };
}

function onOrOff(which: 'capAtRrp' | 'showsRrp'): Field {
  return {
    label: labels[which],
    meaning: (draft) => draft[which],
    shown: (draft) => (draft[which] ? 'on' : 'off'),
  };
}
