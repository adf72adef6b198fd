import type {ReactNode} from 'react';
import {AfterSaving} from './after-saving.tsx';
import {PreviewReview} from './review.tsx';
import type {Saving} from './saving.ts';

type SavingStateProps<Draft, Form> = {
  readonly saving: Saving<Draft, Form>;
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
  /** False: set-up is not over, so runs that start by themselves create no products. */
  readonly isSetUp?: boolean;
  /** The button to the next step; the focus moves to it once the form is saved. */
  readonly next?: ReactNode;
};

/** The state of the last save: refused, its effect being counted, or waiting for confirmation. */
export function SavingState<Draft, Form>({
  saving: {step, failure, confirm, savedTimes},
  currency,
  isSetUp = true,
  next,
}: SavingStateProps<Draft, Form>) {
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
          isSaving={step.kind === 'saving'}
          onConfirm={() => void confirm()}
        />
      )}
      {next !== undefined && <AfterSaving times={savedTimes}>{next}</AfterSaving>}
    </>
  );
}
