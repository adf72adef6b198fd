import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {joinFirstNames} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {choicesQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {Fold} from '../details/fold.tsx';
import {DecimalField} from '../form/decimal-field.tsx';
import {NamePicker} from '../form/name-picker.tsx';
import {Loading} from '../page/loading.tsx';
import type {PriceFieldsProps} from './price-fields.tsx';
import {currencyOf, type RuleDraft} from './pricing-draft.ts';

type RulesSectionProps = PriceFieldsProps & {readonly overview: Overview};

const mostRules = 500;

/** The price rules: other markups and add-ons for some articles. The first rule that fits an article counts. */
export function RulesSection({
  draft: {rules, markupPercent, addOn},
  base,
  errors,
  overview,
  onChange,
}: RulesSectionProps) {
  const [added, setAdded] = useState<string | null>(null);
  const set = (next: readonly RuleDraft[]) => onChange({rules: next});
  const add = () => {
    const rule = {...emptyRule, id: crypto.randomUUID(), markupPercent, addOn};
    setAdded(rule.id);
    set([...rules, rule]);
  };
  const move = (from: number, to: number) => {
    const next = [...rules];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
  };
  return (
    <Fold
      heading="Rules for some articles"
      summary={rules.length === 0 ? 'none' : countNoun(rules.length, 'rule')}
      mustOpen={Object.keys(errors).some((field) => field.startsWith('rules.'))}
    >
      <s-paragraph color="subdued">
        {rules.length === 0
          ? 'Every article gets the markup above. With a rule, a brand, a category or a range of costs gets its own.'
          : 'The first rule that fits an article counts. The others get the markup above.'}
      </s-paragraph>
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          index={at}
          hiddenBy={rules.findIndex((other, before) => before < at && fitsAllOf(other, rule))}
          lastIndex={rules.length - 1}
          currency={currencyOf(base)}
          errors={errors}
          overview={overview}
          isNew={rule.id === added}
          onChange={(part) => set(rules.map((one) => (one === rule ? {...one, ...part} : one)))}
          onMove={(to) => move(at, to)}
          onRemove={() => set(rules.filter((one) => one !== rule))}
        />
      ))}
      <s-stack direction="inline">
        <s-button disabled={rules.length >= mostRules} onClick={add}>
          Add a rule
        </s-button>
      </s-stack>
    </Fold>
  );
}

/** A new rule fits every article. It gets the markup and add-on that hold without it, so that it changes no price by itself. */
const emptyRule = {brands: [], categories: [], costFrom: '', costTo: ''};

type RuleCardProps = {
  readonly rule: RuleDraft;
  /** The position of the rule among the rules; the first is 0. */
  readonly index: number;
  /** The position of an earlier rule that fits all its articles, so that it counts for none; -1: there is none. */
  readonly hiddenBy: number;
  readonly lastIndex: number;
  readonly currency: string;
  readonly errors: PriceFieldsProps['errors'];
  readonly overview: Overview;
  /** Whether the rule was just added: its card is then open and takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (part: Partial<RuleDraft>) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
};

function RuleCard({
  rule,
  index,
  hiddenBy,
  lastIndex,
  isNew,
  overview,
  onChange,
  onMove,
  onRemove,
  ...rest
}: RuleCardProps) {
  const [isOpen, setIsOpen] = useState(isNew);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const name = `rule ${index + 1}`;
  const names = isOpen ? 'Hide brands and categories' : 'Choose brands and categories';
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-box border="base" borderRadius="base" padding="base">
        <s-stack gap="small">
          <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="center">
            <s-text type="strong">{`${index + 1}. ${conditionsText(rule)}`}</s-text>
            <s-stack direction="inline" gap="small-300">
              <s-button accessibilityLabel={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
                Up
              </s-button>
              <s-button
                accessibilityLabel={`Move ${name} down`}
                disabled={index === lastIndex}
                onClick={() => onMove(index + 1)}
              >
                Down
              </s-button>
              <s-button accessibilityLabel={`Remove ${name}`} onClick={onRemove}>
                Remove
              </s-button>
            </s-stack>
          </s-grid>
          {hiddenBy >= 0 && (
            <s-text tone="caution">{`Rule ${hiddenBy + 1} fits all its articles and comes first, so this one counts for none. Move it up.`}</s-text>
          )}
          <RuleNumbers rule={rule} {...rest} onChange={onChange} />
          <s-stack direction="inline">
            <s-button accessibilityLabel={`${names} of ${name}`} onClick={() => setIsOpen(!isOpen)}>
              {names}
            </s-button>
          </s-stack>
          {isOpen && <RuleNames rule={rule} overview={overview} onChange={onChange} />}
        </s-stack>
      </s-box>
    </div>
  );
}

type RuleNumbersProps = Pick<RuleCardProps, 'rule' | 'currency' | 'errors' | 'onChange'>;

function RuleNumbers({rule, currency, errors, onChange}: RuleNumbersProps) {
  const field = (
    name: 'markupPercent' | 'addOn' | 'costFrom' | 'costTo',
    label: string,
    unit: string,
    details = '',
  ) => (
    <DecimalField
      label={label}
      name={`rules.${rule.id}.${name}`}
      unit={unit}
      value={rule[name]}
      details={details}
      error={errors[`rules.${rule.id}.${name}`]}
      onChange={(text) => onChange({[name]: text})}
    />
  );
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr 1fr, 1fr 1fr" gap="small">
      {field('markupPercent', 'Markup of this rule', '%')}
      {field('addOn', 'Added to the price', currency)}
      {field('costFrom', 'Cost from', 'EUR', 'Empty: any.')}
      {field('costTo', 'Cost below', 'EUR', 'Empty: any.')}
    </s-grid>
  );
}

function RuleNames({rule, overview, onChange}: Pick<RuleCardProps, 'rule' | 'overview' | 'onChange'>) {
  const remote = useRemote(choicesQuery(overview.lastRun));
  if (remote.value === null) return <Loading what="brands and categories" remote={remote} height="200px" />;
  return (
    <s-stack gap="base">
      <NamePicker
        title="Brands"
        offered={remote.value.brands}
        chosen={rule.brands}
        onChange={(brands) => onChange({brands})}
      />
      <NamePicker
        title="Categories"
        offered={remote.value.categories}
        chosen={rule.categories}
        onChange={(categories) => onChange({categories})}
      />
    </s-stack>
  );
}

/** Whether `first` fits every article that `rule` fits, as far as the conditions tell; costs are compared as they are typed. */
function fitsAllOf(first: RuleDraft, rule: RuleDraft): boolean {
  const hasAll = (wide: readonly string[], narrow: readonly string[]) =>
    wide.length === 0 || (narrow.length > 0 && narrow.every((name) => wide.includes(name)));
  const isWider = (wide: string, narrow: string) => wide.trim() === '' || wide.trim() === narrow.trim();
  return (
    hasAll(first.brands, rule.brands) &&
    hasAll(first.categories, rule.categories) &&
    isWider(first.costFrom, rule.costFrom) &&
    isWider(first.costTo, rule.costTo)
  );
}

/** The conditions of a rule as text. */
function conditionsText({brands, categories, costFrom, costTo}: RuleDraft): string {
  const conditions = [
    ...(brands.length === 0 ? [] : [joinFirstNames(brands)]),
    ...(categories.length === 0 ? [] : [joinFirstNames(categories)]),
    ...(costFrom.trim() === '' ? [] : [`cost from €${costFrom.trim()}`]),
    ...(costTo.trim() === '' ? [] : [`cost below €${costTo.trim()}`]),
  ];
  return conditions.length === 0 ? 'Every article' : conditions.join(' · ');
}
