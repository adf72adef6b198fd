import type {ReactNode} from 'react';
import {AfterSaving} from './after-saving.tsx';
import {Review} from './review.tsx';
import type {Saving} from './saving.ts';

type SavingStateProps<Draft, Form> = {
  readonly saving: Saving<Draft, Form>;
  /** The store's; null: not read yet. */
  readonly currency: string | null;
  /** False: set-up goes on, and runs that start by themselves create no products. */
  readonly isSetUp?: boolean;
  /** What leads to the next step; the focus moves to it once the form is saved. */
  readonly next?: ReactNode;
};

/** What became of the last save: refused, being counted, or to be confirmed. */
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
        <Review
          preview={step.preview}
          currency={currency}
          isSetUp={isSetUp}
          saving={step.kind === 'saving'}
          onConfirm={() => void confirm()}
        />
      )}
      {next !== undefined && <AfterSaving times={savedTimes}>{next}</AfterSaving>}
    </>
  );
}
