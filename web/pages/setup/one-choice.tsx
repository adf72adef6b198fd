import {useState} from 'react';
import {sentenceOf} from '../../shared/api/api.ts';
import {type Question, useAction, useRemote} from '../../shared/api/remote.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {Notice} from '../../shared/page/notice.tsx';

type Option = {readonly value: string; readonly label: string};

type OneChoiceProps<Part> = {
  readonly label: string;
  /** As part of a sentence: "your answer". */
  readonly what: string;
  readonly name: string;
  readonly question: Question<Part>;
  readonly valueOf: (stored: Part) => string;
  readonly options: (stored: Part) => readonly Option[];
  /** Saves the stored part with this value. */
  readonly save: (stored: Part, value: string) => Promise<unknown>;
};

/** One setting with a few answers, saved as soon as it is chosen. */
export function OneChoice<Part>({label, what, name, question, valueOf, options, save}: OneChoiceProps<Part>) {
  const remote = useRemote(question);
  const [error, setError] = useState<string | null>(null);
  const saving = useAction(({stored, value}: {readonly stored: Part; readonly value: string}) => save(stored, value));
  const stored = remote.value;
  if (stored === null) return <Loading what={what} remote={remote} height="96px" />;
  const choose = async (value: string) => {
    setError(null);
    try {
      await saving.run({stored, value});
      shopify.toast.show('Saved');
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-stack gap="small-200">
      <s-choice-list
        label={label}
        name={name}
        values={[valueOf(stored)]}
        disabled={saving.isRunning}
        onChange={({currentTarget: {values}}) => {
          const [value] = values;
          if (value !== undefined && value !== valueOf(stored)) void choose(value);
        }}
      >
        {options(stored).map((option) => (
          <s-choice key={option.value} value={option.value}>
            {option.label}
          </s-choice>
        ))}
      </s-choice-list>
      {error !== null && (
        <Notice tone="critical" heading="Not saved">
          {error}
        </Notice>
      )}
    </s-stack>
  );
}
