import {type ReactNode, useId} from 'react';

type AskFirstButtonProps = {
  readonly label: string;
  /** The heading of the question: what is done, and to how many. */
  readonly heading: string;
  /** The label of the button in the question that starts the action. */
  readonly confirmLabel: string;
  readonly tone?: 'critical';
  readonly isRunning: boolean;
  /** Whether the button that asks cannot be pressed. */
  readonly isDisabled: boolean;
  /** What the question says; it may ask for a word that must be typed. */
  readonly children: ReactNode;
  /** False: a word that must be typed has not been typed yet. */
  readonly mayConfirm?: boolean;
  /** Called when the question is asked. */
  readonly onOpen?: () => void;
  readonly onConfirm: () => void;
};

const doNothing = () => {};

/** A button that asks before it acts, for an action on many orders or articles. */
export function AskFirstButton(props: AskFirstButtonProps) {
  const {label, heading, confirmLabel, tone, isRunning, isDisabled, children, mayConfirm = true} = props;
  const {onOpen = doNothing, onConfirm} = props;
  const modal = useId();
  const toneProps = tone === undefined ? {} : {tone};
  return (
    <>
      <s-button
        {...toneProps}
        commandFor={modal}
        command="--show"
        loading={isRunning}
        disabled={isDisabled}
        accessibilityLabel={heading}
        onClick={onOpen}
      >
        {label}
      </s-button>
      <s-modal id={modal} heading={`${heading}?`} size="small">
        {children}
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Cancel
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          {...toneProps}
          commandFor={modal}
          command="--hide"
          disabled={!mayConfirm}
          onClick={onConfirm}
        >
          {confirmLabel}
        </s-button>
      </s-modal>
    </>
  );
}
