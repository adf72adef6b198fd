import type {Overview} from '#contract/overview.ts';
import type {Choices, Rules} from '#contract/settings.ts';
import {counted, isUnderWay} from '../../text/words.ts';
import {choicesQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import type {FormState} from '../form/form-state.ts';
import {NamePicker} from '../form/name-picker.tsx';
import {Loading} from '../page/loading.tsx';
import {draftOf, type RulesDraft} from './rules-draft.ts';
import {furtherConditions, type Named, otherRules, simpleRule, withNames} from './simple-rules.ts';

type SimpleChoiceProps = {
  readonly form: Pick<FormState<RulesDraft, Rules>, 'draft' | 'base'>;
  readonly overview: Overview;
  readonly isSaving: boolean;
  readonly onChange: (draft: RulesDraft) => void;
};

/** Brands and categories to tick: two rules of the draft. Other rules stay as they are. */
export function SimpleChoice({form: {draft, base}, overview, isSaving, onChange}: SimpleChoiceProps) {
  const {lastRun} = overview;
  const saved = draftOf(base);
  const remote = useRemote(choicesQuestion(lastRun));
  const offered = remote.value;
  const others = otherRules(draft).length;
  const picker = (named: Named, title: string, names: Choices['brands']) => (
    <NamePicker
      title={title}
      offered={names}
      chosen={simpleRule(draft, named)?.[named] ?? []}
      onChange={(chosen) => onChange(withNames(draft, saved, named, chosen))}
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
      <FurtherConditions draft={draft} saved={saved} named="brands" />
      <FurtherConditions draft={draft} saved={saved} named="categories" />
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

type FurtherConditionsProps = {readonly draft: RulesDraft; readonly saved: RulesDraft; readonly named: Named};

/** The conditions that Import rules added to the rule of these names, and whether they stay or are removed with the last name. */
function FurtherConditions({draft, saved, named}: FurtherConditionsProps) {
  const conditions = furtherConditions(draft, saved, named);
  if (conditions === '') return null;
  const isKept = simpleRule(draft, named) !== undefined;
  return (
    <s-text dir="auto">
      {isKept
        ? `Under Import rules the ticked ${named} have further conditions, which stay: ${conditions}.`
        : `No ${one[named]} is ticked, so saving also removes the further conditions that Import rules gave them: ${conditions}.`}
    </s-text>
  );
}

const one = {brands: 'brand', categories: 'category'} as const;
