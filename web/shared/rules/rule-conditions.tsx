import {DecimalField} from '../form/decimal-field.tsx';
import type {FieldErrors} from '../form/field-errors.ts';
import type {RuleDraft, YesNoAny} from './rules-draft.ts';

type RuleConditionsProps = {
  readonly rule: RuleDraft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<RuleDraft>) => void;
};

/** The fields of a rule: what it does, and all its conditions except brands and categories. */
export const RuleConditions = ({rule, errors, onChange}: RuleConditionsProps) => (
  <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="small">
    <s-select
      label="What it does"
      name={`rules.${rule.id}.effect`}
      value={rule.effect}
      onChange={(event) => onChange({effect: event.currentTarget.value === 'exclude' ? 'exclude' : 'include'})}
    >
      <s-option value="include">Include what fits</s-option>
      <s-option value="exclude">Exclude what fits</s-option>
    </s-select>
    <YesNoAnyField
      label="Picture"
      name={`rules.${rule.id}.hasImage`}
      value={rule.hasImage}
      optionLabels={['With or without', 'With a picture', 'Without a picture']}
      onChange={(hasImage) => onChange({hasImage})}
    />
    <YesNoAnyField
      label="Price on request"
      name={`rules.${rule.id}.onRequest`}
      value={rule.onRequest}
      optionLabels={['With or without', 'Only on request', 'Not on request']}
      onChange={(onRequest) => onChange({onRequest})}
    />
    <NumberField field="costFrom" label="Cost from" unit="EUR" rule={rule} errors={errors} onChange={onChange} />
    <NumberField field="costTo" label="Cost up to" unit="EUR" rule={rule} errors={errors} onChange={onChange} />
    <NumberField field="marginFrom" label="Margin from" unit="%" rule={rule} errors={errors} onChange={onChange} />
  </s-grid>
);

type NumberFieldProps = RuleConditionsProps & {
  readonly field: 'costFrom' | 'costTo' | 'marginFrom';
  readonly label: string;
  readonly unit: string;
};

function NumberField({field: which, label, unit, rule, errors, onChange}: NumberFieldProps) {
  const name = `rules.${rule.id}.${which}`;
  const details =
    which === 'marginFrom' ? 'Of the price without tax, before shipping and payment fees. Empty: any.' : 'Empty: any.';
  return (
    <DecimalField
      label={label}
      name={name}
      unit={unit}
      value={rule[which]}
      details={details}
      error={errors[name]}
      onChange={(text) => onChange({[which]: text})}
    />
  );
}

type YesNoAnyFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value: YesNoAny;
  /** The texts of the three options. */
  readonly optionLabels: readonly [any: string, yes: string, no: string];
  readonly onChange: (value: YesNoAny) => void;
};

const YesNoAnyField = ({label, name, value, optionLabels: [any, yes, no], onChange}: YesNoAnyFieldProps) => (
  <s-select
    label={label}
    name={name}
    value={value}
    onChange={(event) => {
      const chosen = event.currentTarget.value;
      onChange(chosen === 'yes' || chosen === 'no' ? chosen : 'any');
    }}
  >
    <s-option value="any">{any}</s-option>
    <s-option value="yes">{yes}</s-option>
    <s-option value="no">{no}</s-option>
  </s-select>
);
