// The fields of the form of the prices one by one: their names for the merchant, when two of their values are the same, and how a value is
// shown and taken from another draft.
import type {Pricing} from '#contract/settings.ts';
import {type FormField, type FormKind, numberMeaning} from '../form/form-kind.ts';
import {draftOf, type PricingDraft, type RuleDraft} from './pricing-draft.ts';

type Field = FormField<PricingDraft>;

export const labels = {
  markupPercent: 'Markup on cost',
  addOn: 'Added to each price, before tax',
  vatPercent: 'VAT contained in your prices',
  perEuro: 'Units of your currency for one euro',
  asOf: 'Rate of',
  bufferPercent: 'Buffer on the rate',
  endings: 'Prices end in',
  floorMarginPercent: 'Lowest margin',
  capAtRrp: 'Never above the recommended price',
  showsRrp: 'Show the recommended price as compare-at price',
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
    take: (draft, {carryZone}) => ({...draft, carryZone}),
  },
  {
    label: labels.rules,
    meaning: ({rules}) => rules.map(ruleMeaning),
    shown: ({rules}) => (rules.length === 0 ? 'none' : `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`),
    take: (draft, {rules}) => ({...draft, rules}),
  },
];

export const pricingKind: FormKind<PricingDraft, Pricing> = {draftOf, fieldsOf: () => fields};

type NumberName = 'markupPercent' | 'addOn' | 'vatPercent' | 'perEuro' | 'bufferPercent' | 'floorMarginPercent';

function number(which: NumberName, unit: string): Field {
  return {
    label: labels[which],
    meaning: (draft) => numberMeaning(draft[which], unit),
    shown: (draft) => (draft[which].trim() === '' ? 'empty' : `${draft[which]} ${unit}`.trim()),
    take: (draft, from) => ({...draft, [which]: from[which]}),
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
    take: (draft, from) => ({...draft, [which]: from[which]}),
  };
}

function onOrOff(which: 'capAtRrp' | 'showsRrp'): Field {
  return {
    label: labels[which],
    meaning: (draft) => draft[which],
    shown: (draft) => (draft[which] ? 'on' : 'off'),
    take: (draft, from) => ({...draft, [which]: from[which]}),
  };
}
