import type {Run} from '#contract/runs.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import type {StepName} from '../../shared/page/store-filled.ts';

type StepStartProps = {
  readonly steps: readonly SetUpStep[];
  readonly label: string;
  readonly variant: 'primary' | 'secondary';
  /** Whether the run of this step is queued or running. */
  readonly isRunOpen: boolean;
  /** Starts the run of the step. */
  readonly start: () => Promise<Run>;
  /** The heading of the message when the run could not start. */
  readonly failureHeading: string;
};

/** The steps that must be done before a run can create anything. */
const requiredSteps: readonly StepName[] = ['keys', 'choose', 'prices'];

/** The button that starts the run of a step, once the steps that it needs are done. */
export function StepStart({steps, label, variant, isRunOpen, start, failureHeading}: StepStartProps) {
  const {attempt, isRunning, failure} = useAttempt(start);
  const missing = steps.filter(({name, isDone}) => requiredSteps.includes(name) && !isDone);
  return (
    <s-stack gap="small-200">
      {missing.length > 0 && <s-text>First: {missing.map(({title}) => title).join('; ')}.</s-text>}
      <s-stack direction="inline">
        <s-button
          variant={variant}
          disabled={missing.length > 0 || isRunOpen}
          loading={isRunning}
          onClick={() => void attempt(undefined)}
        >
          {label}
        </s-button>
      </s-stack>
      <ActionFailure failure={failure} heading={failureHeading} />
    </s-stack>
  );
}
