import type {Overview} from '#contract/overview.ts';
import type {Choices, SettingsForm} from '#contract/settings.ts';
import {choicesQuestion} from '../../questions.ts';
import {useRemote} from '../../remote.ts';
import {isUnderWay} from '../../words.ts';
import {Loading} from '../loading.tsx';
import {NamePicker} from '../name-picker.tsx';

type ChoiceFieldsProps = {
  readonly overview: Overview;
  readonly choice: SettingsForm['choice'];
  readonly onChange: (choice: SettingsForm['choice']) => void;
};

/** The brands and categories to import, chosen from those the last walk found. */
export function ChoiceFields({overview, choice, onChange}: ChoiceFieldsProps) {
  const {lastRun} = overview;
  const {catalogue, dropship} = overview.connection;
  const isReading = isUnderWay(lastRun);
  const remote = useRemote(choicesQuestion(lastRun));
  const offered = remote.value;
  if (offered === null) return <Loading what="brands and categories" remote={remote} height="320px" />;
  if (isEmpty(offered) && choice.brands.length + choice.categories.length === 0) {
    return (
      <NothingRead
        isReading={isReading}
        isConnected={catalogue.state === 'accepted' && dropship.state === 'accepted'}
      />
    );
  }
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
      <NamePicker
        title="Brands"
        offered={offered.brands}
        chosen={choice.brands}
        onChange={(brands) => onChange({...choice, brands})}
      />
      <NamePicker
        title="Categories"
        offered={offered.categories}
        chosen={choice.categories}
        onChange={(categories) => onChange({...choice, categories})}
      />
    </s-grid>
  );
}

const isEmpty = ({brands, categories}: Choices): boolean => brands.length === 0 && categories.length === 0;

function NothingRead({isReading, isConnected}: {isReading: boolean; isConnected: boolean}) {
  if (isReading) {
    return (
      <s-stack direction="inline" gap="small-200">
        <s-spinner accessibilityLabel="The catalogue is being read" />
        <s-text>The catalogue is being read. Its brands and categories appear here in a moment.</s-text>
      </s-stack>
    );
  }
  return (
    <s-paragraph color="subdued">
      {isConnected
        ? 'The catalogue has not been read yet. Start a run, then choose here.'
        : 'Connect both keys first. Then the supplier’s brands and categories appear here.'}
    </s-paragraph>
  );
}
