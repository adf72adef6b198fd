import type {Overview} from '#contract/overview.ts';
import type {Choices, Rules} from '#contract/settings.ts';
import {countNoun} from '../../text/words.ts';
import {isUnderWay} from '../api/polling.ts';
import {choicesQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import type {FormState} from '../form/form-state.ts';
import {NamePicker} from '../form/name-picker.tsx';
import {Loading} from '../page/loading.tsx';
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
  const {lastRun} = overview;
  const saved = rulesDraftOf(base);
  const remote = useRemote(choicesQuery(lastRun));
  const offered = remote.value;
  const others = otherRules(draft).length;
  const picker = (named: NameKind, title: string, names: Choices['brands']) => (
    <NamePicker
      title={title}
      offered={names}
      chosen={findSimpleRule(draft, named)?.[named] ?? []}
      onChange={(chosen) => onChange(setNames(draft, saved, named, chosen))}
    />
  );
  return (
    <s-section heading="What goes into your store">
      <s-paragraph color="subdued">
        An article is taken when its brand or its category is ticked. Import rules can say more: costs, margins, what to
        leave out.
      </s-paragraph>
      {offered === null ? (
        <Loading what="brands and categories" remote={remote} height="320px" />
      ) : hasNoNames(offered) && draft.rules.length === 0 ? (
        <NoNamesYet overview={overview} isReading={isUnderWay(lastRun)} />
      ) : (
        <s-stack gap="base">
          {picker('brands', 'Brands', offered.brands)}
          {picker('categories', 'Categories', offered.categories)}
        </s-stack>
      )}
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

const hasNoNames = ({brands, categories}: Choices): boolean => brands.length === 0 && categories.length === 0;

function NoNamesYet({overview, isReading}: {readonly overview: Overview; readonly isReading: boolean}) {
  const {catalogue, dropship} = overview.connection;
  if (isReading) {
    return (
      <s-stack direction="inline" gap="small-200">
        <s-spinner accessibilityLabel="The catalogue is being read" />
        <s-text>The catalogue is being read. Its brands and categories appear here in a moment.</s-text>
      </s-stack>
    );
  }
  return (
    <s-paragraph>
      {catalogue.state === 'accepted' && dropship.state === 'accepted'
        ? 'The catalogue has not been read yet; the page Updates says why.'
        : 'Connect both keys first. Then the supplier’s brands and categories appear here.'}
    </s-paragraph>
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
