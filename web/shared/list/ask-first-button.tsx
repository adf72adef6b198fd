import {type ReactNode, useId} from 'react';

type AskFirstButtonProps = {
  readonly label: string;
  /** What is done, and to how many; the heading of the question. */
  readonly what: string;
  /** The button that does it. */
  readonly confirm: string;
  readonly tone?: 'critical';
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  /** What the question says; it may ask for a word that must be typed. */
  readonly children: ReactNode;
  /** False: what must be typed was not typed yet. */
  readonly mayConfirm?: boolean;
  readonly onConfirm: () => void;
};

/** A button that asks before it acts, for an action on many orders or articles. */
export function AskFirstButton(props: AskFirstButtonProps) {
  const {label, what, confirm, tone, isRunning, isDisabled, children, mayConfirm = true, onConfirm} = props;
  const modal = useId();
  const toneOf = tone === undefined ? {} : {tone};
  return (
    <>
      <s-button
        {...toneOf}
        commandFor={modal}
        command="--show"
        loading={isRunning}
        disabled={isDisabled}
        accessibilityLabel={what}
      >
        {label}
      </s-button>
      <s-modal id={modal} heading={`${what}?`} size="small">
        {children}
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Cancel
        </s-button>
        <s-button
          slot="primary-action"
          variant="primary"
          {...toneOf}
          commandFor={modal}
          command="--hide"
          disabled={!mayConfirm}
          onClick={onConfirm}
        >
          {confirm}
        </s-button>
      </s-modal>
    </>
  );
}
