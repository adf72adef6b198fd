import {Introduction} from '../../shared/page/introduction.tsx';
import {SetUpProgress} from '../../shared/page/set-up-card.tsx';
import type {SetUpStep} from '../../shared/page/set-up-steps.ts';
import {stepAddress} from '../../shared/page/store-filled.ts';
import {StepRow, stepListHeading} from './outline.tsx';

type StepListProps = {readonly steps: readonly SetUpStep[]; readonly current: SetUpStep};

/** The list of steps, which says what is done and what a skipped step has left; each step can be opened again. */
export const StepList = ({steps, current}: StepListProps) => (
  <s-section heading={stepListHeading}>
    <Introduction of="setUp" />
    <SetUpProgress steps={steps} />
    <div role="list" style={{display: 'contents'}}>
      {steps.map((step) => (
        <div role="listitem" key={step.name} aria-current={step.name === current.name ? 'step' : undefined}>
          <StepRow title={step.title} isDone={step.isDone} left={step.left}>
            {step.name === current.name ? (
              <s-text type="strong">Below</s-text>
            ) : (
              <s-button variant="tertiary" href={stepAddress(step.name)} accessibilityLabel={`Open: ${step.title}`}>
                Open
              </s-button>
            )}
          </StepRow>
        </div>
      ))}
    </div>
  </s-section>
);
