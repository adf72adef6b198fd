import type {ReactNode} from 'react';
import {Introduction} from '../../shared/page/introduction.tsx';
import {ReservedSpace} from '../../shared/page/loading.tsx';
import {stepTexts} from '../../shared/page/set-up-steps.ts';
import {count} from '../../text/format.ts';

export const heading = 'Set-up';

/** The outline of the page Set-up, shown until its data has arrived: the steps, without which are done and which one is next. */
export const Outline = () => (
  <>
    <s-section heading={stepListHeading}>
      <Introduction of="setUp" />
      <ReservedSpace height="40px" />
      {stepTexts.map(({name, title}) => (
        <StepRow key={name} title={title} isDone={false} />
      ))}
    </s-section>
    <s-section accessibilityLabel="The next step">
      <ReservedSpace height="320px" what="your store" />
    </s-section>
  </>
);

type StepRowProps = {
  readonly title: string;
  readonly isDone: boolean;
  /** Articles that the step still has; null: not known, since not all were read. */
  readonly left?: number | null;
  /** Content at the end of the row. */
  readonly children?: ReactNode;
};

/**
 * One row of the step list. Its height is the same before and after it is known what is done: nothing that depends on it takes width from
 * the title, except how many articles are left.
 */
export const StepRow = ({title, isDone: isPassed, left = 0, children}: StepRowProps) => {
  const isDone = isPassed && left === 0;
  return (
    <s-grid gridTemplateColumns="auto 1fr 76px" gap="small" alignItems="center">
      <s-icon type={isDone ? 'check-circle' : 'circle-dashed'} tone={isDone ? 'success' : 'neutral'} />
      <s-text>{left === 0 ? title : `${title} (${left === null ? 'not all read' : `${count(left)} left`})`}</s-text>
      <s-stack direction="inline" alignItems="center" justifyContent="end" minBlockSize="32px">
        {isDone && <s-text accessibilityVisibility="exclusive">Done</s-text>}
        {children}
      </s-stack>
    </s-grid>
  );
};

export const stepListHeading = 'From the supplier’s catalogue to your first products';
