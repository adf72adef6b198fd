import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import {type StepName, stepAddress} from '../../shared/page/store-filled.ts';

type StepFooterProps = {
  readonly steps: readonly SetUpStep[];
  readonly name: StepName;
  /** The label of the button if the step may be skipped; left out: it may not. */
  readonly skipLabel?: string;
};

/** The button to the next step, shown once this step is done or if it may be skipped. */
export function StepFooter({steps, name, skipLabel}: StepFooterProps) {
  const at = steps.findIndex((step) => step.name === name);
  // Without a size to answer for, that step would only be a click.
  const next = steps.slice(at + 1).find((step) => step.name !== 'sizes' || !step.isDone);
  const isDone = steps[at]?.isDone ?? false;
  if (next === undefined || (!isDone && skipLabel === undefined)) return null;
  return (
    <s-section accessibilityLabel="Next step">
      <s-stack direction="inline">
        <s-button variant={isDone ? 'primary' : 'secondary'} href={stepAddress(next.name)}>
          {isDone ? `Next: ${next.title}` : skipLabel}
        </s-button>
      </s-stack>
    </s-section>
  );
}
