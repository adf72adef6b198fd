import {SetUpIntroduction, stepHeight, stepListHeading} from '../../outlines/setup-outline.tsx';
import {SetUpProgress} from './set-up-card.tsx';
import {type SetUpStep, stepAddress} from './set-up-steps.ts';

type StepListProps = {readonly steps: readonly SetUpStep[]; readonly current: SetUpStep};

/** The steps with what is done; each can be opened again. */
export const StepList = ({steps, current}: StepListProps) => (
  <s-section heading={stepListHeading}>
    <SetUpIntroduction />
    <SetUpProgress done={steps.filter(({done}) => done).length} all={steps.length} />
    <div role="list" style={{display: 'contents'}}>
      {steps.map((step) => (
        <div role="listitem" key={step.name} aria-current={step.name === current.name ? 'step' : undefined}>
          <s-grid gridTemplateColumns="auto 1fr auto" gap="small" alignItems="center">
            <s-icon type={step.done ? 'check-circle' : 'circle-dashed'} tone={step.done ? 'success' : 'neutral'} />
            <s-stack direction="inline" gap="small-200">
              <s-text type={step.name === current.name ? 'strong' : 'generic'}>{step.title}</s-text>
              {step.done && <s-text color="subdued">Done</s-text>}
            </s-stack>
            <s-stack direction="inline" alignItems="center" minBlockSize={stepHeight}>
              {step.name === current.name ? (
                <s-text color="subdued">Below</s-text>
              ) : (
                <s-button variant="tertiary" href={stepAddress(step.name)} accessibilityLabel={`Open: ${step.title}`}>
                  Open
                </s-button>
              )}
            </s-stack>
          </s-grid>
        </div>
      ))}
    </div>
  </s-section>
);
