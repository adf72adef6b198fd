import type {Overview} from '#contract/overview.ts';
import type {Choices} from '#contract/settings.ts';
import {choicesQuestion} from '../../questions.ts';
import {useRemote} from '../../remote.ts';
import {counted, isUnderWay} from '../../words.ts';
import {Loading} from '../loading.tsx';
import {NamePicker} from '../name-picker.tsx';
import {aNewRule, type RuleDraft, type RulesDraft} from './rules-draft.ts';

type SimpleChoiceProps = {
  readonly draft: RulesDraft;
  readonly overview: Overview;
  readonly isSaving: boolean;
  readonly onChange: (draft: RulesDraft) => void;
};

type Named = 'brands' | 'categories';

/** Brands and categories to tick: two rules of the draft. Other rules stay as they are. */
export function SimpleChoice({draft, overview, isSaving, onChange}: SimpleChoiceProps) {
  const {lastRun} = overview;
  const remote = useRemote(choicesQuestion(lastRun));
  const offered = remote.value;
  const others = draft.rules.filter((rule) => !isSimple('brands')(rule) && !isSimple('categories')(rule)).length;
  const picker = (named: Named, title: string, names: Choices['brands']) => (
    <NamePicker
      title={title}
      offered={names}
      chosen={namesIn(draft, named)}
      onChange={(chosen) => onChange(withNames(draft, named, chosen))}
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
      ) : isEmpty(offered) && draft.rules.length === 0 ? (
        <NothingRead overview={overview} isReading={isUnderWay(lastRun)} />
      ) : (
        <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
          {picker('brands', 'Brands', offered.brands)}
          {picker('categories', 'Categories', offered.categories)}
        </s-grid>
      )}
      {others > 0 && (
        <s-text>
          {counted(others, 'other rule')} under Import rules {others === 1 ? 'stays' : 'stay'} as{' '}
          {others === 1 ? 'it is' : 'they are'}.
        </s-text>
      )}
      <s-stack direction="inline" gap="small-200">
        <s-button type="submit" variant="primary" loading={isSaving}>
          Save this choice
        </s-button>
        <s-button href="/rules">Import rules</s-button>
      </s-stack>
    </s-section>
  );
}

const isEmpty = ({brands, categories}: Choices): boolean => brands.length === 0 && categories.length === 0;

function NothingRead({overview, isReading}: {readonly overview: Overview; readonly isReading: boolean}) {
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
        ? 'The catalogue has not been read yet; the page Runs says why.'
        : 'Connect both keys first. Then the supplier’s brands and categories appear here.'}
    </s-paragraph>
  );
}

/** The rule made here for these names, found by its id. Import rules may have given it other conditions too. */
const isSimple = (named: Named) => (rule: RuleDraft) => rule.id === named && rule.effect === 'include';

const namesIn = ({rules}: RulesDraft, named: Named): readonly string[] => rules.find(isSimple(named))?.[named] ?? [];

/** A rule without names would take every article, so without names there is no rule. */
function withNames({rules}: RulesDraft, named: Named, names: readonly string[]): RulesDraft {
  const known = rules.find(isSimple(named));
  if (names.length === 0) return {rules: rules.filter((rule) => rule !== known)};
  if (known === undefined) return {rules: [...rules, {...aNewRule(), id: named, [named]: names}]};
  return {rules: rules.map((rule) => (rule === known ? {...rule, [named]: names} : rule))};
}
