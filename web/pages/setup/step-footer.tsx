import {type SetUpStep, type StepName, stepAddress} from '../../shared/page/set-up-steps.ts';

type StepFooterProps = {
  readonly steps: readonly SetUpStep[];
  readonly name: StepName;
  /** The button's text where the step may be skipped; left out: it may not. */
  readonly skip?: string;
};

/** The way to the next step, once this one is done or if it may be skipped. */
export function StepFooter({steps, name, skip}: StepFooterProps) {
  const at = steps.findIndex((step) => step.name === name);
  const next = steps[at + 1];
  const isDone = steps[at]?.done ?? false;
  if (next === undefined || (!isDone && skip === undefined)) return null;
  return (
    <s-section accessibilityLabel="Next step">
      <s-stack direction="inline">
        <s-button variant={isDone ? 'primary' : 'secondary'} href={stepAddress(next.name)}>
          {isDone ? `Next: ${next.title}` : skip}
        </s-button>
      </s-stack>
    </s-section>
  );
}
