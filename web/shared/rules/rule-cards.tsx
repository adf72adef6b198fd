import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {FieldErrors} from '../form/field-errors.ts';
import {Introduction} from '../page/introduction.tsx';
import {CatalogueNames} from './catalogue-names.tsx';
import {RuleConditions} from './rule-conditions.tsx';
import {ruleText} from './rule-words.ts';
import {createRule, type RuleDraft, type RulesDraft} from './rules-draft.ts';

type RuleCardsProps = {
  readonly draft: RulesDraft;
  readonly errors: FieldErrors;
  readonly overview: Overview;
  readonly onChange: (part: Partial<RulesDraft>) => void;
};

const mostRules = 200;

/** The import rules, one card each. Their order does not matter. */
export function RuleCards({draft: {rules}, errors, overview, onChange}: RuleCardsProps) {
  const [added, setAdded] = useState<string | null>(null);
  const adder = useRef<HTMLElementTagNameMap['s-button']>(null);
  const set = (next: readonly RuleDraft[]) => onChange({rules: next});
  const add = () => {
    const rule = createRule();
    setAdded(rule.id);
    set([...rules, rule]);
  };
  const remove = (removed: RuleDraft) => {
    set(rules.filter((rule) => rule !== removed));
    // Moves the focus, because the pressed button disappears with its card.
    adder.current?.focus();
  };
  return (
    <s-section heading="Rules">
      <Introduction of="rules" />
      {rules.length === 0 && (
        <s-text>There is no rule yet. Only articles with “Always include” go into your store.</s-text>
      )}
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          name={`rule ${at + 1}`}
          errors={errors}
          overview={overview}
          isNew={rule.id === added}
          onChange={(part) => set(rules.map((one) => (one === rule ? {...one, ...part} : one)))}
          onRemove={() => remove(rule)}
        />
      ))}
      <s-stack direction="inline">
        <s-button ref={adder} disabled={rules.length >= mostRules} onClick={add}>
          Add a rule
        </s-button>
      </s-stack>
    </s-section>
  );
}

type RuleCardProps = {
  readonly rule: RuleDraft;
  /** The name of the rule for assistive technology. */
  readonly name: string;
  readonly errors: FieldErrors;
  readonly overview: Overview;
  /** Whether the rule was just added: its card is then open and takes the focus. */
  readonly isNew: boolean;
  readonly onChange: (part: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
};

function RuleCard({rule, name, errors, overview, isNew, onChange, onRemove}: RuleCardProps) {
  const [isOpen, setIsOpen] = useState(isNew);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const names = isOpen ? 'Hide brands and categories' : 'Choose brands and categories';
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-box border="base" borderRadius="base" padding="base">
        <s-stack gap="small">
          <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr auto, 1fr" gap="small" alignItems="center">
            <s-text type="strong">{ruleText(rule)}</s-text>
            <s-stack direction="inline">
              <s-button accessibilityLabel={`Remove ${name}`} onClick={onRemove}>
                Remove
              </s-button>
            </s-stack>
          </s-grid>
          <RuleConditions rule={rule} errors={errors} onChange={onChange} />
          <s-stack direction="inline">
            <s-button accessibilityLabel={`${names} of ${name}`} onClick={() => setIsOpen(!isOpen)}>
              {names}
            </s-button>
          </s-stack>
          {isOpen && (
            <CatalogueNames overview={overview} chosen={rule} onChange={(kind, ticked) => onChange({[kind]: ticked})} />
          )}
        </s-stack>
      </s-box>
    </div>
  );
}
