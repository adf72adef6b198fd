import type {Overview} from '#contract/overview.ts';
import type {Rules} from '#contract/settings.ts';
import {countNoun} from '../../text/words.ts';
import type {FormState} from '../form/form-state.ts';
import {CatalogueNames} from './catalogue-names.tsx';
import {type RulesDraft, rulesDraftOf} from './rules-draft.ts';
import {findSimpleRule, furtherConditions, type NameKind, otherRules, setNames} from './simple-rules.ts';

type SimpleChoiceProps = {
  readonly form: Pick<FormState<RulesDraft, Rules>, 'draft' | 'base'>;
  readonly overview: Overview;
  readonly isSaving: boolean;
  readonly onChange: (draft: RulesDraft) => void;
};

/** Brands and categories to tick, which are two rules of the draft. Other rules stay as they are. */
export function SimpleChoice({form: {draft, base}, overview, isSaving, onChange}: SimpleChoiceProps) {
  const saved = rulesDraftOf(base);
  const others = otherRules(draft).length;
  const ticked = (kind: NameKind) => findSimpleRule(draft, kind)?.[kind] ?? [];
  return (
    <s-section heading="What goes into your store">
      <s-paragraph color="subdued">
        An article is taken when its brand or its category is ticked. Import rules can say more: costs, margins, what to
        leave out.
      </s-paragraph>
      <CatalogueNames
        overview={overview}
        chosen={{brands: ticked('brands'), categories: ticked('categories')}}
        onChange={(kind, names) => onChange(setNames(draft, saved, kind, names))}
      />
      <FurtherConditions draft={draft} saved={saved} nameKind="brands" />
      <FurtherConditions draft={draft} saved={saved} nameKind="categories" />
      {others > 0 && (
        <s-text>
          {countNoun(others, 'other rule')} under Import rules {others === 1 ? 'stays' : 'stay'} as{' '}
          {others === 1 ? 'it is' : 'they are'}.
        </s-text>
      )}
      <s-stack direction="inline" gap="small-200">
        <s-button type="submit" variant="primary" loading={isSaving}>
          Save and go on
        </s-button>
        <s-button href="/rules">Import rules</s-button>
      </s-stack>
    </s-section>
  );
}

type FurtherConditionsProps = {readonly draft: RulesDraft; readonly saved: RulesDraft; readonly nameKind: NameKind};

/**
 * The conditions that the merchant added under Import rules to the rule of these names, and whether they stay or are removed with the last
 * name.
 */
function FurtherConditions({draft, saved, nameKind}: FurtherConditionsProps) {
  const conditions = furtherConditions(draft, saved, nameKind);
  if (conditions === '') return null;
  const isKept = findSimpleRule(draft, nameKind) !== undefined;
  return (
    <s-text dir="auto">
      {isKept
        ? `Under Import rules the ticked ${nameKind} have further conditions, which stay: ${conditions}.`
        : `No ${singularNames[nameKind]} is ticked, so saving also removes the further conditions that Import rules gave them: ${conditions}.`}
    </s-text>
  );
}

const singularNames = {brands: 'brand', categories: 'category'} as const;
