import {type RemoteQuery, useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';

/** An option of the choice list. */
type Option = {readonly value: string; readonly label: string};

type OneChoiceProps<Part> = {
  readonly label: string;
  /** What is being loaded, as part of a sentence: "your answer". */
  readonly answerName: string;
  readonly name: string;
  /** The query of the part of the settings that holds the choice. */
  readonly query: RemoteQuery<Part>;
  /** The value of the chosen option in the stored part. */
  readonly readValue: (stored: Part) => string;
  /** The options to choose from, which can depend on what is stored. */
  readonly options: (stored: Part) => readonly Option[];
  /** Saves the stored part of the settings with this value. */
  readonly save: (stored: Part, value: string) => Promise<unknown>;
};

/** A choice list for one setting, saved as soon as an option is chosen. */
export function OneChoice<Part>({label, answerName, name, query, readValue, options, save}: OneChoiceProps<Part>) {
  const remote = useRemote(query);
  const {attempt, isRunning, failure} = useAttempt(
    ({stored, value}: {readonly stored: Part; readonly value: string}) => save(stored, value),
    {onDone: () => shopify.toast.show('Saved')},
  );
  const stored = remote.value;
  if (stored === null) return <Loading what={answerName} remote={remote} height="96px" />;
  return (
    <s-stack gap="small-200">
      <s-choice-list
        label={label}
        name={name}
        values={[readValue(stored)]}
        disabled={isRunning}
        onChange={({currentTarget: {values}}) => {
          const [value] = values;
          if (value !== undefined && value !== readValue(stored)) void attempt({stored, value});
        }}
      >
        {options(stored).map((option) => (
          <s-choice key={option.value} value={option.value}>
            {option.label}
          </s-choice>
        ))}
      </s-choice-list>
      <ActionFailure failure={failure} heading="Not saved" />
    </s-stack>
  );
}
