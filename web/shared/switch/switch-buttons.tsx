import type {ReactNode} from 'react';
import {AskFirstButton} from '../list/ask-first-button.tsx';
import {ActionFailure} from '../page/action-failure.tsx';
import type {Switch, SwitchWish} from './use-switch.ts';

type SwitchButtonsProps = {
  readonly want: SwitchWish;
  readonly isWorking: boolean;
  /** Whether it can be tried with three products. */
  readonly canTry: boolean;
  readonly canSwitchOn: boolean;
  readonly switching: Omit<Switch<never>, 'press'>;
  readonly onPress: (wanted: SwitchWish) => void;
  /** What the question before it is switched off says. */
  readonly offQuestion: ReactNode;
  /** A further button while it is on or on trial. */
  readonly children?: ReactNode;
};

/** The buttons that try something, switch it on for all products, and switch it off after a question. */
export function SwitchButtons(props: SwitchButtonsProps) {
  const {want, isWorking, canTry, canSwitchOn, switching, onPress, offQuestion, children} = props;
  const {pressed, answer, failure} = switching;
  // What is being taken away is asked for again once it is gone.
  const isGoing = want === 'off' && isWorking;
  const stateOf = (wanted: SwitchWish) => ({
    loading: pressed === wanted,
    disabled: isGoing || (pressed !== null && pressed !== wanted),
  });
  if (want === 'off' && !canTry && !canSwitchOn && answer === null && failure === null) return null;
  const off = want === 'trial' ? 'Take it back' : 'Switch it off';
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        {want === 'off' && canTry && (
          <s-button variant="primary" {...stateOf('trial')} onClick={() => onPress('trial')}>
            Try it with three products
          </s-button>
        )}
        {want !== 'on' && canSwitchOn && (
          <s-button
            {...stateOf('on')}
            {...(want === 'trial' ? {variant: 'primary' as const} : {})}
            onClick={() => onPress('on')}
          >
            Switch it on for all products
          </s-button>
        )}
        {want !== 'off' && children}
        {want !== 'off' && (
          <AskFirstButton
            label={off}
            heading={off}
            confirmLabel={off}
            tone="critical"
            isRunning={pressed === 'off'}
            isDisabled={pressed !== null}
            onConfirm={() => onPress('off')}
          >
            {offQuestion}
          </AskFirstButton>
        )}
      </s-stack>
      <div role="status" style={{display: 'contents'}}>
        {answer !== null && <s-text>{answer}</s-text>}
      </div>
      <ActionFailure failure={failure} />
    </s-stack>
  );
}
