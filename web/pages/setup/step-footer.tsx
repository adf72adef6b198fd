import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import {type StepName, stepAddress} from '../../shared/page/store-filled.ts';

type StepFooterProps = {
  readonly steps: readonly SetUpStep[];
  readonly name: StepName;
  /** The label of the button if the step may be skipped; left out: it may not. */
  readonly skipLabel?: string;
};

/** Steps whose form has a button that saves and goes on; there this one only goes on without a change. */
const savedSteps: readonly StepName[] = ['choose', 'prices'];

/** The button to the next step, shown once this step is done or if it may be skipped. */
export function StepFooter({steps, name, skipLabel}: StepFooterProps) {
  const next = stepAfter(steps, name);
  const isDone = steps.some((step) => step.name === name && step.isDone);
  if (next === undefined || (!isDone && skipLabel === undefined)) return null;
  return (
    <s-section accessibilityLabel="Next step">
      <s-stack direction="inline">
        <s-button
          variant={isDone && !savedSteps.includes(name) ? 'primary' : 'secondary'}
          href={stepAddress(next.name)}
        >
          {isDone ? `Next: ${next.title}` : skipLabel}
        </s-button>
      </s-stack>
    </s-section>
  );
}

/**
 * The step to go on with after this one: the first that is not done, or the next one if all are. Without a size to answer for, that step
 * would only be a click.
 */
export function stepAfter(steps: readonly SetUpStep[], name: StepName): SetUpStep | undefined {
  const later = steps.slice(steps.findIndex((step) => step.name === name) + 1);
  return later.find(({isDone}) => !isDone) ?? later.find((step) => step.name !== 'sizes');
}
