import {useState} from 'react';
import type {Run} from '#contract/runs.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {Notice} from '../../shared/page/notice.tsx';
import type {SetUpStep, StepName} from '../../shared/page/set-up-steps.ts';

type StepStartProps = {
  readonly steps: readonly SetUpStep[];
  readonly label: string;
  readonly variant: 'primary' | 'secondary';
  /** Whether its run goes on already. */
  readonly isOn: boolean;
  readonly start: () => Promise<Run>;
  /** What is said when it could not start. */
  readonly notStarted: string;
};

/** What must be done before a run can create anything. */
const neededFirst: readonly StepName[] = ['keys', 'choose', 'prices'];

/** The button that starts the run of a step, once the steps that it needs are done. */
export function StepStart({steps, label, variant, isOn, start, notStarted}: StepStartProps) {
  const [error, setError] = useState<string | null>(null);
  const starting = useAction(start);
  const missing = steps.filter(({name, done}) => neededFirst.includes(name) && !done);
  const press = async () => {
    setError(null);
    try {
      await starting.run(undefined);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-stack gap="small-200">
      {missing.length > 0 && <s-text>First: {missing.map(({title}) => title).join('; ')}.</s-text>}
      <s-stack direction="inline">
        <s-button
          variant={variant}
          disabled={missing.length > 0 || isOn}
          loading={starting.isRunning}
          onClick={() => void press()}
        >
          {label}
        </s-button>
      </s-stack>
      {error !== null && (
        <Notice tone="critical" heading={notStarted}>
          {error}
        </Notice>
      )}
    </s-stack>
  );
}
