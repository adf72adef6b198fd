import {useEffect, useEffectEvent} from 'react';
import {ApplyNow} from '../runs/apply-now.tsx';
import {PreviewReview} from './review.tsx';
import type {Saving} from './saving.ts';

type SavingStateProps<Draft, Form> = {
  readonly saving: Saving<Draft, Form>;
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
  /** False: set-up is not over, so runs that start by themselves create no products. */
  readonly isSetUp?: boolean;
  /** Whether the review names the fields that are written to existing products. */
  readonly showsFields?: boolean;
  /** Called once what was saved has been loaded again; set-up then goes on. */
  readonly onSaved?: (() => void) | undefined;
};

/** The state of the last save: refused, its effect being counted, or waiting for confirmation. */
export function SavingState<Draft, Form>({
  saving: {step, failure, confirm, savedTimes, waitingSave},
  currency,
  isSetUp = true,
  showsFields = false,
  onSaved,
}: SavingStateProps<Draft, Form>) {
  const goOn = useEffectEvent(() => onSaved?.());
  useEffect(() => {
    if (savedTimes > 0) goOn();
  }, [savedTimes]);
  return (
    <>
      {failure !== null && (
        <s-banner tone="critical" heading="Your changes are not saved">
          {failure}
          <s-button slot="secondary-actions" type="submit">
            Save again
          </s-button>
        </s-banner>
      )}
      {step.kind === 'counting' && (
        <s-stack direction="inline" gap="small-200">
          <s-spinner accessibilityLabel="Counting what your changes do" />
          <s-text>Counting what your changes do. They are not saved yet.</s-text>
        </s-stack>
      )}
      {(step.kind === 'review' || step.kind === 'saving') && (
        <PreviewReview
          preview={step.preview}
          currency={currency}
          isSetUp={isSetUp}
          showsFields={showsFields}
          isSaving={step.kind === 'saving'}
          onConfirm={() => void confirm()}
        />
      )}
      {onSaved === undefined && waitingSave > 0 && <ApplyNow key={waitingSave} />}
    </>
  );
}
